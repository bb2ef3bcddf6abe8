package costmodel

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"gpucalc/internal/catalog"
	"gpucalc/internal/quantity"
	"gpucalc/internal/scenario"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// hourSpan is a part of a day, from an hour up to another.
type hourSpan = catalog.HourSpan

// twoPart is the periods of the Shanghai two-part tariff: the valley goes over midnight.
func twoPart() catalog.Tariff {
	period := func(name string, hours ...hourSpan) catalog.Period { return catalog.Period{Name: name, Hours: hours} }
	valley := period("valley", hourSpan{From: 22, To: 6})
	summerFlat := period("flat", hourSpan{From: 6, To: 8}, hourSpan{From: 15, To: 18}, hourSpan{From: 21, To: 22})
	flat := period("flat", hourSpan{From: 6, To: 8}, hourSpan{From: 11, To: 18}, hourSpan{From: 21, To: 22})
	return catalog.Tariff{Seasons: []catalog.Season{
		{ID: "summer", Months: []int{7, 8}, Periods: []catalog.Period{
			period("sharp", hourSpan{From: 12, To: 14}),
			period("peak", hourSpan{From: 8, To: 12}, hourSpan{From: 14, To: 15}, hourSpan{From: 18, To: 21}),
			summerFlat, valley,
		}},
		{ID: "september", Months: []int{9}, Periods: []catalog.Period{
			period("peak", hourSpan{From: 8, To: 15}, hourSpan{From: 18, To: 21}), summerFlat, valley,
		}},
		{ID: "winter", Months: []int{1, 12}, Periods: []catalog.Period{
			period("sharp", hourSpan{From: 19, To: 21}), period("peak", hourSpan{From: 8, To: 11}, hourSpan{From: 18, To: 19}), flat, valley,
		}},
		{ID: "other", Months: []int{2, 3, 4, 5, 6, 10, 11}, Periods: []catalog.Period{
			period("peak", hourSpan{From: 8, To: 11}, hourSpan{From: 18, To: 21}), flat, valley,
		}},
	}}
}

// deepTwoPart is the same for large industry: the valley of rest days is deeper outside summer and winter.
func deepTwoPart() catalog.Tariff {
	t := twoPart()
	t.DeepDays = []string{"rest-days"}
	t.DeepMonths = []int{2, 3, 4, 5, 6, 9, 10, 11}
	t.DeepMultiplier = catalog.Figure{Typical: "0.2"}
	return t
}

