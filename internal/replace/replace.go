// Package replace gives files a new text: all of them, or none.
package replace

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// A disk is the part of the file system that can fail while files are written. Tests make it fail.
type disk struct {
	write  func(f *os.File, text []byte) error
	rename func(from, to string) error
}

var realDisk = disk{
	write: func(f *os.File, text []byte) error {
		if _, err := f.Write(text); err != nil {
			return err
		}
		return f.Sync()
	},
	rename: os.Rename,
}

// A File is the text that a file had when it was read, and the one it gets.
type File struct {
	Name          string
	Before, After []byte
}

// All writes all files, or none, on behalf of the named tool: new texts are written beside the files first, and take their
// places only when all are there and no file has changed since it was read. If one cannot take its place, those before it
// go back. A library for atomic files replaces one file at a time, and the usual one does not run on Windows; hence the
// few lines here.
//
// A symbolic link stays one; the file it leads to is written. Permissions stay as they are.
func All(tool string, files []*File) error { return all(realDisk, tool, files) }

func all(d disk, tool string, files []*File) (err error) {
	var staged []*stagedFile
	defer func() {
		for _, s := range staged {
			s.cleanUp()
		}
	}()
	for _, f := range files {
		s, err := stage(d, tool, f)
		if s != nil {
			staged = append(staged, s)
		}
		if err != nil {
			return fmt.Errorf("%w: nothing was changed", err)
		}
	}
	for _, s := range staged {
		if now, err := os.ReadFile(s.path); err != nil || !bytes.Equal(now, s.file.Before) {
			return fmt.Errorf("%s changed while %s was working: run it again; nothing was changed", s.file.Name, tool)
		}
	}
	for i, s := range staged {
		if err := d.rename(s.fresh, s.path); err != nil {
			err = fmt.Errorf("%s: %w", s.file.Name, err)
			for _, done := range staged[:i] {
				if back := os.Rename(done.backup, done.path); back != nil {
					err = errors.Join(err, fmt.Errorf("%s was changed and cannot be put back: %w; what it was is in %s", done.file.Name, back, done.backup))
					done.backup = ""
				}
			}
			return fmt.Errorf("%w: the files that were written before were put back", err)
		}
	}
	return nil
}

// A stagedFile is a file with its new and its old text beside it.
type stagedFile struct {
	file          *File
	path          string // without symbolic links
	fresh, backup string
}

func (s *stagedFile) cleanUp() {
	for _, name := range []string{s.fresh, s.backup} {
		if name != "" {
			os.Remove(name) // the fresh one is gone when it has taken its place
		}
	}
}

func stage(d disk, tool string, f *File) (*stagedFile, error) {
	path, err := filepath.EvalSymlinks(f.Name)
	if err != nil {
		return nil, err
	}
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if info.Mode().Perm()&0o200 == 0 {
		return nil, fmt.Errorf("%s is read-only: make it writable (chmod u+w) and run %s again", f.Name, tool)
	}
	if w, err := os.OpenFile(path, os.O_WRONLY, 0); err != nil {
		return nil, fmt.Errorf("%s cannot be written (%w): make it writable and run %s again", f.Name, cause(err), tool)
	} else if err := w.Close(); err != nil {
		return nil, err
	}
	s := &stagedFile{file: f, path: path}
	if s.fresh, err = beside(d, tool, path, f.After, info.Mode()); err != nil {
		return s, fmt.Errorf("%s: the new text cannot be written beside it (%w): make room or permit it, and run %s again", f.Name, cause(err), tool)
	}
	if s.backup, err = beside(d, tool, path, f.Before, info.Mode()); err != nil {
		return s, fmt.Errorf("%s: its text cannot be saved beside it (%w): make room and run %s again", f.Name, cause(err), tool)
	}
	return s, nil
}

// beside writes a text into a new file in the directory of path, so that renaming it cannot cross file systems.
func beside(d disk, tool, path string, text []byte, mode fs.FileMode) (name string, err error) {
	// A name that no Go tool takes for a source file, should it stay behind.
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+"."+tool+"-*")
	if err != nil {
		return "", err
	}
	err = d.write(f, text)
	err = errors.Join(err, f.Close())
	if err == nil {
		err = os.Chmod(f.Name(), mode.Perm())
	}
	return f.Name(), err
}

// cause returns the reason of a failed file operation without the name of the temporary file.
func cause(err error) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err
	}
	return err
}
