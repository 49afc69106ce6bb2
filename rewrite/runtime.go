package rewrite

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/mod/modfile"
	"golang.org/x/tools/go/packages"
)

// runtimeModule is the module of the runtime.
const runtimeModule = "github.com/spicego/spice"

// checkRuntime makes sure that the packages can import the runtime before anything is rewritten, and else says which
// command makes it so. It loads the runtime's types for the check.
func (s *session) checkRuntime(wanted []*Finding) error {
	var dirs []string
	for _, f := range wanted {
		if dir := f.Verdict.Package.Module.Dir; !slices.Contains(dirs, dir) {
			dirs = append(dirs, dir)
		}
	}
	for _, dir := range dirs {
		cfg := &packages.Config{
			Mode: packages.NeedName | packages.NeedFiles | packages.NeedImports | packages.NeedTypes | packages.NeedTypesSizes | packages.NeedSyntax,
			Dir:  dir, BuildFlags: s.o.Flags,
		}
		pkgs, err := packages.Load(cfg, runtimePath)
		if err != nil || len(pkgs) != 1 || len(pkgs[0].Errors) > 0 || len(pkgs[0].GoFiles) == 0 {
			return missingRuntime(dir, causeOf(pkgs, err))
		}
		s.runtime = pkgs[0].Types
	}
	return nil
}

// causeOf returns the go command's own words for a package that did not load.
func causeOf(pkgs []*packages.Package, err error) string {
	if err == nil && len(pkgs) == 1 && len(pkgs[0].Errors) > 0 {
		err = pkgs[0].Errors[0]
	}
	if err == nil {
		return "the go command does not find it"
	}
	return strings.TrimSpace(err.Error())
}

// missingRuntime says how the module in dir gets the runtime; cause is why it cannot be loaded now.
func missingRuntime(dir, cause string) error {
	required := false
	if text, err := os.ReadFile(filepath.Join(dir, "go.mod")); err == nil {
		if mod, err := modfile.ParseLax("go.mod", text, nil); err == nil {
			for _, r := range mod.Require {
				required = required || r.Mod.Path == runtimeModule
			}
		}
	}
	_, vendorErr := os.Stat(filepath.Join(dir, "vendor", "modules.txt"))
	vendored := vendorErr == nil && !strings.Contains(os.Getenv("GOFLAGS"), "-mod=mod")
	get := "go get " + runtimeModule + "@latest"
	switch {
	case vendored && required:
		return fmt.Errorf("the vendor directory of %s does not have the runtime, %s: run\n\tGOFLAGS=-mod=mod spicefy …   (the same command)\n\tgo mod vendor\nnothing was changed", dir, runtimePath)
	case vendored:
		return fmt.Errorf("the module in %s does not have the runtime, %s, and has a vendor directory: run\n\t%s\n\tGOFLAGS=-mod=mod spicefy …   (the same command)\n\tgo mod vendor\nnothing was changed", dir, runtimePath, get)
	case required:
		return fmt.Errorf("the module in %s requires %s, but the runtime does not load:\n\t%s\nmake this command succeed:\n\tgo list %s\nnothing was changed", dir, runtimeModule, strings.ReplaceAll(cause, "\n", "\n\t"), runtimePath)
	}
	return fmt.Errorf("the module in %s does not have the runtime, %s: run\n\t%s\nnothing was changed", dir, runtimePath, get)
}
