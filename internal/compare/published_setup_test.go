package compare_test

import (
	"fmt"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gpucalc/internal/catalog"
	"gpucalc/internal/compare"
	"gpucalc/internal/ledger"
	"gpucalc/internal/scenario"
	"gpucalc/internal/yamlx"
)

// example is a worked example that somebody published.
type example struct {
	t               *testing.T
	id              string
	inputs, answers *yamlx.Node
	notAsked        bool
}

// examples reads testdata/published.
func examples(t *testing.T) []example {
	t.Helper()
	const file = "../../testdata/published/examples.yaml"
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	root, ds := yamlx.Read(file, data)
	if ds.HasErrors() {
		t.Fatal(ds.Err())
	}
	_, all := root.Get("examples")
	var out []example
	for i, key := range all.Keys {
		e := example{id: key.Value}
		_, e.inputs = all.Items[i].Get("inputs")
		_, e.answers = all.Items[i].Get("right")
		_, reason := all.Items[i].Get("not_asked")
		e.notAsked = reason != nil
		out = append(out, e)
	}
	return out
}

// in is an input as the publisher states it, in its decimal text.
func (e example) in(name string) string {
	e.t.Helper()
	_, v := e.inputs.Get(name)
	if v == nil {
		e.t.Fatalf("no input %s", name)
	}
	return v.Value
}

func (e example) number(name string) float64 { return e.float(e.in(name)) }

// right is the answer that follows from the inputs.
func (e example) right(name string) float64 {
	e.t.Helper()
	_, v := e.answers.Get(name)
	if v == nil {
		e.t.Fatalf("no answer %s", name)
	}
	return e.float(v.Value)
}

func (e example) float(text string) float64 {
	e.t.Helper()
	v, err := strconv.ParseFloat(text, 64)
	if err != nil {
		e.t.Fatal(err)
	}
	return v
}

// flows reads a list of amounts.
func (e example) flows(name string) []float64 {
	e.t.Helper()
	_, list := e.inputs.Get(name)
	var out []float64
	for _, n := range list.Items {
		out = append(out, e.float(n.Value))
	}
	return out
}

// near wants two numbers equal but for a tolerance.
func (e example) near(what string, got, want, tolerance float64) {
	e.t.Helper()
	if math.Abs(got-want) > tolerance {
		e.t.Errorf("%s: got %v, want %v", what, got, want)
	}
}

// world is a sheet in which nothing costs but what an example names. Amounts are in its own currency.
type world struct {
	cards             int
	price             string // of a server
	ratedKW           string
	busyKW, idleKW    string
	energy            string            // per kWh of IT energy
	site              string            // further fields of the site
	assumptions       map[string]string // values instead of nothing
	offers            map[string]string // term: price with unit
	curve             string
	life, view, idle  string
	pattern, util     string
	start             string
	persons, warranty string
}

// nothing are the assumptions that add costs of their own.
var nothing = map[string]string{
	"discount-rate": "0 share", "insurance": "0 share", "installation-share": "0 share", "transport-share": "0 share",
	"upkeep-year": "0 share", "rent-waste-share": "0 share", "paid-share-of-life": "1 share", "resale-first-day-step": "0 share",
	"resale-selling-cost": "0 share", "rent-setup-hours": "0 hour", "card-events": "0 events/card-year", "spare-ratio-from": "1000000 unit",
}

func or(text, otherwise string) string {
	if text == "" {
		return otherwise
	}
	return text
}

