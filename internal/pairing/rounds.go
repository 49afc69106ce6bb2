package pairing

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"strconv"

	"golang.org/x/tools/go/cfg"
)

// A range clause asks whether there is another element. The first time, the
// answer is whether there is any, which other conditions may ask as well; and
// the key counts the rounds.

// notEmpty returns the question whether r goes round at all.
func (f *function) notEmpty(r *ast.RangeStmt) (atom, bool) {
	t := f.info.TypeOf(r.X)
	if t == nil {
		return atom{}, false
	}
	var sub *subject
	switch t := t.Underlying().(type) {
	case *types.Basic:
		if t.Info()&types.IsInteger != 0 {
			sub = f.subjects.of(r.X)
		} else {
			sub = f.subjects.length(r.X)
		}
	case *types.Slice, *types.Map:
		sub = f.subjects.length(r.X)
	}
	if sub == nil {
		return atom{}, false
	}
	return atom{sub, token.GTR, constant.MakeInt64(0)}, true
}

// always returns the number of rounds of r if that is a constant, or -1.
func (f *function) always(r *ast.RangeStmt) int64 {
	t := f.info.TypeOf(r.X)
	if t == nil {
		return -1
	}
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	if a, ok := t.Underlying().(*types.Array); ok {
		return a.Len()
	}
	v := f.info.Types[r.X].Value
	if v == nil {
		return -1
	}
	if v.Kind() == constant.String {
		return int64(len(constant.StringVal(v)))
	}
	n, ok := constant.Int64Val(constant.ToInt(v))
	if !ok {
		return -1
	}
	return n
}

// inFirst is the question whether a range clause is asked for the first time.
func (f *function) inFirst(r *ast.RangeStmt) atom {
	sub := f.subjects.intern(subject{key: "first round at " + strconv.Itoa(int(r.Pos())), exact: true, tests: []token.Pos{r.Pos()}, sites: 2})
	return atom{sub, token.EQL, constant.MakeBool(true)}
}

// begin notes that s comes to r from outside. The key is one less than the
// first.
func (f *function) begin(r *ast.RangeStmt, s *state) {
	s.learn(fact{f.inFirst(r), true, r.Pos()})
	if r.Key != nil && f.counts(r) {
		f.forget(r.Key, s)
		f.learnEqual(r.Key, constant.MakeInt64(-1), r.Pos(), s)
	}
}

// another answers whether r goes round again.
func (f *function) another(r *ast.RangeStmt, in []*state) (yes, no []*state) {
	first := f.inFirst(r)
	for _, s := range in {
		is, certain := decide(s.facts, first)
		s.forget(func(x fact) bool { return x.atom.subject == first.subject })
		if !certain || !is {
			yes, no = append(yes, s), append(no, s.clone())
			continue
		}
		switch n := f.always(r); {
		case n > 0:
			yes = append(yes, s)
		case n == 0:
			no = append(no, s)
		default:
			a, ok := f.notEmpty(r)
			// The answer stays in all rounds: it is given before the loop.
			some, none := f.split([]*state{s}, a, false, ok, r.Pos()-1, false)
			yes, no = append(yes, some...), append(no, none...)
		}
	}
	return yes, no
}

// round gives the key and value of r their values for the next round.
func (f *function) round(r *ast.RangeStmt, s *state) {
	if r.Key != nil {
		if f.counts(r) {
			f.count(r.Key, 1, r.Pos(), s)
		} else {
			f.assigned(r.Key, s)
		}
	}
	if r.Value != nil {
		f.assigned(r.Value, s)
	}
}

// rangeOf returns the range statement whose head b is, if it is one.
func rangeOf(b *cfg.Block) *ast.RangeStmt {
	if b.Kind != cfg.KindRangeLoop {
		return nil
	}
	r, _ := b.Stmt.(*ast.RangeStmt)
	return r
}
