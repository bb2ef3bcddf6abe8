package quantity

import (
	"math"
	"strconv"

	"github.com/quagmt/udecimal"
)

// Fen is an amount of money: hundredths of a yuan.
type Fen int64

// RoundFen rounds yuan to whole fen, half away from zero. An amount beyond
// int64 fen is an error.
func RoundFen(yuan Decimal) (Fen, error) {
	fen, err := yuan.RoundHAZ(2).Mul64(100).Int64()
	if err != nil {
		return 0, fail("quantity.too_large", yuan.String())
	}
	return Fen(fen), nil
}

// RoundFenFloat rounds a float result, a power or a curve, to whole fen. It
// rounds the shortest decimal that prints like yuan, so 1.005 becomes 1.01
// although the nearest float lies below.
func RoundFenFloat(yuan float64) (Fen, error) {
	d, err := FromFloat(yuan)
	if err != nil {
		return 0, err
	}
	return RoundFen(d)
}

// Add returns f + g, an error on overflow.
func (f Fen) Add(g Fen) (Fen, error) {
	if g > 0 && f > math.MaxInt64-g || g < 0 && f < math.MinInt64-g {
		return 0, fail("quantity.too_large", f.String())
	}
	return f + g, nil
}

// Sub returns f - g, an error on overflow.
func (f Fen) Sub(g Fen) (Fen, error) {
	if g < 0 && f > math.MaxInt64+g || g > 0 && f < math.MinInt64+g {
		return 0, fail("quantity.too_large", f.String())
	}
	return f - g, nil
}

// SumFen adds amounts, an error on overflow.
func SumFen(amounts ...Fen) (Fen, error) {
	var total Fen
	for _, a := range amounts {
		var err error
		if total, err = total.Add(a); err != nil {
			return 0, err
		}
	}
	return total, nil
}

// Yuan returns the amount in yuan, exactly.
func (f Fen) Yuan() Decimal {
	return udecimal.MustFromInt64(int64(f), 2)
}

// Float returns the amount in yuan for simulation and root finding.
func (f Fen) Float() float64 { return float64(f) / 100 }

// String returns yuan with two places and no grouping: "13248.48".
func (f Fen) String() string {
	// The magnitude of the smallest int64 only fits uint64.
	sign, magnitude := "", uint64(f)
	if f < 0 {
		sign, magnitude = "-", -uint64(f)
	}
	cents := magnitude % 100
	return sign + strconv.FormatUint(magnitude/100, 10) + "." + string(rune('0'+cents/10)) + string(rune('0'+cents%10))
}

// Format returns yuan with two places for people: "13,248.48".
func (f Fen) Format() string { return Group(f.String()) }

// FormatYuan returns whole yuan for people, half away from zero: "13,248".
func (f Fen) FormatYuan() string {
	yuan, rest := f/100, f%100
	switch {
	case rest >= 50:
		yuan++
	case rest <= -50:
		yuan--
	}
	return Group(strconv.FormatInt(int64(yuan), 10))
}

// SplitFen divides total into n parts that differ by at most one fen and sum
// to total: part i is the difference of the rounded cumulative shares. No
// parts for n below 1.
func SplitFen(total Fen, n int) []Fen {
	if n < 1 {
		return nil
	}
	each, rest := int64(total)/int64(n), int64(total)%int64(n)
	parts := make([]Fen, n)
	given := int64(0)
	for i := range parts {
		due := divHalfAway(rest*int64(i+1), int64(n))
		parts[i] = Fen(each + due - given)
		given = due
	}
	return parts
}

// divHalfAway returns a/b rounded half away from zero, b > 0.
func divHalfAway(a, b int64) int64 {
	q, r := a/b, a%b
	switch {
	case r >= b-r:
		q++
	case -r >= b+r:
		q--
	}
	return q
}
