package compare_test

import (
	"fmt"
	"math"
	"strconv"
	"testing"

	"gpucalc/internal/finance"
	"gpucalc/internal/training"
)

// asked maps each published example to the question that gpucalc answers. The answers are those that follow from the
// inputs, whatever the publisher printed.
var asked = map[string]func(e example){
	"PX-01": hoursToBuy, "PX-02": hoursToBuy, "PX-03": hoursToBuy, "PX-04": yearsByUse, "PX-05": yearOfPower, "PX-06": fiveYearsOfCloud,
	"PX-07": fiveYearsOwned, "PX-09": monthOfCluster, "PX-10": wholeTraining, "PX-12": yearOfFour, "PX-13": rentsToBuy,
	"PX-14": sixtyFour, "PX-15": fourHundredHours, "PX-16": seventeenNodes, "PX-18": fourYearsOfIncome, "PX-19": monthlyPrices,
	"PX-20": ninetyDays, "PX-21": purchaseOnly, "PX-22": smallFormulas, "PX-23": smallPrice, "PX-24": rateOfFlows, "PX-25": rateOfFlows,
	"PX-26": deepSeek, "PX-27": llama405, "PX-28": seven, "PX-29": workstation, "PX-30": twoLevelPower, "PX-31": fourUtilisations,
}

func TestPublishedExamples(t *testing.T) {
	for _, e := range examples(t) {
		ask, ok := asked[e.id]
		if ok == e.notAsked {
			t.Errorf("%s: either asked or a reason why not", e.id)
			continue
		}
		if ok {
			t.Run(e.id, func(t *testing.T) {
				e.t = t
				ask(e)
			})
		}
	}
}

// lenovo is 8 cards that cost so much an hour to run, only while they run.
func lenovo(e example) world {
	return world{
		cards: 8, price: e.in("hardware"), energy: e.in("own_per_hour"), idle: "off", busyKW: "1",
		offers: map[string]string{"hour": e.in("cloud_per_hour") + " CNY/server-hour"},
	}
}

// hoursToBuy: the hour from which buying pays lies between two whole hours.
func hoursToBuy(e example) {
	h := int(e.right("hours"))
	lenovo(e).turns(e.t, 8, hours(h), hours(h+1))
}

func hours(n int) string { return strconv.Itoa(n) + "h" }

// yearsByUse: with fewer hours a day it takes more days.
func yearsByUse(e example) {
	for _, perDay := range []int{4, 8, 12, 16} {
		w := lenovo(e)
		w.pattern = fmt.Sprintf("%dhx7d", perDay)
		days := int(e.right(fmt.Sprintf("years_%dh", perDay)) * e.number("days_per_year"))
		w.turns(e.t, 8, fmt.Sprintf("%dd", days), fmt.Sprintf("%dd", days+1))
	}
}

func yearOfPower(e example) {
	for _, c := range []struct{ price, answer string }{{"0.05", "at_0_05"}, {"0.10", "at_0_10"}, {"0.15", "at_0_15"}} {
		w := world{cards: 8, busyKW: times(e.in("gpus"), e.in("gpu_kw")), energy: times(e.in("pue"), c.price)}
		got, rounding := lines(e.t, w.compare(e.t, 8, "8760h"), "own.idle", "line.electricity")
		e.near(c.price, got, e.right(c.answer), rounding)
	}
}

func fiveYearsOfCloud(e example) {
	w := world{cards: 8, offers: map[string]string{"hour": e.in("cloud_per_hour") + " CNY/server-hour"}}
	year, rounding := lines(e.t, w.compare(e.t, 8, "8760h"), "rent.hour", "line.rent.hour")
	e.near("a year", year, e.right("per_year"), rounding)
	all, rounding := lines(e.t, w.compare(e.t, 8, "5y"), "rent.hour", "line.rent.hour")
	e.near("five years", all, e.right("total"), rounding)
}

