// Package effects computes what functions read and write.
//
// The analysis works on SSA, bottom-up over the call graph, and does not follow the order of instructions: a [Summary] says what
// a call of the function may touch at any time, in terms of what it was given. Memory is named by places (a parameter, a free
// variable, a global, and a bounded way from there). Objects that a call makes and that nobody else can have seen are its own
// affair and appear only in what it returns or stores.
//
// It relies on Go's type safety: without package unsafe, memory has one type. Functions that use unsafe say so in their flags,
// and so do those that print, lock, draw random numbers, or call code that cannot be seen. A function without a body is looked
// up in a table of the standard library; what is not there is unknown.
//
// Everything errs to one side: a summary may name effects that never happen, and must name all that may.
package effects

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// Flags are effects that are not accesses of memory.
type Flags uint16

const (
	IO               Flags = 1 << iota // prints, reads files, talks to the network
	Sync                               // channels, locks, atomics, goroutines
	Nondeterministic                   // random numbers, clocks
	UnknownCall                        // calls code that cannot be seen
	Unsafe                             // unsafe pointers, cgo, assembly
	Panics                             // has a call of panic that may run
	Recovers                           // calls recover
	NoReturn                           // ends the goroutine or the process
	flagCount        = iota
)

// A Witness is the place in the code that is the reason for a flag.
type Witness struct {
	Pos  token.Pos
	What string // the call or operation: fmt.Println, x.visit, a channel send
	// Root is what it comes down to, if What is a function of the standard library that is not known for this effect itself.
	Root string
	// Doubt says that the flag is a caution, and that nobody has seen the effect.
	Doubt bool
}

// An Access is a read or write of memory.
type Access struct {
	Place *Place
	Write bool
	// Tail is a write behind the end of the slice, in its spare capacity, as append makes it.
	Tail bool
	// Beyond says that the slice may be extended beyond its length, so that accesses of its elements may lie behind its end.
	Beyond bool
	Pos    token.Pos // where it happens, maybe in a callee
	cell   cell
	unless *bound // Beyond: not if this holds of the arguments
}

// A bound says that integer parameter val is at most the length of slice parameter len.
type bound struct{ val, len int }

// Type returns the type of the memory touched, or nil if it is not known.
func (a *Access) Type() types.Type { return a.cell.typ }

// Map reports whether a touches an element of a map.
func (a *Access) Map() bool { return a.cell.kind == inMap }

// Element reports whether a touches an element of an array or slice.
func (a *Access) Element() bool { return a.cell.kind == inArray }

// MayShare reports whether, by their types alone, a and b can touch common memory.
func (a *Access) MayShare(b *Access) bool { return a.cell.mayShare(b.cell) }

// A Summary is what one call of a function may do.
type Summary struct {
	Func     *ssa.Function
	Flags    Flags
	Why      [flagCount]Witness
	Accesses []*Access // of memory that existed before the call
	Silenced bool      // an unknown call was taken to have no effect
	CapRead  []int     // slice parameters whose capacity decides something

	results  []refs      // of each result; fresh objects are pointsTo made
	made     *Place      // stands for all objects that the call makes and hands out
	madeHold refs        // what those objects refer to
	stores   []storing   // into memory that existed before the call
	calls    []paramCall // of functions that were passed in
	escaped  []int       // parameters that results or stores may refer to
	grown    int         // counts changes that no length shows
	coarse   bool
	top      bool
}

type storing struct {
	place *Place
	cell  cell
	ref   ref
}

// A paramCall is a call of a function value that the caller supplies.
type paramCall struct {
	fn   ref
	args []refs
	pos  token.Pos
	name string
}

// Escapes reports whether results or memory may refer to what parameter i holds when the call has returned.
func (s *Summary) Escapes(i int) bool { return s.top || slices.Contains(s.escaped, i) }

// PassedCalls lists the calls of function values that the caller supplies: their effects are not in the summary.
func (s *Summary) PassedCalls() []Witness {
	var out []Witness
	for _, c := range s.calls {
		out = append(out, Witness{Pos: c.pos, What: c.name})
	}
	return out
}

// Unknown reports whether nothing is known about the function.
func (s *Summary) Unknown() bool { return s.top }

// Witness returns the reason for one flag.
func (s *Summary) Witness(f Flags) Witness { return s.Why[f.index()] }

func (f Flags) index() int {
	for i := range flagCount {
		if f == 1<<i {
			return i
		}
	}
	panic("effects: not a single flag")
}

func (s *Summary) flag(f Flags, w Witness) {
	if old := s.Why[f.index()]; s.Flags&f == 0 || old.Doubt && !w.Doubt {
		s.Flags |= f
		s.Why[f.index()] = w
	}
}

// An Analysis computes and keeps summaries.
type Analysis struct {
	// Stand maps a function to the one whose effects it has: the wrapper of rewritten code to its sequential path.
	Stand map[*ssa.Function]*ssa.Function
	// Pure has the functions whose unknown calls are taken to have no effect.
	Pure map[*ssa.Function]bool
	// Exact asks for the accesses even of functions that cannot be moved for other reasons. It is needed if Pure has functions.
	Exact bool
	// Open reports whether there may be uses or declarations of a name of the package that were not loaded: in files for other
	// platforms, in tests.
	Open func(pkg *types.Package, name string) bool

	computed bool // for tests: the table is for functions without a body only

	done   map[*ssa.Function]*Summary
	bodies map[*ssa.Function]*Body
	facts  typeFacts
	scc    components
	cells  map[*ssa.Alloc]*ssa.Function
	byName map[string][]*ssa.Function // methods, for calls of unexported interface methods
	named  map[*types.Package]bool
}

// New returns an analysis without results.
func New() *Analysis {
	return &Analysis{
		Stand:  map[*ssa.Function]*ssa.Function{},
		Pure:   map[*ssa.Function]bool{},
		done:   map[*ssa.Function]*Summary{},
		bodies: map[*ssa.Function]*Body{},
		cells:  map[*ssa.Alloc]*ssa.Function{},
		byName: map[string][]*ssa.Function{},
		named:  map[*types.Package]bool{},
	}
}

// Canonical returns the function whose body stands for fn: the generic origin of an instance, the sequential path of a wrapper.
func (a *Analysis) Canonical(fn *ssa.Function) *ssa.Function {
	if o := fn.Origin(); o != nil {
		fn = o
	}
	if s := a.Stand[fn]; s != nil {
		fn = s
	}
	return fn
}

// Of returns the summary of fn.
func (a *Analysis) Of(fn *ssa.Function) *Summary {
	fn = a.Canonical(fn)
	if s := a.done[fn]; s != nil {
		return s
	}
	a.scc.compute(a, fn)
	return a.done[fn]
}
