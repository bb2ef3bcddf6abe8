package compare

import (
	"context"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gonum.org/v1/gonum/stat/distuv"

	"gpucalc/internal/catalog"
	"gpucalc/internal/costmodel"
	"gpucalc/internal/ledger"
)

// figure is a test figure with a range.
func figure(b *ledger.Book, id, name, unit, low, typical, high string) ledger.Expr {
	return b.Figure(ledger.Figure{
		ID: id, Name: name, Unit: unit, Value: ledger.Dec(typical), Low: ledger.Dec(low), High: ledger.Dec(high), Ranged: true,
	})
}

// handMade is a comparison of one machine with two rentals, small enough to have closed-form moments:
// own = machine + 3 x upkeep, rent.hour = 100 x hour, rent.month = 4 x month.
func handMade(t testing.TB) *Result {
	t.Helper()
	b := ledger.NewBook()
	own := ledger.Sum(figure(b, "machine", "f.x", "CNY", "800", "1000", "1500"),
		ledger.Mul(b.Int("three", "", "", 3), figure(b, "upkeep", "f.y", "CNY", "10", "40", "50")))
	hour := ledger.Mul(b.Int("hundred", "", "", 100), figure(b, "hour", "f.z", "CNY", "9", "11", "15"))
	month := ledger.Mul(b.Int("four", "", "", 4), figure(b, "month", "f.w", "CNY", "250", "300", "380"))
	r := &Result{Book: b}
	for _, o := range []struct {
		id, family string
		amount     ledger.Expr
	}{{"own.sold", "own", own}, {"rent.hour", "rent", hour}, {"rent.month", "rent", month}} {
		l := ledger.New(b)
		l.Add(ledger.Line{Category: ledger.Category(o.family)}, o.amount)
		if err := l.Close(); err != nil {
			t.Fatal(err)
		}
		r.Rows = append(r.Rows, Row{Option: costmodel.Option{ID: o.id, Family: o.family, Ledger: l}, Counts: true, Priced: true})
	}
	r.Rows[1].Chosen = true
	return r
}

