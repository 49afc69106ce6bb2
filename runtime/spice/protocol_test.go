package spice

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
)

// This is the protocol of README.md as a transition system, small enough to look at every interleaving. A state is a
// comparable struct, a step is one shared access or one critical section (Go's atomics are sequentially consistent, so
// that is exact), and the search is breadth first. Checked are
//
//   - in every state: a run that is active while a slot is free has a leader, or somebody is just about to appoint one;
//     nobody is asked when there is no leader; the slots add up;
//   - of every state: an end can be reached in which all jobs ran exactly once, no slot is taken and no worker is left.
//     That finds lost wake-ups and deadlocks without any assumption about fairness;
//   - of the whole: every kind of step was taken, or the model says nothing about it.
//
// Each mutation takes one line of the protocol away, and must be found.

// The actors: a caller that forks, another caller, the caller of Close, and workers.
type world struct {
	locked             bool // by a worker that resigns; all other critical sections are one step
	busy, entries      int8
	draining, closed   bool
	led                bool
	asks               int8
	queue              [3]int8 // numbers of offered jobs plus one, oldest first
	jobs               [3]modelJob
	owner, other, shut actor
	workers            [3]modelWorker
	gone               bool
	crowded            bool // a step to here has to wait until a worker that quits is gone: there are no more in the model
}

type modelJob struct {
	state   linkState
	awaited bool
	woken   bool // done is closed
	runs    int8
}

type linkState uint8

const (
	unforked linkState = iota
	isLatent
	granted // taken off the asks, and not in the queue yet
	isOffered
	isRunning
	isFinished
	isRetracted
)

// An actor stands before step pc of its script; sub counts the steps of one entry of the script.
type actor struct {
	pc, sub int8
	saw     int8 // what its last atomic access returned
}

type modelWorker struct {
	at   place
	job  int8
	last int8 // entries when it looked
}

type place uint8

const (
	absent place = iota
	leads
	looked // led, and has asked
	resigning
	atNext
	runs
	finishes
	parks
	quits
)

const slots = 2

// model is one variant: what the actors do, and what is taken away.
type model struct {
	script   []string // of the owner
	close    bool     // somebody closes the pool at any time
	second   bool     // another caller enters and leaves
	mutation string
	labels   map[string]int
}

type step struct {
	label string
	to    world
}

func (m *model) without(line string) bool { return m.mutation == line }

// What the code does under the lock.

func (m *model) appoint(w *world) {
	idle := w.busy == 0 && (w.parked() == 0 || m.without("appoint: somebody ends the parked"))
	if w.led || w.busy >= slots || idle || w.closed {
		return
	}
	w.led = true
	for _, from := range []place{parks, absent} {
		for i := range w.workers {
			if w.workers[i].at == from {
				w.workers[i] = modelWorker{at: leads}
				return
			}
		}
	}
	w.crowded = true
}

func (w *world) alive() (n int) {
	for _, x := range w.workers {
		if x.at != absent {
			n++
		}
	}
	return n
}

func (w *world) parked() (n int) {
	for _, x := range w.workers {
		if x.at == parks {
			n++
		}
	}
	return n
}

func (w *world) offered() (n int8) {
	for _, j := range w.queue {
		if j != 0 {
			n++
		}
	}
	return n
}

func (w *world) dismiss() {
	for i := range w.workers {
		if w.workers[i].at == parks {
			w.workers[i] = modelWorker{at: quits}
		}
	}
}

func (m *model) end(w *world) {
	if w.closed && w.alive() == 0 {
		w.gone = true
	}
}

func (w *world) takeable() bool { return w.queue[0] != 0 && w.busy < slots }

func (w *world) remove(i int) {
	copy(w.queue[i:], w.queue[i+1:])
	w.queue[len(w.queue)-1] = 0
}

func (m *model) take(w *world, i int) {
	j := w.queue[0] - 1
	w.remove(0)
	w.jobs[j].state = isRunning
	w.busy++
	w.workers[i] = modelWorker{at: runs, job: j}
	m.appoint(w)
}

func (w *world) want() int8 {
	if w.busy == 0 || !w.led {
		return 0
	}
	return max(0, slots-w.busy-w.offered())
}

