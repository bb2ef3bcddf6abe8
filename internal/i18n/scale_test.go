package i18n

import (
	"testing"

	"gpucalc/internal/quantity"
)

func TestScale(t *testing.T) {
	en, zh := New(English), New(Chinese)
	for _, c := range []struct{ got, want string }{
		{zh.Scale(115_623_851).Format(115_623_851, 2), "115.62万"}, // 1,156,238.51 yuan
		{en.Scale(115_623_851).Format(115_623_851, 2), "1.16M"},
		{zh.Scale(999_999).Format(999_999, 2), "9,999.99"}, // below ten thousand: as it is
		{zh.Scale(1_000_000).Format(1_000_000, 0), "1万"},
		{en.Scale(-2_500_000).Format(-2_500_000, 0), "-25K"},
		{zh.Scale(100, 20_000_000_000).Format(100_000_000, 4), "0.0100亿"}, // one scale for the column
		{zh.Scale().Format(0, 2), "0.00"},
		{en.ScaleOf(2e9).Number(quantity.Int(1_500_000_000), 1), "1.5"},
		{zh.ScaleOf(115_625_638).Suffix, "亿"},
	} {
		if c.got != c.want {
			t.Errorf("got %q, want %q", c.got, c.want)
		}
	}
}
