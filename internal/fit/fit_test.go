package main

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"strings"
	"sync"
	"testing"
)

const testFolder = "../../testdata/training"

func loadFitted(t *testing.T) []observation {
	t.Helper()
	all, err := load(testFolder)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// validateAll does the cross-validation once for all tests: it takes seconds.
var validateAll = sync.OnceValues(func() (report, error) {
	all, err := load(testFolder)
	if err != nil {
		return report{}, err
	}
	return newReport(all)
})

func validatedOnce(t *testing.T) report {
	t.Helper()
	r, err := validateAll()
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// The promise of the estimates: runs of organisations that the model has not
// seen come out within these bounds.
func TestAccuracyOnUnseenOrganisations(t *testing.T) {
	r := validatedOnce(t)
	s := summarise(r.runs)
	if s.Runs < 95 || len(r.flagged) < 10 {
		t.Errorf("%d runs fitted and %d flagged, want at least 95 and 10", s.Runs, len(r.flagged))
	}
	if s.Median > 0.20 {
		t.Errorf("median error %.3f, want at most 0.20", s.Median)
	}
	if s.Nine > 1.6 || s.Within16 < 0.9 {
		t.Errorf("nine in ten within %.2f, share within 1.6 %.3f; want 1.6 and 0.9", s.Nine, s.Within16)
	}
	if s.SmallRuns < 25 || s.SmallInside < 0.75 {
		t.Errorf("%.3f of %d runs of small models inside the range, want at least 0.75", s.SmallInside, s.SmallRuns)
	}
	if s.Inside < 0.75 || s.Inside > 0.88 {
		t.Errorf("%.3f inside the range, want 0.75 to 0.88", s.Inside)
	}
}

func TestSheetIsCurrent(t *testing.T) {
	want := validatedOnce(t).sheet()
	got, err := os.ReadFile("../../" + sheetPath)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s is stale: run make fit", sheetPath)
	}
}

// A held-out organisation must not reach its own prediction: distorting its
// hours changes the published side only.
func TestNoLeakage(t *testing.T) {
	fitted, _ := unflagged(loadFitted(t))
	d := newDesign(fitted)
	others := func(i int) bool { return fitted[i].Org != "Meta" }
	before, err := solve(d, fitted, others, grid[0])
	if err != nil {
		t.Fatal(err)
	}
	for i := range fitted {
		if fitted[i].Org == "Meta" {
			fitted[i].LogMFU++
		}
	}
	after, err := solve(d, fitted, others, grid[0])
	if err != nil {
		t.Fatal(err)
	}
	for j := range before {
		if before[j] != after[j] {
			t.Fatalf("coefficient %s moved with the left-out rows", d.columns[j])
		}
	}
}

// LLaMA-65B: 6 x 65.2e9 x 1.4e12 = 5.477e23 FLOPs in 1,022,362 hours of an
// A100 are 47.7 % of its peak; causal attention at 2,048 tokens adds 2 %:
// 80 x 8192 x 2048 / 65.2e9 = 2.06 %.
func TestObservedUtilisation(t *testing.T) {
	for _, o := range loadFitted(t) {
		if o.ID != "llama1-65b" {
			continue
		}
		if got, want := math.Exp(o.LogMFU), 0.477*1.0206; math.Abs(got-want) > 0.001 {
			t.Errorf("utilisation %.4f, want %.4f", got, want)
		}
		return
	}
	t.Fatal("run llama1-65b is missing")
}

func TestAccuracyTable(t *testing.T) {
	var out strings.Builder
	validatedOnce(t).printAccuracy(&out)
	for _, want := range []string{"llama1-65b", "Flagged, not fitted", "palm-540b", "median absolute error"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("the table lacks %q", want)
		}
	}
}

func TestQuantile(t *testing.T) {
	values := []float64{5, 1, 4, 2, 3}
	// n + 1 = 6 gaps: the 50 % point is the third value, 10 % lies before the first.
	for _, c := range []struct{ q, want float64 }{{0.5, 3}, {0.1, 1}, {0.25, 1.5}, {0.9, 5}} {
		if got := quantile(values, c.q); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("quantile(%g) = %g, want %g", c.q, got, c.want)
		}
	}
}

// Runs of an organisation on another's tuned software are left out with it.
func TestStacksAreLeftOutTogether(t *testing.T) {
	groups := map[string]string{}
	for _, o := range loadFitted(t) {
		groups[o.ID] = o.Group
	}
	for id, want := range map[string]string{"mlperf-4.1-gpt3-h100-1536": "NVIDIA", "mlperf-4.0-llama2-70b-lora-h100-8-ds": "JuniperNetworks", "llama1-65b": "Meta"} {
		if groups[id] != want {
			t.Errorf("%s is left out with %q, want %q", id, groups[id], want)
		}
	}
}

// The sheet lists every fitted row, and no other, with what it reached and the
// ratio that the accuracy table prints. LLaMA-65B: 6 x 65.2e9 x 1.4e12 FLOPs in
// 1,022,362 hours at 312 TFLOP/s are 47.7 %.
func TestSheetListsFittedRows(t *testing.T) {
	r := validatedOnce(t)
	sheet := string(r.sheet())
	for _, o := range r.fitted {
		group := "rate"
		if o.Run {
			group = "run"
		}
		if !strings.Contains(sheet, "\n  "+group+"-"+o.ID+": {") {
			t.Errorf("%s %s is missing", group, o.ID)
		}
	}
	for _, o := range r.flagged {
		if strings.Contains(sheet, "\n  run-"+o.ID+": {") {
			t.Errorf("%s is flagged, and listed", o.ID)
		}
	}
	for _, v := range r.runs {
		if v.ID != "llama1-65b" {
			continue
		}
		want := fmt.Sprintf("active: 65200000000, precision: bf16, seq: 2048, mfu: 47.7 %%, ratio: %.3f, source: runs-llama1}", v.Ratio)
		if !strings.Contains(sheet, want) {
			t.Errorf("the sheet lacks %q", want)
		}
	}
}

func TestQuoted(t *testing.T) {
	for text, want := range map[string]string{
		"Meta": "Meta", "Shanghai AI Lab": "Shanghai AI Lab", "910b": "'910b'", "tables 2, 3": "'tables 2, 3'", "O'Neil: a": "'O''Neil: a'",
	} {
		if got := quoted(text); got != want {
			t.Errorf("quoted(%q) = %s, want %s", text, got, want)
		}
	}
}
