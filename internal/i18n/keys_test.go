package i18n

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestKeysInCodeHaveTexts looks at the source of every package: a key that is
// written where a finding is made must be in the catalogue, when its area (the
// part before the first point) is joined there.
func TestKeysInCodeHaveTexts(t *testing.T) {
	made := regexp.MustCompile(`(?:diag\.New|WithHint|diag\.Ref|\bfail)\("([a-z0-9_-]+(?:\.[a-z0-9_-]+)+)"`)
	c := New(English)
	joined := map[string]bool{}
	for _, table := range areas() {
		for _, e := range table {
			joined[area(e.Key)] = true
		}
	}
	known := 0
	err := filepath.WalkDir("..", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		source, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		for _, m := range made.FindAllSubmatch(withoutComments(source), -1) {
			key := string(m[1])
			if joined[area(key)] && !c.Has(key) {
				t.Errorf("%s: key %q has no text", filepath.ToSlash(path), key)
			}
			known++
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if known == 0 {
		t.Error("no key was found in the source")
	}
}

func area(key string) string {
	head, _, _ := strings.Cut(key, ".")
	return head
}

// withoutComments drops lines that are comments, whose examples are no keys.
func withoutComments(source []byte) []byte {
	return regexp.MustCompile(`(?m)^\s*//.*$`).ReplaceAll(source, nil)
}
