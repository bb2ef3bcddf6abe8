package cli

import (
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "rewrite the README's examples")

// A README shows a file as a comment with its name and a block, and a call as a block of a prompt and what it prints.
var (
	readmeFile = regexp.MustCompile("(?s)<!-- file: (\\S+) -->\n```yaml\n(.*?)```")
	readmeLine = regexp.MustCompile("(?m)^gpucalc ((?:compare|estimate|explain|prices|scenarios) [^\n|]*)$")
	readmeCall = regexp.MustCompile("(?s)```console\n\\$ (?:go run \\./cmd/)?gpucalc ([^\n]*)\n(.*?)```")
)

// ellipsis stands for the rest of an output in a README.
const ellipsis = "...\n"

// TestReadmeExamples runs every example of the READMEs and compares its output.
func TestReadmeExamples(t *testing.T) {
	root, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"README.md", "README.zh.md"} {
		path := filepath.Join(root, name)
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		text := string(data)
		calls := readmeCall.FindAllStringSubmatch(text, -1)
		if len(calls) < 4 {
			t.Errorf("%s has only %d examples", name, len(calls))
		}
		for _, c := range calls {
			got := shorten(runExample(t, text, c[1]), c[2])
			if *update {
				text = strings.Replace(text, c[0], strings.TrimSuffix(c[0], c[2]+"```")+got+"```", 1)
			} else if diff := cmp.Diff(c[2], got); diff != "" {
				t.Errorf("%s: gpucalc %s (-want +got):\n%s", name, c[1], diff)
			}
		}
		if *update && text != string(data) {
			if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// TestReadmeCallsWork runs the calls that the READMEs name without their output.
func TestReadmeCallsWork(t *testing.T) {
	for _, name := range []string{"README.md", "README.zh.md"} {
		data, err := os.ReadFile(filepath.Join("..", "..", name))
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range readmeLine.FindAllStringSubmatch(string(data), -1) {
			t.Run(name+"/"+c[1], func(t *testing.T) {
				if got := runExample(t, string(data), c[1]); strings.Contains(got, "gpucalc: ") {
					t.Errorf("gpucalc %s:\n%s", c[1], got)
				}
			})
		}
	}
}

// runExample runs a call in a folder with the README's files and returns what a person sees.
func runExample(t *testing.T, readme, line string) string {
	t.Helper()
	setUp := func(*Deps) {
		for _, f := range readmeFile.FindAllStringSubmatch(readme, -1) {
			if err := os.WriteFile(f[1], []byte(f[2]), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	got := call(t, setUp, strings.Fields(line)...)
	return got.stdout + got.stderr
}

// shorten keeps as many lines as the README shows before an ellipsis.
func shorten(got, shown string) string {
	if !strings.HasSuffix(shown, "\n"+ellipsis) {
		return got
	}
	keep := strings.Count(shown, "\n") - 1
	lines := strings.SplitAfter(got, "\n")
	if len(lines) <= keep {
		return got
	}
	return strings.Join(lines[:keep], "") + ellipsis
}
