package main

import (
	"math"
	"testing"
)

// The promise of the memory table: within 10 % of what papers work out and of
// what frameworks measured, wherever the source states the layout.
func TestPublishedMemory(t *testing.T) {
	rows, err := loadMemory(testFolder)
	if err != nil {
		t.Fatal(err)
	}
	compared := 0
	for _, r := range rows {
		if r.Why != "" {
			continue
		}
		compared++
		if math.Abs(r.ratio()-1) > 0.10 {
			t.Errorf("%s: modelled %.2f GiB, published %.2f, ratio %.3f", r.ID, r.Modelled/(1<<30), r.Measured/(1<<30), r.ratio())
		}
	}
	if compared != 79 {
		t.Errorf("%d memories compared, want 79", compared)
	}
}
