package quantity

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

func TestGroup(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"1234567.5", "1,234,567.5"},
		{"-1234.50", "-1,234.50"},
		{"-123", "-123"},
		{"999", "999"},
		{"1000", "1,000"},
		{"0.123456", "0.123456"},
		{"", ""},
		{"n/a", "n/a"},
		{"12345x", "12345x"},
	} {
		if got := Group(c.text); got != c.want {
			t.Errorf("Group(%q) = %q, want %q", c.text, got, c.want)
		}
	}
}

func TestFixedAndSignificant(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{Fixed(1234.5, 2), "1,234.50"},
		{Fixed(-0.001, 2), "0.00"}, // never -0.00
		{Fixed(1.005, 2), "1.01"},
		{Fixed(math.NaN(), 2), "?"},
		{FixedDecimal(MustDecimal("0.6174"), 4), "0.6174"},
		{FixedDecimal(MustDecimal("2.5"), 0), "3"},
		{Significant(0.002361111, 3), "0.00236"}, // 8.50 an hour, by the second
		{Significant(0.0009999, 3), "0.00100"},
		{Significant(2.1e7, 2), "21,000,000"},
		{Significant(12345, 3), "12,345"},
		{Significant(9.996, 3), "10.0"},
		{Significant(-0.5, 1), "-0.5"},
		{Significant(0, 3), "0"},
		{Significant(math.Inf(1), 3), "?"},
	} {
		if c.got != c.want {
			t.Errorf("got %q, want %q", c.got, c.want)
		}
	}
}

func TestGroupedTextReadsBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.Int64Range(0, math.MaxInt64).Draw(t, "n")
		got, err := ParseCount(Group(Int(n).String()))
		if err != nil || got != n {
			t.Fatalf("%d reads back as %d, %v", n, got, err)
		}
	})
}

func TestFromFloat(t *testing.T) {
	for _, c := range []struct {
		f    float64
		want string
	}{{0.1, "0.1"}, {-2.5e9, "-2500000000"}, {1e-25, "0"}, {1.0 / 3, "0.3333333333333333"}} {
		d, err := FromFloat(c.f)
		if err != nil || d.String() != c.want {
			t.Errorf("FromFloat(%v) = %s, %v, want %s", c.f, d, err, c.want)
		}
	}
}
