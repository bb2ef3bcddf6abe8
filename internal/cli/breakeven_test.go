package cli

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"gpucalc/internal/catalog"
	"gpucalc/internal/report"
)

// TestSolverDocumentsFitTheirSchemas holds the JSON of the solving commands to the schemas that the program prints.
func TestSolverDocumentsFitTheirSchemas(t *testing.T) {
	for _, c := range []struct {
		name string
		args []string
	}{
		{"breakeven", []string{"breakeven"}},
		{"breakeven", []string{"breakeven", "--cards", "8xH800", "--grid", "months,rent", "--ladder", "--solve", "rent,months"}},
		{"breakeven", []string{"breakeven", "--cards", "A100,H20"}},
		{"sensitivity", []string{"sensitivity", "-s", "8xH800-36mo@0.6"}},
		{"simulate", []string{"simulate", "-s", "8xH800-36mo@0.6", "--draws", "2000"}},
		{"sweep", []string{"sweep", "-s", "4xA100-2w", "--vary", "util=0.5"}},
	} {
		got := call(t, nil, append(c.args, "--json")...)
		if got.code != exitDone {
			t.Errorf("%q ends with %d: %s", c.args, got.code, got.stderr)
			continue
		}
		validate(t, c.name, got.stdout)
	}
}

// TestSolversInEveryFormat writes every report in every format and language, inside its width.
func TestSolversInEveryFormat(t *testing.T) {
	for _, args := range [][]string{
		{"breakeven"},
		{"breakeven", "--cards", "A100,910B", "--solve", "util,card"},
		{"breakeven", "--cards", "8xH800", "--for", "6mo", "--solve", "card", "--grid", "util,rent"},
		{"sensitivity", "-s", "8xH800-36mo@0.6", "--top", "0"},
		{"simulate", "-s", "8xH800-36mo@0.6", "--draws", "2000"},
	} {
		for lang, formats := range map[string][]string{"en": report.Formats(), "zh": {"md"}} {
			for _, format := range formats {
				got := call(t, nil, append(args, "--lang", lang, "--format", format)...)
				if got.code != exitDone || got.stdout == "" {
					t.Errorf("%q as %s in %s ends with %d: %s", args, format, lang, got.code, got.stderr)
				}
				if strings.Contains(got.stdout, "NaN") || strings.Contains(got.stdout, "Inf") || strings.Contains(got.stdout, "report.") {
					t.Errorf("%q as %s in %s has NaN, Inf or a bare key", args, format, lang)
				}
			}
			for _, width := range []string{"60", "100"} {
				got := call(t, nil, append(args, "--lang", lang, "--width", width)...)
				for _, line := range strings.Split(got.stdout, "\n") {
					if n := cellsOf(line); n > atoi(t, width) {
						t.Errorf("%q in %s: %d cells in a line of %s: %q", args, lang, n, width, line)
					}
				}
			}
		}
	}
}

// cellsOf counts Chinese characters as two cells.
func cellsOf(s string) int {
	n := 0
	for _, r := range s {
		n++
		if r >= 0x2e80 && r <= 0xffe6 {
			n++
		}
	}
	return n
}

func atoi(t *testing.T, s string) (n int) {
	t.Helper()
	if err := json.Unmarshal([]byte(s), &n); err != nil {
		t.Fatal(err)
	}
	return n
}

// TestInterruptedSweepLeavesWholeRows stops a sweep after its first rows: exit code 130, and every line is whole.
func TestInterruptedSweepLeavesWholeRows(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	out := &stopping{cancel: cancel}
	var errs strings.Builder
	t.Chdir(t.TempDir())
	d := Deps{
		Stdin: strings.NewReader(""), Stdout: out, Stderr: &errs,
		Getenv:    func(string) string { return "" },
		ConfigDir: func() (string, error) { return t.TempDir(), nil },
		Terminal:  func() (int, bool) { return 0, false },
		Catalog:   catalog.Embedded, Version: "test", BookDate: "2026-11-30",
	}
	code := Run(ctx, []string{"sweep", "-s", "4xA100-2w", "--vary", "util=0.001:1:0.001", "--workers", "2"}, d)
	if code != exitInterrupted {
		t.Errorf("exit code %d, want %d: %s", code, exitInterrupted, errs.String())
	}
	lines := strings.Split(out.String(), "\n")
	if len(lines) < 3 || len(lines) > 900 || lines[len(lines)-1] != "" {
		t.Fatalf("%d lines, the last %q", len(lines), lines[len(lines)-1])
	}
	columns := strings.Count(lines[0], ",")
	for _, line := range lines[:len(lines)-1] {
		if strings.Count(line, ",") != columns {
			t.Errorf("half a row: %q", line)
		}
	}
}

// stopping cancels a run at its first output.
type stopping struct {
	strings.Builder
	cancel func()
}

func (s *stopping) Write(p []byte) (int, error) {
	s.cancel()
	return s.Builder.Write(p)
}
