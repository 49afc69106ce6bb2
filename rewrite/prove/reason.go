package prove

import (
	"fmt"
	"go/token"
	"path/filepath"
)

// The codes of refusals. Each says what both calls would do, or what stands in the way.
const (
	GlobalWrite      Code = "global-write"
	SharedWrite      Code = "shared-write"
	ReadWrite        Code = "read-write"
	AliasedSlices    Code = "aliased-slices"
	AppendAlias      Code = "append-alias"
	Scratch          Code = "scratch"
	Memo             Code = "memo"
	Threaded         Code = "threaded"
	EarlyExit        Code = "early-exit"
	ShortCircuit     Code = "short-circuit"
	Pruned           Code = "pruned"
	Undo             Code = "undo"
	IO               Code = "io"
	Sync             Code = "sync"
	UnknownCall      Code = "unknown-call"
	Nondeterministic Code = "nondeterministic"
	RecoverDefer     Code = "recover-defer"
	ControlFlow      Code = "control-flow"
	SingleCall       Code = "single-call"
	Exclusive        Code = "exclusive"
	Unsafe           Code = "unsafe"
	Mutual           Code = "mutual" // the cycle has several functions, which is not supported yet
	Skip             Code = "skip"
)

// at renders a position as users read it: file.go:12:6.
func (j *judge) at(p token.Pos) string {
	if !p.IsValid() {
		return "an unknown place"
	}
	q := j.prog.Fset.PositionFor(p, false)
	return fmt.Sprintf("%s:%d:%d", filepath.Base(q.Filename), q.Line, q.Column)
}

func (j *judge) refuse(c Code, reason string, rel ...Related) {
	if j.v.Code == "" {
		j.v.Code, j.v.Reason, j.v.Related = c, reason, rel
		return
	}
	j.also(c)
}

func (j *judge) also(c Code) {
	if c == j.v.Code {
		return
	}
	for _, d := range j.v.Also {
		if c == d {
			return
		}
	}
	j.v.Also = append(j.v.Also, c)
}

var countReason = map[Code]string{
	SingleCall: "there is only one recursive call on any way through it",
	Exclusive:  "no way through it makes two recursive calls",
}

func (j *judge) callsRelated() []Related {
	var out []Related
	for _, s := range j.sites {
		out = append(out, Related{s.instr.Common().Pos(), "a recursive call"})
	}
	return out
}
