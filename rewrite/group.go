package rewrite

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strconv"
	"strings"

	"github.com/spicego/spice/rewrite/prove"
)

// A member is a call of a group, with the names that its code uses.
type member struct {
	call     *prove.Call
	number   string // of the call among all forked calls of the function, as part of its names
	args     []operand
	forked   bool   // not the first of its group
	task     string // on which it is forked and run
	future   string
	packed   string          // holds its arguments, when they are more than a word
	declared bool            // future and packed are declared in front of a loop
	prepared bool            // packed is set
	first    []func() string // evaluate parts of operands that are needed twice
	context  context
}

// group emits the forks and joins of one group of calls.
func (p *parallel) group(g *prove.Group, c context) {
	p.keepApart(g)
	members := p.members(g, c)
	if p.failure != nil {
		return
	}
	for _, s := range g.List[:len(g.List)-1] {
		if returns(s) {
			p.failure = fmt.Errorf("internal error: a statement between independent calls returns")
			return
		}
	}
	first := g.List[0]
	moved := map[ast.Stmt]bool{}
	for _, s := range g.Moved {
		moved[s] = true
	}

	// What has to be evaluated before the first call runs, in the order of the program.
	var before []func() string
	hoistFirst := p.hoistsOperands(g, members)
	for _, s := range g.List {
		if moved[s] {
			p.visit(s, c)
			text, pos, end := p.movable(s)
			before = append(before, text)
			p.cut(pos, end)
			continue
		}
		for i, m := range members {
			if m.call.Stmt == s {
				before = append(before, p.captures(m, g, hoistFirst, i == len(members)-1)...)
			}
		}
	}

	// The forks, last call first, each on the task of the one before.
	task := c.task
	for i := len(members) - 1; i > 0; i-- {
		m := members[i]
		m.task = task
		before = append(before, p.fork(m))
		task = m.future + ".Task()"
	}
	members[0].task = task

	// The statements, with the joins before those that need them.
	next := 1
	for _, s := range g.List {
		if moved[s] {
			continue
		}
		var here []*member
		for _, m := range members {
			if m.call.Stmt == s {
				here = append(here, m)
			}
		}
		if s == first {
			p.insertAll(s, before)
			if len(here) > 1 {
				p.hoistCall(s, here[0])
			}
		}
		inner := c
		for _, m := range here {
			if m.forked {
				next++
			}
		}
		if next < len(members) {
			inner.task = members[next].future + ".Task()"
		}
		for _, m := range here {
			if m.forked {
				p.join(s, m)
			} else if len(here) == 1 {
				p.replace(m.call.Expr, func() string { return p.parCall(p.function, m.call.Expr, m.task, m.args) })
			}
		}
		p.visit(s, inner)
	}
}

// returns reports whether a statement may leave the function: what is pending then would never be joined.
func returns(s ast.Stmt) bool {
	found := false
	ast.Inspect(s, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ReturnStmt:
			found = true
		case *ast.BranchStmt:
			found = found || n.Tok == token.GOTO
		}
		return !found
	})
	return found
}

// members names the calls of a group.
func (p *parallel) members(g *prove.Group, c context) []*member {
	var out []*member
	for i, call := range g.Calls {
		p.calls++
		m := &member{call: call, number: strconv.Itoa(p.calls), forked: i > 0, context: c}
		for _, a := range call.Expr.Args {
			p.visit(a, c)
		}
		if sel, ok := unindexed(call.Expr.Fun).(*ast.SelectorExpr); ok {
			p.visit(sel.X, c)
		}
		m.args = p.operands(p.function, call.Expr)
		if n := len(p.shape.params); n > 0 && p.shape.params[n-1].variadic || n == 1 && !(types.Identical(m.args[0].typ, p.shape.params[0].typ) && p.typedAlone(m.args[0].expr)) {
			p.spellTypes()
		}
		if p.spread(call.Expr) {
			p.unpack(m)
		}
		p.clip(m)
		if m.forked {
			m.future = p.names.fresh("f"+m.number, "fork"+m.number, "future"+m.number)
		}
		p.grouped[call.Expr] = m
		out = append(out, m)
	}
	return out
}

