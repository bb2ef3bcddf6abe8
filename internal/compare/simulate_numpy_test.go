package compare

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"gpucalc/internal/costmodel"
)

// benchProgram is where TestNumPyProgram writes the folded comparison for testdata/bench/simulate.py.
var benchProgram = flag.String("bench-program", "", "write the folded comparison as Python to this file")

// TestNumPyProgram writes what BenchmarkSimulateMillion evaluates as Python, so that both do the same work.
func TestNumPyProgram(t *testing.T) {
	in := input(t, "8xA100-36mo@0.6")
	base := Run(in)
	p := newSimulator(in, &base, SimulateOptions{Draws: 1, Workers: 1, Loadings: DefaultLoadings})
	program := pythonOf(p)
	if !strings.Contains(program, "def totals(v):") || !strings.Contains(program, "VARIABLES = [") {
		t.Fatalf("no program: %.200s", program)
	}
	if *benchProgram == "" {
		return
	}
	if err := os.WriteFile(*benchProgram, []byte(program), 0o600); err != nil {
		t.Fatal(err)
	}
}

func pythonOf(p *simulator) string {
	var b strings.Builder
	b.WriteString("# Written by go test ./internal/compare -run TestNumPyProgram -bench-program FILE.\n")
	b.WriteString(p.program.NumPy())
	b.WriteString("\n\n# source, low, width, position of the mode between the bounds\nVARIABLES = [\n")
	for _, v := range p.variables {
		fmt.Fprintf(&b, "    (%d, %v, %v, %v),\n", v.source, v.low, v.width, spread{v.low, v.mode, v.low + v.width}.share())
	}
	b.WriteString("]\n# loading on the common demand for cards, 0 = on its own\nSOURCES = [")
	for _, s := range p.sources {
		fmt.Fprintf(&b, "%v, ", s.loading)
	}
	b.WriteString("]\n# option, family, takes part in the choice\nOPTIONS = [\n")
	for _, r := range p.rows {
		family := "other"
		if r.Family == costmodel.FamilyOwn || r.Family == costmodel.FamilyRent {
			family = r.Family
		}
		fmt.Fprintf(&b, "    (%q, %q, %s),\n", r.ID, family, map[bool]string{true: "True", false: "False"}[r.Counts])
	}
	b.WriteString("]\n")
	return b.String()
}
