package costmodel

import (
	"fmt"
	"math"
	"testing"

	"gpucalc/internal/catalog"
	"gpucalc/internal/quantity"
	"gpucalc/internal/scenario"

	"pgregory.net/rapid"
)

// naive covers a number of hours on end at least cost, hour by hour: the oracle for countOut.
func naive(costs []mixCost, hours int) float64 {
	least := make([]float64, hours+1)
	for h := 1; h <= hours; h++ {
		least[h] = math.Inf(1)
		for _, c := range costs {
			if c.hours == 0 {
				least[h] = min(least[h], least[h-1]+c.hourly[0])
				continue
			}
			for n := c.least; n <= c.least+hours/c.hours+1; n++ {
				least[h] = min(least[h], least[max(0, h-n*c.hours)]+float64(n)*c.yuan)
			}
		}
	}
	return least[hours]
}

// costOf prices blocks, and fails when they leave an hour open.
func costOf(t *rapid.T, costs []mixCost, hours []wantedHour, blocks []block, change float64) float64 {
	sum := 0.0
	covered := map[int32]bool{}
	for i, b := range blocks {
		c := costs[b.item]
		if i > 0 && costs[blocks[i-1].item].provider != c.provider {
			sum += change
		}
		if c.hours > 0 {
			sum += float64(b.n) * c.yuan
			for h := range b.n * c.hours {
				covered[int32(b.start+h)] = true
			}
			if b.n < c.least {
				t.Fatalf("%d periods of at least %d", b.n, c.least)
			}
			continue
		}
		n := 0
		for _, h := range hours {
			if int(h.at) >= b.start && n < b.n {
				covered[h.at], n = true, n+1
			}
		}
		if runs := c.runs[b.phase]; runs != nil {
			sum += runs[b.n]
		} else {
			sum += float64(b.n) * c.hourly[b.phase]
		}
	}
	for _, h := range hours {
		if !covered[h.at] {
			t.Fatalf("hour %d is open", h.at)
		}
	}
	return sum
}

func hoursOnEnd(n int) []wantedHour {
	out := make([]wantedHour, n)
	for i := range out {
		out[i] = wantedHour{at: int32(i), day: int32(i / 24)}
	}
	return out
}

// TestCountOutIsCheapest: counting periods finds what walking every hour finds, whatever terms are sold.
func TestCountOutIsCheapest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		price := func(name string, hours int) float64 {
			return float64(rapid.IntRange(1, 60).Draw(t, name)) / 10 * float64(hours) * rapid.Float64Range(0.4, 1.1).Draw(t, name+" off")
		}
		var costs []mixCost
		add := func(name string, hours, least int) {
			if rapid.Bool().Draw(t, "sells "+name) {
				costs = append(costs, mixCost{hours: hours, least: least, yuan: price(name, hours)})
			}
		}
		if rapid.Bool().Draw(t, "sells hours") {
			costs = append(costs, mixCost{least: 1, hourly: []float64{price("hour", 1)}, runs: [][]float64{nil}})
		}
		add("day", 24, 1)
		add("week", 168, 1)
		add("month", 720, 1)
		add("long month", 730, 1)
		add("lease", 720, 3)
		if len(costs) == 0 {
			return
		}
		hours := rapid.IntRange(1, 3000).Draw(t, "hours")
		blocks, ok := countOut(costs, 0, hours, 0)
		if !ok {
			t.Fatal("no cover")
		}
		got, want := costOf(t, costs, hoursOnEnd(hours), blocks, 0), naive(costs, hours)
		if math.Abs(got-want) > 1e-6*max(1, want) {
			t.Fatalf("counted %v, walked %v: %v", got, want, blocks)
		}
	})
}

// brute tries every way to cover the wanted hours: at the first open hour every period and every run of hours is
// tried, with every provider before it. It shares no table with the path.
func brute(costs []mixCost, hours []wantedHour, i, provider int, change float64) float64 {
	if i >= len(hours) {
		return 0
	}
	best := math.Inf(1)
	for _, c := range costs {
		extra := 0.0
		if provider >= 0 && c.provider != provider {
			extra = change
		}
		if c.hours == 0 {
			for n := 1; i+n <= len(hours); n++ {
				cost := float64(n) * c.hourly[0]
				if runs := c.runs[0]; runs != nil {
					if hours[i+n-1].day != hours[i].day {
						break
					}
					cost = runs[n]
				}
				best = min(best, extra+cost+brute(costs, hours, i+n, c.provider, change))
			}
			continue
		}
		for n := c.least; n <= c.least+3; n++ {
			j := i
			for j < len(hours) && hours[j].at < hours[i].at+int32(n*c.hours) {
				j++
			}
			best = min(best, extra+float64(n)*c.yuan+brute(costs, hours, j, c.provider, change))
		}
	}
	return best
}