// fiveYearsOwned: the first year's maintenance is installation here, later ones follow a year of warranty.
func fiveYearsOwned(e example) {
	w := world{
		cards: 8, price: e.in("hardware"), busyKW: "1", energy: strconv.FormatFloat(e.number("power")/8760, 'f', 15, 64),
		warranty: "12", persons: "1",
		assumptions: map[string]string{
			"installation-share": fmt.Sprintf("%g share", e.number("maint_y1")/e.number("hardware")),
			"upkeep-year":        fmt.Sprintf("%g share", e.number("maint_later")/e.number("hardware")),
			"insurance":          fmt.Sprintf("%g share", e.number("network")/e.number("hardware")),
			"staff-cost-year":    e.in("staff") + " CNY/person-year",
		},
	}
	for length, answer := range map[string]string{"1y": "year1", "3y": "cum_3", "5y": "cum_5"} {
		r := w.compare(e.t, 8, length)
		row, ok := r.Row("own.idle")
		if !ok || !row.Priced {
			e.t.Fatal("no own.idle")
		}
		e.near(length, row.Total().Float(), e.right(answer), 0.005*float64(len(row.Ledger.Lines))+0.01)
	}
}

// monthOfCluster: a year's days are twelve of the source's months.
func monthOfCluster(e example) {
	w := world{cards: 8, pattern: e.in("hours_per_day") + "hx7d", offers: map[string]string{"hour": e.in("rate") + " CNY/card-hour"}}
	got, rounding := lines(e.t, w.compare(e.t, 8, "365d"), "rent.hour", "line.rent.hour")
	e.near("a month", got/12, e.right("gpu"), rounding)
}

// wholeTraining: a price a node applied to card-hours is divided by its cards.
func wholeTraining(e example) {
	w := world{cards: 8, offers: map[string]string{"hour": e.in("node_per_hour") + " CNY/server-hour"}}
	got, rounding := lines(e.t, w.compare(e.t, 10_000, hours(int(e.number("gpu_hours")/10_000))), "rent.hour", "line.rent.hour")
	e.near("the training", got, e.right("cost"), rounding)
}

// fourCards costs the same whatever the use.
func fourCards(rate string) world {
	return world{
		cards: 4, price: "120414", busyKW: "2.1", energy: times("1.52", "0.2575"), life: "60mo", view: "reused",
		site:   "    rack_price: " + strconv.FormatFloat(194.95, 'f', -1, 64) + " CNY/kW-month\n    rack_power: 20 kW\n    rack_minimum: 1 month\n",
		offers: map[string]string{"hour": rate + " CNY/card-hour"},
	}
}

func yearOfFour(e example) {
	capex := e.number("gpus")*e.number("gpu_price") + e.number("host")
	e.near("purchase", capex, e.right("capex"), 0)
	w := fourCards(e.in("rate"))
	r := w.compare(e.t, 4, "1y")
	for item, answer := range map[string]string{"line.depreciation": "depreciation", "line.rack": "colo", "line.electricity": "energy"} {
		got, rounding := lines(e.t, r, "own.reused", item)
		e.near(item, got, e.right(answer), rounding)
	}
	e.near("a year", cost(e.t, r, "own.reused"), e.right("annual"), 0.1)
	w.turnsAt(e, e.right("breakeven"))
}

// turnsAt wants the verdict to turn at a utilisation in per cent.
func (w world) turnsAt(e example, percent float64) {
	e.t.Helper()
	for _, c := range []struct {
		util float64
		want string
	}{{percent - 0.01, "rent"}, {percent + 0.01, "own"}} {
		w.util = strconv.FormatFloat(c.util, 'f', 4, 64) + "%"
		if r := w.compare(e.t, w.cards, "1y"); r.Verdict.Family != c.want {
			e.t.Errorf("%s: want %s, got %+v", w.util, c.want, r.Verdict)
		}
	}
}

func rentsToBuy(e example) {
	for _, rate := range []string{"1.99", "2.89", "3.36", "3.99", "4.25", "6.98"} {
		fourCards(rate).turnsAt(e, e.right("at_"+rate[:1]+"_"+rate[2:]))
	}
}