// unpack puts the results of the one call that gives m all its arguments into variables.
func (p *parallel) unpack(m *member) {
	x := m.call.Expr.Args[0]
	i := len(m.args) - 1
	m.args = m.args[:i]
	var names []string
	for v := range p.pkg.TypesInfo.TypeOf(x).(*types.Tuple).Variables() {
		prm := p.shape.params[min(len(m.args), len(p.shape.params)-1)]
		name := p.names.fresh(prm.field + m.number)
		names = append(names, name)
		m.args = append(m.args, operand{expr: x, typ: v.Type(), text: func() string { return name }, name: name})
	}
	m.first = append(m.first, func() string { return strings.Join(names, ", ") + " := " + p.editor.render(x) + "\n" })
}

// declare declares the variables of a fork in front of the outermost loop around it: in the loop they, and what they
// point to, would be moved to the heap.
func (p *parallel) declare(m *member) {
	if m.declared || m.context.loop == nil {
		return
	}
	m.declared = true
	p.spellTypes()
	loop := m.context.loop
	if l := p.labelOf(loop); l != nil {
		loop = l
	}
	kind := "Future"
	if !p.shape.fitsWord() {
		kind = "ArgsFuture"
		p.insert(loop, func() string { return fmt.Sprintf("var %s %s\n", m.packed, p.argType()) })
	}
	p.insert(loop, func() string {
		return fmt.Sprintf("var %s %s.%s[%s, %s]\n", m.future, p.spice, kind, p.argType(), p.resultType())
	})
}

// assign spells the assignment that gives a variable of m its value, and declares it unless that was done.
func (m *member) assign(name, value string) string {
	if m.declared {
		return name + " = " + value + "\n"
	}
	return name + " := " + value + "\n"
}

// packEarly returns the code that evaluates all arguments of a call.
func (p *parallel) packEarly(m *member) func() string {
	m.packed = p.packedName(m)
	m.prepared = true
	if p.shape.fitsWord() {
		return func() string { return m.packed + " := " + p.pack(m, true) + "\n" }
	}
	p.declare(m)
	return func() string { return m.assign(m.packed, p.pack(m, true)) }
}

// fork returns the code that announces a call.
func (p *parallel) fork(m *member) func() string {
	fn := p.forkedName()
	if p.shape.generic() {
		fn = p.self
	}
	prepared := m.prepared
	if !p.shape.fitsWord() && !prepared {
		m.packed = p.packedName(m)
	}
	p.declare(m)
	return func() string {
		switch {
		case !p.shape.fitsWord():
			text := ""
			if !prepared {
				text = m.assign(m.packed, p.pack(m, true))
			}
			return text + m.assign(m.future, fmt.Sprintf("%s.ForkArgs(%s, %s, &%s)", p.spice, m.task, fn, m.packed))
		case len(p.shape.params) == 0:
			return m.assign(m.future, fmt.Sprintf("%s.Fork(%s, %s, struct{}{})", p.spice, m.task, fn))
		case prepared:
			return m.assign(m.future, fmt.Sprintf("%s.Fork(%s, %s, %s)", p.spice, m.task, fn, m.packed))
		}
		return m.assign(m.future, fmt.Sprintf("%s.Fork(%s, %s, %s)", p.spice, m.task, fn, p.pack(m, false)))
	}
}

// pack spells the arguments of a call as the one value that a fork takes, in the call of Fork or for a variable.
func (p *parallel) pack(m *member, variable bool) string {
	if !p.shape.packsArgs() {
		a := m.args[0]
		if p.shape.params[0].variadic {
			return p.variadicText(m.call.Expr, m.args)
		}
		if variable {
			return p.asVariable(a, p.shape.params[0])
		}
		return a.as(p.shape.params[0])
	}
	var parts []string
	for i, prm := range p.shape.params {
		if prm.variadic {
			parts = append(parts, p.variadicText(m.call.Expr, m.args[i:]))
			break
		}
		parts = append(parts, m.args[i].text())
	}
	return p.argsName + p.shape.typeArgs() + "{" + strings.Join(parts, ", ") + "}"
}

