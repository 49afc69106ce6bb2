// Memory that is shared through parameters, results, structs, maps, globals and closures.
package p

type node struct {
	val  int
	l, r *node
	xs   []int
}

// want scratch
func scratchParam(s, tmp []int) {
	if len(s) < 2 {
		copy(tmp, s)
		s[0] = tmp[0] + 1
		return
	}
	m := len(s) / 2
	scratchParam(s[:m], tmp)
	scratchParam(s[m:], tmp)
}

// want aliased-slices
func Aliasing(dst, src []int) {
	if len(dst) < 2 {
		dst[0] = src[0]
		return
	}
	m := len(dst) / 2
	Aliasing(dst[:m], src[:m])
	Aliasing(dst[m:], src[m:])
}

// want parallel
func separate(dst, src []int) {
	if len(dst) < 2 {
		dst[0] = src[0]
		return
	}
	m := len(dst) / 2
	separate(dst[:m], src[:m])
	separate(dst[m:], src[m:])
}

func Separate(src []int) []int {
	dst := make([]int, len(src))
	separate(dst, src)
	return dst
}

// want aliased-slices
func passed(dst, src []int) {
	if len(dst) < 2 {
		dst[0] = src[0]
		return
	}
	m := len(dst) / 2
	passed(dst[:m], src[:m])
	passed(dst[m:], src[m:])
}

// Passed hands passed to somebody else.
func Passed() func(dst, src []int) { return passed }

// want parallel
func otherType(dst []int, src []float64) {
	if len(dst) < 2 {
		dst[0] = int(src[0])
		return
	}
	m := len(dst) / 2
	otherType(dst[:m], src)
	otherType(dst[m:], src)
}

// want shared-write
func inNode(n *node) {
	if n == nil {
		return
	}
	n.val++
	inNode(n.l)
	inNode(n.r)
}

type pair struct{ a, b []int }

// want refuse
func structByValue(p pair, n int) int {
	if n == 0 {
		p.a[0]++
		return p.b[0]
	}
	return structByValue(p, n-1) + structByValue(p, n-1)
}

// want parallel
func structSplit(p pair) {
	if len(p.a) < 2 {
		p.a[0]++
		return
	}
	m := len(p.a) / 2
	structSplit(pair{a: p.a[:m]})
	structSplit(pair{a: p.a[m:]})
}

// want refuse
func returnsArgument(s []int) []int {
	if len(s) < 2 {
		return s
	}
	m := len(s) / 2
	a := append(returnsArgument(s[:m]), 7)
	return append(a, returnsArgument(s[m:])...)
}

// want parallel
func returnsArgumentLate(s []int) []int {
	if len(s) < 2 {
		return s
	}
	m := len(s) / 2
	a := returnsArgumentLate(s[:m])
	b := returnsArgumentLate(s[m:])
	out := make([]int, 0, len(s))
	return append(append(out, a...), b...)
}

// want shared-write
func mapWrite(n int, m map[int]int) {
	if n < 1 {
		m[n]++
		return
	}
	mapWrite(n-1, m)
	mapWrite(n-2, m)
}

// want parallel
func mapRead(n int, m map[int]int) int {
	if n < 1 {
		return m[n]
	}
	return mapRead(n-1, m) + mapRead(n-2, m)
}

// want refuse
func mapDelete(n int, m map[int]*node) {
	if n < 1 {
		delete(m, n)
		return
	}
	mapDelete(n-1, m)
	mapDelete(n-2, m)
}

// want parallel
func mapLocal(n int) int {
	m := map[int]int{n: 1}
	if n < 1 {
		return m[n]
	}
	return mapLocal(n-1) + mapLocal(n-2) + m[n]
}

var hits int

func hit() { hits++ }

// want global-write
func leafGlobal(n *node) int {
	if n == nil {
		hit()
		return 0
	}
	return leafGlobal(n.l) + leafGlobal(n.r)
}

var table = [4]int{1, 2, 3, 4}

func init() { table[0] = 5 }

// want parallel
func readsTable(n int) int {
	if n < 4 {
		return table[max(n, 0)]
	}
	return readsTable(n-1) + readsTable(n-2)
}

var shown = &node{}

// want global-write
func behindGlobal(n int) int {
	if n < 2 {
		shown.val++
		return 1
	}
	return behindGlobal(n-1) + behindGlobal(n-2)
}

// want global-write
func globalOrParam(p *int, n int) int {
	if n < 2 {
		*p++
		return hits
	}
	return globalOrParam(&hits, n-1) + globalOrParam(new(int), n-2)
}

// want refuse
func storedThenUsed(n *node, k int) int {
	if k == 0 {
		return n.l.val
	}
	fresh := &node{}
	n.l = fresh
	a := storedThenUsed(n, k-1)
	fresh.val++
	return a + storedThenUsed(n, k-1)
}

// want refuse
func throughResult(k int) *node {
	if k == 0 {
		return shown
	}
	a := throughResult(k - 1)
	a.val++
	b := throughResult(k - 1)
	b.val++
	return a
}

// want parallel
func freshResult(k int) *node {
	if k == 0 {
		return &node{}
	}
	a := freshResult(k - 1)
	a.val++
	b := freshResult(k - 1)
	b.val++
	return &node{l: a, r: b}
}

// want refuse
func capturedLater(n int) int {
	x := 0
	inc := func() int { x++; return x }
	if n < 2 {
		return inc()
	}
	a := capturedLater(n - 1)
	inc()
	return a + capturedLater(n-x)
}

// want parallel
func capturedOwn(n int) int {
	x := 0
	inc := func() int { x++; return x }
	if n < 2 {
		return inc()
	}
	a := capturedOwn(n - 1)
	inc()
	return a + x + capturedOwn(n-2)
}

// want refuse
func handedVariable(n int, p *int) int {
	x := n
	if n < 2 {
		*p++
		return *p
	}
	return handedVariable(n-1, &x) + handedVariable(n-2, &x)
}

// want parallel
func handedTwoVariables(n int, p *int) int {
	x, y := n, n
	if n < 2 {
		return *p
	}
	return handedTwoVariables(n-1, &x) + handedTwoVariables(n-2, &y)
}

// want refuse
func inInterface(v any, n int) int {
	if n == 0 {
		v.(*node).val++
		return 1
	}
	return inInterface(v, n-1) + inInterface(v, n-1)
}

// want refuse
func inArray(a [2]*node, n int) int {
	if n == 0 {
		a[1].val++
		return 1
	}
	return inArray(a, n-1) + inArray(a, n-1)
}

type base struct{ count int }

func (b *base) bump() { b.count++ }

type derived struct {
	*base
	l, r *derived
}

// want shared-write
func (d derived) walk(n int) int {
	if n == 0 {
		d.bump()
		return d.count
	}
	return d.walk(n-1) + d.walk(n-1)
}

// want parallel
func comparesInterfaces(a, b any, n int) bool {
	if n == 0 {
		return a == b
	}
	x := comparesInterfaces(a, b, n-1)
	y := comparesInterfaces(b, a, n-1)
	return x == y
}

// want refuse
func inPlaceFields(b *node, n int) {
	if n == 0 {
		b.xs[0] = b.val
		return
	}
	inPlaceFields(b, n-1)
	b.val++
	inPlaceFields(b, n-1)
}

// want parallel
func shadowed(n int) int {
	if n < 2 {
		return n
	}
	x := shadowed(n - 1)
	{
		x := n * 2
		n = x / 2
	}
	y := shadowed(n - 2)
	return x + y
}