// sixtyFour: running costs that do not shrink with use are staff here.
func sixtyFour(e example) {
	opex := e.right("opex")
	w := world{
		cards: 64, price: e.in("capex"), persons: "1", util: e.in("utilisation"),
		assumptions: map[string]string{"staff-cost-year": fmt.Sprintf("%g CNY/person-year", opex/4)},
		offers:      map[string]string{"hour": "2 CNY/card-hour"},
	}
	r := w.compare(e.t, 64, "4y")
	own, rent := cost(e.t, r, "own.idle"), cost(e.t, r, "rent.hour")
	e.near("owning", own, e.number("own_total"), 0.5)
	e.near("renting", rent, e.number("cloud_total"), 0.5)
	e.near("saving", r.Verdict.Saving.Float(), e.right("saving"), 1)
	for _, c := range []struct{ util, want string }{{"59.05%", "rent"}, {"59.06%", "own"}} {
		w.util = c.util
		if got := w.compare(e.t, 64, "4y").Verdict.Family; got != c.want {
			e.t.Errorf("at %s %s wins, want %s", c.util, got, c.want)
		}
	}
	yearly := (rent - opex) / 4
	flows := []float64{-e.number("capex"), yearly, yearly, yearly, yearly}
	e.near("net present value", finance.NPV(e.number("discount"), flows), e.right("npv"), 1)
	e.near("payback", finance.Payback(flows).Periods, e.right("payback"), 1e-6)
}

// fourHundredHours: power and rack are paid beside a purchase that must not be subtracted twice.
func fourHundredHours(e example) {
	capex := e.right("capex")
	w := world{
		cards: 8, price: fmt.Sprint(capex), busyKW: times(e.in("gpus"), e.in("gpu_kw")), energy: times(e.in("pue"), e.in("price_kwh")),
		idle: "off", util: strconv.FormatFloat(e.number("hours_month")/730, 'f', 15, 64),
		site:   "    rack_price: " + e.in("dc_month") + " CNY/rack-month\n    rack_power: 20 kW\n    rack_minimum: 1 month\n",
		offers: map[string]string{"hour": e.in("cloud_rate") + " CNY/card-hour"},
	}
	m := int(e.right("breakeven_cash"))
	w.turns(e.t, 8, fmt.Sprintf("%dmo", m), fmt.Sprintf("%dmo", m+1))
	r := w.compare(e.t, 8, "48mo")
	if r.Verdict.Family != "own" {
		e.t.Error("within four years buying pays")
	}
	power, rounding := lines(e.t, r, "own.idle", "line.electricity")
	e.near("power a month", power/48, e.right("power"), rounding)
	e.near("cloud a month", cost(e.t, r, "rent.hour")/48, e.right("cloud"), 0.01)
}

func seventeenNodes(e example) {
	w := world{
		cards: 8, price: e.in("node_cost"), busyKW: e.in("node_kw"), energy: times(e.in("pue"), e.in("price_kwh")),
		site:   "    rack_price: " + e.in("colo_kw_month") + " CNY/kW-month\n    rack_power: 20 kW\n    rack_minimum: 1 month\n",
		offers: map[string]string{"hour": e.in("azure_h") + " CNY/server-hour"},
	}
	r := w.compare(e.t, int(e.right("gpus")), "5y")
	for item, answer := range map[string]string{"line.electricity": "energy", "line.rack": "colo"} {
		got, rounding := lines(e.t, r, "own.idle", item)
		e.near(item, got, e.right(answer), rounding)
	}
	rent, rounding := lines(e.t, r, "rent.hour", "line.rent.hour")
	e.near("pay as you go", rent*(1+e.number("egress")), e.right("payg"), 2*rounding)
}

func fourYearsOfIncome(e example) {
	w := world{cards: 8, offers: map[string]string{"hour": e.in("avg") + " CNY/card-hour"}}
	got, rounding := lines(e.t, w.compare(e.t, int(e.number("gpus")), "4y"), "rent.hour", "line.rent.hour")
	e.near("income", got, e.right("income"), rounding)
}

