package report

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"gpucalc/internal/i18n"
)

func TestCells(t *testing.T) {
	for text, want := range map[string]int{
		"":        0,
		"abc":     3,
		"上海自建-4卡": 4*2 + 2 + 2,
		"租赁(按量)":  4*2 + 2,
		"（全角）":    8,
		"¥1":      2,
		"e\u0301": 1,
		"·—×…±≥→": 7,
		"\u200b":  0,
		"１２":      4,
		"🙂":       2,
		"カタカナ":    8,
	} {
		if got := cells(text); got != want {
			t.Errorf("cells(%q) = %d, want %d", text, got, want)
		}
	}
}

func TestCut(t *testing.T) {
	for _, c := range []struct {
		text  string
		width int
		want  string
	}{
		{"abcdef", 6, "abcdef"},
		{"abcdefg", 6, "abc..."},
		{"上海自建机房", 8, "上海..."},
		{"上海自建机房", 9, "上海自..."},
		{"ab cdefg", 6, "ab..."},
		{"abc", 2, ".."},
	} {
		if got := cut(c.text, c.width); got != c.want || cells(got) > c.width {
			t.Errorf("cut(%q, %d) = %q, want %q", c.text, c.width, got, c.want)
		}
	}
}

func TestWrap(t *testing.T) {
	for _, c := range []struct {
		text  string
		width int
		want  []string
	}{
		{"one two three", 20, []string{"one two three"}},
		{"one two three", 8, []string{"one two", "three"}},
		{"一二三四五，六七", 10, []string{"一二三四", "五，六七"}},
		{"abcdefghijklmnop", 8, []string{"abcdefgh", "ijklmnop"}},
	} {
		if diff := cmp.Diff(c.want, wrap(c.text, c.width)); diff != "" {
			t.Errorf("wrap(%q, %d) (-want +got):\n%s", c.text, c.width, diff)
		}
	}
}

// chineseGrid has names of both scripts, as users of a Chinese locale write them.
func chineseGrid() *Grid {
	g := &Grid{Columns: []Column{{Head: "price_kWh.v2"}, {Head: "方式", Shrinks: true}, {Head: "总价", Number: true}}}
	g.Add("上海自建-4卡", "own", "21,676.87")
	g.Add("租赁(按量)", "rent by the hour", "14,448.00")
	g.Rows = append(g.Rows, Row{Group: "其他：", Mark: true, Cells: []string{"ascii", "x", "1.00"}})
	return g
}

// TestTextAligns holds that all rows of a table are equally wide when Chinese counts two cells, in every locale, and
// that heads are printed as they are.
func TestTextAligns(t *testing.T) {
	want := strings.Join([]string{
		"  price_kWh.v2  方式                   总价",
		"  上海自建-4卡  own               21,676.87",
		"  租赁(按量)    rent by the hour  14,448.00",
		"其他：",
		"> ascii         x                      1.00",
		"",
	}, "\n")
	for _, env := range [][2]string{{"LANG", "zh_CN.UTF-8"}, {"LANG", "C.UTF-8"}, {"RUNEWIDTH_EASTASIAN", "1"}} {
		t.Setenv(env[0], env[1])
		got := mustText(t, Doc{Blocks: []Block{{Table: chineseGrid()}}}, Options{Width: 80})
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("with %s=%s (-want +got):\n%s", env[0], env[1], diff)
		}
	}
}

// TestNarrowTables drops, cuts and at last stacks columns, but never leaves the line.
func TestNarrowTables(t *testing.T) {
	wide := func() *Grid {
		g := &Grid{Columns: []Column{
			{Head: "id"}, {Head: "how", Shrinks: true}, {Head: "total", Number: true}, {Head: "cash", Number: true, Drop: 2}, {Head: "range", Drop: 1},
		}}
		g.Add("rent.month", "a long description of what is done", "13,248.48", "13,248", "1-2K")
		return g
	}
	for width := 20; width <= 100; width++ {
		got := mustText(t, Doc{Blocks: []Block{{Table: wide()}}}, Options{Width: width})
		for _, line := range strings.Split(got, "\n") {
			if cells(line) > width {
				t.Errorf("at %d a line has %d cells: %s", width, cells(line), line)
			}
		}
		if !strings.Contains(got, "13,248.48") {
			t.Errorf("at %d the total is gone:\n%s", width, got)
		}
	}
	at60 := mustText(t, Doc{Blocks: []Block{{Table: wide()}}}, Options{Width: 58})
	if strings.Contains(at60, "cash") || !strings.Contains(at60, "range") {
		t.Errorf("the column with the highest Drop must leave first:\n%s", at60)
	}
}

