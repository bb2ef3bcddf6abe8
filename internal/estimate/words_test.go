package estimate

import (
	"math"
	"testing"

	"gpucalc/internal/catalog"
)

func TestParseBandwidth(t *testing.T) {
	for _, c := range []struct {
		text   string
		bits   float64
		server bool
		key    string
	}{
		{"400Gb/s", 400e9, false, ""},
		{"400 Gbps", 400e9, false, ""},
		{"2GB/s", 16e9, false, ""},
		{"100Mbps", 100e6, false, ""},
		{"500KB/s", 4e6, false, ""},
		{"500 kB/s", 4e6, false, ""},
		{"500Kb/s", 5e5, false, ""},
		{"64kbit/s", 64e3, false, ""},
		{"10GbE/server", 10e9, true, ""},
		{"25Gb/s per server", 25e9, true, ""},
		{"200Gb/s/card", 200e9, false, ""},
		{"1,600Gb/s", 1600e9, false, ""},
		{"400", 0, false, "estimate.bandwidth_form"},
		{"400 GB", 0, false, "estimate.bandwidth_form"},
		{"fast", 0, false, "estimate.bandwidth_form"},
		{"", 0, false, "estimate.bandwidth_form"},
		{"0Gb/s", 0, false, "quantity.not_positive"},
	} {
		bits, server, wrong := ParseBandwidth(c.text)
		if c.key != "" {
			if len(wrong) == 0 || wrong[0].Key != c.key {
				t.Errorf("%q: %v, want %s", c.text, wrong, c.key)
			}
			continue
		}
		if bits != c.bits || server != c.server || len(wrong) > 0 {
			t.Errorf("%q: %g, per server %v, %v; want %g, %v", c.text, bits, server, wrong, c.bits, c.server)
		}
	}
}

func TestParseFLOPs(t *testing.T) {
	for text, want := range map[string]float64{
		"3.14e23": 3.14e23, "1,000e18": 1e21, "300ZFLOP": 300e21, "6.5 EFLOP": 6.5e18, "12G": 12e9, "5": 5,
		"-1": 0, "1e31": 0, "nan": 0, "0": 0, "x": 0, "": 0, "1e": 0,
	} {
		got, wrong := ParseFLOPs(text)
		if want == 0 {
			if len(wrong) == 0 || wrong[0].Key != "estimate.flops_form" {
				t.Errorf("%q: %g, %v; want a refusal", text, got, wrong)
			}
			continue
		}
		if math.Abs(got/want-1) > 1e-12 || len(wrong) > 0 {
			t.Errorf("%q: %g, %v; want %g", text, got, wrong, want)
		}
	}
}

func TestParseMeasured(t *testing.T) {
	cat := catalog.Embedded()
	for _, c := range []struct {
		text  string
		count int
		rate  float64
	}{
		{"8xA100: 21000 tok/s", 8, 21000},
		{"8xA100:21,000tok/s", 8, 21000},
		{"8xA100：2.1万 tok/s", 8, 21000},
		{"8xA100: 2600 tok/s/card", 8, 20800},
		{"A100: 21K tokens/s", 1, 21000},
	} {
		m, wrong := ParseMeasured(c.text, cat)
		if err := wrong.Err(); err != nil || m.Count != c.count || m.TokensPerSecond != c.rate || m.Card.ID != "nvidia-a100-sxm-80g" {
			t.Errorf("%q: %+v, %v", c.text, m, err)
		}
	}
	for text, key := range map[string]string{
		"21000": "estimate.measured_form", "8xA100: fast": "estimate.measured_form", "8xB9000: 10 tok/s": "catalog.unknown",
		"0xA100: 10 tok/s": "scenario.bad_count", "": "estimate.measured_form",
	} {
		if _, wrong := ParseMeasured(text, cat); len(wrong) == 0 || wrong[0].Key != key {
			t.Errorf("%q: %v, want %s", text, wrong, key)
		}
	}
}