func monthlyPrices(e example) {
	for _, seller := range []string{"low", "secure", "aws", "azure"} {
		w := world{cards: 1, offers: map[string]string{"hour": e.in(seller) + " CNY/card-hour"}}
		got, rounding := lines(e.t, w.compare(e.t, 1, "1mo"), "rent.hour", "line.rent.hour")
		e.near(seller, got, e.right(seller+"_month"), rounding)
	}
}

func ninetyDays(e example) {
	for _, card := range []string{"v100", "a10g", "a100"} {
		w := world{cards: 1, pattern: e.in("hours_day") + "hx7d", offers: map[string]string{"hour": e.in(card) + " CNY/card-hour"}}
		got, rounding := lines(e.t, w.compare(e.t, 1, e.in("days")+"d"), "rent.hour", "line.rent.hour")
		e.near(card, got, e.right(card+"_cny"), rounding)
	}
}

func purchaseOnly(e example) {
	w := world{cards: 1, price: e.in("price"), offers: map[string]string{"hour": e.in("rate") + " CNY/card-hour"}}
	h := int(e.right("gpu_hours"))
	w.turns(e.t, 1, hours(h-1), hours(h+1))
}

func smallFormulas(e example) {
	w := world{
		cards: 1, price: e.in("server"), life: e.in("months") + "mo", view: "reused", util: e.in("share"),
		offers: map[string]string{"hour": e.in("rate") + " CNY/card-hour"},
	}
	r := w.compare(e.t, 1, "1mo")
	rent, rounding := lines(e.t, r, "rent.hour", "line.rent.hour")
	e.near("rent of a month", rent, e.right("rent_month"), rounding)
	charge, rounding := lines(e.t, r, "own.reused", "line.depreciation")
	e.near("charge of a month", charge, e.right("amort"), rounding)
}

// smallPrice: a bill is made of the price as stated, not of the price as shown.
func smallPrice(e example) {
	w := world{cards: 1, offers: map[string]string{"hour": e.in("true_hour") + " CNY/card-hour"}}
	got, rounding := lines(e.t, w.compare(e.t, 1, "1mo"), "rent.hour", "line.rent.hour")
	e.near("a month", got, e.right("month"), rounding)
}

func rateOfFlows(e example) {
	rate, ok := finance.IRR(e.flows("flows")).Only()
	if !ok {
		e.t.Fatal("want one rate")
	}
	e.near("rate of return", rate, e.right("irr"), 1e-9)
}

func deepSeek(e example) {
	w := world{cards: 8, offers: map[string]string{"hour": e.in("rate") + " CNY/card-hour"}}
	cards := e.number("cards")
	length := strconv.FormatFloat(e.number("total_h")/cards, 'f', -1, 64) + "h"
	got, rounding := lines(e.t, w.compare(e.t, int(cards), length), "rent.hour", "line.rent.hour")
	e.near("the training", got, e.right("cost"), rounding)
	r := e.estimate(training.ModelShape{Params: 671e9, Active: e.number("active"), Layers: 61, Hidden: 7168, Heads: 128},
		e.number("tokens_t")*1e12, 2048, 989, 0.346)
	e.near("operations", r.FLOPs.SixND/e.right("flops"), 1, 1e-9)
}

// estimate trains a model at a stated utilisation with no time lost.
func (e example) estimate(m training.ModelShape, tokens float64, cards int, teraflops, mfu float64) training.Result {
	e.t.Helper()
	r, ds := training.Estimate(training.Input{
		Model: m.Complete(), Data: training.Data{Tokens: tokens}, Work: training.Work{MFU: mfu, Goodput: 1},
		Machine: training.Machine{Count: cards, Card: training.CardSpec{
			ID: "the-card", MemoryGB: 80, LinkGBs: 900, NetGbps: 400, TDPW: 700, Rates: []training.Rate{{Precision: "bf16", TFLOPS: teraflops}},
		}},
	})
	if ds.HasErrors() {
		e.t.Fatal(ds.Err())
	}
	return r
}

