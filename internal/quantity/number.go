package quantity

import (
	"strconv"
	"strings"

	"github.com/quagmt/udecimal"
)

// maxText is the longest text in bytes that is looked at as a quantity.
const maxText = 100

// ParseNumber reads a decimal number as a price sheet writes it: digits, one
// point, a minus sign, an exponent (2.5e9). Refused, because YAML readers and
// people disagree about them: leading zeros, other bases, grouping, a decimal
// comma, full-width digits, NaN and infinities.
func ParseNumber(text string) (Decimal, error) {
	d, err := number(text)
	if err != nil {
		return Decimal{}, err
	}
	return d, nil
}

// number is ParseNumber with the concrete error type.
func number(text string) (Decimal, *Error) {
	if text == "" {
		return Decimal{}, fail("quantity.empty", text)
	}
	if len(text) > maxText {
		return Decimal{}, fail("quantity.too_long", text, "max", strconv.Itoa(maxText))
	}
	s, ok := readShape(text)
	if !ok {
		return Decimal{}, explain(text)
	}
	return s.decimal(text)
}

// shape is the parts of a well-formed number.
type shape struct {
	neg         bool
	whole, frac string // digits
	exp         int
}

// readShape splits -?(0|[1-9][0-9]*)(.[0-9]+)?([eE][+-]?[0-9]{1,2})?
func readShape(text string) (s shape, ok bool) {
	rest, neg := strings.CutPrefix(text, "-")
	s.neg = neg
	s.whole, rest = cutDigits(rest)
	if s.whole == "" || len(s.whole) > 1 && s.whole[0] == '0' {
		return shape{}, false
	}
	if after, point := strings.CutPrefix(rest, "."); point {
		if s.frac, rest = cutDigits(after); s.frac == "" {
			return shape{}, false
		}
	}
	if rest == "" {
		return s, true
	}
	if rest[0] != 'e' && rest[0] != 'E' {
		return shape{}, false
	}
	s.exp, ok = readExponent(rest[1:])
	return s, ok
}

func cutDigits(text string) (digits, rest string) {
	n := 0
	for n < len(text) && text[n] >= '0' && text[n] <= '9' {
		n++
	}
	return text[:n], text[n:]
}

func readExponent(text string) (int, bool) {
	digits := strings.TrimLeft(text, "+-")
	if len(text)-len(digits) > 1 || digits == "" || len(digits) > 2 {
		return 0, false
	}
	exp, err := strconv.Atoi(text)
	return exp, err == nil
}

// decimal returns the exact value, moving the point by the exponent.
func (s shape) decimal(text string) (Decimal, *Error) {
	digits, point := s.whole+s.frac, len(s.whole)+s.exp
	if point < 1 {
		digits, point = strings.Repeat("0", 1-point)+digits, 1
	}
	if point > len(digits) {
		digits += strings.Repeat("0", point-len(digits))
	}
	whole := strings.TrimLeft(digits[:point], "0")
	frac := strings.TrimRight(digits[point:], "0")
	switch {
	case len(whole) > maxWhole:
		return Decimal{}, fail("quantity.too_large", text)
	case len(frac) > maxPlaces:
		return Decimal{}, fail("quantity.too_precise", text, "max", strconv.Itoa(maxPlaces))
	}
	plain := "0" + whole
	if frac != "" {
		plain += "." + frac
	}
	d, err := udecimal.Parse(plain)
	if err != nil {
		return Decimal{}, fail("quantity.not_number", text)
	}
	if s.neg {
		d = d.Neg()
	}
	return d, nil
}

// explain says what is wrong with a text that is not a number and what it
// probably stands for.
func explain(text string) *Error {
	near := nearNumber(text)
	switch {
	case isNotFinite(text):
		return fail("quantity.not_finite", text)
	case isOtherBase(text):
		return fail("quantity.other_base", text)
	case hasLeadingZero(text):
		return fail("quantity.leading_zero", text).meant(near)
	case Fold(text) != text:
		return fail("quantity.full_width", text).meant(near)
	}
	return fail("quantity.not_number", text).meant(near)
}

func isNotFinite(text string) bool {
	switch strings.TrimLeft(strings.ToLower(text), "+-.") {
	case "nan", "inf", "infinity":
		return true
	}
	return false
}

func isOtherBase(text string) bool {
	low := strings.ToLower(strings.TrimLeft(text, "+-"))
	// 0B alone is a count: zero billion.
	return len(low) > 2 && (strings.HasPrefix(low, "0x") || strings.HasPrefix(low, "0o") || strings.HasPrefix(low, "0b"))
}

func hasLeadingZero(text string) bool {
	digits := strings.TrimLeft(text, "+-")
	return len(digits) > 1 && digits[0] == '0' && digits[1] >= '0' && digits[1] <= '9'
}

// nearNumber repairs common slips one after the other and returns the first
// result that is a number, "" when none is.
func nearNumber(text string) string {
	if !strings.ContainsAny(Fold(text), "0123456789") {
		return ""
	}
	repairs := []func(string) string{
		Fold,
		strings.TrimSpace,
		func(s string) string { return strings.TrimPrefix(s, "+") },
		ungroup,
		func(s string) string { return strings.Replace(s, ",", ".", 1) },
		trimZeros,
		func(s string) string { return strings.TrimSuffix(s, ".") },
		func(s string) string {
			if strings.HasPrefix(s, ".") {
				return "0" + s
			}
			return s
		},
	}
	for _, repair := range repairs {
		text = repair(text)
		if _, ok := readShape(text); ok {
			return text
		}
	}
	return ""
}

// trimZeros drops leading zeros, keeping one before a point.
func trimZeros(text string) string {
	digits, neg := strings.CutPrefix(text, "-")
	digits = strings.TrimLeft(digits, "0")
	if digits == "" || digits[0] < '0' || digits[0] > '9' {
		digits = "0" + digits
	}
	if neg {
		return "-" + digits
	}
	return digits
}

// Fold replaces full-width forms (６０％) and the ideographic space by their
// ASCII counterparts.
func Fold(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= '！' && r <= '～':
			return r - '！' + '!'
		case r == '\u3000':
			return ' '
		}
		return r
	}, text)
}
