// Package nulljoin defines an analyzer that checks what happens when a join
// says that nobody took the forked call.
//
// # Analyzer nulljoin
//
// nulljoin: check that the false branch of Join runs the forked call
//
// Join returns the result and true when another worker ran the call, and false
// when nobody did. False is the common case, and then the caller runs the call
// itself, with the same function, the same arguments and the task that it gave
// to Fork:
//
//	f := spice.Fork(t, sum, n.right)
//	l := sum(f.Task(), n.left)
//	r, ok := f.Join()
//	if !ok {
//		r = sum(t, n.right)
//	}
//
// The analyzer reports a join whose answer is ignored, a false branch that does
// not run the call (or a true branch that does), a call of another function or
// with other arguments, a call whose result is lost, and a call that gets the
// task of the future that was just joined:
//
//	r, _ := f.Join()	// nulljoin: the answer of f.Join is ignored ...
//	if !ok { r = 0 }	// nulljoin: ... does not run the forked call
//	if !ok { r = sum(t, n.left) }	// nulljoin: ... another argument
//	if !ok { r = sum(f.Task(), n.right) }	// nulljoin: ... the task of f
//
// Arguments are evaluated at the fork: a variable that was assigned to since
// is another argument.
//
//	f := spice.Fork(t, sum, n)
//	ct := f.Task()
//	n = n.next
//	l := sum(ct, n)
//	r, ok := f.Join()
//	if !ok {
//		r = sum(t, n)	// nulljoin: ... n was assigned to since the fork
//	}
//
// It compares values, not text. A name for a value is the value; a function or
// literal that only passes its arguments on is the function that it calls. When
// it cannot see whether two values differ, it says nothing.
//
// Since 1.0.
package nulljoin
