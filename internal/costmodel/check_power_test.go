package costmodel_test

import (
	"testing"

	"gpucalc/internal/costmodel"
	"gpucalc/internal/diag"
)

// July and August 2026 share their periods: 2 h sharp, 8 h peak, 6 h flat and 8 h valley a day, 31 days each, at
// 644.9664 kW. July has no table of its own: F 0.5663 and N 0.0669 of March stand behind it. From August on F is
// 0.40 x 1.0261 + 0.1623 = 0.57274 and N 0.047 + 0.029115 = 0.076115.
func TestChangeOfAugust2026(t *testing.T) {
	r := costmodel.Build(input(t, need(t, "512xH100-62d", "own-hall", "2026-07"), cluster64))
	o := option(t, r, "own.sold")
	want := map[string]string{
		"2026-07 sharp": "53626.80", "2026-07 peak": "173745.90", "2026-07 flat": "75961.05", "2026-07 valley": "46933.02",
		"2026-08 sharp": "54574.71", "2026-08 peak": "177074.01", "2026-08 flat": "77839.08", "2026-08 valley": "48819.01",
	}
	got := map[string]string{}
	for _, l := range o.Ledger.Lines {
		if l.Item == "line.electricity" {
			got[l.Args[1]+" "+plain(l.Args[3])] = l.Amount.String()
		}
	}
	wantAmounts(t, "energy", got, want)
	// Capacity, 806.208 kVA, at 28 yuan from August on.
	if got := amounts(o, "line.demand", "month")["2026-08"]; got != "22573.82" {
		t.Errorf("fixed charge of August: got %s, want 22573.82", got)
	}
}

// 644.9664 kW of demand at 44.8 yuan cost 28,894.49, and a tenth less where a kVA carries 260 kWh a month: 720 hours
// around the clock are 576 and 360 kWh a kVA. Their capacity at 28 yuan costs 22,573.82 with 1.25 kVA for each kW,
// 36,118.12 with two feeds. The cheaper one is billed.
func TestDemandOrCapacity(t *testing.T) {
	for _, c := range []struct{ kvaPerKW, want string }{{"1.25", "22573.82"}, {"2", "26005.05"}} {
		redundancy := "assumptions:\n  power-redundancy: {name: kVA for each kW, value: " + c.kvaPerKW + "}\n"
		r := costmodel.Build(input(t, need(t, "512xH100-30d", "own-hall", "2026-11"), cluster64, redundancy))
		got := amounts(option(t, r, "own.sold"), "line.demand", "month")
		wantAmounts(t, c.kvaPerKW+" kVA a kW", got, map[string]string{"2026-11": c.want})
	}
}

// oneKilowatt is a machine at home that draws 1 kW whatever it does.
const oneKilowatt = `
cards:
  plain-card: {name: a card, form: pcie, market: datacentre, memory: 24 GB, curve: none}
servers:
  plain-1:
    name: machine that draws 1 kW
    card: plain-card
    cards: 1
    price: 20000 CNY/server
    rated_power: 1 kW
    typical_power: 1 kW
    idle_power: 1 kW
`

// On top of a household's own 2,400 kWh a year, 1,480.80 yuan at 0.617, a machine and a tenth more for cooling take
// 9,636 kWh around the clock. 3,120 kWh cost 0.617, 1,680 cost 0.677 and the rest 0.977; tiers run over the calendar
// year. In 2027 alone the 12,036 kWh cost 10,131.97, so 8,651.17 more. From July 2026 it is 4,857.6 kWh of one year and
// 4,778.4 of the next: 5,463.48 - 1,480.80 and 5,386.10 - 1,480.80.
func TestHouseholdTariff(t *testing.T) {
	for _, c := range []struct {
		start string
		want  map[string]string
	}{
		{"2027-01", map[string]string{"2027": "8651.17"}},
		{"2026-07", map[string]string{"2026": "3982.68", "2027": "3905.30"}},
	} {
		r := costmodel.Build(input(t, need(t, "1xplain-card-365d", "home", c.start), oneKilowatt))
		got := amounts(option(t, r, "own.sold"), "line.household_electricity", "year")
		wantAmounts(t, "from "+c.start, got, c.want)
	}
}

// rackRoom sells whole racks of the given power at 10,000 yuan a month.
func rackRoom(kw string) string {
	return `
sites:
  rack-room:
    name: room with small racks
    kind: colo
    power: landlord-metered
    power_price: 1 CNY/kWh
    rack_price: 10000 CNY/rack-month
    rack_power: ` + kw + ` kW
    rack_minimum: 3 month
`
}

func TestRacks(t *testing.T) {
	for _, c := range []struct{ kw, rent string }{
		{"20", "60000.00"}, // two servers of 10.2 kW do not fit 20 kW: two racks for three months
		{"20.4", "30000.00"},
	} {
		r := costmodel.Build(input(t, need(t, "16xH100-3mo", "rack-room", "2026-11"), rackRoom(c.kw)))
		o := option(t, r, "own.sold")
		wantAmounts(t, c.kw+" kW racks", amounts(o, "line.rack", ""), map[string]string{"": c.rent})
		said := false
		for _, w := range r.Warnings {
			said = said || w.Key == "warning.one_server_a_rack" && value(w.Args, "server_kw") == "10.2" && value(w.Args, "rack_kw") == c.kw
		}
		if said != (c.kw == "20") {
			t.Errorf("%s kW: one server a rack is said: %v; warnings %v", c.kw, said, r.Warnings)
		}
	}
}

func value(args []diag.Arg, name string) string {
	for _, a := range args {
		if a.Name == name {
			return a.Value
		}
	}
	return ""
}

// A shorter need than the contract's minimum pays the minimum.
func TestRackMinimum(t *testing.T) {
	r := costmodel.Build(input(t, need(t, "8xH100-2w", "rack-room", "2026-11"), rackRoom("20")))
	wantAmounts(t, "two weeks", amounts(option(t, r, "own.sold"), "line.rack", ""), map[string]string{"": "30000.00"})
}

func TestServerAboveRackLimit(t *testing.T) {
	r := costmodel.Build(input(t, need(t, "8xH100-3mo", "rack-room", "2026-11"), rackRoom("10")))
	for _, o := range r.Options {
		if o.Family != costmodel.FamilyOwn {
			continue
		}
		found := false
		for _, m := range o.Missing {
			if m.Key != "missing.rack_too_small" {
				continue
			}
			found = value(m.Args, "server_kw") == "10.2" && value(m.Args, "rack_kw") == "10"
		}
		if !found {
			t.Errorf("%s: want a message with 10.2 and 10 kW, got %v", o.ID, o.Missing)
		}
	}
}