// worker returns the steps of worker i.
func (m *model) worker(w world, i int) (next []step) {
	me := &w.workers[i]
	do := func(label string, f func(w *world, me *modelWorker)) {
		to := w
		f(&to, &to.workers[i])
		next = append(next, step{label, to})
	}
	critical := !w.locked || me.at == resigning
	switch {
	case !critical && me.at != looked && me.at != runs:
	case me.at == leads:
		do("lead", func(w *world, me *modelWorker) {
			switch {
			case w.closed:
				w.led, w.asks = false, 0
				*me = modelWorker{at: quits}
			case w.takeable():
				w.led = false
				m.take(w, i)
				w.asks = w.want()
			default:
				w.asks = w.want()
				me.at = looked
			}
		})
	case me.at == looked:
		do("look again", func(w *world, me *modelWorker) { me.at, me.last = leads, 0 })
		if w.locked {
			break
		}
		do("begin to resign", func(w *world, me *modelWorker) {
			me.at, me.last = resigning, w.entries
			w.locked, w.asks = true, 0
			if m.without("resign: drop the lead, then look") {
				// The other way round: look, and drop the lead after. What it saw is in job.
				me.job = w.busy
			} else {
				w.led = false
			}
		})
	case me.at == resigning:
		do("resign", func(w *world, me *modelWorker) {
			w.locked = false
			busy, entries := w.busy, w.entries
			if m.without("resign: drop the lead, then look") {
				busy, entries = me.job, me.last
				w.led = false
			}
			switch {
			case busy >= slots:
				*me = modelWorker{at: parks}
			case busy > 0 || entries != me.last:
				w.led = true
				*me = modelWorker{at: leads}
			default:
				w.dismiss()
				*me = modelWorker{at: quits}
			}
		})
	case me.at == atNext:
		do("next", func(w *world, me *modelWorker) {
			switch {
			case w.closed:
				*me = modelWorker{at: quits}
			case w.takeable():
				m.take(w, i)
			case !w.led && w.busy < slots:
				w.led = true
				*me = modelWorker{at: leads}
			default:
				*me = modelWorker{at: parks}
			}
		})
	case me.at == runs:
		do("run", func(w *world, me *modelWorker) {
			w.jobs[me.job].runs++
			me.at = finishes
		})
	case me.at == finishes:
		do("finish", func(w *world, me *modelWorker) {
			j := &w.jobs[me.job]
			j.state = isFinished
			switch {
			case !j.awaited || m.without("finish: pass the slot on"):
				w.busy--
			}
			if j.awaited && !m.without("finish: wake the joiner") {
				j.woken = true
			}
			*me = modelWorker{at: atNext}
		})
	case me.at == quits:
		do("quit", func(w *world, me *modelWorker) {
			*me = modelWorker{}
			if !m.without("quit: tell Close") {
				m.end(w)
			}
			m.appoint(w)
		})
	}
	return next
}

// oldest returns the oldest latent job, -1 if there is none.
func (w *world) oldest() int {
	for i, j := range w.jobs {
		if j.state == isLatent {
			return i
		}
	}
	return -1
}

