// Package outside touches the world beyond memory.
package outside

import (
	"errors"
	"fmt"
	"io"
	"math/rand"
	"os"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

type node struct {
	v    int
	l, r *node
}

// said writes to the standard error output when a flag says so.
func said(n *node, loud bool) int {
	if n == nil {
		return 0
	}
	if loud {
		fmt.Fprintln(os.Stderr, n.v)
	}
	return n.v + said(n.l, loud) + said(n.r, loud)
}

// builtin prints with the builtin.
func builtin(n *node) int {
	if n == nil {
		return 0
	}
	if n.v < 0 {
		println(n.v)
	}
	return n.v + builtin(n.l) + builtin(n.r)
}

// read takes the next byte of a reader at each leaf.
func read(r io.ByteReader, n int) int {
	if n < 2 {
		b, err := r.ReadByte()
		if err != nil {
			return -1
		}
		return int(b)
	}
	return read(r, n-1) - read(r, n-2)
}

// concrete does it with a known reader.
func concrete(r *strings.Reader, n int) int {
	if n < 2 {
		b, err := r.ReadByte()
		if err != nil {
			return -1
		}
		return int(b)
	}
	return concrete(r, n-1) - concrete(r, n-2)
}

// environ asks the environment, which no call here changes.
func environ(n *node) int {
	if n == nil {
		return len(os.Getenv("NO_SUCH_NAME"))
	}
	return environ(n.l) + environ(n.r) + n.v
}

// drawn draws from a source at each node.
func drawn(n *node, rng *rand.Rand) int {
	if n == nil {
		return rng.Intn(100)
	}
	return drawn(n.l, rng) - 2*drawn(n.r, rng)
}

// seeded makes a source for each node from what the node says.
func seeded(n *node) int {
	if n == nil {
		return 1
	}
	return rand.New(rand.NewSource(int64(n.v))).Intn(100) + seeded(n.l) - 2*seeded(n.r)
}

// timed asks the clock and keeps the difference to itself.
func timed(n *node, since time.Time) int {
	if n == nil {
		return 0
	}
	if time.Since(since) > time.Hour {
		return -1
	}
	return timed(n.l, since) + timed(n.r, since) + n.v
}

type locked struct {
	sync.Mutex
	sum int
}

func (k *locked) walk(n *node) int {
	if n == nil {
		return 1
	}
	k.Lock()
	k.sum += n.v
	got := k.sum
	k.Unlock()
	return got%7 + k.walk(n.l) - k.walk(n.r)
}

// once sets something up at the first leaf.
func once(n *node, o *sync.Once, first *int) int {
	if n == nil {
		return 1
	}
	o.Do(func() { *first = n.v })
	return once(n.l, o, first)*2 - once(n.r, o, first) + *first
}

// sent hands its values to a channel with room.
func sent(n *node, c chan<- int) int {
	if n == nil {
		return 0
	}
	a := sent(n.l, c)
	c <- n.v
	return a + sent(n.r, c) + 1
}

// numbered takes a number for each node.
func numbered(n *node, next *atomic.Int32) int {
	if n == nil {
		return 0
	}
	id := int(next.Add(1))
	return id*n.v%31 + numbered(n.l, next) - numbered(n.r, next)
}

// crowd looks at the number of goroutines.
func crowd(n *node) int {
	if n == nil {
		return runtime.NumGoroutine() * 0
	}
	return n.v + crowd(n.l) + crowd(n.r)
}

// spawned starts a goroutine for its left part.
func spawned(n *node) int {
	if n == nil {
		return 1
	}
	c := make(chan int, 1)
	go func() { c <- spawned(n.l) }()
	r := spawned(n.r)
	return n.v + <-c - 2*r
}

var errDry = errors.New("dry")

type noisy struct{ n *int }

func (e noisy) Error() string { *e.n++; return "noisy" }

// failed compares errors by a library function that may call methods of the error.
func failed(n *node, err error) int {
	if n == nil {
		return len(err.Error())
	}
	return n.v + failed(n.l, err) + failed(n.r, err)
}

type loud struct{ n *int }

func (l loud) String() string { *l.n++; return "!" }

// printed formats a value whose String method counts.
func printed(n *node, l loud) string {
	if n == nil {
		return fmt.Sprint(l)
	}
	return printed(n.l, l) + printed(n.r, l)
}

// formatted formats numbers.
func formatted(n *node) string {
	if n == nil {
		return "."
	}
	return fmt.Sprintf("%s%d%s", formatted(n.l), n.v, formatted(n.r))
}

// Run exercises the package on an input made from seed.
func Run(seed int64) string {
	rng := rand.New(rand.NewSource(seed))
	all := make([]node, 24)
	for i := range all {
		all[i].v = rng.Intn(90)
		if j := 2*i + 1; j < len(all) {
			all[i].l = &all[j]
		}
		if j := 2*i + 1 + rng.Intn(2); j < len(all) {
			all[i].r = &all[j]
		}
	}
	n := &all[0]
	k := &locked{}
	c := make(chan int, 10000)
	var first, errs, strs int
	var next atomic.Int32
	s := fmt.Sprint(said(n, false), builtin(n), read(strings.NewReader("the quick brown fox"), 6), concrete(strings.NewReader("jumps over"), 6),
		environ(n), drawn(n, rng), seeded(n), timed(n, time.Now()), k.walk(n), once(n, new(sync.Once), &first), sent(n, c), numbered(n, &next),
		crowd(n), spawned(n), failed(n, noisy{&errs}), failed(n, errDry), printed(n, loud{&strs}), formatted(n), errs, strs)
	close(c)
	for v := range c {
		s += fmt.Sprint(" ", v)
	}
	return s
}
