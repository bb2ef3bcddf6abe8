package training

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestTable(t *testing.T) {
	in := tenB(t)
	in.Data, in.Work = Data{}, Work{}
	p, findings := Table(in, TableCounts(), HeadlineDays)
	if err := findings.Err(); err != nil {
		t.Fatal(err)
	}
	if len(p.Rows) != 8 || p.Choice < 0 {
		t.Fatalf("%d rows, choice %d", len(p.Rows), p.Choice)
	}
	chosen := p.Rows[p.Choice]
	if !chosen.Fits || chosen.Days.Typical > HeadlineDays {
		t.Errorf("the headline takes %.1f days on %d cards, fits %v", chosen.Days.Typical, chosen.Count, chosen.Fits)
	}
	if p.Choice > 0 && p.Rows[p.Choice-1].Fits && p.Rows[p.Choice-1].Days.Typical <= HeadlineDays {
		t.Error("a smaller count would do")
	}
	near(t, "tokens by the rule", chosen.Tokens, 200e9, 1e-9)
	if !has(chosen.Warnings, "training.tokens_assumed") {
		t.Error("the rule of 20 tokens a parameter is not said")
	}
	for i := 1; i < len(p.Rows); i++ {
		if p.Rows[i].Days.Typical >= p.Rows[i-1].Days.Typical {
			t.Errorf("%d cards are not faster than %d", p.Rows[i].Count, p.Rows[i-1].Count)
		}
	}
}

// 70B with 16 bytes a parameter is 1,129 GB: 15 cards of 80 GB at least, so
// two servers with little left for activations, or three.
func TestSmallestCount(t *testing.T) {
	in := tenB(t)
	in.Model = ModelShape{Params: 70.55e9, Layers: 80, Hidden: 8192, Heads: 64, KVHeads: 8, FFN: 28672, Gated: true, Vocab: 128256}
	n, _, findings := SmallestCount(in)
	if err := findings.Err(); err != nil {
		t.Fatal(err)
	}
	if n < 15 || n > 24 {
		t.Errorf("70B fits from %d cards on, want 16 or 24", n)
	}
	in.Model = ModelShape{Params: 8.03e9, Layers: 32, Hidden: 4096, Heads: 32, KVHeads: 8, FFN: 14336, Gated: true, Vocab: 128256}
	in.Machine.Card, in.Work.Kind = r4090, QLoRA
	if n, _, _ := SmallestCount(in); n != 1 {
		t.Errorf("QLoRA of 8B fits from %d cards of 24 GB on, want 1", n)
	}
	in.Model, in.Work.Kind = ModelShape{Params: 1e15}, Pretrain
	if n, misses, _ := SmallestCount(in); n != 0 || misses <= 0 {
		t.Errorf("10^15 parameters: %d cards, misses by %g", n, misses)
	}
}

// Every number of whole servers below the smallest is too small.
func TestSmallestCountIsSmallest(t *testing.T) {
	for _, params := range []float64{30e9, 200e9, 530e9} {
		in := tenB(t)
		in.Model, in.Work = ModelShape{Params: params}, Work{}
		n, _, _ := SmallestCount(in)
		in, _ = prepare(in)
		for m := 8; m < n; m += 8 {
			if fits, _ := in.fitsOn(m); fits {
				t.Errorf("%.0fB fits on %d cards, not from %d on", params/1e9, m, n)
				break
			}
		}
	}
}

// Where more cards take longer it is said.
func TestFewerCardsAreFaster(t *testing.T) {
	in := tenB(t)
	in.Model, in.Work, in.Machine.Count = ModelShape{Params: 7e9}, Work{}, 64
	in.Machine.Card.NetGbps = 0.1
	if r := estimate(t, in); !has(r.Warnings, "training.fewer_faster") {
		t.Errorf("64 cards at 0.1 Gb/s: %v", r.Warnings)
	}
	in.Machine.Card.NetGbps = 0
	before := math.Inf(1)
	for _, n := range []int{7, 8, 9, 12, 16, 24, 48, 64, 100, 128} {
		in.Machine.Count = n
		r := estimate(t, in)
		if r.Days.Typical > before && !has(r.Warnings, "training.fewer_faster") {
			t.Errorf("%d cards take %.1f days, fewer took %.1f, and it is not said", n, r.Days.Typical, before)
		}
		before = min(before, r.Days.Typical)
	}
}

