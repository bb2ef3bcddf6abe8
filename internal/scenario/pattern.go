package scenario

import (
	"regexp"
	"strconv"
	"strings"
	"sync"

	"gpucalc/internal/diag"
)

// Pattern is the hours of a week in which the team wants the cards.
type Pattern struct {
	Word    string    // as written, canonical
	Days    [7]uint32 // bit h of Days[d] = hour h of day d is wanted; day 0 is Monday
	Valley  bool      // wanted in the tariff's valley hours instead of Days
	PerDay  int       // hours of a wanted day, for sessions
	PerWeek int       // wanted days of a week
}

// allDay has the 24 low bits set.
const allDay uint32 = 1<<24 - 1

// firstHour is when a pattern of n hours a day begins: office hours, as nothing else is said.
const firstHour = 9

// AllHours is the pattern of round-the-clock use.
func AllHours() Pattern {
	return Pattern{Word: "all", Days: fill(allDay, 7), PerDay: 24, PerWeek: 7}
}

// IsAll reports whether every hour of the week is wanted.
func (p Pattern) IsAll() bool { return !p.Valley && p.Days == fill(allDay, 7) }

// Mask returns, of the given hours of weekday d (0 = Monday), those that are wanted. Bit h stands for hour h; valley
// tells that the given hours are valley hours.
func (p Pattern) Mask(d int, hours uint32, valley bool) uint32 {
	switch {
	case !p.Valley:
		return hours & p.Days[d]
	case valley:
		return hours
	}
	return 0
}

func fill(mask uint32, days int) (week [7]uint32) {
	for d := range days {
		week[d] = mask
	}
	return week
}

func span(from, hours int) (mask uint32) {
	for h := range hours {
		mask |= 1 << ((from + h) % 24)
	}
	return mask
}

// hoursDays reads "8hx5d", "8h x 5d" and "3h/d".
var hoursDays = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^([1-9]\d?)h(?:x([1-7])d|/d)$`) })

// PatternWords are the named patterns.
var PatternWords = []string{"all", "office", "night", "valley", "8hx5d", "3h/d"}

// ParsePattern reads all, office (9 to 18 on working days), night (22 to 8), valley (the tariff's valley hours), or
// hours a day and days a week such as 8hx5d, from nine o'clock on, Monday first; 3h/d is every day.
func ParsePattern(s string) (Pattern, error) {
	word := strings.ToLower(strings.ReplaceAll(strings.TrimSpace(s), " ", ""))
	switch word {
	case "all":
		return AllHours(), nil
	case "office":
		return Pattern{Word: word, Days: fill(span(firstHour, 9), 5), PerDay: 9, PerWeek: 5}, nil
	case "night", "nights":
		return Pattern{Word: "night", Days: fill(span(22, 10), 7), PerDay: 10, PerWeek: 7}, nil
	case "valley":
		return Pattern{Word: word, Valley: true, PerDay: 8, PerWeek: 7}, nil
	}
	m := hoursDays().FindStringSubmatch(word)
	if m == nil {
		return Pattern{}, badPattern(s)
	}
	hours, _ := strconv.Atoi(m[1])
	days := 7
	if m[2] != "" {
		days, _ = strconv.Atoi(m[2])
	}
	switch {
	case hours > 24:
		return Pattern{}, badPattern(s)
	case hours == 24 && days == 7:
		return AllHours(), nil
	}
	first := firstHour
	if first+hours > 24 {
		first = 24 - hours
	}
	return Pattern{Word: word, Days: fill(span(first, hours), days), PerDay: hours, PerWeek: days}, nil
}

func badPattern(s string) error {
	d := diag.New("scenario.bad_pattern", "value", s, "near", diag.Nearest(s, PatternWords)).WithHint("scenario.bad_pattern.hint")
	return &diag.Error{List: diag.List{d}}
}
