// Slices that are cut: what the halves share, and what lies behind their ends.
package p

// want parallel
func halves(s []int) {
	if len(s) < 2 {
		s[0]++
		return
	}
	m := len(s) / 2
	halves(s[:m])
	halves(s[m:])
}

// want append-alias
func capacityTrap(s []int) {
	if len(s) < 2 {
		s = append(s, 1)
		s[0]++
		return
	}
	m := len(s) / 2
	capacityTrap(s[:m])
	capacityTrap(s[m:])
}

// want append-alias
func deepTrap(s []int) {
	if len(s) < 2 {
		push(s)
		return
	}
	m := len(s) / 2
	deepTrap(s[:m])
	deepTrap(s[m:])
}

func push(s []int) { pushMore(s, 1) }

func pushMore(s []int, v int) { _ = append(s, v) }

// want parallel
func clipped(s []int) int {
	if len(s) < 2 {
		return len(append(s, 1))
	}
	m := len(s) / 2
	return clipped(s[:m:m]) + clipped(s[m:len(s):len(s)])
}

// want append-alias
func clippedTooFar(s []int) int {
	if len(s) < 2 {
		return len(append(s, 1))
	}
	m := len(s) / 2
	return clippedTooFar(s[:m:m+1]) + clippedTooFar(s[m:len(s):len(s)])
}

// want aliased-slices
func sharesOne(s []int) {
	if len(s) < 3 {
		s[0]++
		return
	}
	i := len(s) / 2
	sharesOne(s[:i+1])
	sharesOne(s[i:])
}

// want aliased-slices
func beyond(s []int) {
	if len(s) < 2 {
		s = s[:cap(s)]
		for i := range s {
			s[i]++
		}
		return
	}
	m := len(s) / 2
	beyond(s[:m])
	beyond(s[m:])
}

// want aliased-slices
func beyondByNumber(s []int, n int) {
	if len(s) < 2 {
		s[:n][n-1]++
		return
	}
	m := len(s) / 2
	beyondByNumber(s[:m], n)
	beyondByNumber(s[m:], n)
}

// want aliased-slices
func beyondInHelper(s []int) {
	if len(s) < 2 {
		touch(s, len(s)+1)
		return
	}
	m := len(s) / 2
	beyondInHelper(s[:m])
	beyondInHelper(s[m:])
}

// want parallel
func withinHelper(s []int) {
	if len(s) < 2 {
		touch(s, len(s)/2)
		return
	}
	m := len(s) / 2
	withinHelper(s[:m])
	withinHelper(s[m:])
}

func touch(s []int, n int) {
	for i := range s[:n] {
		s[i]++
	}
}

// want parallel
func pivoted(s []int) {
	if len(s) < 2 {
		return
	}
	p := split(s)
	pivoted(s[:p])
	pivoted(s[p+1:])
}

func split(s []int) int {
	i, last := 0, len(s)-1
	for j := range last {
		if s[j] < s[last] {
			s[i], s[j] = s[j], s[i]
			i++
		}
	}
	s[i], s[last] = s[last], s[i]
	return i
}

// want parallel
func keepsPivot(s []int) int {
	if len(s) < 2 {
		return len(s)
	}
	p := len(s) / 2
	a := keepsPivot(s[:p])
	s[p]++
	return a + keepsPivot(s[p+1:])
}

// want read-write
func readsHalf(s []int) int {
	if len(s) < 2 {
		s[0]++
		return 1
	}
	p := len(s) / 2
	a := readsHalf(s[:p])
	x := s[p]
	return a + x + readsHalf(s[p:])
}

// want refuse
func copiesBetween(s []int) {
	if len(s) < 2 {
		s[0]++
		return
	}
	m := len(s) / 2
	copiesBetween(s[:m])
	copy(s[m:], s[:m])
	copiesBetween(s[m:])
}

// want refuse
func elements(s [][]int) {
	if len(s) < 2 {
		s[0][0]++
		return
	}
	m := len(s) / 2
	elements(s[:m])
	elements(s[m:])
}

// want refuse
func pointers(s []*int) {
	if len(s) < 2 {
		*s[0]++
		return
	}
	m := len(s) / 2
	pointers(s[:m])
	pointers(s[m:])
}

// want aliased-slices
func computed(s []int) {
	if len(s) < 2 {
		s[0]++
		return
	}
	computed(s[:s[0]%len(s)])
	computed(s[s[0]%len(s):])
}

// want aliased-slices
func small(s []int, m uint8) {
	if len(s) < 2 {
		s[0]++
		return
	}
	small(s[:m], m/2)
	small(s[m+1:], m/2)
}

// want parallel
func arrayHalves(a *[64]int, n int) int {
	if n == 0 {
		return a[0]
	}
	return arrayHalves(a, n-1) + arrayHalves(a, n-1)
}

// want shared-write
func arrayPointer(a *[64]int, n int) int {
	if n == 0 {
		a[0]++
		return a[0]
	}
	return arrayPointer(a, n-1) + arrayPointer(a, n-1)
}

// want parallel
func arrayValue(a [4]int, n int) int {
	if n == 0 {
		return a[0]
	}
	a[n%4]++
	return arrayValue(a, n-1) + arrayValue(a, n-1)
}

// want refuse
func inner(a []int, at, n int) {
	if n == 0 {
		a[at]++
		return
	}
	i := 0
	inner(a[:2], 0, n-1)
	for i < 1 {
		a[i]++
		i++
	}
	inner(a[i:], 0, n-1)
}

// want parallel
func conversions(s string, b []byte) int {
	if len(s) < 2 {
		return len(b)
	}
	m := len(s) / 2
	return conversions(s[:m], []byte(s)) + conversions(s[m:], []byte(string(b)))
}

// want refuse
func variadic(n int, xs ...int) int {
	if n == 0 {
		xs[0]++
		return xs[0]
	}
	return variadic(n-1, xs...) + variadic(n-1, xs...)
}

// want parallel
func variadicFresh(n int, xs ...int) int {
	if n == 0 {
		xs[0]++
		return xs[0]
	}
	return variadicFresh(n-1, n, 1) + variadicFresh(n-1, n, 2)
}
