package compare_test

import (
	"flag"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gpucalc/internal/catalog"
	"gpucalc/internal/compare"
	"gpucalc/internal/costmodel"
	"gpucalc/internal/ledger"
	"gpucalc/internal/quantity"
	"gpucalc/internal/scenario"

	"pgregory.net/rapid"
)

// fataler is what testing.T and rapid.T share.
type fataler interface {
	Helper()
	Fatal(args ...any)
	Fatalf(format string, args ...any)
}

// overlay lays user sheets over a catalogue.
func overlay(t fataler, cat *catalog.Catalog, sheets ...string) *catalog.Catalog {
	t.Helper()
	for i, s := range sheets {
		if s == "" {
			continue
		}
		next, ds := cat.Overlay("user"+strconv.Itoa(i)+".yaml", []byte(s))
		if next == nil {
			t.Fatalf("%v in\n%s", ds.Err(), s)
		}
		cat = next
	}
	return cat
}

// resolve turns words into the input of a comparison as of November 2026.
func resolve(t fataler, spec scenario.Spec, cat *catalog.Catalog) costmodel.Input {
	t.Helper()
	today, err := quantity.ParseMonth("2026-11")
	if err != nil {
		t.Fatal(err)
	}
	def := scenario.Defaults{Site: "songjiang", Util: "1", Pattern: "all", View: "sold", Taxpayer: "none", Start: today}
	sc, ds := scenario.Resolve(spec, cat, def)
	if ds.HasErrors() {
		t.Fatal(ds.Err())
	}
	return costmodel.Input{Scenario: sc, Catalog: cat, Today: today}
}

func word(s string) scenario.Word { return scenario.Word{Text: s} }

// need is a random need. Its numbers stay apart from the words so that tests can raise them.
type need struct {
	card, site, pattern, start, view string
	count, length                    int
	unit                             string
	util                             int // per cent
}

func (n need) spec() scenario.Spec {
	return scenario.Spec{
		ID: "random", Card: word(n.card), Count: word(strconv.Itoa(n.count)), For: word(strconv.Itoa(n.length) + n.unit),
		Util: word(strconv.Itoa(n.util) + "%"), Pattern: word(n.pattern), Site: word(n.site), Start: word(n.start), View: word(n.view),
	}
}

func (n need) String() string {
	return fmt.Sprintf("%dx%s-%d%s@%d%% %s at %s from %s, %s", n.count, n.card, n.length, n.unit, n.util, n.pattern, n.site, n.start, n.view)
}

// cards are cards with prices for owning and for renting by several terms, and one that nobody rents.
var cards = []string{"nvidia-a100-sxm-80g", "nvidia-h800-sxm-80g", "nvidia-h20-96g", "nvidia-rtx4090-24g", "huawei-910b3-64g"}

var longest = map[string]int{"h": 700, "d": 60, "w": 9, "mo": 14, "y": 3}

// needs draws needs; a third of them are for clusters.
func needs() *rapid.Generator[need] {
	return rapid.Custom(func(t *rapid.T) need {
		unit := rapid.SampledFrom([]string{"h", "d", "w", "mo", "y"}).Draw(t, "unit")
		n := need{
			card: rapid.SampledFrom(cards).Draw(t, "card"), unit: unit,
			count:   rapid.OneOf(rapid.IntRange(1, 8), rapid.IntRange(1, 40), rapid.IntRange(100, 700)).Draw(t, "count"),
			length:  rapid.IntRange(1, longest[unit]).Draw(t, "length"),
			util:    rapid.OneOf(rapid.Just(100), rapid.IntRange(1, 100)).Draw(t, "util"),
			pattern: rapid.SampledFrom([]string{"all", "8hx5d", "office", "night", "valley", "3hx7d"}).Draw(t, "pattern"),
			site:    rapid.SampledFrom([]string{"songjiang", "shanghai-centre", "lingang", "beijing", "own-hall", "office", "home"}).Draw(t, "site"),
			start: fmt.Sprintf("%d-%02d", rapid.IntRange(2026, 2027).Draw(t, "year"),
				rapid.IntRange(1, 12).Draw(t, "month")),
			view: rapid.SampledFrom(scenario.Views).Draw(t, "view"),
		}
		return n
	})
}

// sheet is a random user sheet whose money can be multiplied.
type sheet struct {
	server int            // price per card of the card's servers, yuan
	shares map[string]int // assumptions, per mille
	staff  int
	offers map[string]int // by term: price in fen
	basis  map[string]string
}

// periodPrice is roughly what a term costs in fen, from a card-hour of 5 yuan.
var periodPrice = map[string]int{"hour": 500, "day": 11000, "week": 70000, "month": 260000, "year": 2800000}

