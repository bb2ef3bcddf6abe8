package quantity

import (
	"strings"
)

// unit is a name that may follow a number, and how many base units it is.
type unit struct {
	name   string
	factor string // decimal literal; "" where the unit is kept
}

// slip is a word in lower case that people use for a unit's valid name.
type slip struct{ word, name string }

// units is one kind of quantity: its valid names in the order in which
// messages list them, and slips, which are refused with the right name as the
// remedy.
type units struct {
	names []unit
	slips []slip
}

// list returns the names for a message.
func (u units) list() string {
	names := make([]string, len(u.names))
	for i, n := range u.names {
		names[i] = n.name
	}
	return strings.Join(names, ", ")
}

// find returns the unit of that name.
func (u units) find(name string) (unit, bool) {
	for _, n := range u.names {
		if n.name == name {
			return n, true
		}
	}
	return unit{}, false
}

// near returns the valid name that a wrong one stands for, "" when unclear.
func (u units) near(name string) string {
	low := strings.ToLower(name)
	for _, n := range u.names {
		if strings.ToLower(n.name) == low {
			return n.name
		}
	}
	for _, s := range u.slips {
		if s.word == low {
			return s.name
		}
	}
	return ""
}

// read splits "10.2 kW" into its number and unit. Grouped numbers are fine;
// a missing or unknown unit and a negative number are not.
func (u units) read(text string) (Decimal, unit, *Error) {
	num, name := splitUnit(text)
	if num == "" {
		return Decimal{}, unit{}, fail("quantity.not_quantity", text, "units", u.list()).meant(u.repaired(text))
	}
	if name == "" {
		return Decimal{}, unit{}, fail("quantity.unit_missing", text, "units", u.list())
	}
	n, err := groupedNumber(num)
	if err != nil {
		return Decimal{}, unit{}, err.about(text).meant(u.repaired(text))
	}
	found, ok := u.find(name)
	if !ok {
		return Decimal{}, unit{}, fail("quantity.unit_unknown", text, "unit", name, "units", u.list()).meant(u.repaired(text))
	}
	if n.IsNeg() {
		return Decimal{}, unit{}, fail("quantity.negative", text)
	}
	return n, found, nil
}

// repaired returns text with its number and its unit put right, "" when that
// is not possible or changes nothing.
func (u units) repaired(text string) string {
	num, name := splitUnit(Fold(text))
	if _, err := groupedNumber(num); err != nil {
		num = err.Near()
	}
	if _, ok := u.find(name); !ok {
		name = u.near(name)
	}
	if num == "" || name == "" || num+name == text {
		return ""
	}
	return num + name
}

// groupedNumber is number with thousands separators allowed, as on the
// command line.
func groupedNumber(text string) (Decimal, *Error) {
	n, err := number(ungroup(text))
	if err != nil && len(err.Args) > 0 {
		err.Args[0].Value = text
	}
	return n, err
}

// splitUnit cuts text after its number; one blank may stand between the two.
// An e counts as an exponent only when digits follow.
func splitUnit(text string) (num, name string) {
	n := 0
	for n < len(text) {
		switch c := text[n]; {
		case c >= '0' && c <= '9' || strings.IndexByte("+-.,_", c) >= 0:
			n++
		case (c == 'e' || c == 'E') && n > 0 && startsExponent(text[n+1:]):
			n++
		default:
			return text[:n], strings.TrimPrefix(text[n:], " ")
		}
	}
	return text, ""
}

func startsExponent(text string) bool {
	rest := text
	if rest != "" && (rest[0] == '+' || rest[0] == '-') {
		rest = rest[1:]
	}
	digits, _ := cutDigits(rest)
	return digits != ""
}

// measured reads a quantity and returns it in base units.
func measured(u units, text string) (float64, error) {
	text, err := trimmed(text)
	if err != nil {
		return 0, err
	}
	n, in, err := u.read(text)
	if err != nil {
		return 0, err
	}
	return n.Mul(MustDecimal(in.factor)).InexactFloat64(), nil
}

// trimmed drops outer blanks and refuses what is empty or too long to be a
// quantity.
func trimmed(text string) (string, *Error) {
	text = strings.TrimSpace(text)
	switch {
	case text == "":
		return "", fail("quantity.empty", text)
	case len(text) > maxText:
		return "", fail("quantity.too_long", text, "max", "100")
	}
	return text, nil
}

var byteUnits = units{
	names: []unit{
		{"B", "1"},
		{"KB", "1000"},
		{"MB", "1000000"},
		{"GB", "1000000000"},
		{"TB", "1000000000000"},
		{"PB", "1000000000000000"},
		{"KiB", "1024"},
		{"MiB", "1048576"},
		{"GiB", "1073741824"},
		{"TiB", "1099511627776"},
		{"PiB", "1125899906842624"},
	},
	slips: []slip{
		{"k", "KB"},
		{"m", "MB"},
		{"g", "GB"},
		{"t", "TB"},
		{"p", "PB"},
		{"ki", "KiB"},
		{"mi", "MiB"},
		{"gi", "GiB"},
		{"ti", "TiB"},
		{"pi", "PiB"},
		{"byte", "B"},
		{"bytes", "B"},
		{"字节", "B"},
	},
}

// ParseBytes reads an amount of data, "200GB" or "1TiB", in bytes. KB to PB
// are powers of 1,000, KiB to PiB of 1,024.
func ParseBytes(text string) (float64, error) { return measured(byteUnits, text) }

var powerUnits = units{
	names: []unit{{"W", "0.001"}, {"kW", "1"}, {"MW", "1000"}},
	slips: []slip{{"瓦", "W"}, {"千瓦", "kW"}, {"兆瓦", "MW"}, {"watt", "W"}, {"watts", "W"}, {"k", "kW"}},
}

// ParsePower reads a power, "10.2 kW" or "6500W", in kW.
func ParsePower(text string) (float64, error) { return measured(powerUnits, text) }

var energyUnits = units{
	names: []unit{{"Wh", "0.001"}, {"kWh", "1"}, {"MWh", "1000"}},
	slips: []slip{{"度", "kWh"}, {"千瓦时", "kWh"}, {"兆瓦时", "MWh"}},
}

// ParseEnergy reads an energy, "1,200 kWh", in kWh.
func ParseEnergy(text string) (float64, error) { return measured(energyUnits, text) }
