package rewrite

// directives checks the directives in the files that may change.
func (s *session) directives() error { return nil }
