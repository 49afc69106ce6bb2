// Package ignore defines the directive that silences one finding, and the
// analyzer that reports directives that cannot work.
//
// # Analyzer ignore
//
// ignore: report //spice:ignore directives that cannot work
//
// A finding of spicevet is silenced by a directive on its line, or alone on
// the line above:
//
//	f := spice.Fork(t, sum, n) //spice:ignore forkjoin "the test drops it from a second goroutine"
//
// The directive names one rule and gives a reason in quotes. It silences the
// findings of that rule on that one line and nothing else.
//
// This analyzer reports a directive that names no rule, a rule that does not
// exist, or no reason. A directive that is well-formed but silences nothing is
// reported by the rule that it names.
package ignore