func mustPattern(t interface{ Fatal(...any) }, word string) scenario.Pattern {
	p, err := scenario.ParsePattern(word)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// onePhase lays out a single phase from the start of a month.
func onePhase(t *testing.T, start, length, word string, tariff catalog.Tariff) calendar {
	t.Helper()
	month, err := quantity.ParseMonth(start)
	if err != nil {
		t.Fatal(err)
	}
	d, err := quantity.ParseDuration(length)
	if err != nil {
		t.Fatal(err)
	}
	return layOut(month, []stretch{{from: 0, to: d.Hours(), pattern: mustPattern(t, word)}}, periodsOf(tariff))
}

// byPeriod sums the clock hours and the wanted hours of the first phase by period.
func byPeriod(c calendar) (clock, wanted map[string]float64) {
	clock, wanted = map[string]float64{}, map[string]float64{}
	for _, s := range c.slots {
		clock[s.period] += s.clock
		if s.wanted[0] > 0 {
			wanted[s.period] += s.wanted[0]
		}
	}
	return clock, wanted
}

func TestMarchRoundTheClock(t *testing.T) {
	// 31 days: peak 6 h, flat 10 h, valley 8 h each
	c := onePhase(t, "2026-03", "31d", "all", twoPart())
	clock, wanted := byPeriod(c)
	want := map[string]float64{"peak": 186, "flat": 310, "valley": 248}
	if diff := cmp.Diff(want, clock); diff != "" {
		t.Errorf("clock (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(want, wanted); diff != "" {
		t.Errorf("wanted (-want +got):\n%s", diff)
	}
	if got, want := c.total(0), (use{clock: 744, wanted: 744, days: 31}); got != want {
		t.Errorf("total %+v, want %+v", got, want)
	}
}

func TestTwoWeeksOfMarch(t *testing.T) {
	// 14 days x 6 h of peak = 84 h, the hours of the example in the package's formulas
	clock, _ := byPeriod(onePhase(t, "2026-03", "2w", "all", twoPart()))
	if diff := cmp.Diff(map[string]float64{"peak": 84, "flat": 140, "valley": 112}, clock); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestSharpMonths(t *testing.T) {
	for _, tt := range []struct {
		start string
		want  map[string]float64
	}{
		{"2026-07", map[string]float64{"sharp": 62, "peak": 248, "flat": 186, "valley": 248}}, // 2, 8, 6, 8 h x 31
		{"2026-09", map[string]float64{"peak": 300, "flat": 180, "valley": 240}},              // 10, 6, 8 h x 30
		{"2026-12", map[string]float64{"sharp": 62, "peak": 124, "flat": 310, "valley": 248}}, // 2, 4, 10, 8 h x 31
		{"2028-02", map[string]float64{"peak": 174, "flat": 290, "valley": 232}},              // 29 days
	} {
		month, _ := quantity.ParseMonth(tt.start)
		clock, _ := byPeriod(onePhase(t, tt.start, fmt.Sprintf("%dd", month.Days()), "all", twoPart()))
		if diff := cmp.Diff(tt.want, clock); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.start, diff)
		}
	}
}

func TestDeepValleyOnRestDays(t *testing.T) {
	// March 2026 begins on a Sunday: five Sundays and four Saturdays, 8 valley hours each
	clock, _ := byPeriod(onePhase(t, "2026-03", "31d", "all", deepTwoPart()))
	if diff := cmp.Diff(map[string]float64{"peak": 186, "flat": 310, "valley": 22 * 8, "deep": 9 * 8}, clock); diff != "" {
		t.Errorf("March (-want +got):\n%s", diff)
	}
	// July is not among its months
	clock, _ = byPeriod(onePhase(t, "2026-07", "31d", "all", deepTwoPart()))
	if clock["deep"] != 0 || clock["valley"] != 248 {
		t.Errorf("July: %v", clock)
	}
	// a tariff without a multiplier has no deep valley
	none := deepTwoPart()
	none.DeepMultiplier = catalog.Figure{}
	clock, _ = byPeriod(onePhase(t, "2026-03", "31d", "all", none))
	if clock["deep"] != 0 || clock["valley"] != 248 {
		t.Errorf("without a multiplier: %v", clock)
	}
	// whoever works in the valley works in the deep valley too
	_, wanted := byPeriod(onePhase(t, "2026-03", "31d", "valley", deepTwoPart()))
	if diff := cmp.Diff(map[string]float64{"valley": 22 * 8, "deep": 9 * 8}, wanted); diff != "" {
		t.Errorf("valley pattern (-want +got):\n%s", diff)
	}
}

func TestPatternHours(t *testing.T) {
	for _, tt := range []struct {
		word   string
		tariff catalog.Tariff
		want   map[string]float64
		days   float64
	}{
		// March 2026 has 22 working days. 9 to 17: peak 9-11, flat 11-17
		{"8hx5d", twoPart(), map[string]float64{"peak": 44, "flat": 132}, 22},
		// 9 to 18: flat 11-18
		{"office", twoPart(), map[string]float64{"peak": 44, "flat": 154}, 22},
		// 22 to 8 every day: valley 22-6, flat 6-8
		{"night", twoPart(), map[string]float64{"valley": 248, "flat": 62}, 31},
		{"valley", twoPart(), map[string]float64{"valley": 248}, 31},
		// 9 to 12
		{"3h/d", twoPart(), map[string]float64{"peak": 62, "flat": 31}, 31},
		// without periods the valley is 22 to 6
		{"valley", catalog.Tariff{}, map[string]float64{anyPeriod: 248}, 31},
		{"office", catalog.Tariff{}, map[string]float64{anyPeriod: 198}, 22},
		{"all", catalog.Tariff{}, map[string]float64{anyPeriod: 744}, 31},
	} {
		c := onePhase(t, "2026-03", "31d", tt.word, tt.tariff)
		_, wanted := byPeriod(c)
		if diff := cmp.Diff(tt.want, wanted); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.word, diff)
		}
		if got := c.total(0).days; got != tt.days {
			t.Errorf("%s touches %v days, want %v", tt.word, got, tt.days)
		}
	}
}

func TestThreeYears(t *testing.T) {
	c := onePhase(t, "2026-11", "36mo", "all", twoPart())
	if c.clock != 26280 {
		t.Errorf("clock %v, want 26280", c.clock)
	}
	// 1,095 days from 1 November 2026, with 29 February 2028 among them, end before 31 October 2029
	if n := len(c.months); n != 36 || c.months[0] != 720 || c.months[15] != 696 || c.months[n-1] != 720 {
		t.Errorf("months %v", c.months)
	}
	if got, want := c.total(0), (use{clock: 26280, wanted: 26280, days: 1095}); got != want {
		t.Errorf("total %+v, want %+v", got, want)
	}
}

