package quantity

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"gpucalc/internal/diag"
)

// want is a value as text, or "!key" or "!key~near" of the error.
type parseCase struct{ text, want string }

func run(t *testing.T, name string, parse func(string) (string, error), cases []parseCase) {
	t.Helper()
	for _, c := range cases {
		got, err := parse(c.text)
		var e *Error
		if errors.As(err, &e) {
			got = "!" + strings.TrimPrefix(e.Key, "quantity.")
			if e.Near() != "" {
				got += "~" + e.Near()
			}
			if (e.Hint != "") != (e.Near() != "") {
				t.Errorf("%s(%q): hint %q, near %q", name, c.text, e.Hint, e.Near())
			}
		}
		if got != c.want {
			t.Errorf("%s(%q) = %s, want %s", name, c.text, got, c.want)
		}
	}
}

// decimalText adapts a parser of decimals, and so on.
func decimalText(parse func(string) (Decimal, error)) func(string) (string, error) {
	return func(s string) (string, error) { d, err := parse(s); return d.String(), err }
}

func floatText(parse func(string) (float64, error)) func(string) (string, error) {
	return func(s string) (string, error) {
		f, err := parse(s)
		d, _ := FromFloat(f)
		return d.String(), err
	}
}

func TestParseNumber(t *testing.T) {
	run(t, "ParseNumber", decimalText(ParseNumber), []parseCase{
		{"0", "0"},
		{"8.50", "8.5"},
		{"-0.04", "-0.04"},
		{"0.6174", "0.6174"},
		{"9007199254740993", "9007199254740993"}, // float64 would end in 2
		{"1e3", "1000"},
		{"2.5E+9", "2500000000"},
		{"15e-4", "0.0015"},
		{"-1.20e1", "-12"},
		{"0e99", "0"},
		{"", "!empty"},
		{"010", "!leading_zero~10"},
		{"08", "!leading_zero~8"},
		{"-00.5", "!leading_zero~-0.5"},
		{"00", "!leading_zero~0"},
		{"0x10", "!other_base"},
		{"0b1", "!other_base"},
		{"nan", "!not_finite"},
		{".inf", "!not_finite"},
		{"-Infinity", "!not_finite"},
		{"１２", "!full_width~12"},
		{"0,90", "!not_number~0.90"},
		{"1,000", "!not_number~1000"},
		{"1_000", "!not_number~1000"},
		{"1,00", "!not_number~1.00"},
		{"+5", "!not_number~5"},
		{".5", "!not_number~0.5"},
		{"5.", "!not_number~5"},
		{" 5", "!not_number~5"},
		{"1e400", "!not_number"},
		{"1e99", "!too_large"},
		{"1e-20", "!too_precise"},
		{"0.00000000000000000001", "!too_precise"},
		{"1234567890123456789012345678901", "!too_large"},
		{"60%", "!not_number"},
		{"12 yuan", "!not_number"},
		{"1.2.3", "!not_number"},
		{"--1", "!not_number"},
		{"1e", "!not_number"},
		{"٣", "!not_number"},
		{strings.Repeat("1", 101), "!too_long"},
	})
}

func TestParseCount(t *testing.T) {
	run(t, "ParseCount", func(s string) (string, error) { n, err := ParseCount(s); return Int(n).String(), err }, []parseCase{
		{"64", "64"},
		{"0", "0"},
		{"1,000", "1000"},
		{"1_000", "1000"},
		{"12,345,678", "12345678"},
		{"10B", "10000000000"},
		{"7b", "7000000000"},
		{"0.5B", "500000000"},
		{"15T", "15000000000000"},
		{"200K", "200000"},
		{"200 k", "200000"},
		{"3万", "30000"},
		{"1.5亿", "150000000"},
		{"2万亿", "2000000000000"},
		{"2e12", "2000000000000"},
		{"1e2K", "100000"},
		{" 8 ", "8"},
		{"10GB", "!multiple_unknown~10B"},
		{"10TB", "!multiple_unknown~10T"},
		{"10G", "!multiple_unknown~10B"},
		{"10 billion", "!multiple_unknown~10B"},
		{"1.5億", "!multiple_unknown~1.5亿"},
		{"10x", "!multiple_unknown"},
		{"1.5", "!not_whole"},
		{"0.0001K", "!not_whole"},
		{"-4", "!negative"},
		{"１０B", "!full_width~10B"},
		{"010", "!leading_zero~10"},
		{"0x10", "!other_base"},
		{"0B", "0"},
		{"0G", "!multiple_unknown~0B"},
		{"inf", "!not_finite"},
		{"1,00", "!not_number~1.00"},
		{"1,0000", "!not_number~1.0000"},
		{"1_000,000", "!not_number"},
		{"", "!empty"},
		{"B", "!not_number"},
		{"many", "!not_number"},
		{"99999999T", "!too_large"},
	})
}

