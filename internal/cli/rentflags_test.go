package cli

import (
	"testing"

	"gpucalc/internal/catalog"
)

func TestRentReader(t *testing.T) {
	r := &rentReader{}
	if f := r.change("rent-drift", "-20%"); f.Typical != "-0.2" || f.Unit != "share" || f.File != "--rent-drift" {
		t.Errorf("got %+v", f)
	}
	if f := r.yuan("switch-cost", "1.5万", "CNY"); f.Typical != "15000" || f.Estimate {
		t.Errorf("got %+v", f)
	}
	if n := r.months("rent-to-own", "1y"); n != 12 {
		t.Errorf("got %d", n)
	}
	if b := r.bytes("storage", "10TB"); b != 1e13 {
		t.Errorf("got %v", b)
	}
	if r.err != nil {
		t.Error(r.err)
	}
}

func TestRentReaderRefuses(t *testing.T) {
	for name, read := range map[string]func(r *rentReader){
		"bare 20 as a change": func(r *rentReader) { r.change("rent-drift", "20") },
		"negative yuan":       func(r *rentReader) { r.yuan("switch-cost", "-5", "CNY") },
		"days as months":      func(r *rentReader) { r.months("staged", "3d") },
		"no size":             func(r *rentReader) { r.bytes("storage", "much") },
		"card without a time": func(r *rentReader) { (&rentFlags{upgradeTo: "H200"}).upgrade(r, catalog.Embedded()) },
		"time without a card": func(r *rentReader) { (&rentFlags{upgradeAt: "12mo"}).upgrade(r, catalog.Embedded()) },
		"unknown card": func(r *rentReader) {
			(&rentFlags{upgradeAt: "12mo", upgradeTo: "Z900"}).upgrade(r, catalog.Embedded())
		},
	} {
		r := &rentReader{}
		if read(r); r.err == nil {
			t.Errorf("%s: no mistake", name)
		}
	}
}