// caller returns the steps of a caller whose actor in w is chosen by of.
func (m *model) caller(w world, of func(*world) *actor, script []string) (next []step) {
	me := of(&w)
	if int(me.pc) == len(script) {
		return nil
	}
	op := script[me.pc]
	do := func(label string, f func(w *world, me *actor)) {
		to := w
		f(&to, of(&to))
		next = append(next, step{label, to})
	}
	locked := func(label string, f func(w *world, me *actor)) {
		if !w.locked {
			do(label, f)
		}
	}
	done := func(me *actor) { *me = actor{pc: me.pc + 1} }
	job := 0
	if op[len(op)-1] >= '0' && op[len(op)-1] <= '9' {
		job = int(op[len(op)-1] - '0')
	}
	drain := func(from int8) { // steps from and from+1; then on
		switch me.sub {
		case from:
			do("drain", func(w *world, me *actor) {
				if w.draining && (w.busy == 0 || w.closed) {
					w.closed = true
					me.sub++
				} else {
					me.sub += 2
				}
			})
		case from + 1:
			locked("drained", func(w *world, me *actor) {
				if !m.without("drain: dismiss the spares") {
					w.dismiss()
				}
				m.end(w)
				me.sub++
			})
		}
	}
	switch {
	case op == "enter":
		switch me.sub {
		case 0:
			do("enter", func(w *world, me *actor) {
				w.busy++
				w.entries++
				me.saw = w.busy
				if me.sub = 1; w.draining {
					me.sub = 10
				} else if w.busy >= slots {
					done(me)
				}
			})
		case 1:
			do("enter: look for a leader", func(w *world, me *actor) {
				if me.sub = 2; w.led {
					done(me)
				}
			})
		case 2:
			locked("enter: rouse", func(w *world, me *actor) { m.appoint(w); done(me) })
		case 10:
			do("enter late: take it back", func(w *world, me *actor) { w.busy--; me.sub++ })
		case 11, 12:
			drain(11)
		case 13:
			do("enter late: look for a leader", func(w *world, me *actor) {
				if me.sub = 14; w.led || m.without("enter late: look for a leader") {
					me.sub = 15
				}
			})
		case 14:
			locked("enter late: rouse", func(w *world, me *actor) { m.appoint(w); me.sub = 15 })
		default:
			do("enter late: alone", func(w *world, me *actor) { // or panic
				*me = actor{pc: int8(len(script))}
				if len(script) > 2 {
					for i := range w.jobs {
						w.jobs[i].runs = 1
					}
				}
			})
		}
	case strings.HasPrefix(op, "fork"):
		do("fork", func(w *world, me *actor) { w.jobs[job].state = isLatent; done(me) })
	case op == "tick":
		granted_ := slices.IndexFunc(w.jobs[:], func(j modelJob) bool { return j.state == granted })
		switch {
		case granted_ >= 0:
			locked("offer", func(w *world, me *actor) {
				w.jobs[granted_].state = isOffered
				w.queue[w.offered()] = int8(granted_) + 1
				done(me)
			})
		case w.asks == 0:
			do("tick", func(w *world, me *actor) { done(me) })
		default:
			do("refuse", func(w *world, me *actor) { w.asks = 0; done(me) })
			if i := w.oldest(); i >= 0 {
				do("grant", func(w *world, me *actor) { w.asks--; w.jobs[i].state = granted })
			}
		}
	case strings.HasPrefix(op, "join"):
		j := w.jobs[job]
		switch {
		case me.sub == 1:
			if j.woken {
				do("joined", func(w *world, me *actor) { done(me) })
			}
		case j.state == isLatent:
			do("null join", func(w *world, me *actor) { w.jobs[job].runs++; w.jobs[job].state = isRetracted; done(me) })
		default:
			locked("join", func(w *world, me *actor) {
				j := &w.jobs[job]
				switch j.state {
				case isOffered:
					if !m.without("join: empty the queue") {
						w.remove(slices.Index(w.queue[:], int8(job)+1))
					}
					j.state = isRetracted
					j.runs++
					done(me)
				case isRunning:
					if m.without("join: a running job is not mine") {
						j.runs++
						done(me)
						return
					}
					j.awaited = true
					w.busy--
					if !m.without("join: lend the slot") {
						m.appoint(w)
					}
					me.sub = 1
				case isFinished:
					done(me)
				default:
					panic("join of a job in an impossible state")
				}
			})
		}
	case op == "leave":
		switch me.sub {
		case 0:
			do("leave", func(w *world, me *actor) {
				w.busy--
				if me.sub = 1; w.draining {
					me.sub = 10
				}
			})
		case 1:
			do("leave: look for a leader", func(w *world, me *actor) {
				if me.sub = 2; w.led || m.without("leave: look for a leader") {
					done(me)
				}
			})
		case 2:
			locked("leave: rouse", func(w *world, me *actor) { m.appoint(w); done(me) })
		case 10, 11:
			drain(10)
		default:
			do("leave: drained", func(w *world, me *actor) { me.sub = 1 })
		}
	case op == "close":
		switch me.sub {
		case 0:
			locked("close", func(w *world, me *actor) { w.draining = true; me.sub = 10 })
		case 10, 11:
			drain(10)
		default:
			if w.gone {
				do("closed", func(w *world, me *actor) { done(me) })
			}
		}
	}
	return next
}

func (m *model) steps(w world) (next []step) {
	next = append(next, m.caller(w, func(w *world) *actor { return &w.owner }, m.script)...)
	if m.second {
		next = append(next, m.caller(w, func(w *world) *actor { return &w.other }, []string{"enter", "leave"})...)
	}
	if m.close {
		next = append(next, m.caller(w, func(w *world) *actor { return &w.shut }, []string{"close"})...)
	}
	for i := range w.workers {
		next = append(next, m.worker(w, i)...)
	}
	return slices.DeleteFunc(next, func(s step) bool { return s.to.crowded })
}

// final reports whether everything has ended.
func (m *model) final(w world) bool {
	return int(w.owner.pc) == len(m.script) && (!m.second || w.other.pc == 2) && (!m.close || w.shut.pc == 1) && w.alive() == 0
}

// fault says what is wrong with w, if something is.
func (m *model) fault(w world) string {
	for i, j := range w.jobs {
		if j.runs > 1 {
			return fmt.Sprintf("job %d runs twice", i)
		}
	}
	if w.busy < 0 {
		return "a slot is given back twice"
	}
	if w.asks > 0 && !w.led {
		return "asked without a leader"
	}
	pending := func(a actor) bool { return a.sub == 1 || a.sub == 2 || a.sub >= 10 }
	about := pending(w.other) || int(w.owner.pc) < len(m.script) && !strings.HasPrefix(m.script[w.owner.pc], "join") && pending(w.owner)
	for _, x := range w.workers {
		about = about || x.at == atNext || x.at == resigning || x.at == quits
	}
	if w.busy > 0 && w.busy < slots && !w.led && !about {
		return "a slot is free, a run is active, and nobody will help it"
	}
	if m.final(w) {
		for i, j := range w.jobs {
			if j.runs != 1 {
				return fmt.Sprintf("job %d never ran", i)
			}
		}
		if w.busy != 0 || w.queue[0] != 0 || w.asks != 0 {
			return "something is left at the end"
		}
	}
	return ""
}

