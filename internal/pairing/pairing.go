// Package pairing follows each future of a function along each of its paths:
// forked, pending, joined or dropped, handed away.
//
// It executes the control-flow graph symbolically. A state holds, for one
// path, what became of each future, the order in which the pending ones were
// forked, the deferred calls that are registered, and what the conditions
// passed so far say about variables, so that correlated branches stay apart.
// A block is visited once for each different state that reaches it. Function
// literals that are called where they can be seen are executed in place, with
// the caller's state; deferred ones when the function leaves.
//
// Two principles decide all doubts:
//
//   - A path counts only if it can be shown to exist as far as its conditions
//     on unchanged variables go. What a condition on memory or on a call says
//     is assumed to stay true until this function changes it itself.
//   - A future of which anything is done that is not understood (its address
//     stored, sent, returned, given to an unknown function, captured by a
//     literal that others call) is gone: nothing more is said about it.
//
// A panic is no exit: what is pending then is the runtime's business. Calls
// that never return end their path.
package pairing

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"reflect"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/ctrlflow"
	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/spicego/spice/internal/spiceapi"
)

// Analyzer finds the mistakes in the pairing of forks and joins of a package
// and exports what its functions do with futures that are passed to them. It
// reports nothing itself.
var Analyzer = &analysis.Analyzer{
	Name:       "pairing",
	Doc:        "pairing: follow each future along each path",
	Run:        run,
	Requires:   []*analysis.Analyzer{inspect.Analyzer, ctrlflow.Analyzer},
	ResultType: reflect.TypeFor[[]*Finding](),
	FactTypes:  []analysis.Fact{new(Summary)},
}

// A Kind is a kind of mistake.
type Kind uint8

const (
	Left        Kind = iota // a path leaves the function with the future pending
	Overwritten             // the future is forked again or assigned to while pending
	Discarded               // the result of Fork is thrown away
	Twice                   // joined or dropped when that has been done
	Order                   // joined or dropped while a younger one is pending
	NotForked               // joined or dropped, but forked on no path
)

// A Finding is one mistake. Exactly one is made for each.
type Finding struct {
	Kind   Kind
	Pos    token.Pos // where to report: the Fork, or the Join that is wrong
	End    token.Pos
	Future string        // the name of the future, as the source spells it
	Call   spiceapi.Func // what is done at Pos: Fork, ForkArgs, Join, Drop, or None for a helper's call

	// At are the places that complete the picture, in order: the exits for
	// Left, the second fork for Overwritten, the first join for Twice, the
	// fork of the younger future for Order.
	At      []token.Pos
	Younger string // the younger future for Order; empty for another element of the same array

	Var     *types.Var // the variable that is, or holds, the future
	Func    ast.Node   // the function that it happens in
	Leaving []Leave    // for Left: where a Drop would mend it, if anywhere
	Always  bool       // for Twice: every path that comes here has it joined or dropped
}

// A Leave is a return statement at which a future is pending on each path that
// comes there, while other paths join or drop it. All futures that are pending
// there and younger have findings with the same Leave.
type Leave struct {
	Return *ast.ReturnStmt
	Depth  int // 0 for the youngest of the pending futures, which must be dropped first
}

// An Effect says what a function does with the future that a parameter points to.
type Effect uint8

const (
	Unknown   Effect = iota // anything, or not the same on all paths
	Untouched               // never joins, drops or keeps it
	Settles                 // joins or drops it on every path that returns
)

// A Summary is the fact about a function with futures among its parameters.
type Summary struct {
	Params []Effect // one a parameter; Unknown for what is no pointer to a future
}

func (*Summary) AFact() {}

func (s *Summary) String() string {
	words := make([]string, len(s.Params))
	for i, e := range s.Params {
		words[i] = [...]string{"unknown", "untouched", "settles"}[e]
	}
	return fmt.Sprintf("pairing(%s)", strings.Join(words, ","))
}

func run(pass *analysis.Pass) (any, error) {
	var findings []*Finding
	if !spiceapi.ImportedBy(pass.Pkg) {
		return findings, nil
	}
	p := &pkg{
		pass:  pass,
		info:  pass.TypesInfo,
		cfgs:  pass.ResultOf[ctrlflow.Analyzer].(*ctrlflow.CFGs),
		decls: make(map[*types.Func]*declared),
		seen:  make(map[*ast.FuncLit]bool),
	}
	var order []*declared
	var lits []*ast.FuncLit
	in := pass.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	in.Preorder([]ast.Node{(*ast.FuncDecl)(nil), (*ast.FuncLit)(nil)}, func(n ast.Node) {
		switch n := n.(type) {
		case *ast.FuncDecl:
			if fn, ok := p.info.Defs[n.Name].(*types.Func); ok && n.Body != nil {
				d := &declared{fn: fn, decl: n}
				p.decls[fn] = d
				order = append(order, d)
			}
		case *ast.FuncLit:
			lits = append(lits, n)
		}
	})
	for _, d := range order {
		p.follow(d)
		findings = append(findings, d.findings...)
		if d.summary != nil {
			pass.ExportObjectFact(d.fn, d.summary)
		}
	}
	// Literals that nobody called where it could be seen stand for themselves.
	for _, lit := range lits {
		if !p.seen[lit] {
			found, _ := p.function(lit, lit.Type, lit.Body)
			findings = append(findings, found...)
		}
	}
	return findings, nil
}

// A pkg is the package under analysis.
type pkg struct {
	pass  *analysis.Pass
	info  *types.Info
	cfgs  *ctrlflow.CFGs
	decls map[*types.Func]*declared
	seen  map[*ast.FuncLit]bool // literals that were executed in place
}

// A declared is a function of this package.
type declared struct {
	fn       *types.Func
	decl     *ast.FuncDecl
	started  bool
	findings []*Finding
	summary  *Summary // nil before, during a recursive call, and without futures among the parameters
}

// follow analyses d if that has not been done.
func (p *pkg) follow(d *declared) {
	if !d.started {
		d.started = true
		d.findings, d.summary = p.function(d.decl, d.decl.Type, d.decl.Body)
	}
}

// summaryOf returns what is known about fn, or nil.
func (p *pkg) summaryOf(fn *types.Func) *Summary {
	fn = fn.Origin()
	if d, ok := p.decls[fn]; ok {
		p.follow(d)
		return d.summary
	}
	var s Summary
	if fn.Pkg() != p.pass.Pkg && p.pass.ImportObjectFact(fn, &s) {
		return &s
	}
	return nil
}
