// Package tour is code as people write it, before anybody thought of more than one processor: an expression evaluator,
// a k-d tree, a merge sort, long multiplication and the sizes of directories.
//
//	spicefy -d ./testdata/tour
//
// says which of its functions can run in parallel, why the others cannot, and how the code would look.
package tour
