package scenario

import (
	"errors"
	"math/bits"
	"testing"

	"gpucalc/internal/diag"

	"github.com/google/go-cmp/cmp"
)

func TestParsePattern(t *testing.T) {
	everyDay := func(mask uint32) [7]uint32 { return [7]uint32{mask, mask, mask, mask, mask, mask, mask} }
	workDays := func(mask uint32) [7]uint32 { return [7]uint32{mask, mask, mask, mask, mask} }
	const (
		nineToFive   = 0x01FE00 // hours 9 to 16
		nineToSix    = 0x03FE00
		nineToTwelve = 0x000E00
		night        = 0xC000FF // 22, 23 and 0 to 7
		fromFour     = 0xFFFFF0 // the last 20 hours of the day: 9 + 20 would pass midnight
	)
	all := Pattern{Word: "all", Days: everyDay(0xFFFFFF), PerDay: 24, PerWeek: 7}
	tests := map[string]Pattern{
		"all":       all,
		"24hx7d":    all,
		"24h/d":     all,
		"ALL":       all,
		"8hx5d":     {Word: "8hx5d", Days: workDays(nineToFive), PerDay: 8, PerWeek: 5},
		" 8h x 5d ": {Word: "8hx5d", Days: workDays(nineToFive), PerDay: 8, PerWeek: 5},
		"8Hx5D":     {Word: "8hx5d", Days: workDays(nineToFive), PerDay: 8, PerWeek: 5},
		"8hx7d":     {Word: "8hx7d", Days: everyDay(nineToFive), PerDay: 8, PerWeek: 7},
		"3h/d":      {Word: "3h/d", Days: everyDay(nineToTwelve), PerDay: 3, PerWeek: 7},
		"office":    {Word: "office", Days: workDays(nineToSix), PerDay: 9, PerWeek: 5},
		"night":     {Word: "night", Days: everyDay(night), PerDay: 10, PerWeek: 7},
		"nights":    {Word: "night", Days: everyDay(night), PerDay: 10, PerWeek: 7},
		"valley":    {Word: "valley", Valley: true, PerDay: 8, PerWeek: 7},
		"20hx1d":    {Word: "20hx1d", Days: [7]uint32{fromFour}, PerDay: 20, PerWeek: 1},
		"24hx5d":    {Word: "24hx5d", Days: workDays(0xFFFFFF), PerDay: 24, PerWeek: 5},
		"15hx2d":    {Word: "15hx2d", Days: [7]uint32{0xFFFE00, 0xFFFE00}, PerDay: 15, PerWeek: 2}, // 9 to 24, just
	}
	for word, want := range tests {
		got, err := ParsePattern(word)
		if err != nil {
			t.Errorf("%q: %v", word, err)
		} else if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q (-want +got):\n%s", word, diff)
		}
	}
}

func TestBadPatterns(t *testing.T) {
	for _, word := range []string{
		"", " ", "0hx5d", "25hx5d", "8hx0d", "8hx8d", "8h", "8", "8hx", "8hx5", "8x5", "-8hx5d", "8.5hx5d", "08hx5d",
		"8hx5d8hx5d", "8h/w", "9to5", "off", "8hx5d\n8hx5d", "99999999999999999999hx5d", "８hx5d",
	} {
		got, err := ParsePattern(word)
		var list *diag.Error
		if !errors.As(err, &list) {
			t.Errorf("%q: got %+v, %v; want a diag.Error", word, got, err)
			continue
		}
		d := list.List[0]
		if d.Key != "scenario.bad_pattern" || d.Hint != "scenario.bad_pattern.hint" || d.Args[0] != (diag.Arg{Name: "value", Value: word}) {
			t.Errorf("%q: %+v", word, d)
		}
	}
}

func TestBadPatternNamesTheNearest(t *testing.T) {
	_, err := ParsePattern("ofice")
	var list *diag.Error
	if !errors.As(err, &list) || list.List[0].Args[1] != (diag.Arg{Name: "near", Value: "office"}) {
		t.Errorf("got %v, want near office", err)
	}
}

func TestPatternWordsAreAllPatterns(t *testing.T) {
	for _, word := range PatternWords {
		if p, err := ParsePattern(word); err != nil || p.Word != word {
			t.Errorf("%s: %+v, %v", word, p, err)
		}
	}
}

func TestIsAll(t *testing.T) {
	for word, want := range map[string]bool{"all": true, "24hx7d": true, "24hx6d": false, "23h/d": false, "valley": false} {
		if p, err := ParsePattern(word); err != nil || p.IsAll() != want {
			t.Errorf("%s: IsAll = %v, %v", word, p.IsAll(), err)
		}
	}
	if !AllHours().IsAll() {
		t.Error("AllHours is not all")
	}
}

func TestMask(t *testing.T) {
	office, err := ParsePattern("office")
	if err != nil {
		t.Fatal(err)
	}
	valley, err := ParsePattern("valley")
	if err != nil {
		t.Fatal(err)
	}
	const morning = 0x000F00 // 8 to 11
	tests := []struct {
		name   string
		p      Pattern
		day    int
		valley bool
		want   uint32
	}{
		{"office on Friday", office, 4, false, 0x000E00},
		{"office on Saturday", office, 5, false, 0},
		{"office in valley hours all the same", office, 0, true, 0x000E00},
		{"all on Sunday", AllHours(), 6, false, morning},
		{"valley in the valley", valley, 6, true, morning},
		{"valley outside it", valley, 6, false, 0},
	}
	for _, tt := range tests {
		if got := tt.p.Mask(tt.day, morning, tt.valley); got != tt.want {
			t.Errorf("%s: %06x, want %06x", tt.name, got, tt.want)
		}
	}
}

// FuzzPattern: what is accepted holds the hours that it says, and its word reads back to the same pattern.
func FuzzPattern(f *testing.F) {
	for _, word := range append([]string{"24hx7d", "nights", " 8H x 5d", "0h/d", "25h/d", "8hx9d", "", "八小时"}, PatternWords...) {
		f.Add(word)
	}
	f.Fuzz(func(t *testing.T, word string) {
		p, err := ParsePattern(word)
		if err != nil {
			var list *diag.Error
			if !errors.As(err, &list) || len(list.List) != 1 || list.List[0].Key != "scenario.bad_pattern" {
				t.Fatalf("%q: %v", word, err)
			}
			return
		}
		again, err := ParsePattern(p.Word)
		if diff := cmp.Diff(p, again); err != nil || diff != "" {
			t.Fatalf("%q: the word %q reads as another pattern, %v (-first +again):\n%s", word, p.Word, err, diff)
		}
		if p.Valley {
			return
		}
		days := 0
		for _, mask := range p.Days {
			if mask == 0 {
				continue
			}
			days++
			if bits.OnesCount32(mask) != p.PerDay || mask>>24 != 0 {
				t.Fatalf("%q: a day of %024b, want %d hours", word, mask, p.PerDay)
			}
		}
		if days != p.PerWeek {
			t.Fatalf("%q: %d days, want %d", word, days, p.PerWeek)
		}
	})
}
