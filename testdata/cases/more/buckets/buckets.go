// Package buckets joins maps and slices that its calls made, or did not make.
package buckets

import (
	"fmt"
	"maps"
	"math/rand"
	"slices"
	"strings"
)

type dir struct {
	name string
	size int
	a, b *dir
}

// sizes returns a new map.
func sizes(d *dir) map[string]int {
	if d == nil {
		return map[string]int{}
	}
	l, r := sizes(d.a), sizes(d.b)
	for _, k := range slices.Sorted(maps.Keys(r)) {
		l[k] += r[k]
	}
	l[d.name] += d.size
	return l
}

var empty = map[string]int{}

// sizesShared returns one map for all leaves.
func sizesShared(d *dir) map[string]int {
	if d == nil {
		return empty
	}
	l, r := sizesShared(d.a), sizesShared(d.b)
	for _, k := range slices.Sorted(maps.Keys(r)) {
		l[k] += r[k]
	}
	l[d.name] += d.size
	return l
}

// collect fills a map that all calls get.
func collect(d *dir, into map[string]int) {
	if d == nil {
		return
	}
	into[d.name] += d.size
	collect(d.a, into)
	collect(d.b, into)
}

// collectSplit gives each call a map of its own.
func collectSplit(d *dir, into map[string]int) {
	if d == nil {
		return
	}
	into[d.name] += d.size
	la, lb := map[string]int{}, map[string]int{}
	collectSplit(d.a, la)
	collectSplit(d.b, lb)
	for k, v := range la {
		into[k] += v
	}
	for k, v := range lb {
		into[k] += v
	}
}

// list appends to what the left call made.
func list(d *dir) []string {
	if d == nil {
		return nil
	}
	out := list(d.a)
	out = append(out, d.name)
	return append(out, list(d.b)...)
}

// listTo threads one slice through both calls.
func listTo(d *dir, out []string) []string {
	if d == nil {
		return out
	}
	out = listTo(d.a, out)
	out = append(out, d.name)
	return listTo(d.b, out)
}

// listPtr appends behind a pointer.
func listPtr(d *dir, out *[]string) {
	if d == nil {
		return
	}
	listPtr(d.a, out)
	*out = append(*out, d.name)
	listPtr(d.b, out)
}

// listEach gives each call a variable of its own.
func listEach(d *dir, out *[]string) {
	if d == nil {
		return
	}
	var l, r []string
	listEach(d.a, &l)
	listEach(d.b, &r)
	*out = append(append(append(*out, l...), d.name), r...)
}

// path builds a string for each call.
func path(d *dir, at string) string {
	if d == nil {
		return strings.ToUpper(at[:min(3, len(at))])
	}
	return path(d.a, at+"/"+d.name) + path(d.b, at+":"+d.name)
}

// Run exercises the package on an input made from seed.
func Run(seed int64) string {
	rng := rand.New(rand.NewSource(seed))
	all := make([]dir, 30)
	for i := range all {
		all[i].name, all[i].size = string(rune('a'+rng.Intn(9))), rng.Intn(50)
		if j := 2*i + 1; j < len(all) {
			all[i].a = &all[j]
		}
		if j := 2*i + 1 + rng.Intn(2); j < len(all) {
			all[i].b = &all[j]
		}
	}
	d := &all[0]
	empty = map[string]int{}
	m, n := map[string]int{}, map[string]int{}
	for i := 8; i < len(all); i++ {
		if i > 12 {
			all[i].a, all[i].b = nil, nil
		}
	}
	collect(d, m)
	collectSplit(d, n)
	var p, q []string
	listPtr(d, &p)
	listEach(d, &q)
	s := fmt.Sprint(sizes(d), m, n, list(d), listTo(d, nil), p, q, path(d, ""))
	all[1].a, all[1].b, all[2].b = nil, nil, nil
	all[2].a.a, all[2].a.b = nil, nil
	return s + fmt.Sprint(len(sizesShared(d)), len(empty))
}