func TestFractionalLengths(t *testing.T) {
	// 1.5 h from midnight lie in the valley of one day
	c := onePhase(t, "2026-03", "1.5h", "all", twoPart())
	clock, _ := byPeriod(c)
	if clock["valley"] != 1.5 || clock["peak"]+clock["flat"] != 0 || c.total(0).days != 1 {
		t.Errorf("1.5 h: %v, %+v", clock, c.total(0))
	}
	// 8.25 h: valley 0-6, flat 6-8, a quarter of an hour of peak
	clock, _ = byPeriod(onePhase(t, "2026-03", "8.25h", "all", twoPart()))
	if diff := cmp.Diff(map[string]float64{"valley": 6, "flat": 2, "peak": 0.25}, clock); diff != "" {
		t.Errorf("8.25 h (-want +got):\n%s", diff)
	}
	// 1.5 months = 1,095 h: March has 744, April the other 351
	c = onePhase(t, "2026-03", "1.5mo", "all", twoPart())
	if diff := cmp.Diff([]float64{744, 351}, c.months); diff != "" {
		t.Errorf("1.5 months (-want +got):\n%s", diff)
	}
	// a length that ends exactly with a month opens no further one
	if c = onePhase(t, "2026-03", "744h", "all", twoPart()); len(c.months) != 1 {
		t.Errorf("744 h of March reach into %d months", len(c.months))
	}
}

func TestPhasesShareTheDayTheyMeetOn(t *testing.T) {
	all := scenario.AllHours()
	c := layOut(quantity.NewMonth(2026, 3), []stretch{{0, 36, all}, {36, 72, all}}, periodsOf(twoPart()))
	first, second := c.total(0), c.total(1)
	if want := (use{clock: 36, wanted: 36, days: 2}); first != want || second != want {
		t.Errorf("phases %+v and %+v, want twice %+v", first, second, want)
	}
	if c.clock != 72 {
		t.Errorf("clock %v, want 72", c.clock)
	}
}

// TestEveryHourOnce lays random scenarios over random tariffs and counts again, hour by hour.
func TestEveryHourOnce(t *testing.T) {
	tariffs := map[string]catalog.Tariff{"one price": {}, "two-part": twoPart(), "deep valley": deepTwoPart()}
	rapid.Check(t, func(t *rapid.T) {
		start := quantity.NewMonth(2024, 1).Add(rapid.IntRange(0, 95).Draw(t, "start"))
		tariff := tariffs[rapid.SampledFrom([]string{"one price", "two-part", "deep valley"}).Draw(t, "tariff")]
		var words []string
		var stretches []stretch
		at := 0.0
		for range rapid.IntRange(1, 3).Draw(t, "phases") {
			word := rapid.SampledFrom([]string{"all", "office", "night", "valley", "8hx5d", "20hx6d", "3h/d", "1hx1d"}).Draw(t, "pattern")
			quarters := rapid.IntRange(1, 4000).Draw(t, "quarter hours")
			words = append(words, word)
			stretches = append(stretches, stretch{at, at + float64(quarters)/4, mustPattern(t, word)})
			at += float64(quarters) / 4
		}
		c := layOut(start, stretches, periodsOf(tariff))
		got := counted{map[string]float64{}, map[string]float64{}, map[string]float64{}}
		for _, s := range c.slots {
			key := sumName(s.month, s.period)
			if _, twice := got.clock[key]; twice {
				t.Fatalf("two slots for %s", key)
			}
			got.clock[key] = s.clock
			for k := range stretches {
				got.add(got.wanted, sumName(k, s.month, s.period), s.wanted[k])
			}
		}
		for m := range c.uses {
			for k, u := range c.uses[m] {
				got.add(got.uses, sumName("clock", k, m), u.clock)
				got.add(got.uses, sumName("wanted", k, m), u.wanted)
				got.add(got.uses, sumName("days", k, m), u.days)
			}
			got.add(got.uses, sumName("month", m), c.months[m])
		}
		for key, hours := range got.clock {
			if hours == 0 { // a period that the last day does not reach
				delete(got.clock, key)
			}
		}
		if diff := cmp.Diff(countHours(start, stretches, words, tariff), got, cmp.AllowUnexported(counted{})); diff != "" {
			t.Fatalf("(-hour by hour +laid out):\n%s", diff)
		}
		if sum := sumAll(got.clock); sum != at || c.clock != at {
			t.Fatalf("the slots hold %v of %v hours", sum, at)
		}
	})
}