// TestPathIsCheapest: with pauses, sessions, leases and changes of provider the path is as cheap as trying everything.
func TestPathIsCheapest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var hours []wantedHour
		at := int32(0)
		for range rapid.IntRange(1, 7).Draw(t, "wanted") {
			at += int32(rapid.SampledFrom([]int{1, 1, 1, 9, 16, 40}).Draw(t, "step"))
			hours = append(hours, wantedHour{at: at, day: at / 24})
		}
		var costs []mixCost
		change := math.Inf(1)
		providers := 1
		if rapid.Bool().Draw(t, "may change") {
			providers, change = 2, float64(rapid.IntRange(0, 20).Draw(t, "change"))
		}
		for p := range providers {
			hourly := float64(rapid.IntRange(1, 9).Draw(t, "hour"))
			hour := mixCost{provider: p, least: 1, hourly: []float64{hourly}, runs: [][]float64{nil}}
			if rapid.Bool().Draw(t, "sessions") {
				setup := float64(rapid.IntRange(0, 4).Draw(t, "setup"))
				hour.runs[0] = make([]float64, 25)
				for n := range hour.runs[0] {
					hour.runs[0][n] = math.Ceil(float64(n)*0.6*hourly + setup)
				}
			}
			day := mixCost{provider: p, hours: 24, least: 1, yuan: float64(rapid.IntRange(1, 60).Draw(t, "day"))}
			lease := mixCost{provider: p, hours: 24, least: 2, yuan: float64(rapid.IntRange(1, 40).Draw(t, "lease"))}
			costs = append(costs, hour, day, lease)
		}
		blocks, ok := shortest(costs, hours, change, func(int) float64 { return 1 })
		if !ok {
			t.Fatal("no cover")
		}
		got, want := costOf(t, costs, hours, blocks, change), brute(costs, hours, 0, -1, change)
		if math.Abs(got-want) > 1e-6 {
			t.Fatalf("path %v, everything %v: %v over %v", got, want, blocks, hours)
		}
	})
}

// TestMixOfCompShare: 35 days of CompShare's A100 are a month of 30 days and 5 days: 6,452.40 + 5 x 236.58; with ten
// hours more, those come by the hour.
func TestMixOfCompShare(t *testing.T) {
	offers := []string{
		offer("h", "hour", "10.75, unit: CNY/card-hour", ", step: second"),
		offer("d", "day", "236.58, unit: CNY/card-day", ""),
		offer("m", "month", "6452.40, unit: CNY/card-month", ""),
	}
	for need, want := range map[string]string{
		"1xtest-card-35d":  "7635.30",
		"2xtest-card-35d":  "15270.60",
		"1xtest-card-850h": "7742.80", // 30 d, 5 d, 10 h: 7635.30 + 107.50
	} {
		o, ok := find(BuildRent(renting(t, need, "all", offers...)), "rent.mix")
		if !ok || o.Total().String() != want {
			t.Errorf("%s: got %v, want %s", need, o.Ledger, want)
		}
	}
	r := BuildRent(renting(t, "1xtest-card-14d", "all", offers...))
	if _, ok := find(r, "rent.mix"); ok || r.MixIs != "rent.day" {
		t.Errorf("two weeks: mix is %q", r.MixIs)
	}
}

// TestSwitchCost: a month of one provider and hours of another are worth it until the change costs more than it saves.
func TestSwitchCost(t *testing.T) {
	cat := overlay(t, testCards, plainMoney, "offers:\n"+
		offer("h", "hour", "10, unit: CNY/card-hour", "")+
		"  other: {provider: other, card: test-card, class: cloud, term: month, price: {typical: 3600, unit: CNY/card-month, asof: 2026-11, source: compshare_bill, reliability: high}}\n")
	in := needOf(t, cat, "1xtest-card-740h", "all")
	if r := BuildRent(in); r.MixIs != "rent.month" {
		t.Errorf("without a price for changes: %q", r.MixIs)
	}
	in.SwitchCost = catalog.Figure{ID: "flag.switch-cost", Typical: "1000", Unit: "CNY"}
	// 3,600 for the month, 20 hours at 10, one change at 1,000
	if o, ok := find(BuildRent(in), "rent.mix"); !ok || o.Total() != 4800_00 {
		t.Errorf("got %+v", o)
	}
	in.SwitchCost.Typical = "5000"
	if r := BuildRent(in); r.MixIs != "rent.month" {
		t.Errorf("with dear changes: %q", r.MixIs)
	}
}

// randomRenting draws a need and offers of one provider.
func randomRenting(t *rapid.T, tb testing.TB) Input {
	in, _ := randomRentings(t, tb)
	return in
}

