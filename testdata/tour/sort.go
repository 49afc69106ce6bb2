package tour

import "cmp"

// Sort sorts s and keeps equal elements in order.
func Sort[T cmp.Ordered](s []T) {
	mergeSort(s, make([]T, len(s)))
}

// mergeSort sorts s by means of spare, which is as long.
func mergeSort[T cmp.Ordered](s, spare []T) {
	if len(s) <= 12 {
		for i := 1; i < len(s); i++ {
			for j := i; j > 0 && s[j] < s[j-1]; j-- {
				s[j], s[j-1] = s[j-1], s[j]
			}
		}
		return
	}
	m := len(s) / 2
	mergeSort(s[:m], spare[:m])
	mergeSort(s[m:], spare[m:])

	// Only the left half has to move out of the way.
	left, right := spare[:copy(spare, s[:m])], s[m:]
	for i := range s {
		if len(left) == 0 {
			return
		}
		if len(right) > 0 && right[0] < left[0] {
			s[i], right = right[0], right[1:]
		} else {
			s[i], left = left[0], left[1:]
		}
	}
}
