package replace

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// twoFiles returns two files to change, and their directory.
func twoFiles(t *testing.T) (files []*File, dir string) {
	dir = t.TempDir()
	for _, name := range []string{"a.go", "b.go"} {
		at := filepath.Join(dir, name)
		if err := os.WriteFile(at, []byte("old "+name), 0o640); err != nil {
			t.Fatal(err)
		}
		files = append(files, &File{Name: at, Before: []byte("old " + name), After: []byte("new " + name)})
	}
	return files, dir
}

// same fails unless a directory has just the files, with these texts.
func same(t *testing.T, dir string, want map[string]string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		text, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		if want, ok := want[e.Name()]; !ok || want != string(text) {
			t.Errorf("%s is %q, want %q", e.Name(), text, want)
		}
	}
	if len(entries) != len(want) {
		t.Errorf("there are %d files, want %d", len(entries), len(want))
	}
}

var (
	old   = map[string]string{"a.go": "old a.go", "b.go": "old b.go"}
	fresh = map[string]string{"a.go": "new a.go", "b.go": "new b.go"}
)

func TestAll(t *testing.T) {
	files, dir := twoFiles(t)
	if err := All("spicefy", files); err != nil {
		t.Fatal(err)
	}
	same(t, dir, fresh)
	info, err := os.Stat(filepath.Join(dir, "a.go"))
	if err != nil || info.Mode().Perm() != 0o640 {
		t.Errorf("the mode is %v, %v", info.Mode(), err)
	}
}

func TestSymlink(t *testing.T) {
	files, dir := twoFiles(t)
	elsewhere := filepath.Join(t.TempDir(), "real.go")
	if err := os.Rename(files[0].Name, elsewhere); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(elsewhere, files[0].Name); err != nil {
		t.Skip(err)
	}
	if err := All("spicefy", files); err != nil {
		t.Fatal(err)
	}
	same(t, dir, fresh)
	if info, err := os.Lstat(files[0].Name); err != nil || info.Mode()&fs.ModeSymlink == 0 {
		t.Errorf("the link is gone: %v %v", info.Mode(), err)
	}
}

// Whatever goes wrong, the error says what, and the tree is as it was.
func TestFails(t *testing.T) {
	full := func(int) disk {
		d := realDisk
		writes := 0
		d.write = func(f *os.File, text []byte) error {
			if writes++; writes > 2 {
				f.Write(text[:1])
				return &fs.PathError{Op: "write", Path: f.Name(), Err: syscall.ENOSPC}
			}
			return realDisk.write(f, text)
		}
		return d
	}
	stuck := func(int) disk {
		d := realDisk
		renames := 0
		d.rename = func(from, to string) error {
			if renames++; renames > 1 {
				return errors.New("rename: device gone")
			}
			return realDisk.rename(from, to)
		}
		return d
	}
	tests := []struct {
		name    string
		disk    disk
		prepare func(files []*File) error
		want    map[string]string
		message []string
	}{
		{name: "disk full", disk: full(0), want: old, message: []string{"b.go", "no space left on device", "nothing was changed", "make room"}},
		{name: "rename fails half-way", disk: stuck(0), want: old, message: []string{"b.go", "device gone", "put back"}},
		{
			name: "changed meanwhile", disk: realDisk,
			prepare: func(files []*File) error { return os.WriteFile(files[1].Name, []byte("edited"), 0o640) },
			want:    map[string]string{"a.go": "old a.go", "b.go": "edited"},
			message: []string{"b.go changed while spicefy was working", "run it again", "nothing was changed"},
		},
		{
			name: "read-only", disk: realDisk,
			prepare: func(files []*File) error { return os.Chmod(files[1].Name, 0o444) },
			want:    old,
			message: []string{"b.go is read-only", "chmod u+w", "nothing was changed"},
		},
		{
			name: "gone", disk: realDisk,
			prepare: func(files []*File) error { return os.Remove(files[1].Name) },
			want:    map[string]string{"a.go": "old a.go"},
			message: []string{"b.go", "nothing was changed"},
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			files, dir := twoFiles(t)
			if test.prepare != nil {
				if err := test.prepare(files); err != nil {
					t.Fatal(err)
				}
			}
			err := all(test.disk, "spicefy", files)
			if err == nil {
				t.Fatal("no error")
			}
			for _, m := range test.message {
				if !strings.Contains(err.Error(), m) {
					t.Errorf("the error does not say %q: %v", m, err)
				}
			}
			same(t, dir, test.want)
		})
	}
}
