package spice

import "unsafe"

// launder returns p, hidden from escape analysis: the result seems to come from nowhere, so what is done with it does not
// make p leak. The slow paths follow links of their own goroutine through it, and never store one in the heap. The
// result is an ordinary pointer to the garbage collector and is adjusted when the stack moves.
//
// While the address is an integer the stack must not move, so there must be no call between the two lines. That includes
// the one which checkptr would add there, hence nocheckptr. (A pointer into the stack as it was before makes a job run
// twice: the mark goes astray. TestStress/checkptr.)
//
// A caller must assign the result to a new variable: `t = launder(t)` would make the parameter t leak.
//
//go:norace
//go:nocheckptr
//go:nosplit
func launder(p *Task) *Task {
	hidden := uintptr(unsafe.Pointer(p))
	return *(**Task)(unsafe.Pointer(&hidden))
}
