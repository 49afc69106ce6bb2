//go:build !race

package spice

func hideSync()     {}
func showSync()     {}
func release(*byte) {}
func acquire(*byte) {}
