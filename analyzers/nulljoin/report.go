package nulljoin

import (
	"fmt"
	"go/ast"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"
)

// forked returns how the call that j's future stands for is spelled, or a
// description of it.
func (c *checker) forked(j *join) string {
	if text := strings.Join(strings.Fields(c.callText(j)), " "); text != "" && len(text) <= 80 {
		return text
	}
	return "the forked call"
}

func (c *checker) report(j *join, at ast.Node, fix *analysis.SuggestedFix, format string, args ...any) {
	d := analysis.Diagnostic{Pos: at.Pos(), End: at.End(), Message: fmt.Sprintf(format, args...)}
	if fix != nil {
		d.SuggestedFixes = []analysis.SuggestedFix{*fix}
	}
	for _, f := range j.forks {
		if syntax := c.code.Syntax(f.Instr); syntax != nil {
			d.Related = append(d.Related, analysis.RelatedInformation{Pos: syntax.Pos(), End: syntax.End(), Message: j.name + " is forked here"})
		}
	}
	c.pass.Report(d)
}

func (c *checker) reportIgnored(j *join) {
	c.report(j, j.syntax, c.fixIgnored(j),
		"the answer of %s.Join is ignored; test it, and run %s here when it is false, because then nobody has (or call %s.Drop if the result is not wanted)",
		j.name, c.forked(j), j.name)
}

func (c *checker) reportMissing(j *join) {
	c.report(j, j.syntax, nil, "the fallback of %s does not run the forked call; when Join says false nobody took it, so run %s there", j.name, c.forked(j))
}

func (c *checker) reportSkipped(j *join) {
	c.report(j, j.syntax, nil, "the fallback of %s does not run the forked call on some path; run %s whenever Join says false", j.name, c.forked(j))
}

func (c *checker) reportInverted(j *join) {
	c.report(j, j.syntax, c.fixInverted(j),
		"the forked call runs again when %s.Join says true, and not at all when it says false; run %s when it says false, because then nobody took it",
		j.name, c.forked(j))
}

// reportTry reports a call that is meant to be the forked one and is not.
func (c *checker) reportTry(j *join, t try) {
	syntax := c.code.Syntax(t.call)
	if syntax == nil {
		return
	}
	called := types.ExprString(syntax.Fun)
	changed := c.spelled(t.changed)
	switch {
	case t.fn && changed != "":
		c.report(j, syntax, nil, "the fallback of %s calls %s, but %s was assigned to after the fork; keep the function that was forked in a variable", j.name, called, changed)
	case t.fn:
		c.report(j, syntax, nil, "the fallback of %s calls %s, which is not the function that was forked; call %s", j.name, called, c.forked(j))
	case changed != "":
		c.report(j, syntax, nil, "the fallback of %s passes another argument than the fork did: %s was assigned to in between; keep the forked value in a variable of its own", j.name, changed)
	default:
		c.report(j, syntax, nil, "the fallback of %s calls %s with another argument than the fork; call %s", j.name, called, c.forked(j))
	}
}

// spelled returns the name of the variable or field that t reads, or nothing.
func (c *checker) spelled(t *term) string {
	if t == nil {
		return ""
	}
	if t.op == opLoad {
		t = t.args[0]
	}
	switch t.op {
	case opVar:
		if cell, ok := t.val.(*ssa.Alloc); ok {
			return cell.Comment
		}
	case opGlobal, opParam:
		return t.val.Name()
	case opFieldAddr, opField:
		x := t.args[0]
		typ := x.typ
		if typ == nil {
			break
		}
		if p, ok := typ.Underlying().(*types.Pointer); ok {
			typ = p.Elem()
		}
		var i int
		fmt.Sscan(t.sub, &i)
		if s, ok := typ.Underlying().(*types.Struct); ok && i < s.NumFields() {
			if base := c.spelled(x); base != "" {
				return base + "." + s.Field(i).Name()
			}
		}
	}
	return ""
}

func (c *checker) reportTask(j *join, call *ssa.Call, name string) {
	syntax := c.code.Syntax(call)
	if syntax == nil {
		return
	}
	c.report(j, syntax, c.fixTask(j, call, syntax),
		"the fallback of %s gets the task of %s, which is joined; pass the task that was given to the fork", j.name, name)
}

func (c *checker) reportLost(j *join, call *ssa.Call) {
	syntax := c.code.Syntax(call)
	if syntax == nil {
		return
	}
	c.report(j, syntax, nil, "the result of the fallback of %s is lost; assign it to the variable that has the result of %s.Join", j.name, j.name)
}
