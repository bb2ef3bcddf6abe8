package diag

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestSortedByPlace(t *testing.T) {
	l := List{
		New("c").At("b.yaml", 1, 1),
		New("b").At("a.yaml", 9, 2),
		New("a").At("a.yaml", 9, 1),
		New("first").At("a.yaml", 2, 0),
		New("a-second").At("a.yaml", 9, 1),
	}
	var got []string
	for _, d := range l.Sorted() {
		got = append(got, d.Key)
	}
	want := []string{"first", "a", "a-second", "b", "c"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("Sorted (-want +got):\n%s", diff)
	}
}

func TestErr(t *testing.T) {
	warnings := List{New("old").AsWarning()}
	if err := warnings.Err(); err != nil {
		t.Errorf("warnings only: got %v, want nil", err)
	}
	mixed := append(warnings, New("sheet.unknown_key", "key", "prise\x1b[31m").At("s.yaml", 3, 5))
	err := mixed.Err()
	var list *Error
	if !errors.As(err, &list) || len(list.List) != 2 {
		t.Fatalf("got %#v, want an *Error with both findings", err)
	}
	want := "old\ns.yaml:3:5: sheet.unknown_key key=\"prise[31m\""
	if got := err.Error(); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestWithDoesNotShareArgs(t *testing.T) {
	base := New("k", "a", "1")
	x, y := base.With("b", "2"), base.With("c", "3")
	if diff := cmp.Diff([]Arg{{"a", "1"}, {"b", "2"}}, x.Args); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]Arg{{"a", "1"}, {"c", "3"}}, y.Args); diff != "" {
		t.Error(diff)
	}
}

func TestPlace(t *testing.T) {
	for _, c := range []struct {
		d    Diagnostic
		want string
	}{
		{New("k"), ""},
		{New("k").At("a.yaml", 0, 0), "a.yaml"},
		{New("k").At("a.yaml", 7, 0), "a.yaml:7"},
		{New("k").At("a.yaml", 7, 3), "a.yaml:7:3"},
	} {
		if got := c.d.Place(); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}

func TestNearest(t *testing.T) {
	keys := []string{"price", "prices", "electricity_price", "asof", "source", "H800", "H100", "A100", "A800", "compare", "breakeven", "kunshan"}
	for _, c := range []struct{ word, want string }{
		{"electricty_price", "electricity_price"},
		{"Price", "price"},
		{"pirce", "price"},
		{"a100", "A100"},
		{"h80", "H800"},
		{"H801", "H800"},
		{"A900", "A100"}, // A100 and A800 are one edit away: the alphabet decides
		{"break", "breakeven"},
		{"sourceurl", "source"},
		{"soruce", "source"},
		{"zzz", ""},
		{"x", ""},
		{"", ""},
		{"昆山", ""},
	} {
		if got := Nearest(c.word, keys); got != c.want {
			t.Errorf("Nearest(%q) = %q, want %q", c.word, got, c.want)
		}
	}
}

func TestNearestIgnoresOrder(t *testing.T) {
	if a, b := Nearest("A900", []string{"A800", "A100"}), Nearest("A900", []string{"A100", "A800"}); a != b {
		t.Errorf("the order of known words changes the answer: %q, %q", a, b)
	}
}

func TestDistance(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{
		{"", "", 0},
		{"", "ab", 2},
		{"ab", "ba", 1},
		{"kitten", "sitting", 3},
		{"松江", "松红", 1},
		{"abc", "abc", 0},
	} {
		if got := distance([]rune(c.a), []rune(c.b)); got != c.want {
			t.Errorf("distance(%q, %q) = %d, want %d", c.a, c.b, got, c.want)
		}
	}
}

func TestCleanAndShorten(t *testing.T) {
	if got, want := Clean("a\x1b[31m\n\u202eb\u0085昆山"), "a[31m b昆山"; got != want {
		t.Errorf("Clean: got %q, want %q", got, want)
	}
	long := ""
	for range 100 {
		long += "价"
	}
	if got := []rune(Shorten(long)); len(got) != maxShown+3 {
		t.Errorf("Shorten keeps %d characters, want %d", len(got), maxShown+3)
	}
	if got := Shorten("short"); got != "short" {
		t.Errorf("got %q", got)
	}
}

func TestRef(t *testing.T) {
	if key, ok := RefKey(Ref("kind.map")); !ok || key != "kind.map" {
		t.Errorf("got %q, %v", key, ok)
	}
	if _, ok := RefKey("kind.map"); ok {
		t.Error("a plain value is taken for a key")
	}
}
