package effects

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// What the values of a function can refer to. The analysis does not follow the order of instructions: a value refers to all
// that it may refer to at any time, and memory holds all that is ever stored there.

// A ref is one thing that a value, or a part of it, can refer to.
type ref struct {
	sub   string // the part: one byte for each field index or elem; "" is all of the value
	kind  refKind
	place *Place
	fn    *ssa.Function
}

type refKind uint8

const (
	pointsTo refKind = iota // the part is a reference to the memory at place
	imageOf                 // the part is what place held when the function was called
	isFunc                  // the part is the function fn
)

const subElem = 0xff

// refs is a small set. It is widened before it grows large.
type refs []ref

const maxRefs = 24

func (rs refs) has(r ref) bool {
	for _, q := range rs {
		if q == r {
			return true
		}
	}
	return false
}

// covers reports whether adding r would say nothing new.
func (rs refs) covers(r ref) bool {
	for _, q := range rs {
		if q == r || q.kind == pointsTo && q.place == unknown {
			return true
		}
		if q.kind == pointsTo && q.sub == "" && r.kind != isFunc && q.place.covers(r.place) {
			return true
		}
	}
	return false
}

func (rs *refs) add(r ref) bool {
	if len(r.sub) > 3 {
		r.sub = "" // the part is lost: the whole value may refer to it
		if r.kind == imageOf {
			r = ref{kind: pointsTo, place: r.place.To(Any)}
		}
	}
	if rs.covers(r) {
		return false
	}
	*rs = append(*rs, r)
	if len(*rs) > maxRefs {
		rs.widen()
	}
	return true
}

func (rs *refs) addAll(more refs) bool {
	changed := false
	for _, r := range more {
		if rs.add(r) {
			changed = true
		}
	}
	return changed
}

// widen replaces the places of each root by all that can be reached from the root, and everything by the unknown place if that
// does not help.
func (rs *refs) widen() {
	var out refs
	for _, r := range *rs {
		if r.kind != isFunc {
			r = ref{kind: pointsTo, place: r.place.Root.place.To(Any)}
		}
		if !out.has(r) {
			out = append(out, r)
		}
	}
	if len(out) > maxRefs/2 {
		out = refs{{kind: pointsTo, place: unknown}}
	}
	*rs = out
}

// unknown is the place that may be any memory. It belongs to all functions.
var unknown = newRoot(Root{Kind: UnknownRoot})

// part returns what the part of a value in step s (a field index or Elem) refers to.
func (rs refs) part(s Step) refs {
	var out refs
	b := subByte(s)
	for _, r := range rs {
		switch {
		case r.sub != "":
			if r.sub[0] == b {
				r.sub = r.sub[1:]
				out.add(r)
			}
		case r.kind == imageOf:
			r.place = r.place.To(s)
			out.add(r)
		default:
			out.add(r)
		}
	}
	return out
}

// within returns rs as parts of a larger value.
func (rs refs) within(s Step) refs {
	var out refs
	for _, r := range rs {
		r.sub = string([]byte{subByte(s)}) + r.sub
		if len(r.sub) > 3 {
			r.sub = r.sub[:3]
			if r.kind == imageOf {
				r = ref{sub: r.sub, kind: pointsTo, place: r.place.To(Any)}
			}
		}
		out.add(r)
	}
	return out
}

// subByte encodes a step. Fields beyond 253 share one code, and so do their places; see Place.To.
func subByte(s Step) byte {
	if s < 0 {
		return subElem
	}
	return byte(min(s, manyFields))
}

// targets returns the memory that a value of type t refers to: what it points at, or all that can be reached from it if it is not
// a plain reference.
func (rs refs) targets(t types.Type) []*Place {
	step := Any
	if t != nil && isReference(t) {
		step = Deref
	}
	out := make([]*Place, 0, len(rs))
	for _, r := range rs {
		p := r.place
		switch r.kind {
		case imageOf:
			p = p.To(step)
		case isFunc:
			continue
		}
		if !slices.Contains(out, p) {
			out = append(out, p)
		}
	}
	return out
}

// memory is what places hold besides what they held at the start.
type memory struct {
	held map[*Place]*holding
	all  []*Place           // the places of held, in the order they came: bounds that widen depend on order, and so do reports
	keys map[*Root][]*Place // the places of held, by root
	// stray is what was stored into memory that other names may lead to: any load from memory that existed at the call
	// may find it. wild is what was stored into unknown places: any load at all may find it.
	stray []strayRef
	wild  refs
}

