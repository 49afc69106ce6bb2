package prove

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/ssa"
)

// Directives of the user and marks of the emitter in the doc comments of functions:
//
//	//spice:skip "reason"
//	//spice:assume pure|disjoint|tree|assoc|total
//	//spice:path seq F      the sequential path of F, which is the source of truth
//	//spice:path par F hash, args F, fork F      written by spicefy

// marks are the directives of one package that the proofs need. What is unknown or misplaced is for the command to report.
type marks struct {
	skip   map[*ssa.Function]*skipMark
	assume map[*ssa.Function]*assumptions
	names  map[*ssa.Function]string        // of sequential paths: the name of the function they are the path of
	stand  map[*ssa.Function]*ssa.Function // wrapper → sequential path
	gen    map[*ssa.Function]bool          // written by spicefy
}

type skipMark struct {
	reason string
	pos    token.Pos
}

type assumptions struct{ list []assumption }

type assumption struct {
	word string
	pos  token.Pos
}

func (a *assumptions) has(word string) bool {
	_, ok := a.find(word)
	return ok
}

func (a *assumptions) find(word string) (assumption, bool) {
	if a == nil {
		return assumption{}, false
	}
	i := slices.IndexFunc(a.list, func(x assumption) bool { return x.word == word })
	if i < 0 {
		return assumption{}, false
	}
	return a.list[i], true
}

func readMarks(pkg *packages.Package, prog *ssa.Program) *marks {
	m := &marks{
		skip:   map[*ssa.Function]*skipMark{},
		assume: map[*ssa.Function]*assumptions{},
		names:  map[*ssa.Function]string{},
		stand:  map[*ssa.Function]*ssa.Function{},
		gen:    map[*ssa.Function]bool{},
	}
	byName := map[string]*ssa.Function{}
	type seqOf struct {
		fn   *ssa.Function
		name string
	}
	var seqs []seqOf
	for _, file := range pkg.Syntax {
		for _, d := range file.Decls {
			decl, ok := d.(*ast.FuncDecl)
			if !ok {
				continue
			}
			obj, ok := pkg.TypesInfo.Defs[decl.Name].(*types.Func)
			if !ok {
				continue
			}
			fn := prog.FuncValue(obj)
			if fn == nil {
				continue
			}
			byName[declName(obj)] = fn
			if decl.Doc == nil {
				continue
			}
			for _, c := range decl.Doc.List {
				dir, ok := ast.ParseDirective(c.Slash, c.Text)
				if !ok || dir.Tool != "spice" {
					continue
				}
				args := directiveWords(dir)
				switch dir.Name {
				case "skip":
					m.skip[fn] = &skipMark{strings.Join(args, " "), c.Slash}
				case "assume":
					as := m.assume[fn]
					if as == nil {
						as = &assumptions{}
						m.assume[fn] = as
					}
					for _, w := range args {
						as.list = append(as.list, assumption{w, c.Slash})
					}
				case "path":
					switch {
					case len(args) >= 2 && args[0] == "seq":
						m.names[fn] = args[1]
						seqs = append(seqs, seqOf{fn, args[1]})
					case len(args) >= 1:
						m.gen[fn] = true
					}
				}
			}
		}
	}
	for _, s := range seqs {
		w := byName[s.name]
		if w == nil || w == s.fn || !types.Identical(w.Signature, s.fn.Signature) || !m.onlyChooses(w) {
			continue
		}
		m.stand[w] = s.fn
		m.gen[w] = true
	}
	return m
}

// onlyChooses reports whether a wrapper does nothing but call one of its paths, as spicefy writes it. If somebody has put more
// into it, it has effects of its own.
func (m *marks) onlyChooses(w *ssa.Function) bool {
	for _, b := range w.Blocks {
		for _, i := range b.Instrs {
			switch i := i.(type) {
			case *ssa.Call:
				if _, ok := i.Call.Value.(*ssa.Builtin); ok {
					continue
				}
				fn := i.Call.StaticCallee()
				if fn == nil {
					return false
				}
				if o := fn.Origin(); o != nil {
					fn = o
				}
				if obj := fn.Object(); m.gen[fn] || m.names[fn] != "" || obj != nil && obj.Pkg() != nil && strings.HasSuffix(obj.Pkg().Path(), "/spice") {
					continue
				}
				return false
			case *ssa.Store:
				addr := i.Addr
				if f, ok := addr.(*ssa.FieldAddr); ok {
					addr = f.X
				}
				if _, ok := addr.(*ssa.Alloc); !ok {
					return false
				}
			case *ssa.MapUpdate, *ssa.Send, *ssa.Go, *ssa.Defer, *ssa.Panic:
				return false
			}
		}
	}
	return true
}

func directiveWords(d ast.Directive) []string {
	args, err := d.ParseArgs()
	if err != nil {
		return strings.Fields(d.Args)
	}
	var out []string
	for _, a := range args {
		out = append(out, a.Arg)
	}
	return out
}

// generated reports whether spicefy wrote the function and gives no verdict on it.
func (m *marks) generated(n *node) bool {
	if m == nil {
		return false
	}
	fn := n.fn
	for fn.Parent() != nil {
		fn = fn.Parent()
	}
	return m.gen[fn]
}
