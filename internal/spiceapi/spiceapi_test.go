package spiceapi

import (
	"go/types"
	"testing"

	"golang.org/x/tools/go/packages"
)

// TestRuntime: the names are those of the runtime in this module, whatever
// becomes of it. The calls that are still to come are in the stub only.
func TestRuntime(t *testing.T) {
	pkgs, err := packages.Load(&packages.Config{Mode: packages.NeedName | packages.NeedTypes | packages.NeedImports | packages.NeedDeps}, Path)
	if err != nil || len(pkgs) != 1 || len(pkgs[0].Errors) > 0 {
		t.Fatalf("loading the runtime: %v %v", err, pkgs)
	}
	scope := pkgs[0].Types.Scope()
	for name, want := range map[string]Func{
		"Fork": Fork, "ForkArgs": ForkArgs, "Run": Run, "Do": Do, "Parallel": Parallel,
	} {
		if obj := scope.Lookup(name); FuncOf(obj) != want {
			t.Errorf("%s is %v, want %v", name, FuncOf(obj), want)
		}
	}
	for _, m := range []struct {
		typ, name string
		want      Func
	}{
		{"Future", "Join", Join}, {"Future", "Drop", Drop}, {"Future", "Task", FutureTask},
		{"ArgsFuture", "Join", Join}, {"ArgsFuture", "Drop", Drop}, {"ArgsFuture", "Task", FutureTask},
		{"Task", "Tick", Tick}, {"Pool", "Do", PoolDo},
	} {
		obj := scope.Lookup(m.typ)
		if obj == nil {
			t.Errorf("the runtime has no %s", m.typ)
			continue
		}
		method, _, _ := types.LookupFieldOrMethod(types.NewPointer(obj.Type()), false, pkgs[0].Types, m.name)
		if FuncOf(method) != m.want {
			t.Errorf("%s.%s is %v, want %v", m.typ, m.name, FuncOf(method), m.want)
		}
	}
	task := scope.Lookup("Task").Type()
	if !IsTask(types.NewPointer(task)) || IsTask(task) || !IsTaskValue(task) {
		t.Error("Task is not told from *Task")
	}
	future := scope.Lookup("Future").Type()
	if !IsFuture(future) || IsFuture(types.NewPointer(future)) || !IsFuturePointer(types.NewPointer(future)) {
		t.Error("Future is not told from *Future")
	}
}
