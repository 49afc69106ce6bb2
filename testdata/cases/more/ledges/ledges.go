// Package ledges works on rows of a grid and their neighbours.
package ledges

import (
	"fmt"
	"math/rand"
)

// blur writes dst from src rows above and below; dst is new.
func blur(dst, src [][]int, lo, hi int) {
	if hi-lo <= 2 {
		for y := lo; y < hi; y++ {
			for x := range dst[y] {
				n := src[y][x]
				if y > 0 {
					n += src[y-1][x]
				}
				if y+1 < len(src) {
					n += src[y+1][x]
				}
				dst[y][x] = n
			}
		}
		return
	}
	m := (lo + hi) / 2
	blur(dst, src, lo, m)
	blur(dst, src, m, hi)
}

// sumRows reads rows of a part.
func sumRows(g [][]int) int {
	if len(g) == 1 {
		n := 0
		for _, v := range g[0] {
			n += v
		}
		return n
	}
	m := len(g) / 2
	return sumRows(g[:m]) - sumRows(g[m:])
}

// rotate swaps whole rows, not what is in them.
func rotate(g [][]int) {
	if len(g) < 2 {
		return
	}
	m := len(g) / 2
	for i := range m {
		g[i], g[len(g)-1-i] = g[len(g)-1-i], g[i]
	}
	rotate(g[:m])
	rotate(g[m:])
}

// smear writes a row from the row before the part.
func smear(g [][8]int, at int) {
	if len(g)-at <= 1 {
		if at > 0 && at < len(g) {
			g[at][0] += g[at-1][0]
		}
		return
	}
	m := (at + len(g)) / 2
	smear(g[:m], at)
	smear(g, m)
}

// cells is a part of a flat image with its width.
type cells struct {
	pix []int
	w   int
}

func (c cells) top(h int) cells { return cells{c.pix[:h*c.w], c.w} }

func (c cells) rest(h int) cells { return cells{c.pix[h*c.w:], c.w} }

// invert cuts a struct by two methods.
func (c cells) invert() {
	h := len(c.pix) / c.w
	if h <= 1 {
		for i := range c.pix {
			c.pix[i] = 9 - c.pix[i]
		}
		return
	}
	c.top(h / 2).invert()
	c.rest(h / 2).invert()
}

// invertTwice cuts them so that a row is in both.
func (c cells) invertTwice() {
	h := len(c.pix) / c.w
	if h <= 2 {
		for i := range c.pix {
			c.pix[i] = 8 - c.pix[i]*2
		}
		return
	}
	c.top(h/2 + 1).invertTwice()
	c.rest(h / 2).invertTwice()
}

// Run exercises the package on an input made from seed.
func Run(seed int64) string {
	rng := rand.New(rand.NewSource(seed))
	g, d := make([][]int, 9), make([][]int, 9)
	for i := range g {
		g[i], d[i] = rng.Perm(6), make([]int, 6)
	}
	blur(d, g, 0, len(g))
	s := sumRows(g)
	rotate(g)
	var h [7][8]int
	h[0][0] = rng.Intn(9) + 1
	smear(h[:], 0)
	c := cells{rng.Perm(24), 4}
	e := cells{rng.Perm(24), 4}
	c.invert()
	e.invertTwice()
	return fmt.Sprint(d, s, g, h, c, e)
}