func TestParseAmount(t *testing.T) {
	run(t, "ParseAmount", decimalText(ParseAmount), []parseCase{
		{"8.50", "8.5"},
		{"1,150,000.25", "1150000.25"},
		{"115万", "1150000"},
		{"-3", "-3"},
		{"0,90", "!not_number~0.90"},
		{"0,900", "!not_number~0.900"},
		{"8.50元", "!multiple_unknown"},
		{"．5", "!full_width~0.5"},
	})
}

// What a message names stays when a number is part of a longer text.
func TestErrorsKeepTheirValues(t *testing.T) {
	long := "0.12345678901234567890123"
	_, amount := ParseAmount(long)
	_, share := ParseShare(long + "%")
	_, bytes := ParseBytes(long + "GB")
	for _, err := range []error{amount, share, bytes} {
		var qe *Error
		if !errors.As(err, &qe) || qe.Key != "quantity.too_precise" || !slices.Contains(qe.Args, diag.Arg{Name: "max", Value: "19"}) {
			t.Errorf("got %v", err)
		}
	}
}

func TestParseShare(t *testing.T) {
	run(t, "ParseShare", decimalText(ParseShare), []parseCase{
		{"60%", "0.6"},
		{"60 %", "0.6"},
		{"0.6", "0.6"},
		{"0", "0"},
		{"1", "1"},
		{"100%", "1"},
		{"0.5%", "0.005"},
		{"60", "!share_above~60%"},
		{"1.5", "!share_above~1.5%"},
		{"600", "!share_above"},
		{"160%", "!share_above"},
		{"-5%", "!negative"},
		{"６０％", "!full_width~60%"},
		{"0,6", "!not_share~0.6"},
		{"060%", "!leading_zero~60%"},
		{"sixty", "!not_share"},
		{"%", "!not_share"},
		{"", "!empty"},
		{"nan", "!not_finite"},
	})
}

func TestParseChange(t *testing.T) {
	run(t, "ParseChange", decimalText(ParseChange), []parseCase{
		{"+10%", "0.1"},
		{"-5%", "-0.05"},
		{"0.08", "0.08"},
		{"250%", "2.5"},
		{"-150%", "!change_range"},
		{"10", "!change_range~10%"},
	})
}

func TestParseUnits(t *testing.T) {
	run(t, "ParseBytes", floatText(ParseBytes), []parseCase{
		{"200GB", "200000000000"},
		{"1TiB", "1099511627776"},
		{"1.5 KiB", "1536"},
		{"1,000 MB", "1000000000"},
		{"0 B", "0"},
		{"200gb", "!unit_unknown~200GB"},
		{"200G", "!unit_unknown~200GB"},
		{"200", "!unit_missing"},
		{"200GW", "!unit_unknown"},
		{"GB", "!not_quantity"},
		{"-1GB", "!negative"},
	})
	run(t, "ParsePower", floatText(ParsePower), []parseCase{
		{"10.2 kW", "10.2"},
		{"6500W", "6.5"},
		{"1.2MW", "1200"},
		{"10kw", "!unit_unknown~10kW"},
		{"10 kWh", "!unit_unknown"},
		{"６ kW", "!not_quantity~6kW"},
	})
	run(t, "ParseEnergy", floatText(ParseEnergy), []parseCase{
		{"1,200 kWh", "1200"},
		{"500Wh", "0.5"},
		{"3度", "!unit_unknown~3kWh"},
	})
}

