package spice

import "unsafe"

// launder returns p, hidden from escape analysis: the result seems to come from nowhere, so what is done with it does not
// make p leak. The slow paths follow links of their own goroutine through it, and never store one in the heap. The
// result is an ordinary pointer to the garbage collector and is adjusted when the stack moves; between the two lines
// there is no call, hence no stack that could move.
//
// A caller must assign the result to a new variable: `t = launder(t)` would make the parameter t leak.
func launder(p *Task) *Task {
	hidden := uintptr(unsafe.Pointer(p))
	return *(**Task)(unsafe.Pointer(&hidden))
}
