package estimate

import (
	"strconv"
	"strings"
)

// Sheet is the scenario of the headline as a sheet of scenarios that compare,
// breakeven and simulate read: the typical time under the given id, and the
// ends of its range under the id with -short and -long. "" = nothing fits.
func (r *Result) Sheet(id string) string {
	c, ok := r.Chosen()
	if !ok {
		return ""
	}
	var b strings.Builder
	b.WriteString("# Made by gpucalc estimate: " + strconv.Itoa(c.Result.Count) + " x " + c.Machine.Card.Name + ", " +
		tidy(c.Result.Days.Typical) + " days (" + tidy(c.Result.Days.Low) + " - " + tidy(c.Result.Days.High) +
		", eight runs in ten).\nscenarios:\n")
	for _, one := range [...]struct {
		suffix, name string
		days         float64
	}{
		{"", "typical time", c.Result.Days.Typical},
		{"-short", "shortest likely time", c.Result.Days.Low},
		{"-long", "longest likely time", c.Result.Days.High},
	} {
		spec := r.Ask.Spec(c, one.days)
		b.WriteString("  " + id + one.suffix + ":\n")
		for _, line := range [...][2]string{
			{"name", strconv.Quote("Training estimate, " + one.name)},
			{"card", spec.Card.Text},
			{"count", spec.Count.Text},
			{"for", spec.For.Text},
			{"site", r.Ask.site().ID},
		} {
			b.WriteString("    " + line[0] + ": " + line[1] + "\n")
		}
	}
	return b.String()
}

// ScenarioID is an id for the headline that no shorthand can be mistaken for.
func (r *Result) ScenarioID() string {
	c, ok := r.Chosen()
	if !ok {
		return ""
	}
	name := r.Ask.ModelID
	if name == "" || r.Ask.From != FromSheet {
		name = "model"
	}
	return "train-" + name + "-on-" + strconv.Itoa(c.Result.Count) + "-" + c.Machine.Card.ID
}

func tidy(v float64) string { return strconv.FormatFloat(v, 'f', 1, 64) }