// sheet writes the world.
func (w world) sheet() string {
	var b strings.Builder
	fmt.Fprintf(&b, `
sources:
  the-example: {title: the example}
curves:
  gone: {name: nothing left, points: {1: 0%%}}
  kept: {name: what the example keeps, points: {48: %s share}}
cards:
  the-card: {name: the card, form: pcie, market: datacentre, memory: 80 GB, curve: %s}
servers:
  the-server:
    name: the server
    card: the-card
    cards: %d
    network: ib
    price: %s CNY/server
    rated_power: %s kW
    typical_power: %s kW
    idle_power: %s kW
    warranty: %s month
sites:
  the-site:
    name: the site
    kind: colo
    power: landlord-metered
    power_price: %s CNY/kWh
%s
`, or(w.curve, "0.5"), map[bool]string{true: "gone", false: "kept"}[w.curve == ""], w.cards, or(w.price, "1"), or(w.ratedKW, or(w.busyKW, "1")),
		or(w.busyKW, "1"), or(w.idleKW, or(w.busyKW, "1")), or(w.warranty, "120"), or(w.energy, "0.000001"), w.site)
	b.WriteString("assumptions:\n")
	people := or(w.persons, "0")
	fmt.Fprintf(&b, "  staff-fte: {points: {1: %s FTE, 4: %s FTE, 16: %s FTE, 64: %s FTE}}\n", people, people, people, people)
	for _, id := range keys(nothing) {
		fmt.Fprintf(&b, "  %s: {value: %s}\n", id, or(w.assumptions[id], nothing[id]))
	}
	for _, id := range keys(w.assumptions) {
		if _, known := nothing[id]; !known {
			fmt.Fprintf(&b, "  %s: {value: %s}\n", id, w.assumptions[id])
		}
	}
	if len(w.offers) > 0 {
		b.WriteString("offers:\n")
	}
	for _, term := range keys(w.offers) {
		number, unit, _ := strings.Cut(w.offers[term], " ")
		cards := 1
		if strings.HasPrefix(unit, "CNY/server") {
			cards = w.cards
		}
		fmt.Fprintf(&b, `  the-%s: {provider: someone, card: the-card, class: cloud, term: %s, cards: %d, interconnect: ib, step: second, month_hours: 730,
    price: {typical: %s, unit: %s, asof: 2026-11, source: the-example, reliability: high}}
`, term, term, cards, number, unit)
	}
	return b.String()
}

func keys(m map[string]string) []string {
	out := make([]string, 0, len(m))
	for k := range m {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}

// compare asks for a number of cards and a length.
func (w world) compare(t *testing.T, count int, length string) compare.Result {
	t.Helper()
	cat := overlay(t, catalog.Embedded(), w.sheet())
	spec := scenario.Spec{
		Card: word("the-card"), Count: word(strconv.Itoa(count)), For: word(length), Site: word("the-site"),
		Life: word(or(w.life, "120mo")), View: word(or(w.view, "idle")), Idle: word(or(w.idle, "on")), Start: word(or(w.start, "2026-11")),
		Pattern: word(or(w.pattern, "all")), Util: word(or(w.util, "1")),
	}
	return compare.Run(resolve(t, spec, cat))
}

// cost is the total of an option.
func cost(t *testing.T, r compare.Result, option string) float64 {
	t.Helper()
	w, ok := r.Row(option)
	if !ok || !w.Priced {
		t.Fatalf("%s has no total", option)
	}
	return w.Total().Float()
}

// lines sums an item of an option's bill and says how far rounding may take it.
func lines(t *testing.T, r compare.Result, option, item string) (sum, rounding float64) {
	t.Helper()
	w, ok := r.Row(option)
	if !ok || !w.Priced {
		t.Fatalf("%s has no total", option)
	}
	for _, l := range w.Ledger.Lines {
		if l.Item == item {
			sum, rounding = sum+l.Amount.Float(), rounding+0.005
		}
	}
	return sum, rounding + 1e-9
}

// turns wants renting to win for one ask and owning for another.
func (w world) turns(t *testing.T, count int, renting, owning string) {
	t.Helper()
	for length, want := range map[string]string{renting: "rent", owning: "own"} {
		if r := w.compare(t, count, length); r.Verdict == nil || r.Verdict.Family != want {
			t.Errorf("%s: want %s to win, got %+v", length, want, r.Verdict)
		}
	}
}

// times is the exact product of decimals, for inputs that an example gives in parts.
func times(parts ...string) string {
	v := ledger.Dec("1")
	for _, p := range parts {
		v = v.Mul(ledger.Dec(p))
	}
	return v.String()
}