func TestParseShares(t *testing.T) {
	if v, wrong := ParseUtilisation("38%"); v != 0.38 || len(wrong) > 0 {
		t.Errorf("38%%: %g, %v", v, wrong)
	}
	for text, hint := range map[string]string{"1.2": "", "38": "quantity.did_you_mean"} {
		_, wrong := ParseUtilisation(text)
		if len(wrong) != 1 || wrong[0].Key != "training.mfu_above_one" || wrong[0].Hint != hint {
			t.Errorf("%s: %+v", text, wrong)
		}
	}
	if _, wrong := ParseUtilisation("0"); len(wrong) != 1 || wrong[0].Key != "training.mfu_negative" {
		t.Errorf("0: %v", wrong)
	}
	if _, wrong := ParseGoodput("1.5"); len(wrong) != 1 || wrong[0].Key != "training.goodput_range" {
		t.Errorf("goodput 1.5: %v", wrong)
	}
}

func TestParseTargets(t *testing.T) {
	cat := catalog.Embedded()
	got, wrong := ParseTargets("64xH800, A100", cat)
	if len(wrong) > 0 || len(got) != 2 || got[0].Count != 64 || got[1].Count != 0 || got[1].Card.ID != "nvidia-a100-sxm-80g" {
		t.Errorf("%+v, %v", got, wrong)
	}
	for text, key := range map[string]string{
		"": "estimate.cards_empty", "H800,": "estimate.cards_empty", "0xH800": "scenario.bad_count", "H8000": "catalog.unknown",
		"99999999xH800": "scenario.bad_count",
	} {
		if _, wrong := ParseTargets(text, cat); len(wrong) == 0 || wrong[0].Key != key {
			t.Errorf("%q: %v, want %s", text, wrong, key)
		}
	}
}

func TestParseLayout(t *testing.T) {
	l, wrong := ParseLayout("tensor=8, pipeline=8,interleave=3,micro=1,zero=1")
	if len(wrong) > 0 || l.TP != 8 || l.PP != 8 || l.Interleave != 3 || l.ZeRO != 1 || !l.SequenceParallel {
		t.Errorf("%+v, %v", l, wrong)
	}
	if l, _ := ParseLayout("tensor=8,sequence=0"); l.SequenceParallel {
		t.Errorf("sequence=0 is not heard: %+v", l)
	}
	for _, text := range []string{"", "tenor=8", "tensor=0", "zero=4", "tensor", "tensor=x", "tensor=8,"} {
		if _, wrong := ParseLayout(text); len(wrong) == 0 || wrong[0].Key != "estimate.layout_form" {
			t.Errorf("%q: %v", text, wrong)
		}
	}
}

func TestKindsGoBothWays(t *testing.T) {
	for _, word := range Kinds() {
		if k, ok := KindOf(word); !ok || KindWord(k) != word {
			t.Errorf("%s becomes %s", word, KindWord(k))
		}
	}
}

// No word of a user makes a parser panic or return what cannot be.
func FuzzWords(f *testing.F) {
	for _, seed := range []string{"8xA100: 21000 tok/s", "400Gb/s", "30GB/s of 50GB/s", "3e23", "64xH800,A100", "38%", "tensor=8,zero=1", "10GbE/server", "１０Gb/s"} {
		f.Add(seed)
	}
	cat := catalog.Embedded()
	f.Fuzz(func(t *testing.T, text string) {
		if m, wrong := ParseMeasured(text, cat); len(wrong) == 0 && (m.Count < 1 || m.TokensPerSecond < 0) {
			t.Errorf("measured %+v", m)
		}
		if bits, _, wrong := ParseBandwidth(text); len(wrong) == 0 && !(bits > 0) {
			t.Errorf("bandwidth %g", bits)
		}
		if v, wrong := ParseFLOPs(text); len(wrong) == 0 && !(v > 0 && v <= 1e30) {
			t.Errorf("FLOPs %g", v)
		}
		if v, wrong := ParseUtilisation(text); len(wrong) == 0 && !(v > 0 && v <= 1) {
			t.Errorf("utilisation %g", v)
		}
		if a, wrong := ParseAllReduce(text); len(wrong) == 0 && !(a.GBs > 0) {
			t.Errorf("all-reduce %+v", a)
		}
		if l, wrong := ParseLayout(text); len(wrong) == 0 && l.Cards() < 1 {
			t.Errorf("layout %+v", l)
		}
		if targets, wrong := ParseTargets(text, cat); len(wrong) == 0 && len(targets) == 0 {
			t.Error("no target and no finding")
		}
	})
}
