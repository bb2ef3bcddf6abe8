package quantity

// Unit is a unit of time.
type Unit string

// Hour, Day and Week are clock time; Month and Year are terms: rental months
// of 730 h.
const (
	Hour  Unit = "h"
	Day   Unit = "d"
	Week  Unit = "w"
	Month Unit = "mo"
	Year  Unit = "y"
)

// Duration is a length of time in the unit it was given in, because two weeks
// are bought as clock time and three months as terms.
type Duration struct {
	N    Decimal // above 0
	Unit Unit
}

// maxHours bounds a duration: a hundred years.
const maxHours = 100 * HoursPerYear

var durationUnits = units{
	names: []unit{{name: "h"}, {name: "d"}, {name: "w"}, {name: "mo"}, {name: "y"}},
	slips: []slip{
		{"hour", "h"},
		{"hours", "h"},
		{"hr", "h"},
		{"hrs", "h"},
		{"小时", "h"},
		{"时", "h"},
		{"day", "d"},
		{"days", "d"},
		{"天", "d"},
		{"日", "d"},
		{"week", "w"},
		{"weeks", "w"},
		{"wk", "w"},
		{"周", "w"},
		{"星期", "w"},
		{"m", "mo"},
		{"month", "mo"},
		{"months", "mo"},
		{"mon", "mo"},
		{"mth", "mo"},
		{"月", "mo"},
		{"个月", "mo"},
		{"year", "y"},
		{"years", "y"},
		{"yr", "y"},
		{"yrs", "y"},
		{"年", "y"},
	},
}

// ParseDuration reads "336h", "14d", "2w", "3mo" or "1y". The number must be
// above 0 and the whole at most a hundred years.
func ParseDuration(text string) (Duration, error) {
	text, err := trimmed(text)
	if err != nil {
		return Duration{}, err
	}
	n, in, err := durationUnits.read(text)
	if err != nil {
		return Duration{}, err
	}
	d := Duration{N: n, Unit: Unit(in.name)}
	if !n.IsPos() {
		return Duration{}, fail("quantity.not_positive", text)
	}
	if d.ExactHours().GreaterThan(Int(maxHours)) {
		return Duration{}, fail("quantity.too_far", text)
	}
	return d, nil
}

// Hours is a duration of n clock hours.
func Hours(n int64) Duration { return Duration{N: Int(n), Unit: Hour} }

// Months is a term of n rental months.
func Months(n int64) Duration { return Duration{N: Int(n), Unit: Month} }

func (u Unit) hours() Decimal {
	switch u {
	case Day:
		return Int(HoursPerDay)
	case Week:
		return Int(HoursPerWeek)
	case Month:
		return Int(HoursPerMonth)
	case Year:
		return Int(HoursPerYear)
	}
	return Int(1)
}

// ExactHours returns the clock hours; a month counts 730, a year 8,760.
func (d Duration) ExactHours() Decimal { return d.N.Mul(d.Unit.hours()) }

// Hours returns the clock hours; a month counts 730, a year 8,760.
func (d Duration) Hours() float64 { return d.ExactHours().InexactFloat64() }

// IsTerm reports whether the duration is given in rental months or years
// rather than clock time.
func (d Duration) IsTerm() bool { return d.Unit == Month || d.Unit == Year }

// Months returns the rental months of a term and, for clock time, its hours
// divided by 730.
func (d Duration) Months() float64 {
	switch d.Unit {
	case Month:
		return d.N.InexactFloat64()
	case Year:
		return d.N.Mul(Int(12)).InexactFloat64()
	}
	return d.Hours() / HoursPerMonth
}

// String returns the shorthand, "2w", which ParseDuration reads back.
func (d Duration) String() string { return d.N.String() + string(d.Unit) }