var terms = []string{"hour", "day", "week", "month", "year"}

var drawnShares = []string{
	"discount-rate", "paid-share-of-life", "resale-first-day-step", "resale-selling-cost", "upkeep-year", "rent-waste-share",
	"power-idle-share", "insurance",
}

func sheets() *rapid.Generator[sheet] {
	return rapid.Custom(func(t *rapid.T) sheet {
		s := sheet{shares: map[string]int{}, offers: map[string]int{}, basis: map[string]string{}}
		s.server = rapid.IntRange(5000, 400000).Draw(t, "server price a card")
		for _, id := range drawnShares {
			if rapid.Bool().Draw(t, id+" set") {
				s.shares[id] = rapid.IntRange(1, 600).Draw(t, id)
			}
		}
		s.staff = rapid.IntRange(10000, 900000).Draw(t, "staff")
		for _, term := range terms {
			if rapid.Bool().Draw(t, term+" offered") {
				around := periodPrice[term]
				s.offers[term] = rapid.IntRange(around/4, around*2).Draw(t, term)
				s.basis[term] = rapid.SampledFrom([]string{"card", "server"}).Draw(t, term+" basis")
			}
		}
		return s
	})
}

// prices writes the money of the sheet, c times as much.
func (s sheet) prices(card string, c quantity.Decimal) string {
	var b strings.Builder
	times := func(fen int) string { return ledger.Dec(strconv.Itoa(fen)).Mul(c).Mul(ledger.Dec("0.01")).String() }
	b.WriteString("sources:\n  our-quotes: {title: quotes in hand}\nservers:\n")
	for _, v := range catalog.Embedded().Servers(card) {
		fmt.Fprintf(&b, "  %s: {price: %s CNY/server}\n", v.ID, times(s.server*v.Cards*100))
	}
	fmt.Fprintf(&b, "assumptions:\n  staff-cost-year: {value: %s CNY/person-year}\n", times(s.staff*100))
	if len(s.offers) == 0 {
		return b.String()
	}
	b.WriteString("offers:\n")
	for _, term := range terms {
		fen, ok := s.offers[term]
		if !ok {
			continue
		}
		n := 1
		if s.basis[term] == "server" {
			n = 8
		}
		fmt.Fprintf(&b, `  our-%s:
    provider: our-vendor
    card: %s
    class: cloud
    term: %s
    cards: %d
    interconnect: ib
    price: {typical: %s, unit: CNY/%s-%s, asof: 2026-11, source: our-quotes, reliability: high}
`, term, card, term, n, times(fen*n), s.basis[term], term)
	}
	return b.String()
}

// rates writes what is no money.
func (s sheet) rates() string {
	if len(s.shares) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString("assumptions:\n")
	for _, id := range drawnShares {
		if v, ok := s.shares[id]; ok {
			fmt.Fprintf(&b, "  %s: {value: {typical: %s, unit: share}}\n", id, strconv.FormatFloat(float64(v)/1000, 'f', -1, 64))
		}
	}
	return b.String()
}

var one = ledger.Dec("1")

// drawn is a random comparison.
type drawn struct {
	need  need
	sheet sheet
	cat   *catalog.Catalog
	in    costmodel.Input
	r     compare.Result
}

func draw(t *rapid.T) drawn {
	d := drawn{need: needs().Draw(t, "need"), sheet: sheets().Draw(t, "sheet")}
	d.cat = overlay(t, catalog.Embedded(), d.sheet.prices(d.need.card, one), d.sheet.rates())
	d.in = resolve(t, d.need.spec(), d.cat)
	d.r = compare.Run(d.in)
	return d
}

// priced are the options with a total.
func priced(r compare.Result) []compare.Row {
	return slices.DeleteFunc(slices.Clone(r.Rows), func(w compare.Row) bool { return !w.Priced })
}

// quickChecks is how many comparisons a property is tried on unless -rapid.checks says otherwise.
const quickChecks = "30"

// quick runs a property on fewer draws than usual: each is a whole comparison.
func quick(t *testing.T, prop func(t *rapid.T)) {
	t.Helper()
	asked := false
	flag.Visit(func(f *flag.Flag) { asked = asked || f.Name == "rapid.checks" })
	if checks := flag.Lookup("rapid.checks"); checks != nil && !asked {
		before := checks.Value.String()
		if err := checks.Value.Set(quickChecks); err != nil {
			t.Fatal(err)
		}
		defer func() { _ = checks.Value.Set(before) }()
	}
	rapid.Check(t, prop)
}
