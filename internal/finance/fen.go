package finance

import (
	"math/big"

	"gpucalc/internal/diag"
	"gpucalc/internal/quantity"
)

// Fen is money in hundredths of a yuan.
type Fen = quantity.Fen

const fenPerYuan = 100

// fail returns an error with a message key and named values.
func fail(key string, nameValues ...string) error {
	return &diag.Error{List: diag.List{diag.New(key, nameValues...)}}
}

// ratio returns a decimal as an exact fraction.
func ratio(d quantity.Decimal) *big.Rat {
	r, ok := new(big.Rat).SetString(d.String())
	if !ok {
		panic("finance: a decimal prints as a number: " + d.String())
	}
	return r
}

// fraction returns a float64 exactly; it must be finite.
func fraction(f float64) *big.Rat { return new(big.Rat).SetFloat64(f) }

// times returns x*f.
func times(x *big.Rat, f Fen) *big.Rat {
	return new(big.Rat).Mul(x, exactly(f))
}

// exactly returns f as a fraction.
func exactly(f Fen) *big.Rat { return new(big.Rat).SetInt64(int64(f)) }

func less(a, b *big.Rat) *big.Rat { return new(big.Rat).Sub(a, b) }

func larger(a, b *big.Rat) *big.Rat {
	if a.Cmp(b) > 0 {
		return a
	}
	return b
}

func smaller(a, b *big.Rat) *big.Rat {
	if a.Cmp(b) < 0 {
		return a
	}
	return b
}

// roundFen rounds an exact amount of fen half away from zero. The amounts here
// are parts of a Fen, so they fit.
func roundFen(x *big.Rat) Fen {
	num, den := new(big.Int).Abs(x.Num()), x.Denom()
	num.Lsh(num, 1).Add(num, den)
	num.Quo(num, new(big.Int).Lsh(den, 1))
	if x.Sign() < 0 {
		num.Neg(num)
	}
	return Fen(num.Int64())
}

// roundCumulatively rounds exact charges so that every running total is right
// to half a fen: each is the difference of two rounded totals.
func roundCumulatively(charges []*big.Rat) []Fen {
	out := make([]Fen, len(charges))
	total, given := new(big.Rat), Fen(0)
	for i, c := range charges {
		due := roundFen(total.Add(total, c))
		out[i] = due - given
		given = due
	}
	return out
}
