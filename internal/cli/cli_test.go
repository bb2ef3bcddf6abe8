package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"gpucalc/internal/catalog"
	"gpucalc/internal/i18n"
	"gpucalc/internal/report"
)

// result is what a run left on its streams.
type result struct {
	code           int
	stdout, stderr string
}

// call runs a command line in the process, away from the machine's environment.
func call(t *testing.T, change func(*Deps), args ...string) result {
	t.Helper()
	t.Chdir(t.TempDir())
	var out, errs bytes.Buffer
	d := Deps{
		Stdin: strings.NewReader(""), Stdout: &out, Stderr: &errs,
		Getenv:    func(string) string { return "" },
		ConfigDir: func() (string, error) { return t.TempDir(), nil },
		Terminal:  func() (int, bool) { return 0, false },
		Catalog:   catalog.Embedded, Version: "test", BookDate: "2026-11-30",
	}
	if change != nil {
		change(&d)
	}
	code := Run(context.Background(), args, d)
	return result{code, out.String(), errs.String()}
}

// TestHelpReadsNoSheet runs everything that must work without the sheets against a loader that panics.
func TestHelpReadsNoSheet(t *testing.T) {
	noSheets := func(d *Deps) { d.Catalog = func() *catalog.Catalog { panic("a sheet was read") } }
	for _, args := range [][]string{
		{},
		{"help"},
		{"help", "compare"},
		{"help", "units"},
		{"--help"},
		{"compare", "--help"},
		{"version"},
		{"--version"},
		{"completion", "bash"},
		{"completion", "zsh"},
		{"__complete", "compare", "--view", ""},
		{"schema"},
		{"schema", "compare"},
		{"config", "show"},
		{"compare", "--no-such-flag"},
		{"prices"},
	} {
		if got := call(t, noSheets, args...); got.stdout == "" && got.stderr == "" {
			t.Errorf("%q says nothing", args)
		}
	}
}

// TestEveryTopicAndCommandHasBothLanguages walks the help of the whole tree.
func TestEveryTopicAndCommandHasBothLanguages(t *testing.T) {
	pages := [][]string{
		{},
		{"compare"},
		{"explain"},
		{"prices"},
		{"prices", "list"},
		{"prices", "show"},
		{"prices", "lint"},
		{"prices", "sources"},
		{"scenarios"},
		{"scenarios", "list"},
		{"scenarios", "show"},
		{"schema"},
		{"config"},
		{"config", "show"},
		{"version"},
	}
	for _, topic := range topicNames {
		pages = append(pages, []string{topic})
	}
	for _, page := range pages {
		en := call(t, nil, append([]string{"help", "--lang", "en"}, page...)...)
		zh := call(t, nil, append([]string{"help", "--lang", "zh"}, page...)...)
		for lang, got := range map[string]result{"en": en, "zh": zh} {
			if got.code != 0 || got.stdout == "" || got.stderr != "" {
				t.Errorf("help %v in %s: code %d, stderr %q", page, lang, got.code, got.stderr)
			}
			if strings.Contains(got.stdout, "cmd.") || strings.Contains(got.stdout, "flag.") || strings.Contains(got.stdout, "topic.") {
				t.Errorf("help %v in %s shows a key:\n%s", page, lang, got.stdout)
			}
			for _, line := range strings.Split(got.stdout, "\n") {
				if report.Cells(line) > report.DefaultWidth && !strings.HasPrefix(line, "  gpucalc ") {
					t.Errorf("help %v in %s has a line of %d cells: %s", page, lang, report.Cells(line), line)
				}
			}
		}
		if en.stdout == zh.stdout {
			t.Errorf("help %v is the same in both languages", page)
		}
	}
}

// TestJSONFitsItsSchema validates the JSON of every command against the schema that the program prints.
func TestJSONFitsItsSchema(t *testing.T) {
	for name, args := range map[string][]string{
		"compare":   {"compare", "-s", "4xA100-2w", "--all-offers", "--json"},
		"config":    {"config", "show", "--json"},
		"explain":   {"explain", "own.sold", "-s", "4xA100-2w", "--json"},
		"prices":    {"prices", "show", "A100", "--json"},
		"scenarios": {"scenarios", "show", "4xA100-2w", "--json"},
		"version":   {"version", "--json"},
	} {
		validate(t, name, call(t, nil, args...).stdout)
	}
	validate(t, "compare", call(t, nil, "compare", "-s", "1xA100-2w", "--provider", "azure", "--json").stdout)
	validate(t, "prices", call(t, nil, "prices", "list", "--json").stdout)
	validate(t, "prices", call(t, nil, "prices", "sources", "--json").stdout)
	validate(t, "scenarios", call(t, nil, "scenarios", "list", "--json").stdout)
	validate(t, "error", call(t, nil, "compare", "-s", "nonsense", "--json").stderr)
}