func TestDoesNotFit(t *testing.T) {
	in := tenB(t)
	in.Model = ModelShape{Params: 70e9}
	in.Machine.Count = 8
	r := estimate(t, in)
	if r.Fits || r.SmallestCount < 15 {
		t.Fatalf("70B on 8 cards fits %v, smallest count %d", r.Fits, r.SmallestCount)
	}
	help := func(kind Kind, memory float64) string {
		in.Work.Kind, in.Machine.Card.MemoryGB = kind, memory
		for _, d := range estimate(t, in).Warnings {
			if d.Key == "training.does_not_fit" {
				return d.Hint
			}
		}
		return ""
	}
	for _, c := range []struct {
		kind   Kind
		memory float64
		want   string
	}{
		{Pretrain, 80, "training.fit_count_or_ways"}, // 8-bit moments without a master copy
		{FullTune, 40, "training.fit_count_or_ways"},
		{QLoRA, 4, "training.fit_count"},
		{Pretrain, 2, "training.fit_none"},
	} {
		if got := help(c.kind, c.memory); got != c.want {
			t.Errorf("%s on cards of %g GiB: %q, want %q", c.kind, c.memory, got, c.want)
		}
	}
}

func TestDeadline(t *testing.T) {
	in := tenB(t)
	in.Work = Work{}
	r, findings := Deadline(in, 14)
	if err := findings.Err(); err != nil {
		t.Fatal(err)
	}
	if r.Days.Typical > 14 || r.Count%8 != 0 {
		t.Errorf("%d cards take %.1f days", r.Count, r.Days.Typical)
	}
	in.Machine.Count = r.Count - 8
	if d := estimate(t, in).Days.Typical; d <= 14 {
		t.Errorf("%d cards would do: %.1f days", r.Count-8, d)
	}
	if _, findings := Deadline(in, 0.0001); !has(findings, "training.deadline_impossible") {
		t.Errorf("an impossible deadline gives %v", findings)
	}
}

func TestPareto(t *testing.T) {
	got := Pareto([]Point{{10, 5}, {5, 10}, {10, 10}, {7, 7}, {7, 7}, {20, 4}})
	if want := []bool{true, true, false, true, false, true}; !slices.Equal(got, want) {
		t.Errorf("front %v, want %v", got, want)
	}
}

// The best layout leaves few cards idle, and a given layout never beats it.
func TestSearchProperties(t *testing.T) {
	model := fitted(t)
	rapid.Check(t, func(t *rapid.T) {
		in := Input{
			Model:   ModelShape{Params: rapid.Float64Range(1e8, 3e11).Draw(t, "params")},
			Data:    Data{Tokens: 1e11},
			Machine: Machine{Card: rapid.SampledFrom([]CardSpec{a100, h800, h20, r4090}).Draw(t, "card"), Count: 8 * rapid.IntRange(1, 64).Draw(t, "servers")},
			Fitted:  model,
		}
		r, findings := Estimate(in)
		if findings.HasErrors() {
			t.Fatal(findings)
		}
		if c := float64(r.Layout.Cards()); c > float64(in.Machine.Count) || c*(1+mostIdle) < float64(in.Machine.Count) {
			t.Fatalf("layout of %d cards for %d", r.Layout.Cards(), in.Machine.Count)
		}
		if r.Fits != (r.Memory.Total() <= 0.98*r.CapacityBytes) {
			t.Fatalf("fits %v with %.1f of %.1f GiB", r.Fits, r.Memory.Total()/GiB, r.CapacityBytes/GiB)
		}
		if !(r.Days.Low > 0 && r.Days.Low < r.Days.Typical && r.Days.Typical < r.Days.High) {
			t.Fatalf("days %+v", r.Days)
		}
		if r.MFUWithAttention.High > 1 || r.MFU.Low <= 0 {
			t.Fatalf("utilisation %+v", r.MFU)
		}
		more := in
		more.Data.Tokens *= 2
		twice, _ := Estimate(more)
		if twice.Days.Typical < r.Days.Typical {
			t.Fatal("twice the data take less time")
		}
	})
}

// All counts of the table on many cards: 20 ms is the budget for the search.
func BenchmarkSearchAllCards(b *testing.B) {
	in := tenB(b)
	in.Work, in.Data = Work{}, Data{}
	cards := make([]CardSpec, 0, 40)
	for range 10 {
		cards = append(cards, a100, h800, h20, r4090)
	}
	for b.Loop() {
		for _, card := range cards {
			in.Machine.Card = card
			if p, _ := Table(in, TableCounts(), HeadlineDays); len(p.Rows) != 8 {
				b.Fatal("rows")
			}
		}
	}
}

func BenchmarkSearchMixture(b *testing.B) {
	in := tenB(b)
	in.Work, in.Data = Work{}, Data{}
	in.Model = ModelShape{Params: 671e9, Active: 37e9, Layers: 61, Hidden: 7168, Heads: 128, Experts: 256, TopK: 8, ExpertFFN: 2048, Gated: true, Vocab: 129280}
	for b.Loop() {
		Table(in, TableCounts(), HeadlineDays)
	}
}
