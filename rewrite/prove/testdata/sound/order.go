// What runs when: operands, results, exits, panics, defers, goroutines.
package p

import (
	"errors"
	"math/rand"
	"os"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"
	"unsafe"
)

type tree struct {
	v    int
	l, r *tree
	kids []*tree
}

// want threaded
func threads(t *tree, acc int) int {
	if t == nil {
		return acc
	}
	acc = threads(t.l, acc)
	return threads(t.r, acc)
}

// want threaded
func threadsPhi(t *tree, acc int) int {
	if t == nil {
		return acc
	}
	a := threadsPhi(t.l, acc)
	k := 1
	if a > 3 {
		k = a
	}
	return a + threadsPhi(t.r, k)
}

// want refuse
func threadsMemory(t *tree, p *[1]int) int {
	if t == nil {
		return p[0]
	}
	var q [1]int
	q[0] = threadsMemory(t.l, p)
	return threadsMemory(t.r, &q)
}

// want refuse
func operandReads(t *tree) int {
	if t == nil {
		return 0
	}
	t.v++
	return operandReads(t.l) + operandReads(&tree{v: t.v, l: t.r})
}

// want refuse
func operandWrites(t *tree, n *int) int {
	if t == nil {
		return *n
	}
	return operandWrites(t.l, n) + operandWrites(t.r, next(n))
}

func next(n *int) *int { *n++; return n }

// want early-exit
func exits(t *tree) (int, error) {
	if t == nil {
		return 0, nil
	}
	a, err := exits(t.l)
	if err != nil {
		return 0, err
	}
	b, err := exits(t.r)
	return a + b, err
}

// want early-exit
func panicsBetween(t *tree) int {
	if t == nil {
		return 0
	}
	a := panicsBetween(t.l)
	if a > 10 {
		panic("too many")
	}
	return a + panicsBetween(t.r)
}

// want early-exit
func helperPanics(t *tree) int {
	if t == nil {
		return 0
	}
	a := helperPanics(t.l)
	must(a)
	return a + helperPanics(t.r)
}

func must(n int) {
	if n > 10 {
		panic("too many")
	}
}

// want early-exit
func operandPanics(t *tree) int {
	if t == nil {
		return 0
	}
	return operandPanics(t.l) + operandPanics(nonNil(t.r))
}

func nonNil(t *tree) *tree {
	if t == nil {
		panic("nil")
	}
	return t
}

// want short-circuit
func shortCircuit(t *tree) bool { return t == nil || shortCircuit(t.l) && shortCircuit(t.r) }

// want pruned
func prunes(t *tree) int {
	if t == nil {
		return 0
	}
	a := prunes(t.l)
	if a < 5 {
		a += prunes(t.r)
	}
	return a
}

// want recover-defer
func defers(t *tree) (n int) {
	if t == nil {
		return 0
	}
	defer func() { n++ }()
	return defers(t.l) + defers(t.r)
}

// want recover-defer
func recovers(t *tree) (n int) {
	defer func() {
		if recover() != nil {
			n = -1
		}
	}()
	return recovers(t.l) + recovers(t.r)
}

// want early-exit
func goexits(t *tree) int {
	if t == nil {
		runtime.Goexit()
	}
	return goexits(t.l) + goexits(t.r)
}

// want refuse
func osExits(t *tree) int {
	if t == nil {
		os.Exit(1)
	}
	return osExits(t.l) + osExits(t.r)
}

// want sync
func goroutines(t *tree, out chan int) int {
	if t == nil {
		go func() { out <- 1 }()
		return 0
	}
	return goroutines(t.l, out) + goroutines(t.r, out)
}

// want sync
func locks(t *tree, mu *sync.Mutex) int {
	if t == nil {
		mu.Lock()
		mu.Unlock()
		return 0
	}
	return locks(t.l, mu) + locks(t.r, mu)
}

// want sync
func atomics(t *tree, n *atomic.Int64) int64 {
	if t == nil {
		return n.Add(1)
	}
	return atomics(t.l, n) + atomics(t.r, n)
}

var pool = sync.Pool{New: func() any { return new(tree) }}

// want sync
func pools(t *tree) int {
	if t == nil {
		return pool.Get().(*tree).v
	}
	return pools(t.l) + pools(t.r)
}

var once sync.Once
var cache map[int]int

// want sync
func onces(t *tree) int {
	if t == nil {
		once.Do(func() { cache = map[int]int{} })
		return cache[0]
	}
	return onces(t.l) + onces(t.r)
}

// want sync
func selects(t *tree, c chan int) int {
	if t == nil {
		select {
		case v := <-c:
			return v
		default:
		}
		return 0
	}
	return selects(t.l, c) + selects(t.r, c)
}

// want nondeterministic
func clock(t *tree) int64 {
	if t == nil {
		return time.Now().Unix()
	}
	return clock(t.l) + clock(t.r)
}

// want nondeterministic
func draws(t *tree) int {
	if t == nil {
		return rand.Int()
	}
	return draws(t.l) + draws(t.r)
}

// want unsafe
func pointers(t *tree) uintptr {
	if t == nil {
		return uintptr(unsafe.Pointer(t))
	}
	return pointers(t.l) + pointers(t.r)
}