// variadicText spells the arguments of a variadic parameter as the slice that the callee gets.
func (p *parallel) variadicText(call *ast.CallExpr, args []operand) string {
	t := p.shape.params[len(p.shape.params)-1].text
	if call.Ellipsis.IsValid() {
		return args[0].text()
	}
	if len(args) == 0 {
		return "nil"
	}
	var parts []string
	for _, a := range args {
		parts = append(parts, a.text())
	}
	return t + "{" + strings.Join(parts, ", ") + "}"
}

func (p *parallel) packedName(m *member) string {
	if p.shape.packsArgs() || p.shape.params[0].name == "_" {
		return p.names.fresh("args" + m.number)
	}
	return p.names.fresh(p.shape.params[0].name + m.number)
}

// nullCall spells the call that runs when nobody took the fork.
func (p *parallel) nullCall(m *member) string {
	if m.packed == "" {
		return p.parCall(p.function, m.call.Expr, m.task, m.args)
	}
	args := m.packed
	if p.shape.packsArgs() {
		args = selectAll(m.packed, p.shape.params)
	}
	if p.shape.params[len(p.shape.params)-1].variadic {
		args += "..."
	}
	if p.shape.generic() {
		args = p.self + ", " + args
	}
	return fmt.Sprintf("%s%s(%s, %s)", p.parName, p.explicit(m.call.Expr), m.task, args)
}

// join emits the join of m before, or in place of, the statement that has its call.
func (p *parallel) join(s ast.Stmt, m *member) {
	call := m.call.Expr
	comment, length := p.lineComment(s.End())
	if comment != "" {
		comment += "\n"
	}
	cutComment := func() {
		if length > 0 {
			p.cut(s.End(), s.End()+token.Pos(length))
		}
	}
	if ignored(s, call) {
		cutComment()
		p.replace(s, func() string {
			return comment + fmt.Sprintf("if _, %s := %s.Join(); !%s {\n%s\n}", p.ok, m.future, p.ok, p.nullCall(m))
		})
		return
	}
	if id := defined(s, call); id != nil && len(p.shape.results) == 1 && !(m.packed == "" && p.named(m, id.Name)) {
		cutComment()
		p.replace(s, func() string {
			x := p.editor.render(id)
			return comment + fmt.Sprintf("%s, %s := %s.Join()\nif !%s {\n%s = %s\n}", x, p.ok, m.future, p.ok, x, p.nullCall(m))
		})
		return
	}
	r := p.resultName(m)
	results := r
	if len(p.shape.results) > 1 {
		results = selectAll(r, p.shape.results)
	}
	p.insert(s, func() string {
		return fmt.Sprintf("%s, %s := %s.Join()\nif !%s {\n%s = %s\n}\n", r, p.ok, m.future, p.ok, results, p.nullCall(m))
	})
	p.replace(call, func() string { return results })
}

// hoistCall runs the first call of a group before its statement, because another one of the group has to be joined
// before it.
func (p *parallel) hoistCall(s ast.Stmt, m *member) {
	var names []string
	if len(p.shape.results) == 1 {
		names = append(names, p.resultName(m))
	} else {
		for _, res := range p.shape.results {
			names = append(names, p.names.fresh(res.field+m.number))
		}
	}
	results := strings.Join(names, ", ")
	p.insert(s, func() string {
		return results + " := " + p.parCall(p.function, m.call.Expr, m.task, m.args) + "\n"
	})
	p.replace(m.call.Expr, func() string { return results })
}

// named reports whether an operand of m mentions a name: n := fib(n - 2) may declare another n than it reads.
func (p *parallel) named(m *member, name string) bool {
	found := false
	for _, o := range m.args {
		ast.Inspect(o.expr, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok && id.Name == name {
				found = true
			}
			return !found
		})
	}
	return found
}

