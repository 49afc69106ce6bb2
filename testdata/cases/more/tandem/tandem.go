// Package tandem splits several slices at the same place.
package tandem

import (
	"fmt"
	"math/rand"
)

// Label writes a text for each number; a text cannot lie in a number's place.
func Label(names []string, nums []int) {
	if len(nums) == 0 {
		return
	}
	if len(nums) == 1 {
		names[0] = fmt26(nums[0])
		nums[0] = 0
		return
	}
	m := len(nums) / 2
	Label(names[:m], nums[:m])
	Label(names[m:], nums[m:])
}

func fmt26(n int) string {
	s := ""
	for ; n > 0; n /= 26 {
		s += string(rune('a' + n%26))
	}
	return s
}

// Scale writes dst from src, and anyone may pass slices of one array.
func Scale(dst, src []int) {
	if len(dst) < 2 {
		for i := range dst {
			dst[i] = 3 * src[i]
		}
		return
	}
	m := len(dst) / 2
	Scale(dst[:m], src[:m])
	Scale(dst[m:], src[m:])
}

// scaled is called with a new dst only.
func scaled(dst, src []int) {
	if len(dst) < 2 {
		for i := range dst {
			dst[i] = 3 * src[i]
		}
		return
	}
	m := len(dst) / 2
	scaled(dst[:m], src[:m])
	scaled(dst[m:], src[m:])
}

// shifted is called with two parts of one slice that overlap.
func shifted(dst, src []int) {
	if len(dst) < 2 {
		for i := range dst {
			dst[i] = 3*src[i] + dst[i]
		}
		return
	}
	m := len(dst) / 2
	shifted(dst[:m], src[:m])
	shifted(dst[m:], src[m:])
}

// skewed cuts its slices at different places.
func skewed(a []int, b []string) {
	if len(a) < 2 || len(b) < 3 {
		for i := range a {
			a[i]++
		}
		for i := range b {
			b[i] += "x"
		}
		return
	}
	m := len(a) / 2
	skewed(a[:m], b[:m+1])
	skewed(a[m:], b[m:])
}

// sifted cuts at different places, but each slice at one of its own.
func sifted(a []int, b []string) {
	if len(a) < 2 || len(b) < 3 {
		for i := range a {
			a[i]++
		}
		for i := range b {
			b[i] += "y"
		}
		return
	}
	m, k := len(a)/2, len(b)/3
	sifted(a[:m], b[:k])
	sifted(a[m:], b[k:])
}

// Run exercises the package on an input made from seed.
func Run(seed int64) string {
	rng := rand.New(rand.NewSource(seed))
	n := 30 + rng.Intn(30)
	a, b := rng.Perm(n), rng.Perm(n)
	names := make([]string, n)
	Label(names, append([]int(nil), a...))
	d := make([]int, n)
	scaled(d, a)
	Scale(b, a)
	c := rng.Perm(n)
	shifted(c[1:], c[:n-1])
	skewed(a, names)
	sifted(a, names)
	return fmt.Sprint(a, b, c, d, names)
}
