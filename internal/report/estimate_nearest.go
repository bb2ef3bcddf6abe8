package report

import (
	"strings"

	"gpucalc/internal/diag"
	"gpucalc/internal/estimate"
	"gpucalc/internal/quantity"
	"gpucalc/internal/training"
)

// nearest names the published run or rate that is most like the answer, and
// what differs there.
func (d estimateDoc) nearest() []Line {
	near, ok := d.r.Nearest(d.r.Shown())
	if !ok {
		return nil
	}
	card := plainCard(near.Card)
	if c, wrong := d.r.Ask.Costs.Catalog.ResolveCard(near.Card); len(wrong) == 0 {
		card = c.Name
	}
	cards := d.t.T("estimate.nearest.cards_unknown", "card", diag.Clean(card))
	if near.Count > 0 {
		cards = d.t.T("estimate.nearest.cards", "card", diag.Clean(card), "count", count(near.Count))
	}
	key := "estimate.nearest.rate"
	if near.Run {
		key = "estimate.nearest.run"
	}
	lines := []Line{say(d.t.T(key, "id", diag.Clean(near.ID), "org", diag.Clean(near.Org), "cards", cards,
		"active", short(near.Active), "precision", diag.Clean(near.Precision), "mfu", percent(near.MFU), "ratio", quantity.Fixed(near.Ratio, 2)))}
	if differs := d.differences(near); len(differs) > 0 {
		lines = append(lines, say(d.t.T("estimate.nearest.differs", "list", strings.Join(differs, d.t.T("report.semicolon")))))
	}
	return lines
}

// plainCard is a name for a card of the data that the sheets do not hold: its
// id without the maker, in capitals.
func plainCard(id string) string {
	if _, chip, ok := strings.Cut(id, "-"); ok {
		return strings.ToUpper(chip)
	}
	return id
}

// differences says how the nearest published row differs from the answer.
func (d estimateDoc) differences(near training.Near) []string {
	one := d.r.Shown().Result
	var out []string
	for _, what := range near.Differs {
		key := "estimate.nearest." + string(what)
		switch what {
		case training.OtherMixture:
			key += alternative(near.Mixture, ".moe", ".dense")
		case training.OtherKind:
			key += "." + estimate.KindWord(near.Kind)
		case training.OtherEffort:
			key += "." + estimate.EffortWord(near.Effort)
		}
		out = append(out, d.t.T(key, "precision", diag.Clean(near.Precision),
			"size", times(near.Active/one.Model.ActiveParams()), "cards", times(float64(near.Count)/float64(one.Count)), "seq", plain(float64(near.Seq))))
	}
	return out
}

// times is a ratio to two digits.
func times(v float64) string { return quantity.DropZeros(quantity.Significant(v, 2)) }

func alternative(is bool, yes, no string) string {
	if is {
		return yes
	}
	return no
}

type nearestJSON struct {
	ID           string   `json:"id"`
	Run          bool     `json:"run" doc:"a run with its card-hours; false: a measured rate"`
	Organisation string   `json:"organisation"`
	Source       string   `json:"source"`
	Card         string   `json:"card"`
	Count        *int     `json:"count" doc:"null: not published"`
	Active       number   `json:"active"`
	Mixture      bool     `json:"mixture" doc:"of experts"`
	Precision    string   `json:"precision"`
	Sequence     int      `json:"sequence"`
	Kind         string   `json:"kind" enum:"pretrain,continue,full,lora,qlora"`
	Effort       string   `json:"effort" enum:"run,steady,tuned" doc:"what its time covers"`
	MFU          number   `json:"mfu" doc:"by 6 N D, against the dense bf16 peak"`
	Ratio        number   `json:"predicted_to_published" doc:"card-hours; of a run as predicted without its organisation, of a rate as fitted"`
	Distance     number   `json:"distance" doc:"1 = a model e times as large, or another chip of the generation"`
	SizeRatio    number   `json:"size_ratio" doc:"its active parameters / those of the estimate"`
	CountRatio   *number  `json:"count_ratio" doc:"its cards / those of the estimate; null: not published"`
	Differs      []string `json:"differs" doc:"from the estimate, in chip, generation, size, count, sequence, precision, mixture, kind, effort"`
}

func nearestAsJSON(r *estimate.Result) *nearestJSON {
	c := r.Shown()
	near, ok := r.Nearest(c)
	if !ok {
		return nil
	}
	out := &nearestJSON{
		ID: near.ID, Run: near.Run, Organisation: near.Org, Source: near.Source, Card: near.Card, Count: positive(near.Count),
		Active: number(near.Active), Mixture: near.Mixture, Precision: near.Precision, Sequence: near.Seq,
		Kind: estimate.KindWord(near.Kind), Effort: estimate.EffortWord(near.Effort),
		MFU: number(near.MFU), Ratio: number(near.Ratio), Distance: number(near.Distance),
		SizeRatio: number(near.Active / c.Result.Model.ActiveParams()), Differs: []string{},
	}
	if near.Count > 0 {
		out.CountRatio = numberOf(float64(near.Count) / float64(c.Result.Count))
	}
	for _, what := range near.Differs {
		out.Differs = append(out.Differs, string(what))
	}
	return out
}
