// Package votes sums up regions, each with results of several kinds.
package votes

import (
	"errors"
	"fmt"
	"math/rand"
	"slices"
	"strings"
)

type region struct {
	name     string
	votes    [3]int
	bad      bool
	east, ws *region
}

var errBad = errors.New("bad count")

// Count returns counts, names and an error of its own.
func (r *region) Count() (total [3]int, names []string, err error) {
	if r == nil {
		return
	}
	if r.bad {
		return total, nil, errBad
	}
	et, en, ee := r.east.Count()
	wt, wn, we := r.ws.Count()
	for i := range total {
		total[i] = r.votes[i] + et[i] + wt[i]
	}
	names = append(append(append(names, en...), r.name), wn...)
	return total, names, errors.Join(ee, we)
}

// CountInto adds to a table.
func (r *region) CountInto(total *[3]int, names *[]string) error {
	if r == nil {
		return nil
	}
	if err := r.east.CountInto(total, names); err != nil {
		return err
	}
	for i := range total {
		total[i] += r.votes[i]
	}
	*names = append(*names, r.name)
	return r.ws.CountInto(total, names)
}

// winners returns the names in order, made unique.
func (r *region) winners() []string {
	if r == nil {
		return nil
	}
	out := slices.Concat(r.east.winners(), r.ws.winners())
	if r.votes[0] > r.votes[1] {
		out = append(out, strings.ToUpper(r.name))
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// report makes a text with text between the calls.
func (r *region) report(indent string) string {
	if r == nil {
		return indent + "-\n"
	}
	var sb strings.Builder
	sb.WriteString(r.east.report(indent + "e"))
	sb.WriteString(indent)
	sb.WriteString(r.name)
	sb.WriteByte('\n')
	sb.WriteString(r.ws.report(indent + "w"))
	return sb.String()
}

// first stops at the first bad region.
func (r *region) first() *region {
	if r == nil || r.bad {
		return r
	}
	if f := r.east.first(); f != nil {
		return f
	}
	return r.ws.first()
}

// any asks both and takes the first.
func (r *region) any() *region {
	if r == nil || r.bad {
		return r
	}
	e, w := r.east.any(), r.ws.any()
	if e != nil {
		return e
	}
	return w
}

// Run exercises the package on an input made from seed.
func Run(seed int64) string {
	rng := rand.New(rand.NewSource(seed))
	all := make([]region, 20)
	for i := range all {
		all[i] = region{name: string(rune('a' + rng.Intn(20))), votes: [3]int{rng.Intn(9), rng.Intn(9), 1}, bad: rng.Intn(20) == 0}
		if j := 2*i + 1; j < len(all) {
			all[i].east = &all[j]
		}
		if j := 2*i + 2; j < len(all) {
			all[i].ws = &all[j]
		}
	}
	r := &all[0]
	t, n, err := r.Count()
	var total [3]int
	var names []string
	err2 := r.CountInto(&total, &names)
	s := fmt.Sprint(t, n, err, total, names, err2, r.winners(), r.report(""))
	if f := r.first(); f != nil {
		s += f.name
	}
	return s + fmt.Sprint(r.any() == r.first())
}
