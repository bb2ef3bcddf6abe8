package claims

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the golden files and the tables in the READMEs")

// Verdicts on a claim.
const (
	agrees    = "agree"
	disagrees = "disagree"
	depends   = "depend"
)

// finding is what the sheets say to a claim.
type finding struct {
	verdict string
	en, zh  string // the figures, and what it depends on
}

// say makes a finding; both texts take the same values in the same order.
func say(verdict, en, zh string, values ...any) finding {
	return finding{verdict, fmt.Sprintf(en, values...), fmt.Sprintf(zh, values...)}
}

// sorted gives the verdict for cards of which some bear a claim out and some do not.
func sorted(yes, no []string) string {
	switch {
	case len(no) == 0:
		return agrees
	case len(yes) == 0:
		return disagrees
	}
	return depends
}

// claim is one rule of thumb in our words.
type claim struct {
	id, kind string // kind: worked, rule, range, fact
	en, zh   string
	judge    func(d *desk) finding
}

func allClaims() []claim {
	return append(append(append(workedClaims(), ruleClaims()...), rentClaims()...), rangeClaims()...)
}

var words = map[string][2]string{
	agrees: {"agree", "一致"}, disagrees: {"disagree", "不一致"}, depends: {"it depends", "视情况"},
}

func TestClaims(t *testing.T) {
	d := newDesk(t)
	var golden, en, zh bytes.Buffer
	en.WriteString("| claim | our figures | why |\n| --- | --- | --- |\n")
	zh.WriteString("| 说法 | 本书数据 | 依据 |\n| --- | --- | --- |\n")
	for _, c := range allClaims() {
		f := c.judge(d)
		fmt.Fprintf(&golden, "%s (%s): %s\n  %s\n", c.id, c.kind, f.verdict, f.en)
		fmt.Fprintf(&en, "| %s | %s | %s |\n", cell(c.en), words[f.verdict][0], cell(f.en))
		fmt.Fprintf(&zh, "| %s | %s | %s |\n", cell(c.zh), words[f.verdict][1], cell(f.zh))
	}
	check(t, "testdata/claims.golden", golden.Bytes())
	check(t, "testdata/claims.md", en.Bytes())
	check(t, "testdata/claims.zh.md", zh.Bytes())
	checkSection(t, "../../README.md", en.String())
	checkSection(t, "../../README.zh.md", zh.String())
}

// cell escapes what would end a cell of a Markdown table.
func cell(s string) string { return strings.NewReplacer("|", `\|`, "\n", " ").Replace(s) }

func check(t *testing.T, file string, got []byte) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, got, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(want, got) {
		t.Errorf("%s is stale: go test ./internal/claims -update, and read the difference\n%s", file, firstDifference(string(want), string(got)))
	}
}

func firstDifference(want, got string) string {
	a, b := strings.Split(want, "\n"), strings.Split(got, "\n")
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return "was: " + a[i] + "\nnow: " + b[i]
		}
	}
	return "one is longer"
}

// The table of a README stands between these marks.
const (
	begin = "<!-- claims -->"
	end   = "<!-- /claims -->"
)

// checkSection compares the table in a README with the computed one; a README without the marks has no table.
func checkSection(t *testing.T, file, table string) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(text), begin)
	if !ok {
		t.Fatalf("%s has no %s for the table of claims", file, begin)
	}
	old, after, ok := strings.Cut(rest, end)
	if !ok {
		t.Fatalf("%s: %s without %s", file, begin, end)
	}
	want := "\n" + table
	if old == want {
		return
	}
	if !*update {
		t.Errorf("the claims in %s are stale: go test ./internal/claims -update", file)
		return
	}
	if err := os.WriteFile(file, []byte(before+begin+want+end+after), 0o644); err != nil {
		t.Fatal(err)
	}
}
