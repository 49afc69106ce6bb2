package prove_test

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/spicego/spice/rewrite/load"
	"github.com/spicego/spice/rewrite/prove"
)

func ExampleFunctions() {
	dir, err := os.MkdirTemp("", "prove")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module example.test\n\ngo 1.26\n"), 0o666)
	os.WriteFile(filepath.Join(dir, "tree.go"), []byte(`package tree

type Tree struct {
	Left, Right *Tree
	Val         int
}

func Sum(t *Tree) int {
	if t == nil {
		return 0
	}
	return Sum(t.Left) + t.Val + Sum(t.Right)
}

var visited int

func Count(t *Tree) int {
	if t == nil {
		return 0
	}
	visited++
	return Count(t.Left) + 1 + Count(t.Right)
}
`), 0o666)
	p, err := load.Load(load.Options{Dir: dir}, ".")
	if err != nil {
		panic(err)
	}
	for _, v := range prove.Functions(p) {
		if v.Parallel() {
			fmt.Printf("%s: %d independent calls\n", v.Name, len(v.Groups[0].Calls))
			continue
		}
		fmt.Printf("%s: %s [%s]\n", v.Name, v.Reason, v.Code)
	}
	// Output:
	// Sum: 2 independent calls
	// Count: both calls write package variable visited (tree.go:21:2) [global-write]
}