func simulated(t testing.TB, r *Result, o SimulateOptions) Simulation {
	t.Helper()
	p := newSimulator(costmodel.Input{Catalog: catalog.Embedded()}, r, o)
	sums, err := p.run(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return p.report(sums)
}

// pertMoments are the mean (low + 4 mode + high)/6 and the variance (mean - low)(high - mean)/7.
func pertMoments(low, mode, high float64) (mean, variance float64) {
	mean = (low + 4*mode + high) / 6
	return mean, (mean - low) * (high - mean) / 7
}

func TestSimulationHasClosedFormMoments(t *testing.T) {
	const draws = 400_000
	s := simulated(t, handMade(t), SimulateOptions{Draws: draws, Seed: 7, Workers: 2})
	machine, vMachine := pertMoments(800, 1000, 1500)
	upkeep, vUpkeep := pertMoments(10, 40, 50)
	hour, vHour := pertMoments(9, 11, 15)
	month, vMonth := pertMoments(250, 300, 380)
	want := []Quantiles{
		{Mean: machine + 3*upkeep, Deviation: math.Sqrt(vMachine + 9*vUpkeep)},
		{Mean: 100 * hour, Deviation: 100 * math.Sqrt(vHour)},
		{Mean: 4 * month, Deviation: 4 * math.Sqrt(vMonth)},
	}
	for i, w := range want {
		got := s.Options[i].Total
		// Five standard errors of the mean, and as much of the deviation.
		if d := math.Abs(got.Mean - w.Mean); d > 5*w.Deviation/math.Sqrt(draws) {
			t.Errorf("%s: mean %.3f, closed form %.3f", s.Options[i].ID, got.Mean, w.Mean)
		}
		if d := math.Abs(got.Deviation - w.Deviation); d > 5*w.Deviation/math.Sqrt(2*draws) {
			t.Errorf("%s: deviation %.3f, closed form %.3f", s.Options[i].ID, got.Deviation, w.Deviation)
		}
	}
	// A single PERT has quantiles of its own: those of 100 x hour.
	beta := distuv.Beta{Alpha: 1 + 4*2.0/6, Beta: 1 + 4*4.0/6}
	for _, q := range []struct{ p, got float64 }{{0.1, s.Options[1].Total.P10}, {0.5, s.Options[1].Total.P50}, {0.9, s.Options[1].Total.P90}} {
		if w := 900 + 600*beta.Quantile(q.p); math.Abs(q.got-w) > 2 {
			t.Errorf("quantile %.1f of rent.hour: got %.2f, want %.2f", q.p, q.got, w)
		}
	}
	wins := 0.0
	for _, o := range s.Options {
		wins += o.Wins
		if o.Regret < s.Perfect-1e-9 {
			t.Errorf("%s: regret %v below the worth of perfect information %v", o.ID, o.Regret, s.Perfect)
		}
	}
	if math.Abs(wins-1) > 1e-9 {
		t.Errorf("shares of the cheapest sum to %v", wins)
	}
}

// TestSimulationIgnoresWorkers: the same bits on any number of workers, for draws that fill no whole block either.
func TestSimulationIgnoresWorkers(t *testing.T) {
	for _, draws := range []int{1, 255, 8192, 300_001} {
		var first Simulation
		for i, workers := range []int{1, 2, 8} {
			s := simulated(t, handMade(t), SimulateOptions{Draws: draws, Seed: 42, Workers: workers, Loadings: DefaultLoadings})
			s.Base = nil
			if i == 0 {
				first = s
				continue
			}
			if diff := cmp.Diff(first, s); diff != "" {
				t.Errorf("%d draws on %d workers differ from one:\n%s", draws, workers, diff)
			}
		}
	}
}

func TestSimulationFollowsSeed(t *testing.T) {
	a := simulated(t, handMade(t), SimulateOptions{Draws: 1000, Seed: 1, Workers: 1})
	b := simulated(t, handMade(t), SimulateOptions{Draws: 1000, Seed: 2, Workers: 1})
	if a.Options[0].Total.Mean == b.Options[0].Total.Mean {
		t.Error("two seeds gave the same draws")
	}
}

// TestSimulationWithoutWidth: where nothing is uncertain every quantile is the base case.
func TestSimulationWithoutWidth(t *testing.T) {
	b := ledger.NewBook()
	r := &Result{Book: b}
	for id, v := range map[string]string{"own.sold": "1000", "rent.hour": "900"} {
		l := ledger.New(b)
		l.Add(ledger.Line{}, figure(b, id, "f.x", "CNY", v, v, v))
		if err := l.Close(); err != nil {
			t.Fatal(err)
		}
		r.Rows = append(r.Rows, Row{Option: costmodel.Option{ID: id, Family: id[:3], Ledger: l}, Counts: true, Priced: true})
	}
	for i := range r.Rows {
		if r.Rows[i].Family == "ren" {
			r.Rows[i].Family = "rent"
		}
	}
	s := simulated(t, r, SimulateOptions{Draws: 5000, Seed: 1, Workers: 2})
	for _, o := range s.Options {
		want := 1000.0
		if o.Family == "rent" {
			want = 900
		}
		if o.Total != (Quantiles{P10: want, P50: want, P90: want, Mean: want}) {
			t.Errorf("%s: got %+v, want %v everywhere", o.ID, o.Total, want)
		}
	}
	if s.Margin.P50 != 100 || s.RentWins != 1 || s.Perfect != 0 {
		t.Errorf("margin %+v, rent wins %v, perfect information %v", *s.Margin, s.RentWins, s.Perfect)
	}
}

// TestSimulationStartsFromExactTotals: on the shipped sheets the folded program agrees with the exact totals at typical values.
func TestSimulationStartsFromExactTotals(t *testing.T) {
	for _, word := range []string{"8xA100-36mo@0.6", "4xA100-2w", "8xH20-3y@0.6", "1xRTX-4090-3mo"} {
		in := input(t, word)
		base := Run(in)
		p := newSimulator(in, &base, SimulateOptions{Draws: 1, Workers: 1})
		for i, r := range p.rows {
			exact := r.Total().Float()
			if d := math.Abs(p.typical[i] - exact); d > 0.005*float64(len(r.Ledger.Lines)+1) {
				t.Errorf("%s %s: folded %.4f, exact %.2f", word, r.ID, p.typical[i], exact)
			}
		}
	}
}

func TestPERTQuantiles(t *testing.T) {
	h := newShapes()
	for _, mode := range []float64{0, 0.1, 0.25, 0.5, 0.8, 1} {
		beta := distuv.Beta{Alpha: 1 + 4*mode, Beta: 5 - 4*mode}
		c, s := h.curve(mode), h.scores(mode)
		for _, p := range []float64{1e-4, 0.001, 0.01, 0.1, 0.25, 0.5, 0.75, 0.9, 0.99, 0.999, 1 - 1e-4} {
			want := beta.Quantile(p)
			for name, got := range map[string]float64{"curve": c.at(p), "scores": s.at(normalQuantile(p))} {
				if math.Abs(got-want) > 1e-4 {
					t.Errorf("%s of mode %v at %v: got %.7f, want %.7f", name, mode, p, got, want)
				}
			}
		}
	}
}

func TestPercentileRange(t *testing.T) {
	h := newShapes()
	for _, m := range []Move{
		{Low: 80, Typical: 100, High: 130, P10P90: true}, {Low: 90, Typical: 100, High: 110, P10P90: true}, {Low: 100, Typical: 100, High: 150, P10P90: true},
	} {
		d := h.spreadOf(m)
		q := h.get(d.share())
		for _, e := range []struct{ p, want float64 }{{0.1, m.Low}, {0.9, m.High}} {
			if got := d.low + (d.high-d.low)*q.quantile(e.p); math.Abs(got-e.want) > 0.05 {
				t.Errorf("%+v: quantile %v is %.3f", m, e.p, got)
			}
		}
	}
	if d := h.spreadOf(Move{Low: 1, Typical: 10, High: 100, P10P90: true}); d.low < 0 {
		t.Errorf("a price falls to %v", d.low)
	}
}

// TestMarketsMoveTogether: with loadings of 1 the rents and the machine follow one number, and the margin varies less
// than with none.
func TestMarketsMoveTogether(t *testing.T) {
	tied := func(l Loadings) float64 {
		b := ledger.NewBook()
		r := &Result{Book: b}
		for _, o := range []struct{ id, family, name string }{{"own.sold", "own", "f.server_price"}, {"rent.hour", "rent", "f.rent_price"}} {
			ldg := ledger.New(b)
			ldg.Add(ledger.Line{}, figure(b, o.id, o.name, "CNY", "800", "1000", "1200"))
			if err := ldg.Close(); err != nil {
				t.Fatal(err)
			}
			r.Rows = append(r.Rows, Row{Option: costmodel.Option{ID: o.id, Family: o.family, Ledger: ldg}, Counts: true, Priced: true})
		}
		return simulated(t, r, SimulateOptions{Draws: 50_000, Seed: 3, Workers: 1, Loadings: l}).Margin.Deviation
	}
	free, loose, one := tied(Loadings{}), tied(Loadings{Rent: 0.7, Own: 0.7}), tied(Loadings{Rent: 1, Own: 1})
	_, v := pertMoments(800, 1000, 1200)
	if want := math.Sqrt(2 * v); math.Abs(free-want) > 0.02*want {
		t.Errorf("independent: deviation %.2f, want %.2f", free, want)
	}
	if !(one < 1e-6 && one < loose && loose < 0.85*free) {
		t.Errorf("deviations of the margin: independent %.2f, loadings 0.7 %.2f, loadings 1 %.6f", free, loose, one)
	}
}

func TestSimulateRefusesBadRanges(t *testing.T) {
	in := input(t, "4xA100-2w")
	for _, c := range []struct {
		name string
		o    SimulateOptions
		key  string
	}{
		{"low above typical", SimulateOptions{Draws: 1, Demand: &Range{0.7, 0.6, 0.9}}, "simulate.range_typical"},
		{"low above high", SimulateOptions{Draws: 1, Demand: &Range{0.9, 0.9, 0.2}}, "simulate.range_order"},
		{"above 1", SimulateOptions{Draws: 1, Demand: &Range{0.2, 0.6, 60}}, "simulate.range_limits"},
		{"not a number", SimulateOptions{Draws: 1, Drift: &Range{math.NaN(), 0, 0}}, "simulate.range_order"},
		{"no draws", SimulateOptions{}, "simulate.bad_draws"},
	} {
		_, ds, err := Simulate(context.Background(), in, c.o)
		if err != nil || len(ds) == 0 || ds[0].Key != c.key {
			t.Errorf("%s: got %v %v, want %s", c.name, ds, err, c.key)
		}
	}
}

// TestDemandAndDrift: both widen what they touch; a fall of rents brings the mean of renting down by what the months
// come to.
func TestDemandAndDrift(t *testing.T) {
	in := input(t, "8xA100-12mo@0.6")
	run := func(o SimulateOptions) map[string]Quantiles {
		o.Draws, o.Seed, o.Workers = 20_000, 5, 1
		s, ds, err := Simulate(context.Background(), in, o)
		if err != nil || ds.HasErrors() {
			t.Fatal(err, ds)
		}
		out := map[string]Quantiles{}
		for _, x := range s.Options {
			out[x.ID] = x.Total
		}
		return out
	}
	plain := run(SimulateOptions{})
	demand := run(SimulateOptions{Demand: &Range{0.2, 0.6, 0.9}})
	if demand["rent.hour"].Deviation < 1.5*plain["rent.hour"].Deviation {
		t.Errorf("demand does not widen rent by the hour: %v, before %v", demand["rent.hour"].Deviation, plain["rent.hour"].Deviation)
	}
	falling := run(SimulateOptions{Drift: &Range{-0.3, -0.3, -0.3}})
	// Each month's hours cost 0.7^(month/12) of today's: the committed monthly price stays.
	base := Run(in)
	row, _ := base.Row("rent.hour")
	want := 0.0
	for _, line := range row.Ledger.Lines {
		want += line.Amount.Float() * math.Pow(0.7, float64(line.At)/12)
	}
	want /= row.Total().Float()
	if got := falling["rent.hour"].Mean / plain["rent.hour"].Mean; math.Abs(got-want) > 1e-3 {
		t.Errorf("hourly rent falls to %.4f, want %.4f", got, want)
	}
}

// BenchmarkSimulateMillion is the budget's case: a million draws of 36 months with all options on one core.
func BenchmarkSimulateMillion(b *testing.B) {
	in := input(b, "8xA100-36mo@0.6")
	base := Run(in)
	o := SimulateOptions{Draws: 1_000_000, Seed: 1, Workers: 1, Loadings: DefaultLoadings}
	for b.Loop() {
		p := newSimulator(in, &base, o)
		sums, err := p.run(context.Background())
		if err != nil {
			b.Fatal(err)
		}
		p.report(sums)
	}
}

// BenchmarkSimulateTenThousand is the usual size, set-up included.
func BenchmarkSimulateTenThousand(b *testing.B) {
	in := input(b, "8xA100-36mo@0.6")
	base := Run(in)
	for b.Loop() {
		p := newSimulator(in, &base, SimulateOptions{Draws: 10_000, Seed: 1, Workers: 1, Loadings: DefaultLoadings})
		sums, err := p.run(context.Background())
		if err != nil {
			b.Fatal(err)
		}
		p.report(sums)
	}
}
