package estimate

import (
	"testing"

	"gpucalc/internal/catalog"
	"gpucalc/internal/training"
)

// Every row of the shipped sheet has all by which it is compared. In fp8 and
// fp4 rows go beyond the bf16 peak, never beyond twice that.
func TestPublishedRowsAreComplete(t *testing.T) {
	runs, rates := 0, 0
	for _, p := range Published(catalog.Embedded()) {
		if p.Run {
			runs++
		} else {
			rates++
		}
		if p.ID == "" || p.Org == "" || p.Card == "" || p.Precision == "" || p.Active < 1e6 || p.Seq < 1 || p.MFU <= 0 || p.MFU >= 2 || p.Ratio <= 0 || p.Kind == "" {
			t.Errorf("incomplete: %+v", p)
		}
		if _, ok := catalog.Embedded().Source(p.Source); !ok {
			t.Errorf("%s: no source %q", p.ID, p.Source)
		}
	}
	if runs < 95 || rates < 300 {
		t.Errorf("%d runs and %d rates, want at least 95 and 300", runs, rates)
	}
}

// LLaMA-65B is its own nearest row: nothing differs.
func TestNearestOfAPublishedRun(t *testing.T) {
	a := asked(t, "2048xA100")
	a.Model, a.Work.Seq = training.ModelShape{Params: 65.2e9}, 2048
	a.Data.Tokens = 1.4e12
	r := run(t, a)
	got, ok := r.Nearest(r.Shown())
	if !ok || got.ID != "llama1-65b" || got.Distance != 0 || len(got.Differs) > 0 || !got.Run {
		t.Errorf("got %+v", got)
	}
}

// Work in FLOPs has no like among language models.
func TestNothingNearOtherWork(t *testing.T) {
	a := asked(t, "8xA100")
	a.From, a.Model, a.Data = FromFLOPs, training.ModelShape{}, training.Data{FLOPs: 1e22}
	r := run(t, a)
	if got, ok := r.Nearest(r.Shown()); ok {
		t.Errorf("got %+v", got)
	}
}
