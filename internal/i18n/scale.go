package i18n

import (
	"strings"

	"gpucalc/internal/quantity"
)

// Scale is the multiple in which a column of amounts is shown: one for the
// whole column, so that 元 and 万元 never mix.
type Scale struct {
	Suffix string // "", 万, 亿; K, M, B
	zeros  int    // the multiple is 10^zeros
}

// Scale returns the multiple that suits the largest of some amounts: 万 and 亿
// in Chinese, K, M and B in English. Amounts below ten thousand stay as they
// are.
func (c *Catalog) Scale(amounts ...quantity.Fen) Scale {
	largest := 0.0
	for _, a := range amounts {
		largest = max(largest, a.Float(), -a.Float())
	}
	return c.ScaleOf(largest)
}

// ScaleOf is Scale for a plain number that is not negative.
func (c *Catalog) ScaleOf(largest float64) Scale {
	steps := []struct {
		from float64
		Scale
	}{{1e9, Scale{"B", 9}}, {1e6, Scale{"M", 6}}, {1e4, Scale{"K", 3}}}
	if c.lang == Chinese {
		steps = steps[:2]
		steps[0].from, steps[0].Scale = 1e8, Scale{"亿", 8}
		steps[1].from, steps[1].Scale = 1e4, Scale{"万", 4}
	}
	for _, s := range steps {
		if largest >= s.from {
			return s.Scale
		}
	}
	return Scale{}
}

// Format returns an amount in the scale with its suffix: "115.63万", "1.16M".
func (s Scale) Format(amount quantity.Fen, places int) string {
	return s.Number(amount.Yuan(), places) + s.Suffix
}

// Number returns a number in the scale without its suffix, for a column whose
// head names it.
func (s Scale) Number(n quantity.Decimal, places int) string {
	return quantity.FixedDecimal(n.Mul(s.unit()), places)
}

// unit is 10^-zeros.
func (s Scale) unit() quantity.Decimal {
	if s.zeros == 0 {
		return quantity.Int(1)
	}
	return quantity.MustDecimal("0." + strings.Repeat("0", s.zeros-1) + "1")
}
