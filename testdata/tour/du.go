package tour

// A Dir is a directory that was read before. The directories in it are Sub and the chain of Next that starts there.
type Dir struct {
	Name  string
	Files []int64 // sizes in bytes

	Sub  *Dir // the first directory in this one
	Next *Dir // the next directory in the same one
}

// Usage returns the number and the size in bytes of all files in d, the directories in it, and those next to it.
func (d *Dir) Usage() (files int, bytes int64) {
	if d == nil {
		return 0, 0
	}
	subFiles, subBytes := d.Sub.Usage()
	files, bytes = d.Next.Usage()
	for _, size := range d.Files {
		bytes += size
	}
	return files + subFiles + len(d.Files), bytes + subBytes
}

// Depth returns how many directories lie inside each other at most.
func (d *Dir) Depth() int {
	if d == nil {
		return 0
	}
	return max(1+d.Sub.Depth(), d.Next.Depth())
}