// want unknown-call
func reflects(t *tree) int {
	if t == nil {
		return reflect.ValueOf(t).NumMethod()
	}
	return reflects(t.l) + reflects(t.r)
}

// want unknown-call
func finalizers(t *tree) int {
	if t == nil {
		runtime.SetFinalizer(new(tree), func(*tree) {})
		return 0
	}
	return finalizers(t.l) + finalizers(t.r)
}

// want unknown-call
func callback(t *tree, f func(int)) int {
	if t == nil {
		return 0
	}
	f(t.v)
	return callback(t.l, f) + callback(t.r, f)
}

var hook = func(int) {}

// want unknown-call
func variableHook(t *tree) int {
	if t == nil {
		return 0
	}
	hook(t.v)
	return variableHook(t.l) + variableHook(t.r)
}

// want unknown-call
func stringer(t *tree, s interface{ String() string }) string {
	if t == nil {
		return s.String()
	}
	return stringer(t.l, s) + stringer(t.r, s)
}

// want unknown-call
func typeParam[T interface{ Len() int }](t *tree, x T) int {
	if t == nil {
		return x.Len()
	}
	return typeParam(t.l, x) + typeParam(t.r, x)
}

// want parallel
func methodValue(t *tree) int {
	if t == nil {
		return 0
	}
	f := t.value
	return methodValue(t.l) + f() + methodValue(t.r)
}

func (t *tree) value() int { return t.v }

// want refuse
func methodValueWrites(t *tree, c *tree) int {
	if t == nil {
		return c.v
	}
	f := c.bump
	return methodValueWrites(t.l, c) + f() + methodValueWrites(t.r, c)
}

func (t *tree) bump() int { t.v++; return t.v }

// want parallel
func comparer(s []int) {
	if len(s) < 4 {
		slices.SortFunc(s, func(a, b int) int { return a - b })
		return
	}
	m := len(s) / 2
	comparer(s[:m])
	comparer(s[m:])
}

// want refuse
func countingComparer(s []int, n *int) {
	if len(s) < 4 {
		slices.SortFunc(s, func(a, b int) int { *n++; return a - b })
		return
	}
	m := len(s) / 2
	countingComparer(s[:m], n)
	countingComparer(s[m:], n)
}

// want control-flow
func jumps(t *tree) int {
	if t == nil {
		return 0
	}
	n := 0
again:
	a := jumps(t.l)
	b := jumps(t.r)
	if n++; n < 2 {
		goto again
	}
	return a + b
}

// want parallel
func labelled(t *tree) int {
	if t == nil {
		return 0
	}
	a := labelled(t.l)
	n := 0
loop:
	for i := range 3 {
		for range i {
			if n > 4 {
				break loop
			}
			n++
		}
	}
	return a + n + labelled(t.r)
}

// want refuse
func rangesOver(t *tree) int {
	if t == nil {
		return 0
	}
	n := 0
	for k := range slices.Values(t.kids) {
		n += rangesOver(k) + rangesOver(k.l)
	}
	return n
}

// want parallel
func iterates(t *tree, m map[int]int) int {
	if t == nil {
		n := 0
		for _, v := range m {
			n += v
		}
		return n
	}
	return iterates(t.l, m) + iterates(t.r, m)
}

// want parallel
func builds(t *tree) string {
	var sb strings.Builder
	if t == nil {
		return sb.String()
	}
	sb.WriteString(builds(t.l))
	sb.WriteByte(',')
	sb.WriteString(builds(t.r))
	return sb.String()
}

// want refuse
func buildsInto(t *tree, sb *strings.Builder) {
	if t == nil {
		return
	}
	buildsInto(t.l, sb)
	sb.WriteByte(',')
	buildsInto(t.r, sb)
}

var errLeaf = errors.New("leaf")

// want parallel
func bothErrors(t *tree) error {
	if t == nil {
		return errLeaf
	}
	a := bothErrors(t.l)
	b := bothErrors(t.r)
	return errors.Join(a, b)
}

// want parallel
func moved(n int) int {
	if n < 2 {
		return n
	}
	x := n - 1
	a := moved(x)
	x = n - 2
	b := moved(x)
	return a + b
}

// want refuse
func movedOver(n int) int {
	if n < 2 {
		return n
	}
	x := n - 1
	a := movedOver(x)
	a += x
	x = n - 2
	b := movedOver(x)
	return a + b
}

// want refuse
func movedTwice(n int) int {
	if n < 2 {
		return n
	}
	x := n - 1
	a := movedTwice(x)
	x = n - 2
	a += x
	x = n - 3
	b := movedTwice(x)
	return a + b + x
}

// want single-call
func single(n int) int {
	if n < 2 {
		return n
	}
	return single(n-1) + 1
}

// want exclusive
func exclusive(n int) int {
	if n%2 == 0 {
		return exclusive(n / 2)
	}
	return exclusive(n - 1)
}

const debugging = false

// want single-call
func neverCalls(t *tree) {
	if debugging {
		neverCalls(t.l)
		neverCalls(t.r)
	}
}
