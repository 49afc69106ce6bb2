package nulljoin

import (
	"fmt"
	"go/constant"
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/spicego/spice/internal/spiceapi"
	"github.com/spicego/spice/internal/spicessa"
)

// maxStates bounds the search of one join. Beyond it, nothing is said.
const maxStates = 4000

// A way is what can happen behind a join that gave one of its two answers, up
// to the next fork into the same future or the next such join.
type way struct {
	blocks  map[*ssa.BasicBlock]bool // that may be reached
	behind  map[*ssa.BasicBlock]bool // those that may be reached when the call has been run
	edges   map[[2]*ssa.BasicBlock]bool
	decided bool              // a condition was decided by the answer
	without []*ssa.BasicBlock // the last blocks of paths on which the call was not run
	ran     bool              // it was run on some path
	lost    bool              // too many states
}

// An explorer follows the paths behind a join.
type explorer struct {
	join  *ssa.Call
	place spicessa.Place
	ok    ssa.Value                  // the answer
	runs  func(ssa.Instruction) bool // whether the instruction runs the forked call
}

// facts are the conditions whose value is known on a path.
type facts map[ssa.Value]fact

// A fact is the value of a condition, and whether the answer decided it.
type fact struct{ value, byAnswer bool }

func (f facts) key() string {
	var ks []string
	for v, b := range f {
		ks = append(ks, fmt.Sprintf("%p=%t", v, b.value))
	}
	slices.Sort(ks)
	return strings.Join(ks, ",")
}

// explore follows all paths on which the join says answer.
func (e *explorer) explore(answer bool) *way {
	w := &way{
		blocks: make(map[*ssa.BasicBlock]bool),
		behind: make(map[*ssa.BasicBlock]bool),
		edges:  make(map[[2]*ssa.BasicBlock]bool),
	}
	type state struct {
		b     *ssa.BasicBlock
		from  int // the first instruction to look at
		ran   bool
		known facts
	}
	seen := make(map[string]bool)
	start := state{b: e.join.Block(), from: slices.Index(e.join.Block().Instrs, ssa.Instruction(e.join)) + 1, known: facts{}}
	todo := []state{start}
	for len(todo) > 0 {
		s := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		w.blocks[s.b] = true
		ended := false
		for _, instr := range s.b.Instrs[s.from:] {
			if e.runs(instr) {
				s.ran, w.ran = true, true
			}
			if e.ends(instr) {
				ended = true
				break
			}
		}
		if s.ran {
			w.behind[s.b] = true
		}
		var succs []*ssa.BasicBlock
		branch := 0 // 1: the true edge, 2: the false edge, 0: both
		var cond ssa.Value
		if !ended {
			succs = s.b.Succs
			if test, ok := s.b.Instrs[len(s.b.Instrs)-1].(*ssa.If); ok {
				cond = test.Cond
				byAnswer := false
				if v, ok := e.eval(cond, answer, s.known, &byAnswer, 0); ok {
					w.decided = w.decided || byAnswer
					if branch = 2; v {
						branch = 1
					}
				}
			}
		}
		if len(succs) == 0 {
			if !s.ran {
				w.without = append(w.without, s.b)
			}
			continue
		}
		for i, succ := range succs {
			if branch != 0 && len(succs) == 2 && branch != i+1 {
				continue
			}
			known := e.step(s.b, succ, answer, s.known)
			if branch == 0 && cond != nil && len(*cond.Referrers()) > 1 {
				known[cond] = fact{value: i == 0}
			}
			w.edges[[2]*ssa.BasicBlock{s.b, succ}] = true
			key := fmt.Sprintf("%d %t %s", succ.Index, s.ran, known.key())
			if !seen[key] {
				seen[key] = true
				if len(seen) > maxStates {
					w.lost = true
					return w
				}
				todo = append(todo, state{b: succ, ran: s.ran, known: known})
			}
		}
	}
	return w
}

// ends reports whether instr begins another life of the future.
func (e *explorer) ends(instr ssa.Instruction) bool {
	switch instr := instr.(type) {
	case *ssa.Call:
		return instr == e.join
	case *ssa.Store:
		call, ok := instr.Val.(*ssa.Call)
		return ok && spicessa.CallOf(call).Func.Forks() && spicessa.PlaceOf(instr.Addr).Overlaps(e.place)
	}
	return false
}

// step returns what is known behind the edge: of the phis there, and of what
// was known before and is not computed anew.
func (e *explorer) step(from, to *ssa.BasicBlock, answer bool, known facts) facts {
	next := make(facts, len(known))
	for v, b := range known {
		if instr, ok := v.(ssa.Instruction); ok && instr.Block() == to {
			continue
		}
		next[v] = b
	}
	pred := slices.Index(to.Preds, from)
	for _, instr := range to.Instrs {
		phi, ok := instr.(*ssa.Phi)
		if !ok {
			break
		}
		if pred < len(phi.Edges) && isBool(phi) {
			var byAnswer bool
			if v, ok := e.eval(phi.Edges[pred], answer, known, &byAnswer, 0); ok {
				next[phi] = fact{v, byAnswer}
			}
		}
	}
	return next
}

