package costmodel

import (
	"math/bits"
	"slices"
	"time"

	"gpucalc/internal/catalog"
	"gpucalc/internal/quantity"
	"gpucalc/internal/scenario"
)

// allDay has a bit for each of the 24 hours of a day.
const allDay uint32 = 1<<24 - 1

// anyPeriod is the one period of tariffs that have none.
const anyPeriod = "all"

// dayPeriod is one tariff period of a day: bit h of hours is set when hour h belongs to it.
type dayPeriod struct {
	name     string
	hours    uint32
	noValley bool // the day has no valley
}

// periodYear is the periods of every kind of day: by month (1 to 12) and by whether the day is one of rest.
type periodYear [13][2][]dayPeriod

// periodsOf spreads a tariff's seasons over the year. Deep valley replaces valley on rest days of its months;
// public holidays are not in the sheets and count as the weekdays they fall on.
func periodsOf(t catalog.Tariff) *periodYear {
	var y periodYear
	plain := []dayPeriod{{anyPeriod, allDay, true}}
	for m := 1; m <= 12; m++ {
		y[m] = [2][]dayPeriod{plain, plain}
	}
	for _, s := range t.Seasons {
		day := seasonDay(s)
		for _, m := range s.Months {
			y[m][0] = day
			y[m][1] = restDay(day, t, m)
		}
	}
	return &y
}

func seasonDay(s catalog.Season) []dayPeriod {
	day := make([]dayPeriod, len(s.Periods))
	for i, p := range s.Periods {
		day[i].name = p.Name
		for _, span := range p.Hours {
			day[i].hours |= spanMask(span)
		}
	}
	if !slices.ContainsFunc(day, func(p dayPeriod) bool { return isValley(p.name) }) {
		for i := range day {
			day[i].noValley = true
		}
	}
	return day
}

// spanMask sets the hours of a span; 22 to 6 goes over midnight.
func spanMask(s catalog.HourSpan) (mask uint32) {
	n := s.To - s.From
	if n <= 0 {
		n += 24
	}
	for h := range n {
		mask |= 1 << ((s.From + h) % 24)
	}
	return mask
}

func restDay(day []dayPeriod, t catalog.Tariff, month int) []dayPeriod {
	deep := false
	for _, m := range t.DeepMonths {
		deep = deep || m == month
	}
	if !deep || t.DeepMultiplier.Missing() || !slices.Contains(t.DeepDays, "rest-days") {
		return day
	}
	out := make([]dayPeriod, len(day))
	copy(out, day)
	for i := range out {
		if out[i].name == "valley" {
			out[i].name = "deep"
		}
	}
	return out
}

// slot is the hours of a calendar month that lie in one tariff period.
type slot struct {
	month  int // months after the start's month
	period string
	clock  float64   // hours that pass
	wanted []float64 // hours in which the pattern wants the cards, by phase
}

// use is what a phase wants in one calendar month.
type use struct {
	clock  float64 // hours of the phase in the month
	wanted float64
	days   float64 // days that the pattern touches
}

// calendar is the clock of a scenario laid over months and tariff periods.
type calendar struct {
	slots  []slot
	clock  float64
	months []float64 // clock hours by month after the start's month
	uses   [][]use   // by month, then phase
	moving int       // first slot of the current month
}

// total sums a phase over all months.
func (c *calendar) total(phase int) (sum use) {
	for _, m := range c.uses {
		sum.clock += m[phase].clock
		sum.wanted += m[phase].wanted
		sum.days += m[phase].days
	}
	return sum
}

// stretch is a phase's place on the clock, in hours after the start.
type stretch struct {
	from, to float64
	pattern  scenario.Pattern
}

// layOut walks the clock from midnight of the first day of the start month and sorts its hours. Every hour falls
// into one slot.
func layOut(start quantity.YearMonth, stretches []stretch, periods *periodYear) calendar {
	var c calendar
	for _, s := range stretches {
		c.clock = max(c.clock, s.to)
	}
	day := time.Date(start.Year(), time.Month(start.Month()), 1, 0, 0, 0, 0, time.UTC)
	for at := 0.0; at < c.clock; at += 24 {
		if day.Day() == 1 {
			c.months = append(c.months, 0)
			c.uses = append(c.uses, make([]use, len(stretches)))
			c.moving = len(c.slots)
		}
		c.addDay(day, at, stretches, periods)
		day = day.AddDate(0, 0, 1)
	}
	return c
}

func (c *calendar) addDay(date time.Time, at float64, stretches []stretch, periods *periodYear) {
	weekday := (int(date.Weekday()) + 6) % 7
	rest := 0
	if weekday >= 5 {
		rest = 1
	}
	now := len(c.months) - 1
	uses := c.uses[now]
	touched := make([]bool, len(stretches))
	for _, p := range periods[date.Month()][rest] {
		s := c.slot(p.name, len(stretches))
		passed := hoursIn(p.hours, at, 0, c.clock)
		s.clock += passed
		c.months[now] += passed
		for k, st := range stretches {
			h := hoursIn(wantedHours(p, weekday, st.pattern), at, st.from, st.to)
			s.wanted[k] += h
			uses[k].wanted += h
			uses[k].clock += hoursIn(p.hours, at, st.from, st.to)
			touched[k] = touched[k] || h > 0
		}
	}
	for k, t := range touched {
		if t {
			uses[k].days++
		}
	}
}

// nightHours stands in for the valley where a day has none: 22 to 6.
const nightHours uint32 = 1<<22 | 1<<23 | 1<<6 - 1

func isValley(name string) bool { return name == "valley" || name == "deep" }

// wantedHours are the hours of a period that the pattern wants on a weekday.
func wantedHours(p dayPeriod, weekday int, pattern scenario.Pattern) uint32 {
	if pattern.Valley && p.noValley {
		return p.hours & nightHours
	}
	return pattern.Mask(weekday, p.hours, isValley(p.name))
}

// slot finds or starts the slot of a period in the current month.
func (c *calendar) slot(period string, phases int) *slot {
	for i := c.moving; i < len(c.slots); i++ {
		if c.slots[i].period == period {
			return &c.slots[i]
		}
	}
	c.slots = append(c.slots, slot{month: len(c.months) - 1, period: period, wanted: make([]float64, phases)})
	return &c.slots[len(c.slots)-1]
}

// hoursIn counts the hours of a day's mask between from and to; the day begins at hour `at`.
func hoursIn(mask uint32, at, from, to float64) float64 {
	if from <= at && at+24 <= to {
		return float64(bits.OnesCount32(mask))
	}
	sum := 0.0
	for h := range 24 {
		if mask&(1<<h) != 0 {
			t := at + float64(h)
			sum += max(0, min(t+1, to)-max(t, from))
		}
	}
	return sum
}