func llama405(e example) {
	shape := training.ModelShape{Params: e.number("params"), Layers: 126, Hidden: 16384, Heads: 128}
	r := e.estimate(shape, e.number("tokens"), 16384, e.number("peak_tflops"), e.right("mfu")/100)
	e.near("operations", r.FLOPs.SixND/e.right("flops"), 1, 1e-9)
	e.near("card-hours", r.CardHours.Typical/e.number("gpu_hours"), 1, 0.001)
}

// seven: the source's time at full peak, at the 40 % that can be reached.
func seven(e example) {
	const mfu = 0.4
	r := e.estimate(training.StandardShape(e.number("params")), e.number("tokens"), 64, e.number("peak")/1e12, mfu)
	e.near("operations", r.FLOPs.SixND/e.right("flops"), 1, 1e-9)
	e.near("card-days at peak", r.CardHours.Typical/24*mfu/e.right("gpu_days"), 1, 0.001)
	e.near("bill at peak", r.CardHours.Typical*e.number("rate")*mfu/e.right("cost"), 1, 0.001)
}

func workstation(e example) {
	for _, c := range []struct{ hours, answer string }{{"160", "m_160"}, {"320", "m_320"}, {"720", "m_720_right"}} {
		w := world{
			cards: 1, price: e.in("price"),
			site:   "    rack_price: " + e.in("own_"+c.hours) + " CNY/rack-month\n    rack_power: 20 kW\n    rack_minimum: 1 month\n",
			offers: map[string]string{"month": e.in("cloud_"+c.hours) + " CNY/card-month"},
		}
		m := int(e.right(c.answer))
		w.turns(e.t, 1, fmt.Sprintf("%dmo", m), fmt.Sprintf("%dmo", m+1))
	}
}

// twoLevelPower: busy hours at one draw, idle ones at another.
func twoLevelPower(e example) {
	idle := e.number("idle_w") / 1000
	for _, c := range []struct {
		busyH, busyW float64
		answer       string
	}{{40, 415, "light_kwh"}, {160, 500, "medium_kwh"}, {320, 700, "heavy_kwh"}, {720, 750, "full_kwh"}} {
		w := world{
			cards: 1, busyKW: fmt.Sprint(c.busyW / 1000), idleKW: fmt.Sprint(idle), energy: e.in("price_kwh"),
			util: strconv.FormatFloat(c.busyH/e.number("hours_month"), 'f', 15, 64),
		}
		got, rounding := lines(e.t, w.compare(e.t, 1, "720h"), "own.idle", "line.electricity")
		e.near(c.answer, got, e.right(c.answer)*e.number("price_kwh"), rounding)
	}
}

// fourUtilisations: hours available and sold make the utilisation; the share that is billed divides the price.
func fourUtilisations(e example) {
	busy := e.number("available") * e.number("sold")
	cards, node := e.number("gpus"), e.number("node_price")
	for _, c := range []struct {
		price  float64
		answer string
	}{{node, "breakeven_price"}, {e.number("node_price_high"), "breakeven_price_high_node"}} {
		kept := cards*e.number("gpu_price")*e.number("gpu_residual") + (c.price-cards*e.number("gpu_price"))*e.number("system_residual")
		w := world{
			cards: 8, price: fmt.Sprint(c.price), curve: strconv.FormatFloat(kept/c.price, 'f', -1, 64),
			busyKW: e.in("active_kw"), idleKW: e.in("idle_kw"), energy: times(e.in("pue"), e.in("tariff")),
			life: "48mo", view: "reused", persons: "1", util: strconv.FormatFloat(busy, 'f', 6, 64),
			assumptions: map[string]string{"staff-cost-year": times(e.in("fixed_per_gpu_year"), e.in("gpus")) + " CNY/person-year"},
		}
		r := w.compare(e.t, 8, "1y")
		row, ok := r.Row("own.reused")
		if !ok || !row.Priced {
			e.t.Fatal("no own.reused")
		}
		e.near(c.answer, row.PerUsedHour/e.number("billed"), e.right(c.answer), 1e-5)
		if c.price == node {
			e.near("a card and year", math.Round(cost(e.t, r, "own.reused"))/cards, e.right("yearly"), 0.1)
		}
	}
}
