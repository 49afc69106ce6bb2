package tour

// schoolbook is the length in digits up to which the quadratic method is faster.
const schoolbook = 32

// Mul returns the product of two numbers given as decimal digits, the lowest first.
func Mul(x, y []int) []int {
	n := 1
	for n < len(x) || n < len(y) {
		n *= 2
	}
	x = append(make([]int, 0, n), x...)[:n]
	y = append(make([]int, 0, n), y...)[:n]
	digits := karatsuba(x, y)
	carry := 0
	for i := range digits {
		carry += digits[i]
		digits[i], carry = carry%10, carry/10
	}
	for len(digits) > 1 && digits[len(digits)-1] == 0 {
		digits = digits[:len(digits)-1]
	}
	return digits
}

// karatsuba multiplies without carrying; x and y have the same length, a power of two.
func karatsuba(x, y []int) []int {
	n := len(x)
	z := make([]int, 2*n)
	if n <= schoolbook {
		for i, a := range x {
			for j, b := range y {
				z[i+j] += a * b
			}
		}
		return z
	}
	h := n / 2
	low := karatsuba(x[:h], y[:h])
	high := karatsuba(x[h:], y[h:])
	cross := karatsuba(sum(x[:h], x[h:]), sum(y[:h], y[h:])) // (x0+x1)(y0+y1)

	copy(z, low)
	copy(z[n:], high)
	for i := range cross {
		z[h+i] += cross[i] - low[i] - high[i]
	}
	return z
}

func sum(a, b []int) []int {
	s := make([]int, len(a))
	for i := range s {
		s[i] = a[i] + b[i]
	}
	return s
}
