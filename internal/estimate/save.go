package estimate

import (
	"strconv"
	"strings"
)

// Sheet is the scenario of the headline as a sheet that compare, breakeven and
// simulate read: the cards for the typical time. The ends of the range stand in
// its note, in hours, to be tried with --for. "" = nothing fits.
func (r *Result) Sheet(id string) string {
	c, ok := r.Chosen()
	if !ok {
		return ""
	}
	low, typical, high := Hours(c.Result.Days)
	hours := func(n int64) string { return strconv.FormatInt(n, 10) + "h" }
	span := hours(low) + " - " + hours(high)
	var b strings.Builder
	b.WriteString("# Made by gpucalc estimate. Eight runs in ten take between for_low and for_high; simulate draws from them.\n")
	b.WriteString("scenarios:\n  " + id + ":\n")
	for _, line := range [...][2]string{
		{"name", strconv.Quote("Training on " + strconv.Itoa(c.Result.Count) + " x " + c.Machine.Card.Name)},
		{"name_zh", strconv.Quote("训练：" + strconv.Itoa(c.Result.Count) + " 张 " + c.Machine.Card.Name)},
		{"card", c.Machine.Card.ID},
		{"count", strconv.Itoa(c.Result.Count)},
		{"for", hours(typical)},
		{"for_low", hours(low)},
		{"for_high", hours(high)},
		{"site", r.Ask.SiteID()},
		{"note", strconv.Quote("training estimate, eight runs in ten take " + span)},
		{"note_zh", strconv.Quote("训练估算，八成情况在 " + span + " 之间")},
	} {
		b.WriteString("    " + line[0] + ": " + line[1] + "\n")
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
