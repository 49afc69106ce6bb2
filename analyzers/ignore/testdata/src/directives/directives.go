// Package directives has directives of all kinds.
package directives

var (
	a int //spice:ignore forkjoin "a good reason"
	b int //spice:ignore forkjoin `another form of quotes`
	c int //spice:ignore forkjoin word
	d int //spice:ignore // want `ignore: this directive names no rule`
	e int //spice:ignore forkjoin // want `ignore: this directive gives no reason`
	f int //spice:ignore forkjoin "" // want `ignore: this directive gives no reason`
	g int //spice:ignore fork_join "reason" // want `ignore: there is no rule "fork_join"; did you mean "forkjoin"\?`
	h int //spice:ignore ticks "reason" // want `ignore: there is no rule "ticks"; did you mean "tick"\?`
	i int //spice:ignore tick no quotes around it // want `ignore: this directive has more than a rule and a reason`
	j int // spice:ignore tick is prose, not a directive
	k int //spice:ignored is another word
)
