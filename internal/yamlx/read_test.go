package yamlx

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"gpucalc/internal/diag"
)

// flat writes a tree as "path=value" lines in file order.
func flat(n *Node, path string) []string {
	if n == nil {
		return nil
	}
	var out []string
	switch n.Kind {
	case Scalar:
		return []string{path + "=" + n.Value}
	case Map:
		for i, k := range n.Keys {
			out = append(out, flat(n.Items[i], strings.TrimPrefix(path+"."+k.Value, "."))...)
		}
	case List:
		for i, item := range n.Items {
			out = append(out, flat(item, fmt.Sprintf("%s[%d]", path, i))...)
		}
	}
	return out
}

// brief writes a finding as "line:col key at path".
func brief(found diag.List) []string {
	var out []string
	for _, d := range found {
		text := fmt.Sprintf("%d:%d %s", d.Line, d.Col, d.Key)
		if d.Path != "" {
			text += " at " + d.Path
		}
		out = append(out, text)
	}
	return out
}

func TestAccepts(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       []string
	}{
		{
			"scalars stay source text",
			"a: 1.50\nb: 2026-06\nc: 22:00\nd: 60%\ne: 9007199254740993\nf: 1e3\ng: 1_000\nh: -0.04\ni: '010'\nj: \"yes\"\nk: true\nl: y\n",
			[]string{"a=1.50", "b=2026-06", "c=22:00", "d=60%", "e=9007199254740993", "f=1e3", "g=1_000", "h=-0.04", "i=010", "j=yes", "k=true", "l=y"},
		},
		{
			"ids keep case and dots",
			"cards:\n  H200-SXM: {name: x}\n  Qwen2.5: {name: y}\n",
			[]string{"cards.H200-SXM.name=x", "cards.Qwen2.5.name=y"},
		},
		{"lists", "a: [1, [2, 3], {b: 4}]\n", []string{"a[0]=1", "a[1][0]=2", "a[1][1]=3", "a[2].b=4"}},
		{"byte-order mark and CRLF", "\ufeffa: 1\r\nb: 2\r\n", []string{"a=1", "b=2"}},
		{"one document with its marks", "---\na: 1\n...\n", []string{"a=1"}},
		{"text block", "a: |\n  one\n  two\n", []string{"a=one\ntwo\n"}},
		{"times and spans are no numbers with leading zeros", "a: 05:30\nb: 08:00-22:00\nc: 0\nd: 0.5\n", []string{"a=05:30", "b=08:00-22:00", "c=0", "d=0.5"}},
		{"Chinese", "名称: 松江\n", []string{"名称=松江"}},
	} {
		root, found := Read("s.yaml", []byte(c.text))
		if len(found) > 0 {
			t.Errorf("%s: %v", c.name, brief(found))
		}
		if diff := cmp.Diff(c.want, flat(root, "")); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
}

