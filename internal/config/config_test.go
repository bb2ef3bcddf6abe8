package config

import (
	"strings"
	"testing"

	"gpucalc/internal/diag"
)

func file(text string) []File { return []File{{"gpucalc.yaml", []byte(text)}} }

// TestPrecedence: flag, environment, file, default; an explicit zero is a value.
func TestPrecedence(t *testing.T) {
	check := func(name string, files []File, flags map[string]string, value, kind string) {
		t.Helper()
		s, wrong := Load(files, flags)
		if len(wrong) > 0 {
			t.Fatalf("%s: %v", name, wrong)
		}
		if s.Util != value || s.Origin("util").Kind != kind {
			t.Errorf("%s: got %q from %s, want %q from %s", name, s.Util, s.Origin("util").Kind, value, kind)
		}
	}
	given := file("util: 0.70\n")
	t.Setenv("GPUCALC_UTIL", "0.6")
	check("all", given, map[string]string{"util": "0.5"}, "0.5", "flag")
	check("no flag", given, nil, "0.6", "env")
	t.Setenv("GPUCALC_UTIL", "")
	check("file", given, nil, "0.70", "config")
	check("nothing", nil, nil, "100%", "default")
	check("zero flag", given, map[string]string{"util": "0"}, "0", "flag")
}

// TestStrongerFileWins: the working folder's file over the user's, key by key.
func TestStrongerFileWins(t *testing.T) {
	s, wrong := Load([]File{{"here.yaml", []byte("util: 0.7\n")}, {"user.yaml", []byte("util: 0.2\nsite: lingang\n")}}, nil)
	if len(wrong) > 0 || s.Util != "0.7" || s.Site != "lingang" || s.Origin("util").File != "here.yaml" || s.Origin("site").File != "user.yaml" {
		t.Errorf("got %+v %v", s, wrong)
	}
}

// TestTextIsKept: values keep their source text and ids their case and dots.
func TestTextIsKept(t *testing.T) {
	s, wrong := Load(file("curve: H200-SXM.v2\ntoday: 2026-11-30\nutil: 60%\nprices: [A.yaml, b/Qwen2.5.yaml]\n"), nil)
	if len(wrong) > 0 || s.Curve != "H200-SXM.v2" || s.Today != "2026-11-30" || s.Util != "60%" {
		t.Errorf("got %+v %v", s.Values, wrong)
	}
	if got := s.PriceFiles(); len(got) != 2 || got[1] != "b/Qwen2.5.yaml" {
		t.Errorf("price files %q", got)
	}
}

// TestMistakes: one small input a message, with its place.
func TestMistakes(t *testing.T) {
	for text, want := range map[string]string{
		"utl: 0.5\n":             "gpucalc.yaml:1:1 config.unknown_key",
		"Util: 0.5\n":            "gpucalc.yaml:1:1 config.unknown_key",
		"util: 60\n":             "gpucalc.yaml:1:7 quantity.share_above",
		"util: 0,90\n":           "gpucalc.yaml:1:7 quantity.not_share",
		"util: 0\n":              "gpucalc.yaml:1:7 scenario.util_zero",
		"view: hired\n":          "gpucalc.yaml:1:7 config.not_one_of",
		"width: 5\n":             "gpucalc.yaml:1:8 config.bad_width",
		"start: 2026-13\n":       "gpucalc.yaml:1:8 quantity.not_month",
		"site: [a, b]\n":         "gpucalc.yaml:1:7 config.wants_text",
		"- util\n":               "gpucalc.yaml:1:1 yaml.root_not_map",
		"util: 0.5\nutil: 0.6\n": "gpucalc.yaml:2:1 yaml.duplicate",
		"accept_foreign: yes\n":  "gpucalc.yaml:1:17 yaml.boolean",
	} {
		_, wrong := Load(file(text), nil)
		if got := first(wrong); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
	t.Setenv("GPUCALC_POWER_PRICE", "0,90")
	_, wrong := Load(nil, nil)
	if len(wrong) != 1 || wrong[0].Path != "GPUCALC_POWER_PRICE" {
		t.Errorf("environment: %v", wrong)
	}
}

func first(list diag.List) string {
	if len(list) == 0 {
		return ""
	}
	return strings.TrimSpace(list[0].Place() + " " + list[0].Key)
}

func TestCheckNamesTheFlag(t *testing.T) {
	got := Check(map[string]string{"util": "60", "discount_rate": ""})
	if len(got) != 2 || got[0].Path != "--util" || got[1].Path != "--discount-rate" {
		t.Errorf("got %v", got)
	}
}

// TestKeysAreComplete: every setting has a field and a default that passes its own check.
func TestKeysAreComplete(t *testing.T) {
	s, _ := Load(nil, nil)
	if len(s.All()) != len(keys()) {
		t.Fatal("a key is missing")
	}
	for _, k := range keys() {
		if k.otherwise != "" && len(k.mistakes(k.otherwise)) > 0 {
			t.Errorf("%s: the default %q is wrong", k.name, k.otherwise)
		}
	}
}

// A variable that looks like a setting and is none is named, with the one that it was probably meant to be.
func TestUnknownVariables(t *testing.T) {
	got := UnknownVariables([]string{"HOME=/x", "GPUCALC_UTIL=0.6", "GPUCALC_ZZZZZZ=1", "GPUCALC_PRICE=a.yaml"})
	if len(got) != 2 || got.HasErrors() {
		t.Fatalf("got %v", got)
	}
	if got[0].Args[0].Value != "GPUCALC_PRICE" || got[0].Args[1].Value != "GPUCALC_PRICES" || got[1].Args[1].Value != "" {
		t.Errorf("got %+v", got)
	}
}