func TestMarkdownEscapes(t *testing.T) {
	g := &Grid{Columns: []Column{{Head: "a|b"}, {Head: "n", Number: true}}}
	g.Add("x|y *z* <b>\n2", "1")
	got := markdown(Doc{Title: "T", Blocks: []Block{{Table: g}}})
	want := "# T\n\n| a\\|b | n |\n| --- | ---: |\n| x\\|y \\*z\\* &lt;b> 2 | 1 |\n"
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestHTMLEscapes(t *testing.T) {
	got := page(Doc{Title: "<T>", Blocks: []Block{{Lines: []Line{{Text: `<script>"x"`}}}}}, "en")
	if strings.Contains(got, "<script>") || !strings.Contains(got, "&lt;T&gt;") {
		t.Errorf("text is not escaped:\n%s", got)
	}
}

func TestCSVGuardsFormulas(t *testing.T) {
	got, err := records([][]string{{"name", "n"}, {"=1+1", "-12.50"}, {"-x", "@a"}, {`a,"b"`, ""}})
	want := "name,n\n'=1+1,-12.50\n'-x,'@a\n\"a,\"\"b\"\"\",\n"
	if err != nil || got != want {
		t.Errorf("got %q, want %q (%v)", got, want, err)
	}
}

// TestJSONNumbers: money has at most two decimals, nothing has an exponent, what is not finite is null.
func TestJSONNumbers(t *testing.T) {
	for _, c := range []struct {
		v    any
		want string
	}{
		{amount(1324848), "13248.48"},
		{amount(1120000), "11200"},
		{amount(-50), "-0.5"},
		{amount(0), "0"},
		{number(8.5 / 3600), "0.002361111"},
		{number(2.1e7), "21000000"},
		{number(-0.0000000001), "0"},
		{number(math.NaN()), "null"},
		{number(math.Inf(1)), "null"},
		{decimal("0.6174"), "0.6174"},
		{decimal(""), "null"},
	} {
		got, err := json.Marshal(c.v)
		if err != nil || string(got) != c.want {
			t.Errorf("%#v gives %s (%v), want %s", c.v, got, err, c.want)
		}
	}
}

// TestUnitPrices: three significant digits or more below one yuan, so that what is shown times 730 agrees to 1 %.
func TestUnitPrices(t *testing.T) {
	for f, want := range map[float64]string{
		8.5 / 3600: "0.002361", 0.6174: "0.6174", 0.0084: "0.008400", 9.857: "9.86", 1150.5: "1,150.50", 0: "0",
	} {
		if got := unitPrice(f); got != want {
			t.Errorf("unitPrice(%v) = %q, want %q", f, got, want)
		}
	}
}

func TestShortProvider(t *testing.T) {
	const name = "优云智算 CompShare (UCloud)"
	if got := shortProvider(i18n.New("en"), name); got != "CompShare" {
		t.Errorf("en: %q", got)
	}
	if got := shortProvider(i18n.New("zh"), name); got != "优云智算" {
		t.Errorf("zh: %q", got)
	}
	if got := shortProvider(i18n.New("zh"), "AutoDL"); got != "AutoDL" {
		t.Errorf("only one language: %q", got)
	}
}

func TestNameOfFallsBack(t *testing.T) {
	texts := i18n.New("en")
	if got := nameOf(texts, "f.rented.card.4"); got != "units rented" {
		t.Errorf("got %q", got)
	}
	if got := nameOf(texts, "nothing.at.all"); got != "nothing.at.all" {
		t.Errorf("got %q", got)
	}
}

func mustText(t *testing.T, d Doc, o Options) string {
	t.Helper()
	out, err := text(d, o)
	if err != nil {
		t.Fatal(err)
	}
	return out
}