// explore looks at every state. It returns how many there are, and what is wrong with the path that leads to it.
func (m *model) explore() (states int, fault string) {
	m.labels = map[string]int{}
	type from struct {
		state int
		label string
	}
	seen := map[world]int{{}: 0}
	all := []world{{}}
	path := []from{{-1, ""}}
	back := [][]int32{nil}
	trace := func(i int) string {
		var labels []string
		for ; i > 0; i = path[i].state {
			labels = append(labels, path[i].label)
		}
		slices.Reverse(labels)
		return strings.Join(labels, "; ")
	}
	for i := 0; i < len(all); i++ {
		if f := m.fault(all[i]); f != "" {
			return len(all), f + " after: " + trace(i)
		}
		for _, s := range m.steps(all[i]) {
			m.labels[s.label]++
			k, ok := seen[s.to]
			if !ok {
				k = len(all)
				seen[s.to] = k
				all = append(all, s.to)
				path = append(path, from{i, s.label})
				back = append(back, nil)
			}
			back[k] = append(back[k], int32(i))
		}
	}
	// From where can an end be reached?
	reaches := make([]bool, len(all))
	var todo []int
	for i, w := range all {
		if m.final(w) {
			reaches[i] = true
			todo = append(todo, i)
		}
	}
	for len(todo) > 0 {
		i := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, k := range back[i] {
			if !reaches[k] {
				reaches[k] = true
				todo = append(todo, int(k))
			}
		}
	}
	if i := slices.Index(reaches, false); i >= 0 {
		return len(all), "no end can be reached after: " + trace(i)
	}
	return len(all), ""
}

var (
	lifo    = []string{"enter", "fork0", "tick", "fork1", "tick", "join1", "join0", "fork2", "tick", "join2", "leave"}
	notLifo = []string{"enter", "fork0", "tick", "fork1", "tick", "join0", "join1", "fork2", "tick", "join2", "leave"}
)

func TestProtocol(t *testing.T) {
	labels := map[string]int{}
	for _, c := range []struct {
		name   string
		m      model
		states int
	}{
		{"one run", model{script: lifo}, 1972},
		{"joins out of order", model{script: notLifo}, 5923},
		{"two callers", model{script: lifo, second: true}, 43676},
		{"close", model{script: lifo, close: true}, 14632},
		{"two callers and close", model{script: lifo, second: true, close: true}, 569095},
	} {
		if (raceEnabled || testing.Short()) && c.m.second && c.m.close {
			continue // seconds
		}
		states, fault := c.m.explore()
		if fault != "" {
			t.Errorf("%s: %s", c.name, fault)
		}
		if states != c.states {
			t.Errorf("%s: %d states, want %d; when the protocol has changed on purpose, pin the new number", c.name, states, c.states)
		}
		maps.Copy(labels, c.m.labels)
	}
	if testing.Short() || raceEnabled {
		return // not all of it was looked at
	}
	for _, want := range []string{
		"enter", "enter: look for a leader", "enter: rouse", "enter late: take it back", "enter late: look for a leader", "enter late: rouse", "enter late: alone",
		"fork", "tick", "refuse", "grant", "offer", "null join", "join", "joined",
		"lead", "look again", "begin to resign", "resign", "next", "run", "finish", "quit",
		"leave", "leave: look for a leader", "leave: rouse", "leave: drained", "drain", "drained", "close", "closed",
	} {
		if labels[want] == 0 {
			t.Errorf("no run of the model took the step %q", want)
		}
	}
}

func TestProtocolMutations(t *testing.T) {
	for _, line := range []string{
		"join: empty the queue",
		"join: a running job is not mine",
		"join: lend the slot",
		"finish: wake the joiner",
		"finish: pass the slot on",
		"leave: look for a leader",
		"resign: drop the lead, then look",
		"appoint: somebody ends the parked",
		"drain: dismiss the spares",
		"quit: tell Close",
		"enter late: look for a leader",
	} {
		m := model{script: lifo, second: true, mutation: line}
		switch {
		case strings.HasPrefix(line, "drain"), strings.HasPrefix(line, "quit"):
			m.second, m.close = false, true
		case strings.HasPrefix(line, "enter late"):
			m.close = true
		}
		if states, fault := m.explore(); fault == "" {
			t.Errorf("without %q all %d states look good", line, states)
		} else {
			t.Logf("without %q, found in %d states: %s", line, states, fault)
		}
	}
}
