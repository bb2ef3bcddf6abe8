package estimate

import (
	"strconv"
	"strings"

	"gpucalc/internal/catalog"
	"gpucalc/internal/training"
)

// Published reads the runs and rates behind the model of utilisation.
func Published(cat *catalog.Catalog) []training.Published {
	entities := cat.Entities("mfu")
	rows := make([]training.Published, 0, len(entities))
	for i := range entities {
		if !entities[i].IsCoefficient() {
			rows = append(rows, published(&entities[i]))
		}
	}
	return rows
}

// published reads one row in a single pass: there are hundreds.
func published(e *catalog.Entity) training.Published {
	p := training.Published{Setting: training.Setting{Kind: training.Pretrain}}
	for i := range e.Fields {
		value := e.Fields[i].Value
		switch e.Fields[i].Path {
		case "group":
			p.Run = value == "run"
		case "name":
			p.ID = value
		case "org":
			p.Org = value
		case "source":
			p.Source = value
		case "card":
			p.Card = value
		case "count":
			p.Count, _ = strconv.Atoi(value)
		case "active":
			p.Active = float(value)
		case "mixture":
			p.Mixture = value == "true"
		case "precision":
			p.Precision = value
		case "seq":
			p.Seq, _ = strconv.Atoi(value)
		case "kind":
			p.Kind, _ = KindOf(value)
		case "effort":
			p.Effort = EffortOf(value)
		case "mfu":
			p.MFU = float(strings.TrimSpace(strings.TrimSuffix(value, "%"))) / 100
		case "ratio":
			p.Ratio = float(value)
		}
	}
	return p
}

// Nearest is the published row that is most like a candidate; ok is false for
// work without a language model.
func (r *Result) Nearest(c *Candidate) (near training.Near, ok bool) {
	one := c.Result
	if !r.Ask.languageModel() {
		return near, false
	}
	return training.Nearest(Published(r.Ask.Costs.Catalog), training.Setting{
		Card: c.Machine.Card.ID, Count: one.Count, Active: one.Model.ActiveParams(), Mixture: one.Model.MoE(),
		Precision: one.Precision, Seq: one.Seq, Kind: one.Kind, Effort: r.Ask.Work.Effort,
	})
}
