package tour

import "math"

// An Expr is an arithmetic expression: a Num, a Var, a *Neg or a *Binary.
type Expr interface{ expr() }

type (
	// Num is a constant.
	Num float64
	// Var is the variable with this index.
	Var int
	// Neg is -X.
	Neg struct{ X Expr }
	// Binary is X Op Y; Op is one of + - * / ^.
	Binary struct {
		Op   byte
		X, Y Expr
	}
)

func (Num) expr()     {}
func (Var) expr()     {}
func (*Neg) expr()    {}
func (*Binary) expr() {}

// Eval returns the value of e, in which variable i is vars[i].
func Eval(e Expr, vars []float64) float64 {
	switch e := e.(type) {
	case Num:
		return float64(e)
	case Var:
		return vars[e]
	case *Neg:
		return -Eval(e.X, vars)
	case *Binary:
		return apply(e.Op, Eval(e.X, vars), Eval(e.Y, vars))
	}
	panic("tour: not an expression")
}

func apply(op byte, x, y float64) float64 {
	switch op {
	case '+':
		return x + y
	case '-':
		return x - y
	case '*':
		return x * y
	case '/':
		return x / y
	case '^':
		return math.Pow(x, y)
	}
	panic("tour: unknown operator " + string(op))
}

// folded counts the operations that Fold did ahead of time.
var folded int

// Fold returns e with all operations on constants done.
func Fold(e Expr) Expr {
	switch e := e.(type) {
	case *Neg:
		x := Fold(e.X)
		if n, ok := x.(Num); ok {
			folded++
			return -n
		}
		return &Neg{x}
	case *Binary:
		x := Fold(e.X)
		y := Fold(e.Y)
		m, ok := x.(Num)
		n, also := y.(Num)
		if ok && also {
			folded++
			return Num(apply(e.Op, float64(m), float64(n)))
		}
		return &Binary{e.Op, x, y}
	}
	return e
}
