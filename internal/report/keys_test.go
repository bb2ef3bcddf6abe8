package report

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"gpucalc/internal/i18n"
)

// modelPackages make keys that reports print.
var modelPackages = []string{"costmodel", "compare", "scenario", "ledger"}

// keyPatterns find the keys in source text; the prefix is what the code puts before the captured word.
var keyPatterns = []struct {
	prefix  string
	pattern *regexp.Regexp
}{
	{"", regexp.MustCompile(`"((?:f|line|how|flip|missing|reject|warning|period)\.[A-Za-z0-9_.-]+)"`)},
	{"f.", regexp.MustCompile(`\.(?:assume|assumeOf)\("([^"]+)"`)},
	{"f.", regexp.MustCompile(`\.(?:given|whole)\("([^"]+)"`)},
	{"f.const.", regexp.MustCompile(`\.constant\("([^"]+)"`)},
	{"flip.", regexp.MustCompile(`addFlip\("([^"]+)"`)},
	{"flip.", regexp.MustCompile(`What:\s+"([^"]+)"`)},
	{"category.", regexp.MustCompile(`Category: "([^"]+)"`)},
	{"category.", regexp.MustCompile(`"line\.[a-z_]+", "([a-z]+)"`)},
	{"choice.", regexp.MustCompile(`\bOption\{\s*ID: "([^"]+)"`)},
	{"option.", regexp.MustCompile(`\bOption\{\s*ID: "([^"]+)"`)},
}

// TestModelKeysHaveTexts greps the sources of the model for the keys that it makes: each must have its texts. A key
// that ends with a point is completed at run time; some text must begin with it. A name with further parts falls back
// to a known beginning, as nameOf does.
func TestModelKeysHaveTexts(t *testing.T) {
	texts := i18n.New(i18n.English)
	found := 0
	for _, pkg := range modelPackages {
		files, err := filepath.Glob(filepath.Join("..", pkg, "*.go"))
		if err != nil || len(files) == 0 {
			t.Fatalf("no sources of %s: %v", pkg, err)
		}
		for _, file := range files {
			if strings.HasSuffix(file, "_test.go") {
				continue
			}
			source, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for _, p := range keyPatterns {
				for _, m := range p.pattern.FindAllStringSubmatch(string(source), -1) {
					found++
					key := strings.TrimSuffix(p.prefix+m[1], ".")
					if strings.HasSuffix(m[1], ".") && p.prefix == "" || strings.HasSuffix(m[1], "-") {
						continue // completed from words that other rows of this test or the schema name
					}
					if name := nameOf(texts, key); name == key {
						t.Errorf("%s: key %q has no text", filepath.Base(file), key)
					}
				}
			}
		}
	}
	if found < 100 {
		t.Errorf("only %d keys found: do the patterns still fit the sources?", found)
	}
}

// TestWordsOfKindsHaveTexts covers keys that are completed at run time.
func TestWordsOfKindsHaveTexts(t *testing.T) {
	texts := i18n.New(i18n.Chinese)
	for _, key := range runtimeKeys() {
		if !texts.Has(key) {
			t.Errorf("key %q has no text", key)
		}
	}
}