func TestParseDuration(t *testing.T) {
	parse := func(s string) (string, error) { d, err := ParseDuration(s); return d.String(), err }
	run(t, "ParseDuration", parse, []parseCase{
		{"336h", "336h"},
		{"14d", "14d"},
		{"2w", "2w"},
		{"3mo", "3mo"},
		{"1y", "1y"},
		{"1.5 mo", "1.5mo"},
		{"0h", "!not_positive"},
		{"-2w", "!negative"},
		{"2", "!unit_missing"},
		{"3m", "!unit_unknown~3mo"},
		{"2W", "!unit_unknown~2w"},
		{"2 weeks", "!unit_unknown~2w"},
		{"3个月", "!unit_unknown~3mo"},
		{"two weeks", "!not_quantity"},
		{"02w", "!leading_zero~2w"},
		{"101y", "!too_far"},
		{"2w3d", "!unit_unknown"},
		{"", "!empty"},
	})
}

func TestDurationHours(t *testing.T) {
	for _, c := range []struct {
		text          string
		hours, months float64
		term          bool
	}{
		{"336h", 336, 336.0 / 730, false},
		{"2w", 336, 336.0 / 730, false},
		{"14d", 336, 336.0 / 730, false},
		{"3mo", 2190, 3, true},
		{"1y", 8760, 12, true},
		{"1.5y", 13140, 18, true},
	} {
		d, err := ParseDuration(c.text)
		if err != nil || d.Hours() != c.hours || d.Months() != c.months || d.IsTerm() != c.term {
			t.Errorf("%s: %v h, %v mo, term %v, %v", c.text, d.Hours(), d.Months(), d.IsTerm(), err)
		}
	}
	if got := Months(36).Hours(); got != 26280 {
		t.Errorf("36 months have %v h, want 26280", got)
	}
	if got := Hours(336).String(); got != "336h" {
		t.Errorf("got %s", got)
	}
}

func TestParseMonthAndDate(t *testing.T) {
	run(t, "ParseMonth", func(s string) (string, error) { m, err := ParseMonth(s); return m.String(), err }, []parseCase{
		{"2026-11", "2026-11"},
		{"2026-1", "!not_month~2026-01"},
		{"2026/11", "!not_month~2026-11"},
		{"202611", "!not_month~2026-11"},
		{"2026年11月", "!not_month~2026-11"},
		{"2026-11-30", "!not_month~2026-11"},
		{"2026-13", "!not_month"},
		{"0026-11", "!not_month"},
		{"Nov 2026", "!not_month"},
		{"", "!not_month"},
	})
	run(t, "ParseDate", func(s string) (string, error) { d, err := ParseDate(s); return d.String(), err }, []parseCase{
		{"2026-11-30", "2026-11-30"},
		{"2024-02-29", "2024-02-29"},
		{"2026-02-29", "!not_date"},
		{"2026-11-3", "!not_date~2026-11-03"},
		{"20261130", "!not_date~2026-11-30"},
		{"2026年11月30日", "!not_date~2026-11-30"},
		{"2026-11", "!not_date"},
	})
}

func TestCalendar(t *testing.T) {
	nov := NewMonth(2026, 11)
	if got := nov.Add(3).String(); got != "2027-02" {
		t.Errorf("three months after November 2026 are %s", got)
	}
	if got := NewMonth(2024, 2).Days() + NewMonth(2026, 12).Days(); got != 29+31 {
		t.Errorf("days: got %d", got)
	}
	if got := NewMonth(2027, 2).Since(nov); got != 3 {
		t.Errorf("got %d months", got)
	}
	// 2024-01-01 to 2026-11-30: 366 + 365 + 333 days.
	d := NewDate(2026, 11, 30)
	if got := d.Since(NewDate(2024, 1, 1)); got != 1064 {
		t.Errorf("got %d days, want 1064", got)
	}
	if d.Weekday() != 1 || d.Day() != 30 || d.Month() != nov || nov.First().String() != "2026-11-01" {
		t.Errorf("weekday %d, day %d, month %s", d.Weekday(), d.Day(), d.Month())
	}
}