func TestPlaces(t *testing.T) {
	root, found := Read("s.yaml", []byte("# head\nofferings:\n  松江: {price: \"1.5\", n: 2}\n"))
	if len(found) > 0 {
		t.Fatal(brief(found))
	}
	_, all := root.Get("offerings")
	_, one := all.Get("松江")
	k, v := one.Get("price")
	got := []any{k.Line, k.Col, v.Line, v.Col, v.Quoted}
	// Columns count characters: 松江 is two.
	if diff := cmp.Diff([]any{3, 8, 3, 15, true}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if k, v := one.Get("absent"); k != nil || v != nil {
		t.Error("an absent key is found")
	}
	if k, _ := v.Get("x"); k != nil {
		t.Error("a scalar has a key")
	}
}

func TestRefuses(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       []string
	}{
		// A leading zero is octal to some readers: 010 would be 8 cards.
		{"leading zeros", "count: 010\nother: 08\nneg: -01.5\n", []string{"1:8 yaml.leading_zero at count", "2:8 yaml.leading_zero at other", "3:6 yaml.leading_zero at neg"}},
		{"other bases", "a: 0x10\nb: 0o17\nc: 0b11\n", []string{"1:4 yaml.other_base at a", "2:4 yaml.other_base at b", "3:4 yaml.other_base at c"}},
		{"not finite", "a: .nan\nb: .inf\nc: -.Inf\nd: NaN\n", []string{"1:4 yaml.not_finite at a", "2:4 yaml.not_finite at b", "3:4 yaml.not_finite at c", "4:4 yaml.not_finite at d"}},
		// An empty value and ~ decode to 0 without a word: a free card.
		{"no value", "a:\nb: ~\nc: null\nd: ''\ne: \" \"\n", []string{"1:3 yaml.empty at a", "2:4 yaml.empty at b", "3:4 yaml.empty at c", "4:4 yaml.empty at d", "5:4 yaml.empty at e"}},
		{"boolean words", "a: yes\nb: Off\nc: TRUE\n", []string{"1:4 yaml.boolean at a", "2:4 yaml.boolean at b", "3:4 yaml.boolean at c"}},
		{"duplicate keys", "cards:\n  A100: {n: 1}\n  A100: {n: 2}\n", []string{"3:3 yaml.duplicate at cards.A100"}},
		{"duplicate in quotes", "a: 1\n\"a\": 2\n", []string{"2:1 yaml.duplicate at a"}},
		{"tags", "a: !!int 3\nb: !x {c: 1}\nc: ! 12\n!!str d: 1\n", []string{"1:4 yaml.tag at a", "2:4 yaml.tag at b", "3:4 yaml.tag at c", "4:1 yaml.tag"}},
		{"tag behind an anchor", "x-a: {p: &a ! 1, 松: &b !!str 2}\n", []string{"1:10 yaml.tag at x-a.p", "1:21 yaml.tag at x-a.松"}},
		{"keys", "[1]: 2\n? {a: 1}\n: 3\n~: 4\n\"\": 5\n", []string{"1:1 yaml.key_not_text", "2:3 yaml.key_not_text", "4:1 yaml.key_empty", "5:1 yaml.key_empty"}},
		{"escaped control character", "a: \"x\\e[31m\"\n", []string{"1:4 yaml.control at a"}},
		{"raw control characters", "a: 1\nb: 松\x1b\x00\n", []string{"2:5 yaml.control", "2:6 yaml.control"}},
		{"not UTF-8", "a: 1\nb: \xb4\xf3\n", []string{"2:4 yaml.not_utf8"}},
		{"UTF-16", "\xff\xfea\x00", []string{"1:1 yaml.not_utf8"}},
		{"root is a list", "- 1\n", []string{"1:1 yaml.root_not_map"}},
		{"root is a word", "hello\n", []string{"1:1 yaml.root_not_map"}},
		{"empty file", "", []string{"1:1 yaml.no_content"}},
		{"comments only", "# nothing\n", []string{"1:1 yaml.no_content"}},
		{"second document", "a: 1\n---\nb: 2\n", []string{"2:1 yaml.second_document"}},
		{"broken second document", "a: 1\n---\n[\n", []string{"3:0 yaml.syntax"}},
		{"tab as indent", "a:\n\tb: 1\n", []string{"2:0 yaml.syntax"}},
		{"unclosed bracket in the first line", "a: [1\n", []string{"1:0 yaml.syntax"}},
		{"unknown anchor", "a: 1\nb: *nowhere\n", []string{"2:4 yaml.unknown_anchor"}},
		{
			"all mistakes in one run",
			"offers:\n  a: {price: 010, price: 2}\n  b: {list: [1, no, .nan]}\nx-c: {d: ~}\n",
			[]string{"2:14 yaml.leading_zero at offers.a.price", "2:19 yaml.duplicate at offers.a.price", "3:17 yaml.boolean at offers.b.list[1]", "3:21 yaml.not_finite at offers.b.list[2]", "4:10 yaml.empty at x-c.d"},
		},
	} {
		_, found := Read("s.yaml", []byte(c.text))
		if diff := cmp.Diff(c.want, brief(found)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
		for _, d := range found {
			if d.File != "s.yaml" {
				t.Errorf("%s: the finding has file %q", c.name, d.File)
			}
		}
	}
}

func TestDuplicateNamesBothLines(t *testing.T) {
	_, found := Read("s.yaml", []byte("A100: {n: 1}\nH800: {n: 1}\nA100: {n: 2}\n"))
	if len(found) != 1 || found[0].Line != 3 {
		t.Fatalf("got %v", brief(found))
	}
	want := []diag.Arg{{Name: "key", Value: "A100"}, {Name: "line", Value: "1"}}
	if diff := cmp.Diff(want, found[0].Args); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestRemedies(t *testing.T) {
	for _, c := range []struct{ text, near string }{
		{"a: 010\n", "10"},
		{"a: -00.5\n", "-0.5"},
		{"a: 000\n", "0"},
		{"a: No\n", "false"},
	} {
		_, found := Read("s.yaml", []byte(c.text))
		if len(found) != 1 || found[0].Hint == "" {
			t.Errorf("%q: got %v, want one finding with a remedy", c.text, found)
			continue
		}
		for _, a := range found[0].Args {
			if a.Name == "near" && a.Value != c.near {
				t.Errorf("%q: suggests %q, want %q", c.text, a.Value, c.near)
			}
		}
	}
}

func TestSize(t *testing.T) {
	line := "# " + strings.Repeat("x", 61) + "\n"
	full := "a: 1\n" + strings.Repeat(line, (MaxBytes-5)/len(line))
	if _, found := Read("s.yaml", []byte(full)); len(found) > 0 {
		t.Errorf("a file of %d bytes is refused: %v", len(full), brief(found))
	}
	_, found := Read("s.yaml", append([]byte(full), make([]byte, MaxBytes+1-len(full))...))
	if diff := cmp.Diff([]string{"0:0 yaml.too_big"}, brief(found)); diff != "" {
		t.Error(diff)
	}
}

func TestManyMistakesAreCounted(t *testing.T) {
	var b strings.Builder
	for i := range 1000 {
		fmt.Fprintf(&b, "k%d: ~\n", i)
	}
	_, found := Read("s.yaml", []byte(b.String()))
	if len(found) != maxFindings+1 {
		t.Fatalf("got %d findings, want %d and one for the rest", len(found), maxFindings)
	}
	last := found[maxFindings]
	if last.Key != "yaml.more" || last.Args[0].Value != "800" {
		t.Errorf("got %+v", last)
	}
}

func TestDepth(t *testing.T) {
	deep := "a: " + strings.Repeat("[", 2000) + "1" + strings.Repeat("]", 2000) + "\n"
	_, found := Read("s.yaml", []byte(deep))
	if len(found) != 1 || found[0].Key != "yaml.too_deep" {
		t.Errorf("got %v", brief(found))
	}
}
