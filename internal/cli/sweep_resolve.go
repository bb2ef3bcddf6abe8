package cli

import (
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"gpucalc/internal/catalog"
	"gpucalc/internal/compare"
	"gpucalc/internal/costmodel"
	"gpucalc/internal/diag"
	"gpucalc/internal/quantity"
	"gpucalc/internal/scenario"
)

// sweepResolver turns the values of a point into an input.
type sweepResolver struct {
	base     costmodel.Input
	spec     scenario.Spec
	defaults scenario.Defaults
	axes     []compare.Vary
	today    quantity.YearMonth
}

func (o *sweepOptions) resolver(a *app, cmd *cobra.Command, axes []compare.Vary) (*sweepResolver, error) {
	in, err := o.input(a, cmd)
	if err != nil {
		return nil, err
	}
	spec, _, _, err := o.asked(a, cmd, in.Catalog)
	if err != nil {
		return nil, err
	}
	r := &sweepResolver{base: in, spec: spec, axes: axes, today: in.Today, defaults: a.defaults(in.Today)}
	for _, x := range axes {
		if _, ok := findFigure(in.Catalog, x.Name); ok || fieldOf(&spec, x.Name) != nil {
			continue
		}
		known := append(scenario.FieldNames(), figureIDs(in.Catalog)...)
		d := diag.New("cli.unknown_figure", "value", x.Name, "near", diag.Nearest(x.Name, known))
		return nil, usage(d.WithHint("cli.unknown_figure.hint").In("--vary"))
	}
	return r, r.distinct()
}

// distinct refuses parameters that set the same field or figure: the last would hide the others.
func (r *sweepResolver) distinct() error {
	by := map[string]string{}
	for _, x := range r.axes {
		for _, what := range r.sets(x) {
			if other, ok := by[what]; ok {
				d := diag.New("sweep.same", "name", x.Name, "other", other, "what", what)
				return usage(d.WithHint("sweep.same.hint").In("--vary"))
			}
			by[what] = x.Name
		}
	}
	return nil
}

// sets names what a parameter sets: a card with a number in front sets the count too.
func (r *sweepResolver) sets(x compare.Vary) []string {
	switch x.Name {
	case "card", "cards":
		out := []string{"card"}
		for _, v := range x.Values {
			if n, _, err := scenario.ParseCards(v); err == nil && n > 0 {
				return append(out, "count")
			}
		}
		return out
	}
	if t, ok := findFigure(r.base.Catalog, x.Name); ok {
		return []string{t.figure.ID}
	}
	return []string{x.Name}
}

// fieldOf is the field of a scenario with a name; nil when there is none.
func fieldOf(s *scenario.Spec, name string) *scenario.Word {
	switch name {
	case "cards":
		name = "card"
	case "for_low", "for_high": // ends of a length are no parameters of their own
		return nil
	}
	return s.Field(name)
}

// fast says which parameters are figures of the bills: utilisation, and whatever --set can name.
func (r *sweepResolver) fast() []compare.Fast {
	out := make([]compare.Fast, len(r.axes))
	for i, x := range r.axes {
		if x.Name == "util" {
			out[i] = compare.Fast{Figure: compare.UtilFigure, Value: utilValue}
			continue
		}
		if t, ok := findFigure(r.base.Catalog, x.Name); ok && fieldOf(&scenario.Spec{}, x.Name) == nil {
			out[i] = compare.Fast{Figure: t.figure.ID, Value: func(word string) (quantity.Decimal, bool) {
				values, err := readValues(word, t.figure.Unit)
				if err != nil || len(values) != 1 {
					return quantity.Decimal{}, false
				}
				d, err := quantity.ParseNumber(values[0])
				return d, err == nil
			}}
		}
	}
	return out
}

// utilValue reads a utilisation that a scenario takes; the full way tells what is wrong with others.
func utilValue(word string) (quantity.Decimal, bool) {
	d, err := quantity.ParseShare(word)
	return d, err == nil && d.IsPos() && !d.GreaterThan(quantity.Int(1))
}

func (r *sweepResolver) resolve(values []string) (costmodel.Input, error) {
	in := r.base
	spec, cat, err := r.at(values)
	if err != nil {
		return in, err
	}
	sc, wrong := scenario.Resolve(spec, cat, r.defaults)
	if wrong.HasErrors() {
		return in, r.located(values, wrong)
	}
	in.Scenario, in.Catalog, in.Money.Taxpayer = sc, cat, sc.Taxpayer
	return in, nil
}

// tried is how many values of a parameter are tried before the first row is written.
const tried = 200

// try resolves values of every parameter, all others at their first, so that a slip is found before anything is written:
// the first and last hundred of long lists.
func (r *sweepResolver) try() error {
	values := make([]string, len(r.axes))
	for i, x := range r.axes {
		values[i] = x.Values[0]
	}
	cards := map[string]string{}
	for i, x := range r.axes {
		for k, v := range x.Values {
			if len(x.Values) > tried && k >= tried/2 && k < len(x.Values)-tried/2 {
				continue
			}
			values[i] = v
			in, err := r.resolve(values)
			if err != nil {
				return err
			}
			if x.Name != "card" && x.Name != "cards" {
				continue
			}
			card := strconv.Itoa(in.Scenario.Count) + " x " + in.Scenario.Card.ID
			if other, ok := cards[card]; ok {
				d := diag.New("sweep.same_value", "name", x.Name, "value", v, "other", other)
				return usage(d.WithHint("sweep.same_value.hint").In("--vary"))
			}
			cards[card] = v
		}
		values[i] = x.Values[0]
	}
	return nil
}

// at lays the point's values over scenario and sheets.
func (r *sweepResolver) at(values []string) (scenario.Spec, *catalog.Catalog, error) {
	spec, cat := r.spec, r.base.Catalog
	var top scenario.Spec
	for i, x := range r.axes {
		field := fieldOf(&top, x.Name)
		if field == nil {
			next, err := override(cat, x.Name, values[i], "--vary", r.today)
			if err != nil {
				return spec, nil, err
			}
			cat = next
			continue
		}
		text := values[i]
		if field == &top.Card {
			count, card, err := scenario.ParseCards(text)
			if err != nil {
				return spec, nil, badFlag("vary", err)
			}
			if text = card; count > 0 {
				top.Count = scenario.Word{Text: strconv.Itoa(count), Origin: varied}
			}
		}
		*field = scenario.Word{Text: text, Origin: varied}
	}
	return spec.Over(top), cat, nil
}

// varied is where the values of a point come from.
var varied = scenario.Origin{Kind: "flag", Name: "vary"}

// located says at which point the words were wrong.
func (r *sweepResolver) located(values []string, wrong diag.List) error {
	var point []string
	for i, x := range r.axes {
		point = append(point, x.Name+"="+values[i])
	}
	return badValue("--vary "+strings.Join(point, ", "), wrong.Err())
}
