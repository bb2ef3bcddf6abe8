package quantity

import (
	"strings"
)

// countUnits are the multiples that may follow a count or an amount. Capital
// and small letters mean the same: model names are written 7b as well as 7B.
var countUnits = units{
	names: []unit{
		{"K", "1000"},
		{"M", "1000000"},
		{"B", "1000000000"},
		{"T", "1000000000000"},
		{"万", "10000"},
		{"亿", "100000000"},
		{"万亿", "1000000000000"},
	},
	slips: []slip{
		{"kb", "K"},
		{"mb", "M"},
		{"gb", "B"},
		{"tb", "T"},
		{"g", "B"},
		{"kib", "K"},
		{"mib", "M"},
		{"gib", "B"},
		{"tib", "T"},
		{"thousand", "K"},
		{"million", "M"},
		{"billion", "B"},
		{"trillion", "T"},
		{"bn", "B"},
		{"mm", "M"},
		{"w", "万"},
		{"萬", "万"},
		{"億", "亿"},
	},
}

// ParseCount reads a whole number that is not negative: "64", "1,000",
// "1_000", "10B", "1.5亿", "2e12". Counts have no bytes: "10GB" is refused
// with "did you mean 10B?".
func ParseCount(text string) (int64, error) {
	n, err := amount(text)
	if err != nil {
		return 0, err
	}
	if n.IsNeg() {
		return 0, fail("quantity.negative", text)
	}
	if !n.Equal(n.Trunc(0)) {
		return 0, fail("quantity.not_whole", text)
	}
	whole, overflow := n.Int64()
	if overflow != nil {
		return 0, fail("quantity.too_large", text)
	}
	return whole, nil
}

// ParseAmount reads a number as people type it on a command line: like
// ParseCount, but with a sign and a fraction if need be. Prices and budgets
// are read by it.
func ParseAmount(text string) (Decimal, error) {
	n, err := amount(text)
	if err != nil {
		return Decimal{}, err
	}
	return n, nil
}

func amount(text string) (Decimal, *Error) {
	text, err := trimmed(text)
	if err != nil {
		return Decimal{}, err
	}
	if isNotFinite(text) || isOtherBase(text) {
		return number(text)
	}
	u := countUnits
	num, name := splitUnit(text)
	if num == "" {
		return Decimal{}, explainAmount(text, u)
	}
	n, err := groupedNumber(num)
	if err != nil {
		return Decimal{}, err.about(text).meant(repairedAmount(text, u))
	}
	if name == "" {
		return n, nil
	}
	multiple, ok := u.find(strings.ToUpper(name))
	if !ok {
		return Decimal{}, fail("quantity.multiple_unknown", text, "unit", name, "units", u.list()).meant(repairedAmount(text, u))
	}
	return n.Mul(MustDecimal(multiple.factor)), nil
}

// explainAmount is for a text that does not begin with a digit.
func explainAmount(text string, u units) *Error {
	key := "quantity.not_number"
	if Fold(text) != text {
		key = "quantity.full_width"
	}
	return fail(key, text).meant(repairedAmount(text, u))
}

// repairedAmount puts number and multiple right; a bare number has no
// multiple to repair.
func repairedAmount(text string, u units) string {
	if num, name := splitUnit(Fold(text)); name == "" {
		if _, err := groupedNumber(num); err != nil {
			return err.Near()
		}
		if num != text {
			return num
		}
	}
	return u.repaired(text)
}
