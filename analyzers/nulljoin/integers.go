package nulljoin

import "go/constant"

// integers compares two integers by trying them on numbers: the leaves of both
// terms get values, the same for leaves that are the same. If the terms agree
// on all tries they are the same, if they agree on none, but for chance, they
// differ, and otherwise, as lo+(hi-lo)/2 and (lo+hi)/2 do, nothing is said.
func (c *comparer) integers(a, b *term) verdict {
	t := &trial{index: make(map[string]int)}
	t.leaves(a, 0)
	t.leaves(b, 1)
	for _, l := range t.terms {
		if l.first[0] != nil && l.first[1] != nil {
			if l.first[0].op == opLoad && c.assigned(l.first[0], l.first[1]) {
				return differ
			}
			continue
		}
		// Something that only one of them is made from: is it a thing of its own?
		leaf := l.first[0]
		if leaf == nil {
			leaf = l.first[1]
		}
		if leaf.solid() {
			continue
		}
		if call := leaf.call(); call != nil {
			other := b
			if l.first[0] == nil {
				other = a
			}
			if c.callAnd(call, other) == differ {
				continue
			}
		}
		return unknown
	}
	agreed, tried := 0, 0
	for round := range 24 {
		x, okX := t.eval(a, round)
		y, okY := t.eval(b, round)
		if okX && okY {
			tried++
			if x == y {
				agreed++
			}
		}
	}
	switch {
	case tried < 8:
		return unknown
	case agreed == tried:
		return same
	case agreed <= tried/8: // by chance
		return differ
	}
	return unknown
}

// A trial gives numbers to the leaves of terms.
type trial struct {
	index map[string]int
	terms []*leaf
}

// A leaf is something that integers are made from.
type leaf struct {
	first [2]*term // where it occurs first in either term
}

// leaves collects the leaves of the term of one side.
func (t *trial) leaves(x *term, side int) {
	if args, ok := arithmetic(x); ok {
		for _, arg := range args {
			t.leaves(arg, side)
		}
		return
	}
	k := x.key()
	i, ok := t.index[k]
	if !ok {
		i = len(t.terms)
		t.index[k] = i
		t.terms = append(t.terms, new(leaf))
	}
	if t.terms[i].first[side] == nil {
		t.terms[i].first[side] = x
	}
}

// arithmetic returns the operands of a term that is computed from integers.
func arithmetic(x *term) ([]*term, bool) {
	switch x.op {
	case opConst:
		return nil, x.con != nil && x.con.Kind() == constant.Int
	case opBinary:
		switch x.sub {
		case "+", "-", "*", "/", "%", "<<", ">>", "&", "|", "^", "&^":
			return x.args, x.args[0].isInteger()
		}
	case opUnary:
		return x.args, x.sub == "-" || x.sub == "^"
	case opBuiltin:
		if x.sub == "min" || x.sub == "max" {
			return x.args, true
		}
		if x.sub == "len" && x.args[0].op == opSlice {
			_, low, high := cut(x.args[0])
			return []*term{low, high}, true
		}
	}
	return nil, false
}

// eval computes x with the numbers of a round. It fails where the program
// would, or where numbers get too large to say anything.
func (t *trial) eval(x *term, round int) (int64, bool) {
	args, ok := arithmetic(x)
	if !ok {
		return number(t.index[x.key()], round), true
	}
	if x.op == opConst {
		return constant.Int64Val(x.con)
	}
	var v []int64
	for _, arg := range args {
		n, ok := t.eval(arg, round)
		if !ok || n > 1<<40 || n < -1<<40 {
			return 0, false
		}
		v = append(v, n)
	}
	switch x.op {
	case opBuiltin:
		switch x.sub {
		case "len":
			return v[1] - v[0], true
		case "min":
			m := v[0]
			for _, n := range v {
				m = min(m, n)
			}
			return m, true
		}
		m := v[0]
		for _, n := range v {
			m = max(m, n)
		}
		return m, true
	case opUnary:
		if x.sub == "-" {
			return -v[0], true
		}
		return ^v[0], true
	}
	switch x.sub {
	case "+":
		return v[0] + v[1], true
	case "-":
		return v[0] - v[1], true
	case "*":
		if v[0] > 1<<20 || v[1] > 1<<20 {
			return 0, false
		}
		return v[0] * v[1], true
	case "/", "%":
		if v[1] == 0 {
			return 0, false
		}
		if x.sub == "/" {
			return v[0] / v[1], true
		}
		return v[0] % v[1], true
	case "<<", ">>":
		if v[1] < 0 || v[1] > 20 {
			return 0, false
		}
		if x.sub == "<<" {
			return v[0] << v[1], true
		}
		return v[0] >> v[1], true
	case "&":
		return v[0] & v[1], true
	case "|":
		return v[0] | v[1], true
	case "^":
		return v[0] ^ v[1], true
	}
	return v[0] &^ v[1], true
}

// number returns the number of a leaf in a round: small and large ones,
// positive, and different leaves in no fixed order.
func number(leaf, round int) int64 {
	x := uint64(leaf+1)*0x9e3779b97f4a7c15 + uint64(round+1)*0xbf58476d1ce4e5b9
	x ^= x >> 29
	x *= 0x94d049bb133111eb
	x ^= x >> 32
	return int64(x%(1<<uint(8+round%12))) + 1
}