// A holding is what a place is found to hold, and as what kind of cell it was written.
type holding struct {
	refs refs
	cell cell
}

type strayRef struct {
	cell cell
	ref  ref
}

func newMemory() *memory { return &memory{held: map[*Place]*holding{}, keys: map[*Root][]*Place{}} }

const maxStray = 64

// store notes that the cell at p, or a part of it, may hold v.
func (m *memory) store(p *Place, c cell, v refs) bool {
	changed := false
	for _, r := range v {
		q := p
		if r.sub != "" && !p.isAny() {
			for i := range len(r.sub) {
				q = q.To(stepOf(r.sub[i]))
			}
		}
		r.sub = ""
		h := m.held[q]
		if h == nil {
			h = &holding{cell: c}
			m.held[q] = h
			m.all = append(m.all, q)
			m.keys[q.Root] = append(m.keys[q.Root], q)
		} else if !sameCell(h.cell, c) {
			h.cell = cell{}
		}
		if h.refs.add(r) {
			changed = true
		}
		if p.Root.Kind != FreshRoot && m.addStray(strayRef{c, r}) {
			changed = true
		}
		if p == unknown && m.wild.add(r) {
			changed = true
		}
	}
	return changed
}

func stepOf(b byte) Step {
	if b == subElem {
		return Elem
	}
	return Step(b)
}

func (m *memory) addStray(s strayRef) bool {
	for _, t := range m.stray {
		if t.ref == s.ref && (t.cell.typ == nil || sameCell(t.cell, s.cell)) {
			return false
		}
	}
	if len(m.stray) >= maxStray {
		all := strayRef{ref: ref{kind: pointsTo, place: unknown}}
		for _, t := range m.stray {
			if t.ref == all.ref {
				return false
			}
		}
		m.stray = append(m.stray, all)
		return true
	}
	m.stray = append(m.stray, s)
	return true
}

func sameCell(a, b cell) bool {
	return a.kind == b.kind && a.n == b.n && (a.typ == b.typ || a.typ != nil && b.typ != nil && types.Identical(a.typ, b.typ)) &&
		(a.in == b.in || a.in != nil && b.in != nil && types.Identical(a.in, b.in))
}

// load returns what the cell at p may hold.
func (m *memory) load(p *Place, c cell) refs {
	var out refs
	if p.Root.Kind != FreshRoot {
		if p.isAny() {
			out.add(ref{kind: pointsTo, place: p})
		} else {
			out.add(ref{kind: imageOf, place: p})
		}
		for _, s := range m.stray {
			if c.typ == nil || s.cell.mayShare(c) {
				out.add(s.ref)
			}
		}
	}
	out.addAll(m.wild)
	for _, q := range m.keys[p.Root] {
		h := m.held[q].refs
		if p.isAny() || q.isAny() {
			if sameWay(p, q) {
				out.addAll(h)
			}
			continue
		}
		if steps, ok := q.extends(p); ok { // q is p or a part of p
			if derefs(steps) {
				continue
			}
			for i := len(steps) - 1; i >= 0; i-- {
				h = h.within(steps[i])
			}
			out.addAll(h)
		} else if steps, ok := p.extends(q); ok && !derefs(steps) { // p is a part of q
			for _, s := range steps {
				h = h.part(s)
			}
			out.addAll(h)
		}
	}
	return out
}

// sameWay reports whether one of two places of a root lies on the way to the other; Any at the end is not looked at.
func sameWay(p, q *Place) bool {
	if p.isAny() && p.Up != nil {
		p = p.Up
	}
	if q.isAny() && q.Up != nil {
		q = q.Up
	}
	if _, ok := p.extends(q); ok {
		return true
	}
	_, ok := q.extends(p)
	return ok
}

func derefs(steps []Step) bool {
	for _, s := range steps {
		if s == Deref || s == Key {
			return true
		}
	}
	return false
}

// reach returns every place that can be reached from v, as few places as will do.
func (m *memory) reach(v refs) []*Place {
	var out []*Place
	seen := map[*Place]bool{}
	var visit func(p *Place)
	visit = func(p *Place) {
		if seen[p] {
			return
		}
		seen[p] = true
		q := p.To(Any)
		if !p.isAny() && seen[q] {
			return
		}
		seen[q] = true
		out = append(out, p)
		if q != p {
			out = append(out, q)
		}
		for _, t := range m.load(q, cell{}).targets(nil) {
			visit(t)
		}
	}
	for _, t := range v.targets(nil) {
		visit(t)
	}
	return out
}
