// Package evidence tests spicefy, spicevet and the runtime together, on code that was not written for them: the tour,
// the cases, packages of the standard library, and modules that this one depends on.
//
// Every test works in a temporary module, where spicefy rewrites a copy and the go command builds and runs it. The code
// that was rewritten is judged by tests that came with it, or by comparing it with the original in one process.
package evidence
