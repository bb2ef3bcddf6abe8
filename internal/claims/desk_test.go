package claims

import (
	"fmt"
	"strings"
	"testing"

	"gpucalc/internal/catalog"
	"gpucalc/internal/compare"
	"gpucalc/internal/costmodel"
	"gpucalc/internal/quantity"
	"gpucalc/internal/scenario"
)

// desk computes scenarios on the shipped sheets and remembers them.
type desk struct {
	t     testing.TB
	cat   *catalog.Catalog
	known map[string]compare.Result
}

func newDesk(t testing.TB) *desk {
	return &desk{t: t, cat: catalog.Embedded(), known: map[string]compare.Result{}}
}

// spec reads "8xH800-3y@0.6" with further fields: "site=lingang view=reused pattern=8hx5d".
func (d *desk) spec(need, more string) scenario.Spec {
	d.t.Helper()
	spec, ds := scenario.Find(need, d.cat, scenario.Origin{})
	if ds.HasErrors() {
		d.t.Fatal(ds.Err())
	}
	for _, f := range strings.Fields(more) {
		key, value, _ := strings.Cut(f, "=")
		w := scenario.Word{Text: value}
		switch key {
		case "site":
			spec.Site = w
		case "view":
			spec.View = w
		case "pattern":
			spec.Pattern = w
		default:
			d.t.Fatalf("unknown field %q", key)
		}
	}
	return spec
}

func (d *desk) input(need, more string) costmodel.Input {
	d.t.Helper()
	return d.inputOf(d.spec(need, more), d.cat)
}

func (d *desk) inputOf(spec scenario.Spec, cat *catalog.Catalog) costmodel.Input {
	d.t.Helper()
	today, err := quantity.ParseMonth("2026-11")
	if err != nil {
		d.t.Fatal(err)
	}
	def := scenario.Defaults{Site: "songjiang", Util: "1", Pattern: "all", View: "sold", Taxpayer: "none", Start: today}
	sc, ds := scenario.Resolve(spec, cat, def)
	if ds.HasErrors() {
		d.t.Fatal(ds.Err())
	}
	return costmodel.Input{Scenario: sc, Catalog: cat, Today: today}
}

func (d *desk) run(need, more string) compare.Result {
	key := need + " " + more
	r, ok := d.known[key]
	if !ok {
		r = compare.Run(d.input(need, more))
		d.known[key] = r
	}
	return r
}

// yuan is the total of an option; ok is false when it has none.
func (d *desk) yuan(need, more, option string) (yuan float64, ok bool) {
	r := d.run(need, more)
	w, ok := r.Row(option)
	if !ok || !w.Priced {
		return 0, false
	}
	return w.Total().Float(), true
}

// total is an option that must have one.
func (d *desk) total(need, more, option string) float64 {
	d.t.Helper()
	v, ok := d.yuan(need, more, option)
	if !ok {
		d.t.Fatalf("%s %s: no total of %s", need, more, option)
	}
	return v
}

// best is the cheapest counted option of a family; ok is false without one.
func (d *desk) best(need, more, family string) (yuan float64, ok bool) {
	for _, w := range d.run(need, more).Rows {
		if w.Counts && w.Family == family {
			return w.Total().Float(), true
		}
	}
	return 0, false
}

// owns reports whether owning wins; ok is false where either side has no price.
func (d *desk) owns(need, more string) (own, ok bool) {
	o, okOwn := d.best(need, more, costmodel.FamilyOwn)
	r, okRent := d.best(need, more, costmodel.FamilyRent)
	return o < r, okOwn && okRent
}

// item sums the lines of an item in an option's bill.
func (d *desk) item(need, more, option, item string) float64 {
	d.t.Helper()
	r := d.run(need, more)
	w, ok := r.Row(option)
	if !ok || !w.Priced {
		d.t.Fatalf("%s: no %s", need, option)
	}
	sum := 0.0
	for _, l := range w.Ledger.Lines {
		if l.Item == item {
			sum += l.Amount.Float()
		}
	}
	return sum
}

// value is the typical value of a figure.
func (d *desk) value(f catalog.Figure) float64 {
	d.t.Helper()
	var v float64
	if _, err := fmt.Sscan(f.Typical, &v); err != nil {
		d.t.Fatalf("%s: %v", f.ID, err)
	}
	return v
}

// model is a card as it is called in a table, with the word for a scenario.
type model struct{ word, name string }

// bought are the cards that can be both bought and rented on the shipped sheets.
var bought = []model{
	{"A100", "A100 80G"}, {"H800", "H800"}, {"H100", "H100"}, {"H200", "H200"}, {"H20", "H20"}, {"4090", "RTX 4090"}, {"910B3", "910B3"},
}

// split sorts cards into those for which a statement holds and those for which it does not; cards for which it cannot
// be asked are left out.
func split(cards []model, holds func(c string) (yes, ok bool)) (yes, no []string) {
	for _, c := range cards {
		switch is, ok := holds(c.word); {
		case !ok:
		case is:
			yes = append(yes, c.name)
		default:
			no = append(no, c.name)
		}
	}
	return yes, no
}

// money prints yuan with groups of thousands, without the fen.
func money(v float64) string {
	f, err := quantity.RoundFenFloat(v)
	if err != nil {
		return fmt.Sprint(v)
	}
	return strings.TrimSuffix(f.Format(), f.String()[len(f.String())-3:])
}

// exact prints yuan with the fen.
func exact(v float64) string {
	f, err := quantity.RoundFenFloat(v)
	if err != nil {
		return fmt.Sprint(v)
	}
	return f.Format()
}

func list(names []string) string {
	if len(names) == 0 {
		return "-"
	}
	return strings.Join(names, ", ")
}