// sumName joins what a sum is of.
func sumName(parts ...any) string { return fmt.Sprintln(parts...) }

// counted is a calendar as sums by name; sums of zero are left out.
type counted struct{ clock, wanted, uses map[string]float64 }

func (counted) add(sums map[string]float64, key string, v float64) {
	if v != 0 {
		sums[key] += v
	}
}

func sumAll(sums map[string]float64) (sum float64) {
	for _, v := range sums {
		sum += v
	}
	return sum
}

// countHours is the naive reading: one clock hour after the other, asked for its period and its pattern.
func countHours(start quantity.YearMonth, stretches []stretch, words []string, tariff catalog.Tariff) counted {
	c := counted{map[string]float64{}, map[string]float64{}, map[string]float64{}}
	first := time.Date(start.Year(), time.Month(start.Month()), 1, 0, 0, 0, 0, time.UTC)
	end := stretches[len(stretches)-1].to
	seen := map[string]bool{}
	for h := 0.0; h < end; h++ {
		now := first.Add(time.Duration(h) * time.Hour)
		month := (now.Year()-first.Year())*12 + int(now.Month()) - int(first.Month())
		period := periodAt(tariff, now)
		c.add(c.clock, sumName(month, period), min(1, end-h))
		c.add(c.uses, sumName("month", month), min(1, end-h))
		for k, s := range stretches {
			part := max(0, min(h+1, s.to)-max(h, s.from))
			c.add(c.uses, sumName("clock", k, month), part)
			if part == 0 || !wants(words[k], now) {
				continue
			}
			c.add(c.wanted, sumName(k, month, period), part)
			c.add(c.uses, sumName("wanted", k, month), part)
			if day := sumName(k, now.Format(time.DateOnly)); !seen[day] {
				seen[day] = true
				c.add(c.uses, sumName("days", k, month), 1)
			}
		}
	}
	return c
}

func isRest(t time.Time) bool { return t.Weekday() == time.Saturday || t.Weekday() == time.Sunday }

// periodAt asks the tariff for one hour; all its valleys run from 22 to 6.
func periodAt(tariff catalog.Tariff, t time.Time) string {
	for _, s := range tariff.Seasons {
		if !slices.Contains(s.Months, int(t.Month())) {
			continue
		}
		for _, p := range s.Periods {
			for _, span := range p.Hours {
				over := span.From > span.To && (t.Hour() >= span.From || t.Hour() < span.To)
				if over || t.Hour() >= span.From && t.Hour() < span.To {
					if p.Name == "valley" && isRest(t) && slices.Contains(tariff.DeepMonths, int(t.Month())) {
						return "deep"
					}
					return p.Name
				}
			}
		}
	}
	return "all"
}

// wants reads the patterns' words a second time.
func wants(word string, t time.Time) bool {
	h := t.Hour()
	switch word {
	case "all":
		return true
	case "office":
		return !isRest(t) && h >= 9 && h < 18
	case "night":
		return h >= 22 || h < 8
	case "valley":
		return h >= 22 || h < 6
	case "8hx5d":
		return !isRest(t) && h >= 9 && h < 17
	case "20hx6d":
		return t.Weekday() != time.Sunday && h >= 4
	case "3h/d":
		return h >= 9 && h < 12
	case "1hx1d":
		return t.Weekday() == time.Monday && h == 9
	}
	panic("no such pattern: " + word)
}

func TestSpanMask(t *testing.T) {
	for _, tt := range []struct {
		span hourSpan
		want uint32
	}{
		{hourSpan{From: 0, To: 24}, allDay},
		{hourSpan{From: 8, To: 11}, 1<<8 | 1<<9 | 1<<10},
		{hourSpan{From: 22, To: 6}, 1<<22 | 1<<23 | 1<<0 | 1<<1 | 1<<2 | 1<<3 | 1<<4 | 1<<5},
		{hourSpan{From: 23, To: 24}, 1 << 23},
		{hourSpan{From: 23, To: 0}, 1 << 23},
	} {
		if got := spanMask(tt.span); got != tt.want {
			t.Errorf("%v: %024b, want %024b", tt.span, got, tt.want)
		}
	}
}
