package main

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"strings"

	"gpucalc/internal/estimate"
	"gpucalc/internal/training"
)

// sheet renders the fitted model as a price sheet.
func (r report) sheet() []byte {
	var b bytes.Buffer
	writeHead(&b, r.fitted, summarise(r.runs), r.model.settings)
	writeEffects(&b, "term", r.model.Terms)
	writeEffects(&b, "family", r.model.Families)
	writeEffects(&b, "generation", r.model.Generations)
	writeSpread(&b, r.model.MFUModel)
	r.writeRows(&b)
	writeSources(&b, r.fitted)
	return b.Bytes()
}

func writeHead(w io.Writer, fitted []observation, s summary, chosen settings) {
	rates := len(fitted) - s.Runs
	fmt.Fprintf(w, `# Model of training utilisation, written by the fit program from testdata/training: do not edit, run make fit.
# ln MFU = sum of value x quantity over the terms + value of the card's family + value of its generation. MFU counts
# causal attention and is held against the dense bf16 peak. rows: fitted rows that carry the coefficient.
# %d published runs and %d measured rates; noise %.2f, weight of a rate %.2f, chosen by cross-validation.
# Predicting runs of organisations left out: median error %.1f %%, nine in ten within %.2f x, %.0f %% inside the range.
# run- and rate- are what was fitted, flagged runs left out. mfu: what it reached, by 6 N D (4 N D with adapters)
# against the dense bf16 peak, of a run with its stops. ratio: predicted / published card-hours, of a run as predicted
# without its organisation's data, of a rate as fitted. count is missing where the source does not say; effort is run,
# kind pretrain where the key is missing.

mfu:
`, s.Runs, rates, chosen.Noise, chosen.RateWeight, 100*s.Median, s.Nine, 100*s.Inside)
}

func writeEffects(w io.Writer, group string, effects []training.Effect) {
	for _, e := range effects {
		fmt.Fprintf(w, "  %s-%s: {group: %s, name: %s, value: %.4f, rows: %d}\n", group, e.ID, group, quoted(e.ID), rounded(e.Value), e.Rows)
	}
}

func writeSpread(w io.Writer, m training.MFUModel) {
	for _, s := range [...]struct {
		name  string
		value float64
	}{{"low", m.Low}, {"high", m.High}, {"generation-only", m.GenerationOnly}, {"unknown-card", m.Unknown}, {"small", m.Small}} {
		fmt.Fprintf(w, "  spread-%s: {group: spread, name: %s, value: %.4f}\n", s.name, s.name, s.value)
	}
}

// writeRows lists the fitted runs and rates with what the model makes of them.
func (r report) writeRows(w io.Writer) {
	ratios := map[string]float64{}
	for _, v := range r.runs {
		ratios[v.ID] = v.Ratio
	}
	for _, o := range r.fitted {
		group, ratio := "run", ratios[o.ID]
		if !o.Run {
			group, ratio = "rate", math.Exp(o.LogMFU)/r.model.Predict(o.Input).Typical
		}
		fmt.Fprintf(w, "  %s-%s: {group: %s, name: %s, org: %s, card: %s, ", group, o.ID, group, quoted(o.ID), quoted(o.Org), o.Input.Card.ID)
		if o.Input.Count > 0 {
			fmt.Fprintf(w, "count: %d, ", o.Input.Count)
		}
		fmt.Fprintf(w, "active: %.0f, ", o.Input.Shape.ActiveParams())
		if o.Input.Shape.MoE() {
			fmt.Fprint(w, "mixture: true, ")
		}
		fmt.Fprintf(w, "precision: %s, ", o.Input.Precision)
		fmt.Fprintf(w, "seq: %d, ", o.Input.Seq)
		if o.Input.Kind != training.Pretrain {
			fmt.Fprintf(w, "kind: %s, ", estimate.KindWord(o.Input.Kind))
		}
		if o.Input.Effort != training.WholeRun {
			fmt.Fprintf(w, "effort: %s, ", estimate.EffortWord(o.Input.Effort))
		}
		mfu := 100 * math.Exp(o.LogMFU) * training.ParamShare(o.Input.Shape, o.Input.Kind, o.Input.Seq)
		fmt.Fprintf(w, "mfu: %.1f %%, ratio: %.3f, source: %s}\n", mfu, ratio, o.Source.ID)
	}
}

// writeSources lists the sources of the rows in the order in which they are
// first used.
func writeSources(w io.Writer, fitted []observation) {
	fmt.Fprint(w, "\nsources:\n")
	seen := map[string]bool{}
	for _, o := range fitted {
		if s := o.Source; !seen[s.ID] {
			seen[s.ID] = true
			fmt.Fprintf(w, "  %s: {title: %s, url: %s}\n", s.ID, quoted(s.Title), quoted(s.URL))
		}
	}
}

// quoted keeps readable as text what has more than letters, digits, blanks,
// points and hyphens in it or begins with a digit.
func quoted(text string) string {
	plain := func(r rune) bool {
		return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || r == ' ' || r == '.' || r == '-'
	}
	if text[0] >= 'A' && !strings.ContainsFunc(text, func(r rune) bool { return !plain(r) }) {
		return text
	}
	return "'" + strings.ReplaceAll(text, "'", "''") + "'"
}

// rounded keeps four places and never a negative zero.
func rounded(v float64) float64 {
	const places = 1e4
	return math.Round(v*places)/places + 0
}