func validate(t *testing.T, name, text string) {
	t.Helper()
	schemaText := call(t, nil, "schema", name).stdout
	schema, err := jsonschema.UnmarshalJSON(strings.NewReader(schemaText))
	if err != nil {
		t.Fatalf("schema of %s: %v", name, err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("mem:///"+name, schema); err != nil {
		t.Fatal(err)
	}
	compiled, err := c.Compile("mem:///" + name)
	if err != nil {
		t.Fatalf("schema of %s: %v", name, err)
	}
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		t.Fatalf("JSON of %s: %v\n%s", name, err, text)
	}
	if err := compiled.Validate(doc); err != nil {
		t.Errorf("JSON of %s does not fit its schema: %v", name, err)
	}
	d := json.NewDecoder(strings.NewReader(text))
	var first any
	if err := d.Decode(&first); err != nil {
		t.Fatal(err)
	}
	if _, err := d.Token(); err != io.EOF || !strings.HasSuffix(text, "}\n") {
		t.Errorf("JSON of %s is not exactly one document that ends with a newline", name)
	}
}

// TestTablesFitTheirWidth holds every table inside its line, in both languages and at several widths.
func TestTablesFitTheirWidth(t *testing.T) {
	for _, args := range [][]string{
		{"compare", "-s", "4xA100-2w", "--all-offers"},
		{"compare", "-s", "thesis-4090"},
		{"compare", "-s", "h800-sixty-four-two-weeks"},
		{"explain", "own.sold", "-s", "4xA100-2w"},
		{"prices", "list"},
		{"prices", "list", "offers"},
		{"prices", "show", "A100"},
		{"prices", "sources"},
		{"scenarios", "list"},
		{"config", "show"},
	} {
		for _, lang := range []string{"en", "zh"} {
			for _, width := range []string{"60", "80", "132"} {
				got := call(t, nil, append(args, "--lang", lang, "--width", width)...)
				if got.code != 0 {
					t.Errorf("%v: %s", args, got.stderr)
				}
				for _, line := range strings.Split(got.stdout, "\n") {
					if n := report.Cells(line); n > number(t, width) {
						t.Errorf("%v in %s at %s has %d cells: %s", args, lang, width, n, line)
					}
				}
			}
		}
	}
}

func number(t *testing.T, s string) int {
	t.Helper()
	n := 0
	for _, r := range s {
		n = n*10 + int(r-'0')
	}
	return n
}

// TestColorOnlyOnTerminals holds escape sequences back from pipes and from those who do not want them.
func TestColorOnlyOnTerminals(t *testing.T) {
	terminal := func(d *Deps) { d.Terminal = func() (int, bool) { return 80, true } }
	for _, c := range []struct {
		name   string
		change func(*Deps)
		args   []string
		want   bool
	}{
		{"pipe", nil, nil, false},
		{"terminal", terminal, nil, true},
		{"NO_COLOR", func(d *Deps) {
			terminal(d)
			d.Getenv = func(k string) string { return map[string]string{"NO_COLOR": "1"}[k] }
		}, nil, false},
		{"dumb", func(d *Deps) {
			terminal(d)
			d.Getenv = func(k string) string { return map[string]string{"TERM": "dumb"}[k] }
		}, nil, false},
		{"never", terminal, []string{"--color", "never"}, false},
		{"always", nil, []string{"--color", "always"}, true},
	} {
		got := call(t, c.change, append([]string{"compare", "-s", "4xA100-2w"}, c.args...)...)
		if strings.Contains(got.stdout, "\x1b") != c.want {
			t.Errorf("%s: escape sequences: want %v", c.name, c.want)
		}
	}
}

// TestInterrupted ends with the code that shells use for it.
func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	a := &app{Deps: Deps{Stderr: io.Discard}, texts: nil}
	a.wantsJSON = true
	if got := a.exit(ctx, context.Canceled); got != exitInterrupted {
		t.Errorf("exit code %d, want %d", got, exitInterrupted)
	}
}

// TestCommandNames: the name in the list is the command's own, or a command line would never build it.
func TestCommandNames(t *testing.T) {
	a := &app{Deps: Deps{Version: "test"}, texts: i18n.New(i18n.English)}
	for _, c := range commandList() {
		built := c.build(a)
		if built.Name() != c.name || built.Short != a.texts.T("cmd."+c.name+".short") {
			t.Errorf("%q builds %q, %q", c.name, built.Name(), built.Short)
		}
	}
}