// randomRentings draws a need and offers of one provider, and the same with dearer offers.
func randomRentings(t *rapid.T, tb testing.TB) (in, dearer Input) {
	var offers, dear []string
	base := float64(rapid.IntRange(1, 20).Draw(t, "base"))
	step := rapid.SampledFrom([]string{"second", "minute", "hour"}).Draw(t, "step")
	for _, x := range []struct {
		term, unit string
		hours      float64
	}{{"hour", "hour", 1}, {"day", "day", 24}, {"week", "week", 168}, {"month", "month", 720}, {"year", "year", 8760}, {"reserved", "month", 720}} {
		if x.term != "hour" && rapid.Bool().Draw(t, "no "+x.term) {
			continue
		}
		off := rapid.Float64Range(0.3, 1).Draw(t, x.term+" off")
		rest := ""
		switch x.term {
		case "hour":
			rest = ", step: " + step
		case "reserved":
			rest = fmt.Sprintf(", commitment: %d month", rapid.IntRange(1, 6).Draw(t, "commitment"))
		}
		price := func(factor float64) string {
			return offer(x.term, x.term, fmt.Sprintf("%.2f, unit: CNY/card-%s", factor*base*off*x.hours, x.unit), rest)
		}
		offers, dear = append(offers, price(1)), append(dear, price(1+rapid.Float64Range(0, 0.5).Draw(t, x.term+" dearer")))
	}
	pattern := rapid.SampledFrom([]string{"all", "all", "8hx5d", "night"}).Draw(t, "pattern")
	util := rapid.SampledFrom([]string{"1", "0.95", "0.6", "0.3"}).Draw(t, "util")
	length := rapid.SampledFrom([]string{"5h", "3d", "100h", "2w", "35d", "50d", "2mo", "7mo"}).Draw(t, "length")
	count := rapid.IntRange(1, 8).Draw(t, "count")
	need := fmt.Sprintf("%dxtest-card-%s@%s", count, length, util)
	in, dearer = renting(tb, need, pattern, offers...), renting(tb, need, pattern, dear...)
	if rapid.Bool().Draw(t, "phases") {
		other := rapid.IntRange(1, 8).Draw(t, "other count")
		counts, lengths := []int{count, other, count}, []string{length, "9d", length}
		in, dearer = phased(tb, in, counts, lengths), phased(tb, dearer, counts, lengths)
	}
	return in, dearer
}

// TestMixBeatsSingleTerms: the best mix is never dearer than any one term of the provider.
func TestMixBeatsSingleTerms(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		r := BuildRent(randomRenting(rt, t))
		best := cheapestRent(r)
		if best == math.MaxInt64 {
			return // the pattern wants no hour of the need
		}
		for _, b := range r.Offers {
			if b.Acceptable() && b.Ledger.Total < best {
				rt.Fatalf("%s costs %s, the mix %s", b.Offer.ID, b.Ledger.Total, best)
			}
		}
		mix, real := find(r, "rent.mix")
		if real == (r.MixIs != "") {
			rt.Fatalf("mix %v, equals %q", real, r.MixIs)
		}
		if real && mix.Total() != best {
			rt.Fatalf("the mix costs %s, something else %s", mix.Total(), best)
		}
	})
}

func cheapestRent(r Result) quantity.Fen {
	best, _ := leastRent(r)
	return best
}

// leastRent is the cheapest rent and the number of lines on its bill.
func leastRent(r Result) (best quantity.Fen, lines int) {
	best = math.MaxInt64
	for _, o := range r.Options {
		if len(o.Missing) == 0 && o.Family == FamilyRent && o.Total() < best {
			best, lines = o.Total(), len(o.Ledger.Lines)
		}
	}
	return best, lines
}

// TestNeedAndPriceUp: more cards, more time or dearer offers never make rent cheaper, but for the rounding of lines: hours
// laid otherwise over the same days are rounded at other places.
func TestNeedAndPriceUp(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		in, dearer := randomRentings(rt, t)
		before, lines := leastRent(BuildRent(in))
		more := in
		switch rapid.IntRange(0, 3).Draw(rt, "more") {
		case 2:
			more = dearer
		case 3: // with pauses or phases a longer need can end, or begin, on better days
			p := in.Scenario.Phases[0]
			if len(in.Scenario.Phases) > 1 || !p.Pattern.IsAll() {
				return
			}
			p.Duration.N = p.Duration.N.Add(quantity.Int(1))
			more.Scenario.Phases = []scenario.Phase{p}
		case 0:
			more.Scenario = withCounts(in.Scenario, func(n int) int { return n + 1 })
			if more.Scenario.Count > hostCards {
				return // beyond a host other offers count
			}
		case 1:
			more.RentDrift = catalog.Figure{ID: "flag.rent-drift", Typical: "0.2", Unit: "share"}
		}
		after, others := leastRent(BuildRent(more))
		if after < before-quantity.Fen(lines+others+1)/2 {
			rt.Fatalf("%s before, %s after", before, after)
		}
	})
}