// eval returns the value of a condition, if it is known, and notes whether the
// answer of the join decided it.
func (e *explorer) eval(v ssa.Value, answer bool, known facts, byAnswer *bool, depth int) (value, ok bool) {
	if depth > 8 {
		return false, false
	}
	if v == e.ok {
		*byAnswer = true
		return answer, true
	}
	if b, ok := known[v]; ok {
		*byAnswer = *byAnswer || b.byAnswer
		return b.value, true
	}
	switch v := v.(type) {
	case *ssa.Const:
		if v.Value != nil && v.Value.Kind() == constant.Bool {
			return constant.BoolVal(v.Value), true
		}
	case *ssa.ChangeType:
		return e.eval(v.X, answer, known, byAnswer, depth+1)
	case *ssa.UnOp:
		switch v.Op {
		case token.NOT:
			b, ok := e.eval(v.X, answer, known, byAnswer, depth+1)
			return !b, ok
		case token.MUL:
			if stored := lastStored(v); stored != nil {
				return e.eval(stored, answer, known, byAnswer, depth+1)
			}
		}
	case *ssa.BinOp:
		if v.Op != token.EQL && v.Op != token.NEQ || !isBool(v.X) {
			break
		}
		x, okX := e.eval(v.X, answer, known, byAnswer, depth+1)
		y, okY := e.eval(v.Y, answer, known, byAnswer, depth+1)
		return (x == y) == (v.Op == token.EQL), okX && okY
	}
	return false, false
}

// lastStored returns the value that load reads from a variable that only this
// function assigns to, if it is the same on all ways.
func lastStored(load *ssa.UnOp) ssa.Value {
	place := spicessa.PlaceOf(load.X)
	cell, ok := place.Root.(*ssa.Alloc)
	if !ok || cell.Parent() != load.Parent() {
		return nil
	}
	uses := spicessa.UsesOf(cell)
	if !uses.Followed() {
		return nil
	}
	for _, store := range uses.Stores {
		if store.Parent() != cell.Parent() {
			return nil
		}
	}
	var stored ssa.Value
	ok = backwards(load, func(instr ssa.Instruction) (stop, fail bool) {
		if instr == ssa.Instruction(cell) {
			return false, true
		}
		store, ok := instr.(*ssa.Store)
		if !ok {
			return false, false
		}
		switch at := spicessa.PlaceOf(store.Addr); {
		case !at.Overlaps(place):
			return false, false
		case at == place && (stored == nil || stored == store.Val):
			stored = store.Val
			return true, false
		}
		return false, true
	})
	if !ok {
		return nil
	}
	return stored
}

func isBool(v ssa.Value) bool {
	return v.Type().Underlying().String() == "bool" || v.Type().Underlying().String() == "untyped bool"
}

// looks says what is done with an answer.
type looks struct {
	tested bool // a condition depends on it
	leaves bool // it goes where it cannot be followed
}

// looksAt follows the answer of a join.
func looksAt(v ssa.Value) looks {
	var l looks
	seen := make(map[ssa.Value]bool)
	var follow func(v ssa.Value)
	follow = func(v ssa.Value) {
		if seen[v] || v.Referrers() == nil {
			return
		}
		seen[v] = true
		for _, ref := range *v.Referrers() {
			switch ref := ref.(type) {
			case *ssa.DebugRef:
			case *ssa.If:
				l.tested = true
			case *ssa.UnOp:
				follow(ref)
			case *ssa.BinOp:
				follow(ref)
			case *ssa.Phi:
				follow(ref)
			case *ssa.ChangeType:
				follow(ref)
			case *ssa.Store:
				place := spicessa.PlaceOf(ref.Addr)
				cell, ok := place.Root.(*ssa.Alloc)
				if !ok || !spicessa.UsesOf(cell).Followed() {
					l.leaves = true
					continue
				}
				followLoads(cell, place, follow, &l)
			default:
				l.leaves = true
			}
		}
	}
	follow(v)
	return l
}

// followLoads goes on with what reads the place in the variable.
func followLoads(cell *ssa.Alloc, place spicessa.Place, follow func(ssa.Value), l *looks) {
	var visit func(addr ssa.Value, depth int)
	visit = func(addr ssa.Value, depth int) {
		if addr.Referrers() == nil || depth > 8 {
			l.leaves = true
			return
		}
		for _, ref := range *addr.Referrers() {
			switch ref := ref.(type) {
			case *ssa.UnOp:
				if at := spicessa.PlaceOf(addr); at.Overlaps(place) {
					if at == place {
						follow(ref)
					} else {
						l.leaves = true // read as a part of something
					}
				}
			case *ssa.FieldAddr:
				visit(ref, depth+1)
			case *ssa.IndexAddr:
				visit(ref, depth+1)
			case *ssa.MakeClosure:
				l.leaves = true
			}
		}
	}
	visit(cell, 0)
}

// taskArg returns the task that call passes on, or nil.
func taskArg(call *ssa.CallCommon) ssa.Value {
	for _, arg := range call.Args {
		if spiceapi.IsTask(arg.Type()) {
			return arg
		}
	}
	return nil
}
