package cli

import (
	"encoding/json"
	"math"
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
