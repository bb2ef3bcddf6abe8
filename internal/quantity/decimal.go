package quantity

import (
	"math"
	"strconv"

	"github.com/quagmt/udecimal"
)

// Decimal is an exact decimal number with at most 19 places. Products keep 19
// places and cut the rest.
type Decimal = udecimal.Decimal

// Int returns n as a decimal.
func Int(n int64) Decimal { return udecimal.MustFromInt64(n, 0) }

// MustDecimal reads a constant such as "0.95" and panics when it is none. It
// is for literals in code; texts from outside go through ParseNumber.
func MustDecimal(text string) Decimal { return udecimal.MustParse(text) }

// maxWhole is the number of digits before the point that a number may have.
// Anything in this subject is far smaller; the bound keeps products in range.
const maxWhole = 30

// maxPlaces is the number of digits after the point that Decimal holds.
const maxPlaces = 19

// FromFloat returns the decimal that prints like f, cut to 19 places. NaN,
// infinities and numbers of more than 30 digits are errors.
func FromFloat(f float64) (Decimal, error) {
	text := strconv.FormatFloat(f, 'f', -1, 64)
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return Decimal{}, fail("quantity.not_finite", text)
	}
	if math.Abs(f) >= 1e30 {
		return Decimal{}, fail("quantity.too_large", text)
	}
	if d, err := udecimal.Parse(text); err == nil {
		return d, nil
	}
	return udecimal.Parse(strconv.FormatFloat(f, 'f', maxPlaces, 64))
}
