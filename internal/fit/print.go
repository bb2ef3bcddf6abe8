package main

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"

	"gpucalc/internal/training"
)

// fittedModel is the model with the settings that it was fitted with.
type fittedModel struct {
	training.MFUModel
	settings settings
}

// report is what the program knows when it prints or writes.
type report struct {
	fitted, flagged []observation
	runs            []validated // fitted runs, each predicted without its organisation
	model           fittedModel
}

func newReport(all []observation) (report, error) {
	var r report
	var err error
	r.fitted, r.flagged = unflagged(all)
	if r.runs, err = validate(r.fitted); err != nil {
		return r, err
	}
	r.model, err = final(r.fitted)
	return r, err
}

// printAccuracy prints the cross-validation as a table of every run.
func (r report) printAccuracy(w io.Writer) {
	fmt.Fprintf(w, "Card-hours of %d published runs, each predicted without its organisation and without those that ran the same tuned software\n\n", len(r.runs))
	printTable(w, r.runs)
	var apart []validated
	for _, o := range r.flagged {
		apart = append(apart, compare(o, r.model.MFUModel))
	}
	fmt.Fprintf(w, "\nFlagged, not fitted and not counted: %d runs\n\n", len(apart))
	printTable(w, apart)
	fmt.Fprintln(w, "\nWhy they are flagged")
	for _, o := range r.flagged {
		fmt.Fprintf(w, "  %s: %s\n", o.ID, o.Flag)
	}
	printSummary(w, summarise(r.runs))
}

func printTable(w io.Writer, runs []validated) {
	sorted := slices.Clone(runs)
	slices.SortStableFunc(sorted, func(a, b validated) int { return cmp.Compare(a.Ratio, b.Ratio) })
	fmt.Fprintf(w, "  %-42s %-22s %13s %13s %6s  %s\n", "run", "organisation", "predicted", "published", "ratio", "in range")
	for _, v := range sorted {
		inside := "no"
		if v.Inside {
			inside = "yes"
		}
		fmt.Fprintf(w, "  %-42s %-22s %13.1f %13.1f %6.2f  %s\n", v.ID, v.Org, v.Predicted, v.observation.Hours, v.Ratio, inside)
	}
}

func printSummary(w io.Writer, s summary) {
	fmt.Fprintf(w, "\nmedian absolute error      %5.1f %%   (at most 20)\n", 100*s.Median)
	fmt.Fprintf(w, "nine in ten within         %5.2f x   (at most 1.60)\n", s.Nine)
	fmt.Fprintf(w, "within a factor of 1.6     %5.1f %%   (at least 90)\n", 100*s.Within16)
	fmt.Fprintf(w, "inside the 80 %% range      %5.1f %%   (75 to 88)\n", 100*s.Inside)
	fmt.Fprintf(w, "under 7B active: median error %.1f %%, inside %.1f %% of %d runs\n", 100*s.SmallMedian, 100*s.SmallInside, s.SmallRuns)
	fmt.Fprintf(w, "median ratio               %5.2f\n", s.Bias)
}

// sheet renders the fitted model as a price sheet.
func (r report) sheet() []byte {
	var b bytes.Buffer
	writeHead(&b, r.fitted, summarise(r.runs), r.model.settings)
	writeEffects(&b, "term", r.model.Terms)
	writeEffects(&b, "family", r.model.Families)
	writeEffects(&b, "generation", r.model.Generations)
	writeSpread(&b, r.model.MFUModel)
	return b.Bytes()
}

func writeHead(w io.Writer, fitted []observation, s summary, chosen settings) {
	rates := len(fitted) - s.Runs
	fmt.Fprintf(w, `# Model of training utilisation, written by the fit program from testdata/training: do not edit, run make fit.
# ln MFU = sum of value x quantity over the terms + value of the card's family + value of its generation. MFU counts
# causal attention and is held against the dense bf16 peak. rows: fitted rows that carry the coefficient.
# %d published runs and %d measured rates; noise %.2f, weight of a rate %.2f, chosen by cross-validation.
# Predicting runs of organisations left out: median error %.1f %%, nine in ten within %.2f x, %.0f %% inside the range.

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

// quoted keeps names that begin with a digit readable as text.
func quoted(name string) string {
	if name[0] >= '0' && name[0] <= '9' {
		return "'" + name + "'"
	}
	return name
}

// rounded keeps four places and never a negative zero.
func rounded(v float64) float64 {
	const places = 1e4
	return math.Round(v*places)/places + 0
}