// keepApart renames variables that moved statements declare where code that they move across means something else by the
// name.
func (p *parallel) keepApart(g *prove.Group) {
	info := p.pkg.TypesInfo
	for _, s := range g.Moved {
		for _, id := range declared(s) {
			v := info.Defs[id]
			if v == nil {
				continue
			}
			clash := false
			for _, before := range g.List {
				if before == s {
					break
				}
				ast.Inspect(before, func(n ast.Node) bool {
					if x, ok := n.(*ast.Ident); ok && x.Name == id.Name && info.Uses[x] != nil && info.Uses[x] != v {
						clash = true
					}
					return !clash
				})
			}
			if clash {
				p.rename(v)
			}
		}
	}
}

// declared returns the names that a statement declares in the list where it stands.
func declared(s ast.Stmt) []*ast.Ident {
	var ids []*ast.Ident
	switch s := s.(type) {
	case *ast.AssignStmt:
		if s.Tok != token.DEFINE {
			return nil
		}
		for _, l := range s.Lhs {
			if id, ok := l.(*ast.Ident); ok {
				ids = append(ids, id)
			}
		}
	case *ast.DeclStmt:
		for _, spec := range s.Decl.(*ast.GenDecl).Specs {
			switch spec := spec.(type) {
			case *ast.ValueSpec:
				ids = append(ids, spec.Names...)
			case *ast.TypeSpec:
				ids = append(ids, spec.Name)
			}
		}
	}
	return ids
}

// resultName returns a name for the variable that holds a call's result.
func (p *parallel) resultName(m *member) string {
	return p.names.fresh("r"+m.number, "res"+m.number, "result"+m.number)
}

// ignored reports whether the statement is the call and nothing else.
func ignored(s ast.Stmt, call *ast.CallExpr) bool {
	switch s := s.(type) {
	case *ast.ExprStmt:
		return ast.Unparen(s.X) == call
	case *ast.AssignStmt:
		if len(s.Rhs) != 1 || ast.Unparen(s.Rhs[0]) != call {
			return false
		}
		for _, l := range s.Lhs {
			if id, ok := l.(*ast.Ident); !ok || id.Name != "_" {
				return false
			}
		}
		return true
	}
	return false
}

// defined returns the one variable that the statement declares to hold the call's result.
func defined(s ast.Stmt, call *ast.CallExpr) *ast.Ident {
	a, ok := s.(*ast.AssignStmt)
	if !ok || a.Tok != token.DEFINE || len(a.Lhs) != 1 || ast.Unparen(a.Rhs[0]) != call {
		return nil
	}
	id, _ := a.Lhs[0].(*ast.Ident)
	return id
}

func (p *parallel) insertAll(s ast.Stmt, texts []func() string) {
	for _, t := range texts {
		p.insert(s, t)
	}
}

// movable returns the text of a statement with the comments that belong to it, and the range that it leaves.
func (p *parallel) movable(s ast.Stmt) (text func() string, pos, end token.Pos) {
	pos, end = s.Pos(), s.End()
	if _, n := p.lineComment(end); n > 0 {
		end += token.Pos(n)
	}
	for _, g := range p.file.Comments {
		if g.End() <= s.Pos() && g.Pos() > p.decl.Body.Lbrace && strings.TrimSpace(p.source.text(g.End(), s.Pos())) == "" &&
			strings.Count(p.source.text(g.End(), s.Pos()), "\n") <= 1 && strings.TrimSpace(p.startOfLine(g.Pos())) == "" {
			pos = g.Pos()
		}
	}
	// A line that is empty then goes away.
	from, at := pos, end
	if line := p.startOfLine(pos); strings.TrimSpace(line) == "" && p.restOfLine(end) == "" && p.offset(end) < len(p.source.src) {
		from, end = pos-token.Pos(len(line)), end+1
		if p.source.src[p.offset(end)-1] == '\r' {
			end++
		}
	}
	text = func() string {
		return p.source.text(pos, s.Pos()) + p.renderGone(s) + p.source.text(s.End(), at) + "\n"
	}
	return text, from, end
}

// labelOf returns the labelled statement that a loop is the statement of.
func (p *parallel) labelOf(loop ast.Stmt) ast.Stmt {
	var found ast.Stmt
	ast.Inspect(p.decl.Body, func(n ast.Node) bool {
		if l, ok := n.(*ast.LabeledStmt); ok && l.Stmt == loop {
			found = l
		}
		return found == nil
	})
	return found
}
