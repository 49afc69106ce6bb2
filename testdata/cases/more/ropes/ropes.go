// Package ropes keeps texts as trees.
package ropes

import (
	"fmt"
	"math/rand"
	"strings"
	"unicode"
	"unicode/utf8"
)

type rope struct {
	text string
	size int
	l, r *rope
}

func leaf(s string) *rope { return &rope{text: s, size: len(s)} }

func concat(a, b *rope) *rope { return &rope{size: a.size + b.size, l: a, r: b} }

// Text returns the text.
func (p *rope) Text() string {
	if p.l == nil {
		return p.text
	}
	return p.l.Text() + p.r.Text()
}

// textTo writes it to a builder in order.
func (p *rope) textTo(sb *strings.Builder) {
	if p.l == nil {
		sb.WriteString(p.text)
		return
	}
	p.l.textTo(sb)
	p.r.textTo(sb)
}

// upper makes a new rope.
func (p *rope) upper() *rope {
	if p.l == nil {
		return leaf(strings.ToUpper(p.text))
	}
	return concat(p.l.upper(), p.r.upper())
}

// trim makes a new rope where it has to and returns the old one otherwise.
func (p *rope) trim() *rope {
	if p.l == nil {
		if s := strings.TrimSpace(p.text); s != p.text {
			return leaf(s)
		}
		return p
	}
	l, r := p.l.trim(), p.r.trim()
	if l == p.l && r == p.r {
		return p
	}
	return concat(l, r)
}

// trimHere changes the leaves in place.
func (p *rope) trimHere() int {
	if p.l == nil {
		p.text = strings.TrimSpace(p.text)
		p.size = len(p.text)
		return p.size
	}
	p.size = p.l.trimHere() + p.r.trimHere()
	return p.size
}

// at goes one way only.
func (p *rope) at(i int) byte {
	if p.l == nil {
		return p.text[i]
	}
	if i < p.l.size {
		return p.l.at(i)
	}
	return p.r.at(i - p.l.size)
}

// slice asks one or both sides, as the input says.
func (p *rope) slice(lo, hi int) string {
	if lo >= hi {
		return ""
	}
	if p.l == nil {
		return p.text[lo:hi]
	}
	n := p.l.size
	return p.l.slice(min(lo, n), min(hi, n)) + p.r.slice(max(lo-n, 0), max(hi-n, 0))
}

// letters counts with functions that only calculate.
func (p *rope) letters() (n int) {
	if p.l == nil {
		for i := 0; i < len(p.text); {
			c, size := utf8.DecodeRuneInString(p.text[i:])
			if unicode.IsLetter(c) {
				n++
			}
			i += size
		}
		return n
	}
	return p.l.letters() + p.r.letters()
}

// hash folds from left to right, with the left hash as a start.
func (p *rope) hash(h uint32) uint32 {
	if p.l == nil {
		for i := range len(p.text) {
			h = (h ^ uint32(p.text[i])) * 16777619
		}
		return h
	}
	return p.r.hash(p.l.hash(h))
}

// rebuilt balances by halves of a list of leaves.
func rebuilt(leaves []*rope) *rope {
	switch len(leaves) {
	case 0:
		return leaf("")
	case 1:
		return leaves[0]
	}
	m := len(leaves) / 2
	return concat(rebuilt(leaves[:m]), rebuilt(leaves[m:]))
}

// Run exercises the package on an input made from seed.
func Run(seed int64) string {
	rng := rand.New(rand.NewSource(seed))
	var ls []*rope
	for range 12 {
		ls = append(ls, leaf([]string{" a", "bc ", "déf", "g", "hij "}[rng.Intn(5)]))
	}
	p := rebuilt(ls)
	var sb strings.Builder
	p.textTo(&sb)
	s := fmt.Sprint(p.Text() == sb.String(), p.upper().Text(), p.trim().Text(), p.at(3), p.slice(2, 9), p.letters(), p.hash(2166136261))
	return s + fmt.Sprint(p.trimHere(), p.Text())
}
