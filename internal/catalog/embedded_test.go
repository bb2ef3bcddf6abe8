package catalog

import "testing"

func TestEmbeddedSheetsAreValid(t *testing.T) {
	for _, d := range Embedded().Validate() {
		t.Errorf("%s:%d:%d %s %s %v", d.File, d.Line, d.Col, d.Path, d.Key, d.Args)
	}
}
