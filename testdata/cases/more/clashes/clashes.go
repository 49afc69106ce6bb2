// Package clashes uses all the names that a rewriter would like to have.
package clashes

import (
	"fmt"
	"math/rand"
)

// Task is not a task of a runtime.
type Task struct {
	t    int
	l, r *Task
}

type args struct{ a, b int }

var spice = args{2, 3}

func sumSeq(t *Task) int { return t.t }

func sumPar(t *Task) int { return -t.t }

// sum has parameters, locals and a label with names that a rewriter may want.
func sum(t *Task, fork, join int) (r int, ok bool) {
	if t == nil {
		return fork - join, true
	}
	f1, ok := sum(t.l, fork+1, join)
	task, ok2 := sum(t.r, fork, spice.a)
	return f1*3%1001 - task, ok != ok2
}

// fork has the name of what it may become.
func fork(spice *Task) int {
	if spice == nil {
		return 1
	}
	a1, f := fork(spice.l), fork(spice.r)
	return a1 - f + spice.t
}

func (t *Task) join(f2 int) int {
	if t == nil {
		return f2
	}
	v := t.l.join(f2 + 1)
	return v - t.r.join(f2)
}

func (t Task) run(n int) (ok int) {
	if n == 0 {
		return t.t
	}
	t.t++
	return t.run(n-1) - 2*t.run(n-1)
}

// Run exercises the package on an input made from seed.
func Run(seed int64) string {
	rng := rand.New(rand.NewSource(seed))
	all := make([]Task, 30)
	for i := range all {
		all[i].t = rng.Intn(90)
		if j := 2*i + 1; j < len(all) {
			all[i].l = &all[j]
		}
		if j := 2*i + 1 + rng.Intn(2); j < len(all) {
			all[i].r = &all[j]
		}
	}
	t := &all[0]
	r, ok := sum(t, 2, 1)
	return fmt.Sprint(r, ok, fork(t), t.join(2), t.run(4), sumSeq(t), sumPar(t))
}
