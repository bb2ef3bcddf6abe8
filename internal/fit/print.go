package main

import (
	"cmp"
	"fmt"
	"io"
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
