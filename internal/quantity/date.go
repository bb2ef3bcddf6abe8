package quantity

import (
	"strconv"
	"strings"
	"time"
)

// YearMonth is a calendar month: twelve times the year plus the month less
// one, so that differences and sums are plain arithmetic.
type YearMonth int

// The calendar years that a month or date may lie in.
const (
	minYear = 1970
	maxYear = 2199
)

// NewMonth returns the month of a year, month 1 to 12.
func NewMonth(year, month int) YearMonth { return YearMonth(year*12 + month - 1) }

// Year returns the calendar year.
func (m YearMonth) Year() int { return int(m) / 12 }

// Month returns 1 to 12.
func (m YearMonth) Month() int { return int(m)%12 + 1 }

// Add returns the month n months later.
func (m YearMonth) Add(n int) YearMonth { return m + YearMonth(n) }

// Since returns the number of months from o to m.
func (m YearMonth) Since(o YearMonth) int { return int(m - o) }

// Days returns the number of days in the month.
func (m YearMonth) Days() int {
	return time.Date(m.Year(), time.Month(m.Month()+1), 0, 0, 0, 0, 0, time.UTC).Day()
}

// First returns the first day of the month.
func (m YearMonth) First() Date { return NewDate(m.Year(), m.Month(), 1) }

// String returns "2026-11".
func (m YearMonth) String() string {
	const zeros = "0000"
	year, month := strconv.Itoa(m.Year()), strconv.Itoa(m.Month())
	return zeros[min(len(year), 4):] + year + "-" + zeros[2+len(month):] + month
}

// ParseMonth reads "2026-11".
func ParseMonth(text string) (YearMonth, error) {
	text = strings.TrimSpace(text)
	if m, ok := readMonth(text); ok {
		return m, nil
	}
	near := ""
	if fields := dateFields(text); len(fields) >= 2 {
		if d, ok := civil(fields[0], fields[1], 1); ok {
			near = d.Month().String()
		}
	}
	return 0, fail("quantity.not_month", text).meant(near)
}

func readMonth(text string) (YearMonth, bool) {
	fields := dateFields(text)
	if len(fields) != 2 {
		return 0, false
	}
	d, ok := civil(fields[0], fields[1], 1)
	return d.Month(), ok && d.Month().String() == text
}

// Date is a calendar day, counted from 1970-01-01.
type Date int

// NewDate returns the day; month 1 to 12, day 1 to 31.
func NewDate(year, month, day int) Date {
	return Date(time.Date(year, time.Month(month), day, 0, 0, 0, 0, time.UTC).Unix() / (24 * 3600))
}

func (d Date) time() time.Time { return time.Unix(int64(d)*24*3600, 0).UTC() }

// Month returns the calendar month of the day.
func (d Date) Month() YearMonth { return NewMonth(d.time().Year(), int(d.time().Month())) }

// Day returns the day of the month, 1 to 31.
func (d Date) Day() int { return d.time().Day() }

// Weekday returns 1 for Monday to 7 for Sunday.
func (d Date) Weekday() int { return (int(d.time().Weekday())+6)%7 + 1 }

// Since returns the number of days from o to d.
func (d Date) Since(o Date) int { return int(d - o) }

// String returns "2026-11-30".
func (d Date) String() string { return d.time().Format(time.DateOnly) }

// ParseDate reads "2026-11-30"; a day that the calendar lacks is refused.
func ParseDate(text string) (Date, error) {
	text = strings.TrimSpace(text)
	fields := dateFields(text)
	if len(fields) != 3 {
		return 0, fail("quantity.not_date", text)
	}
	d, ok := civil(fields[0], fields[1], fields[2])
	switch {
	case !ok:
		return 0, fail("quantity.not_date", text)
	case d.String() != text:
		return 0, fail("quantity.not_date", text).meant(d.String())
	}
	return d, nil
}

// dateFields returns the numbers of a date however it is written: 2026/11/3,
// 2026年11月3日, 202611, 20261103. Nothing when other text is in it.
func dateFields(text string) []int {
	text = Fold(text)
	if len(text) > 20 {
		return nil
	}
	if digits, rest := cutDigits(text); rest == "" && (len(digits) == 6 || len(digits) == 8) {
		text = strings.TrimSuffix(digits[:4]+"-"+digits[4:6]+"-"+digits[6:], "-")
	}
	words := strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune("-/.年月日", r) })
	fields := make([]int, len(words))
	for i, w := range words {
		n, err := strconv.ParseUint(w, 10, 16)
		if err != nil {
			return nil
		}
		fields[i] = int(n)
	}
	return fields
}

// civil returns the day when the calendar has it.
func civil(year, month, day int) (Date, bool) {
	if year < minYear || year > maxYear || month < 1 || month > 12 || day < 1 || day > NewMonth(year, month).Days() {
		return 0, false
	}
	return NewDate(year, month, day), true
}
