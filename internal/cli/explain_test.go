package cli

import (
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"
)

// factor is one factor of the JSON, with the parts that make it.
type factor struct {
	Name  string
	Value float64
	Over  bool
	Op    string
	Of    []factor
}

type explained struct {
	Total float64
	Lines []struct {
		Item    string
		Amount  float64
		Memo    bool
		Factors []factor
	}
}

// product multiplies factors, or divides by those that are over.
func product(fs []factor) float64 {
	v := 1.0
	for _, f := range fs {
		if f.Over {
			v /= f.Value
		} else {
			v *= f.Value
		}
	}
	return v
}

// value recomputes a factor from its parts; tables, whose neighbours alone do not say where between them the value
// lies, are taken as they are.
func value(f factor) float64 {
	var parts []float64
	for _, p := range f.Of {
		parts = append(parts, value(p))
	}
	if len(parts) == 0 || f.Op == "table" {
		return f.Value
	}
	switch f.Op {
	case "*", "/":
		return product(f.Of)
	case "^":
		return math.Pow(parts[0], parts[1])
	case "ceil":
		return math.Ceil(product(f.Of) - 1e-9)
	case "floor":
		return math.Floor(product(f.Of) + 1e-9)
	}
	v := parts[0]
	for _, p := range parts[1:] {
		switch f.Op {
		case "+":
			v += p
		case "-":
			v -= p
		case "min":
			v = math.Min(v, p)
		case "max":
			v = math.Max(v, p)
		}
	}
	return v
}

// check recomputes every factor that has parts.
func check(t *testing.T, option, item string, fs []factor) {
	t.Helper()
	for _, f := range fs {
		if got := value(f); math.Abs(got-f.Value) > 1e-9*math.Max(1, math.Abs(f.Value)) {
			t.Errorf("%s, %s: the parts of %q give %v, it is printed as %v", option, item, f.Name, got, f.Value)
		}
		check(t, option, item, f.Of)
	}
}

// TestExplainedLinesAddUp recomputes every line of every option from its printed factors, to the fen, and the total
// from the lines.
func TestExplainedLinesAddUp(t *testing.T) {
	for _, c := range [][2]string{
		{"rent.day", "4xA100-2w"},
		{"rent.hour", "4xA100-2w@0.5"},
		{"own.sold", "4xA100-2w"},
		{"own.reused", "4xA100-2w@0.7"},
		{"own.idle", "4xA100-2w"},
		{"own.sold", "thesis-4090"},
		{"own.sold", "8xH800-1y"},
	} {
		option, scenario := c[0], c[1]
		got := call(t, nil, "explain", option, "-s", scenario, "--json")
		var e explained
		if err := json.Unmarshal([]byte(got.stdout), &e); err != nil {
			t.Fatalf("%s of %s: %v %s", option, scenario, err, got.stderr)
		}
		sum := 0.0
		for _, line := range e.Lines {
			check(t, option, line.Item, line.Factors)
			if p := product(line.Factors); math.Abs(math.Abs(line.Amount)-math.Abs(p)) > 0.00500001 {
				t.Errorf("%s of %s: the factors of %s give %.4f, the line is %.2f", option, scenario, line.Item, p, line.Amount)
			}
			if !line.Memo {
				sum += line.Amount
			}
		}
		if len(e.Lines) == 0 || math.Abs(sum-e.Total) > 0.001 {
			t.Errorf("%s of %s: %d lines sum to %.2f, the total is %.2f", option, scenario, len(e.Lines), sum, e.Total)
		}
	}
}

// Under the terms of money over time the lines and the steps sum to what compare calls the option's cost, and a step is
// its base times its rate.
func TestExplainedStepsAddUp(t *testing.T) {
	for _, terms := range [][]string{
		{"--taxpayer", "general"},
		{"--npv"},
		{"--taxpayer", "general", "--income-tax", "25%", "--loan", "share=60%,months=36,subsidy=1.5%"},
		{"--lease", "default", "--income-tax", "25%", "--depreciation", "double-declining", "--tax-life", "3"},
		{"--npv", "--subsidy", "sh-city-compute-voucher"},
	} {
		compared := call(t, nil, append([]string{"compare", "-s", "8xA100-14mo", "--json"}, terms...)...)
		var c struct {
			Options []struct {
				ID   string
				Cost *float64
			}
		}
		if err := json.Unmarshal([]byte(compared.stdout), &c); err != nil {
			t.Fatalf("%v: %v %s", terms, err, compared.stderr)
		}
		for _, o := range c.Options {
			if o.Cost != nil && slices.Contains([]string{"own.sold", "own.reused", "rent.month"}, o.ID) {
				checkSteps(t, o.ID, *o.Cost, terms)
			}
		}
	}
}

type explainedStep struct {
	Step         string
	Amount, Base float64
	Rate         *float64
}

func checkSteps(t *testing.T, option string, cost float64, terms []string) {
	t.Helper()
	var e struct {
		Total, Cost float64
		Steps       []explainedStep
		Machine     *struct {
			Total, Cost float64
			Steps       []explainedStep
		}
	}
	got := call(t, nil, append([]string{"explain", option, "-s", "8xA100-14mo", "--json"}, terms...)...)
	if err := json.Unmarshal([]byte(got.stdout), &e); err != nil {
		t.Fatalf("%s %v: %v %s", option, terms, err, got.stderr)
	}
	sum := func(from float64, steps []explainedStep) float64 {
		for _, s := range steps {
			if s.Rate != nil && math.Abs(s.Base**s.Rate-s.Amount) > 0.3 { // each line rounds its VAT
				t.Errorf("%s %v: %s of %.2f x %v is %.2f", option, terms, s.Step, s.Base, *s.Rate, s.Amount)
			}
			from += s.Amount
		}
		return from
	}
	if d := sum(e.Total, e.Steps); math.Abs(d-e.Cost) > 0.001 || e.Cost != cost {
		t.Errorf("%s %v: lines and steps give %.2f, explain says %.2f, compare %.2f", option, terms, d, e.Cost, cost)
	}
	if m := e.Machine; m != nil {
		if d := sum(m.Total, m.Steps); math.Abs(d-m.Cost) > 0.001 {
			t.Errorf("%s %v: the machine's steps give %.2f, not %.2f", option, terms, d, m.Cost)
		}
	}
}

// What compare tells the reader to type explains the amount of its headline.
func TestHintExplainsTheHeadline(t *testing.T) {
	got := call(t, nil, "compare", "-s", "8xA100-14mo", "--npv", "--income-tax", "25%", "--loan", "share=60%,months=36", "--immediate")
	_, hint, ok := strings.Cut(got.stdout, "gpucalc explain")
	if !ok {
		t.Fatalf("no hint in %s", got.stdout)
	}
	words := append([]string{"explain"}, strings.Fields(hint)...)
	for _, flag := range []string{"--npv", "--income-tax", "--loan", "--immediate"} {
		if !slices.Contains(words, flag) {
			t.Errorf("%s is not in %q", flag, hint)
		}
	}
	explained := call(t, nil, words...)
	_, rest, _ := strings.Cut(got.stdout, ": ")
	headline, _, _ := strings.Cut(rest, " yuan")
	if explained.code != 0 || !strings.Contains(explained.stdout, headline) {
		t.Errorf("%q is not explained by %v: %s", headline, words, explained.stderr)
	}
}
