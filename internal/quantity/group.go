package quantity

import (
	"math"
	"strconv"
	"strings"
)

// ungroup removes thousands separators, commas or underscores but not both,
// when they stand where they belong: 1,234,567.5. Otherwise text is returned
// unchanged.
func ungroup(text string) string {
	whole, frac, point := strings.Cut(text, ".")
	digits, neg := strings.CutPrefix(whole, "-")
	sep := ","
	if strings.Contains(digits, "_") {
		sep = "_"
	}
	groups := strings.Split(digits, sep)
	if len(groups) < 2 || !grouped(groups) {
		return text
	}
	out := strings.Join(groups, "")
	if neg {
		out = "-" + out
	}
	if point {
		out += "." + frac
	}
	return out
}

// grouped reports whether the first group has one to three digits and no
// leading zero, and every other group has three.
func grouped(groups []string) bool {
	for i, g := range groups {
		digits, rest := cutDigits(g)
		if rest != "" || digits == "" || len(digits) > 3 || i > 0 && len(digits) != 3 {
			return false
		}
	}
	return groups[0][0] != '0'
}

// Group puts commas between the thousands of a plain number: "1234567.5"
// becomes "1,234,567.5". Anything else is returned unchanged.
func Group(text string) string {
	digits, neg := strings.CutPrefix(text, "-")
	whole, rest := cutDigits(digits)
	if len(whole) <= 3 || rest != "" && rest[0] != '.' {
		return text
	}
	var b strings.Builder
	if neg {
		b.WriteByte('-')
	}
	head := (len(whole)-1)%3 + 1
	b.WriteString(whole[:head])
	for i := head; i < len(whole); i += 3 {
		b.WriteString("," + whole[i:i+3])
	}
	b.WriteString(rest)
	return b.String()
}

// Fixed returns f with a fixed number of places and grouping for people, never
// "-0.00": Fixed(-0.001, 2) is "0.00". NaN and infinities give "?".
func Fixed(f float64, places int) string {
	d, err := FromFloat(f)
	if err != nil || places < 0 || places > maxPlaces {
		return "?"
	}
	return FixedDecimal(d, places)
}

// FixedDecimal is Fixed for an exact number, rounded half away from zero.
func FixedDecimal(d Decimal, places int) string {
	places = min(max(places, 0), maxPlaces)
	return Group(d.RoundHAZ(uint8(places)).StringFixed(uint8(places)))
}

// Significant returns f with n significant digits for people, without an
// exponent and without cutting digits before the point: Significant(0.0023611,
// 3) is "0.00236" and Significant(12345, 3) is "12,345". NaN and infinities
// give "?".
func Significant(f float64, n int) string {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return "?"
	}
	if f == 0 {
		return "0"
	}
	places := max(n, 1) - 1 - exponent(f, max(n, 1))
	return Fixed(f, min(max(places, 0), maxPlaces))
}

// DropZeros drops zeros at the end of a fraction, and the sign of zero.
func DropZeros(s string) string {
	if strings.Contains(s, ".") {
		s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
	}
	if s == "-0" {
		return "0"
	}
	return s
}

// exponent is the power of ten of f's first digit after rounding to n digits.
func exponent(f float64, n int) int {
	_, exp, _ := strings.Cut(strconv.FormatFloat(f, 'e', n-1, 64), "e")
	e, err := strconv.Atoi(exp)
	if err != nil {
		return 0
	}
	return e
}
