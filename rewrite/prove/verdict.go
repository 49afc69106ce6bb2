// Package prove decides which calls of a recursive function are independent of each other, and says why not.
package prove

import (
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/ssa"
)

// A Code names the kind of a refusal. Codes are stable: scripts and directives may rely on them.
type Code string

// A Verdict says of one recursive function whether some of its recursive calls are independent.
type Verdict struct {
	Func    *ssa.Function
	Decl    *ast.FuncDecl // the declaration; of a closure, the declaration around it
	Package *packages.Package
	Name    string    // Sum, Tree.Sum, Paths.walk for a closure
	Pos     token.Pos // of the name
	Groups  []*Group  // at least one exactly if the function can be parallelised
	Writes  bool      // a call may write memory that was there before it

	Code    Code      // of a refusal
	Also    []Code    // further codes that hold
	Reason  string    // one clause, without position and code: both calls write package variable scratch
	Related []Related // the accesses or calls that the reason speaks of
	Assumed []Assumed // what a directive of the user settled
	Chain   []string  // the steps of the proof, for -v
}

// Parallel reports whether v found independent calls.
func (v *Verdict) Parallel() bool { return len(v.Groups) > 0 }

// A Related is a place that a reason speaks of.
type Related struct {
	Pos     token.Pos
	Message string
}

// An Assumed is a refusal that a directive silenced.
type Assumed struct {
	Code      Code
	Directive string // //spice:assume tree
	Pos       token.Pos
}

// A Group is two or more calls of the function by itself that may run at the same time.
//
// All its statements stand in one statement list, and once the first of them starts every one of them runs exactly once,
// unless one panics. What prove promises for calls c1 … ck:
//   - all operands of c2 … ck may be evaluated before c1 runs (after the operands of c1), once the Moved statements ran;
//   - each call may run before everything else in its own statement;
//   - c2 … ck may run at any time from then until the statement that has their call, at the same time as each other, as
//     c1, and as the statements of List between c1 and their own.
//
// A later call may write what the operands of an earlier one read, as it does in the program: if the calls write at all,
// operands of c1 … ck-1 that read memory have to be evaluated before anything is forked.
type Group struct {
	List  []ast.Stmt // from the statement with the first call to the statement with the last one
	Calls []*Call    // in program order
	Moved []ast.Stmt // statements of List, without calls of the group, that have to run before c1, in program order
}

// A Call is one member of a Group.
type Call struct {
	Expr *ast.CallExpr
	Stmt ast.Stmt // the member of List that evaluates it, unconditionally and once
	Clip []int    // operands of the form s[lo:hi] that the parallel path passes as s[lo:hi:hi] (receiver not counted)
}
