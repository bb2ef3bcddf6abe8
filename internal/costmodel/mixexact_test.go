package costmodel

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// TestMixFillsMonths: a month ends where the offer says, after 720 hours or after 730, and days and hours fill the rest.
// With 720 five weeks are a month and five days; with 730 four days and fourteen hours are left.
func TestMixFillsMonths(t *testing.T) {
	compshare := func(month string) []string {
		return []string{
			offer("h", "hour", "10.75, unit: CNY/card-hour", ", step: second"),
			offer("d", "day", "236.58, unit: CNY/card-day", ""),
			offer("m", "month", "6452.40, unit: CNY/card-month", month),
		}
	}
	for _, c := range []struct{ need, month, want string }{
		{"4xtest-card-5w", "", "30541.20"},                      // 4 x (6,452.40 + 5 x 236.58)
		{"4xtest-card-5w", ", month_hours: 730", "30196.88"},    // 4 x (6,452.40 + 4 x 236.58 + 14 x 10.75)
		{"8xtest-card-80d", "", "141091.20"},                    // 8 x (2 x 6,452.40 + 20 x 236.58)
		{"8xtest-card-80d", ", month_hours: 730", "139542.56"},  // 8 x (2 x 6,452.40 + 19 x 236.58 + 4 x 10.75)
		{"1xtest-card-1471h", ", month_hours: 730", "13023.05"}, // 2 x 6,452.40 + 11 x 10.75
	} {
		o, ok := find(BuildRent(renting(t, c.need, "all", compshare(c.month)...)), "rent.mix")
		if !ok || o.Total().String() != c.want {
			t.Errorf("%s%s: got %+v, want %s", c.need, c.month, o.Ledger, c.want)
		}
	}
}

// cheapestCover is the least cost of a number of hours on end, by trying every number of months, weeks, days and hours:
// the oracle for whole bills. A price of 0 = not sold.
func cheapestCover(hours, monthHours int, month, week, day, hour float64) float64 {
	best := math.Inf(1)
	most := func(price float64, length int) int {
		if price == 0 {
			return 0
		}
		return hours/length + 1
	}
	for m := 0; m <= most(month, monthHours); m++ {
		for w := 0; w <= most(week, 168); w++ {
			for d := 0; d <= most(day, 24); d++ {
				left := max(0, hours-m*monthHours-w*168-d*24)
				if left > 0 && hour == 0 {
					continue
				}
				best = min(best, float64(m)*month+float64(w)*week+float64(d)*day+float64(left)*hour)
			}
		}
	}
	return best
}

// TestMixBillIsCheapest: around the clock no numbers of months, weeks, days and hours cost less than what is billed.
func TestMixBillIsCheapest(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		hours := rapid.IntRange(1, 2600).Draw(rt, "hours")
		monthHours := rapid.SampledFrom([]int{720, 730}).Draw(rt, "month")
		base := float64(rapid.IntRange(100, 2000).Draw(rt, "base")) / 100
		price := func(name string, length int, least float64) float64 {
			if rapid.IntRange(0, 3).Draw(rt, "no "+name) == 0 {
				return 0
			}
			return math.Round(100*base*float64(length)*rapid.Float64Range(least, 1.05).Draw(rt, name)) / 100
		}
		hour := math.Round(base*100) / 100
		day, week, month := price("day", 24, 0.5), price("week", 168, 0.4), price("month", monthHours, 0.3)
		offers := []string{offer("h", "hour", fmt.Sprintf("%.2f, unit: CNY/card-hour", hour), ", step: second")}
		add := func(id, term string, price float64, rest string) {
			if price > 0 {
				offers = append(offers, offer(id, term, fmt.Sprintf("%.2f, unit: CNY/card-%s", price, term), rest))
			}
		}
		add("d", "day", day, "")
		add("w", "week", week, "")
		add("m", "month", month, fmt.Sprintf(", month_hours: %d", monthHours))
		got := cheapestRent(BuildRent(renting(t, fmt.Sprintf("1xtest-card-%dh", hours), "all", offers...))).Float()
		want := cheapestCover(hours, monthHours, month, week, day, hour)
		if math.Abs(got-want) > 0.5 {
			rt.Fatalf("%d h: billed %.2f, cheapest %.2f of %s", hours, got, want, strings.Join(offers, ""))
		}
	})
}

// TestMixIsNotATerm: where a mix costs the same as one term to the rounding of its lines it is that term.
func TestMixIsNotATerm(t *testing.T) {
	r := BuildRent(renting(t, "1xtest-card-60h@0.91", "all",
		offer("h", "hour", "10.005, unit: CNY/card-hour", ", step: second"),
		offer("d", "day", "240.12, unit: CNY/card-day", "")))
	if o, ok := find(r, "rent.mix"); ok {
		t.Errorf("a mix of %s beside %s", o.Total(), r.Options[0].Total())
	}
	if r.MixIs == "" {
		t.Error("the mix equals nothing")
	}
}

// TestMixOfSets: twelve cards are a server of eight by the month and four single cards; not two servers, nor sixteen
// cards for the hours beyond.
func TestMixOfSets(t *testing.T) {
	r := BuildRent(renting(t, "12xtest-card-31d", "all",
		offer("s", "month", "4000, unit: CNY/server-month", ", cards: 8, interconnect: ib"),
		offer("c", "day", "20, unit: CNY/card-day", ", interconnect: ib")))
	// 4,000 and a day for eight cards, 160; 31 days for four cards, 2,480
	if o, ok := find(r, "rent.mix"); !ok || o.Total() != 6640_00 {
		t.Errorf("got %+v", o.Ledger)
	}
	in := renting(t, "4xtest-card-31d", "all",
		offer("s", "month", "1000, unit: CNY/server-month", ", cards: 8"), offer("c", "day", "20, unit: CNY/card-day", ""))
	if o, ok := find(BuildRent(in), "rent.mix"); !ok || o.Total() != 1080_00 { // a server for 30 days, four cards for one
		t.Errorf("four cards: got %+v", o.Ledger)
	}
}

// TestMixPaysDeposits: a deposit that a mix leaves is on its bill as it is on a lease's.
func TestMixPaysDeposits(t *testing.T) {
	r := BuildRent(renting(t, "1xtest-card-31d", "all",
		offer("m", "month", "3000, unit: CNY/card-month", ", deposit: 2 month"), offer("d", "day", "150, unit: CNY/card-day", "")))
	o, ok := find(r, "rent.mix")
	if !ok || o.Total() != 3150_00 || o.PeakCash != 9150_00 {
		t.Errorf("got %v, peak %s", o.Ledger, o.PeakCash)
	}
}
