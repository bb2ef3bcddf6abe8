package yamlx

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestMerge(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       []string // sorted
	}{
		{
			"own keys win over keys merged before them",
			"x-common: &c {pue: 1.4, price: 1}\ns: {<<: *c, price: 3}\n",
			[]string{"s.price=3", "s.pue=1.4"},
		},
		{
			"own keys win over keys merged after them",
			"x-common: &c {pue: 1.4, price: 1}\ns: {price: 3, <<: *c}\n",
			[]string{"s.price=3", "s.pue=1.4"},
		},
		{
			"the earlier of two merged maps wins",
			"x-a: &a {p: 1, q: 1}\nx-b: &b {q: 2, r: 2}\ns: {<<: [*a, *b]}\n",
			[]string{"s.p=1", "s.q=1", "s.r=2"},
		},
		{
			"helpers may use earlier helpers",
			"x-a: &a {p: 1, q: 1}\nx-b: &b {<<: *a, q: 2}\ns: {<<: *b}\n",
			[]string{"s.p=1", "s.q=2"},
		},
		{
			"anchors inside a helper",
			"x-common:\n  rack: &rack {kw: 6}\n  price: &p 5200\ns: {rack: *rack, price: *p}\n",
			[]string{"s.price=5200", "s.rack.kw=6"},
		},
		{
			"only top-level x- keys are helpers",
			"s: {x-note: kept}\n",
			[]string{"s.x-note=kept"},
		},
	} {
		root, found := Read("s.yaml", []byte(c.text))
		if len(found) > 0 {
			t.Errorf("%s: %v", c.name, brief(found))
		}
		got := flat(root, "")
		slices.Sort(got)
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
}

func TestAliasKeepsThePlaceOfItsText(t *testing.T) {
	root, _ := Read("s.yaml", []byte("x-c: &c\n  pue: 1.4\ns:\n  <<: *c\n"))
	_, s := root.Get("s")
	if _, pue := s.Get("pue"); pue == nil || pue.Line != 2 || pue.Col != 8 {
		t.Errorf("got %+v, want line 2, column 8", pue)
	}
}

func TestAliasesRefused(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       []string
	}{
		{"anchor outside a helper", "common: &c {p: 1}\ns: *c\nt: {<<: *c}\n", []string{"2:4 yaml.alias at s", "3:9 yaml.alias at t.<<"}},
		{"alias to the block it stands in", "x-a: &a {b: *a}\n", []string{"1:13 yaml.alias at x-a.b"}},
		{"merge of the block it stands in", "x-a: &a {<<: *a}\n", []string{"1:14 yaml.alias at x-a.<<"}},
		{"alias as a key", "x-a: &a k\n*a : 1\n", []string{"2:1 yaml.key_not_text"}},
		{"merge of a written map", "s: {<<: {p: 1}}\n", []string{"1:9 yaml.merge_not_alias at s.<<"}},
		{"merge of a word", "x-a: &a k\ns: {<<: *a}\n", []string{"2:9 yaml.merge_not_map at s.<<"}},
		{"two merge keys", "x-a: &a {p: 1}\ns: {<<: *a, <<: *a}\n", []string{"2:13 yaml.duplicate at s.<<"}},
		{"a mistake in a helper is told once", "x-a: &a {p: 010}\ns: *a\nt: *a\n", []string{"1:13 yaml.leading_zero at x-a.p"}},
	} {
		_, found := Read("s.yaml", []byte(c.text))
		if diff := cmp.Diff(c.want, brief(found)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
}

// bomb has ten levels of nine aliases each: 9^10 values when expanded.
func bomb() string {
	var b strings.Builder
	b.WriteString("x-a: &a [1,1,1,1,1,1,1,1,1]\n")
	for c := 'b'; c <= 'j'; c++ {
		ref := fmt.Sprintf("*%c", c-1)
		fmt.Fprintf(&b, "x-%c: &%c [%s]\n", c, c, strings.Join(slices.Repeat([]string{ref}, 9), ","))
	}
	b.WriteString("s: *j\n")
	return b.String()
}

func TestBombIsRefused(t *testing.T) {
	_, found := Read("s.yaml", []byte(bomb()))
	if len(found) == 0 || found[0].Key != "yaml.expansion" || found[0].Line == 0 {
		t.Errorf("got %v", brief(found))
	}
}

func TestManyPlainAliases(t *testing.T) {
	var b strings.Builder
	b.WriteString("x-c: &c {a: 1, b: 2, c: 3, d: 4, e: [1, 2, 3]}\nlist:\n")
	for range 200 {
		b.WriteString("  - *c\n")
	}
	root, found := Read("s.yaml", []byte(b.String()))
	if len(found) > 0 {
		t.Fatal(brief(found))
	}
	if _, list := root.Get("list"); len(list.Items) != 200 {
		t.Errorf("got %d items, want 200", len(list.Items))
	}
}

func TestAliasDepth(t *testing.T) {
	text := "x-a: &a [[[[[[[[[[1]]]]]]]]]]\n"
	for c := 'b'; c <= 'h'; c++ {
		text += fmt.Sprintf("x-%c: &%c [[[[[[[[[[*%c]]]]]]]]]]\n", c, c, c-1)
	}
	_, found := Read("s.yaml", []byte(text))
	if len(found) == 0 || found[0].Key != "yaml.too_deep" {
		t.Errorf("got %v", brief(found))
	}
}
