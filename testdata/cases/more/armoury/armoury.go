// Package armoury uses unsafe pointers and reflection.
package armoury

import (
	"fmt"
	"math/rand"
	"reflect"
	"strings"
	"unsafe"
)

// through writes halves of a slice by an unsafe slice that reaches further.
func through(s []uint32) {
	if len(s) == 0 {
		return
	}
	if len(s) == 1 {
		t := unsafe.Slice(&s[0], 1)
		t[0]++
		return
	}
	m := len(s) / 2
	through(s[:m])
	through(s[m:])
}

// beyond reaches the neighbour.
func beyond(s []uint32, n int) uint32 {
	if len(s) == 1 {
		if n > 1 {
			t := unsafe.Slice(&s[0], 2)
			t[1] ^= t[0]
		}
		return s[0]
	}
	m := len(s) / 2
	return beyond(s[:m], n) + beyond(s[m:], n-m)
}

// viewed reads the bytes of a string in place.
func viewed(s string) int {
	if len(s) < 2 {
		return len(unsafe.Slice(unsafe.StringData(s), len(s))) + 1
	}
	return viewed(s[:len(s)/2])*2%101 + viewed(s[len(s)/2:])
}

// reflected sets a field by reflection.
func reflected(p any, n int) int {
	if n == 0 {
		v := reflect.ValueOf(p).Elem()
		v.SetInt(v.Int() + 1)
		return int(v.Int())
	}
	return reflected(p, n-1) - 2*reflected(p, n-1)
}

// sized asks for a size, which is a constant.
func sized(n int) uintptr {
	if n < 2 {
		return unsafe.Sizeof(n)
	}
	return sized(n-1) + sized(n-2)
}

// cloned turns bytes into a string without copying and returns it.
func cloned(b []byte) string {
	if len(b) < 3 {
		return strings.Clone(unsafe.String(unsafe.SliceData(b), len(b)))
	}
	m := len(b) / 2
	return cloned(b[:m]) + cloned(b[m:])
}

// Run exercises the package on an input made from seed.
func Run(seed int64) string {
	rng := rand.New(rand.NewSource(seed))
	s := make([]uint32, 16)
	for i := range s {
		s[i] = rng.Uint32() >> 16
	}
	through(s)
	b := beyond(s, len(s))
	n := rng.Intn(5)
	return fmt.Sprint(b, s, viewed("hello world"), reflected(&n, 3), n, sized(6), cloned([]byte("some text")[rng.Intn(3):]))
}
