package compare

import (
	"math"
	"slices"

	"gpucalc/internal/costmodel"
)

// histogramBars is how many bars the margin's histogram has at most.
const histogramBars = 24

// report turns counts into shares, quantiles and regrets.
func (p *simulator) report(o *outcome) Simulation {
	n := float64(p.options.Draws)
	s := Simulation{
		Base: p.base, Levers: p.levers, Loadings: p.options.Loadings, Demand: p.options.Demand, Drift: p.options.Drift,
		Draws: p.options.Draws, Seed: p.options.Seed, Operations: p.program.Operations(),
	}
	least := p.typicalMin() + o.least/n
	bestMean := math.Inf(1)
	for i, r := range p.rows {
		opt := SimulatedOption{
			ID: r.ID, Family: r.Family, Counts: r.Counts, Wins: float64(o.wins[i]) / n,
			Total: quantiles(o.bins[i], o.scales[i], o.total[i], p.typical[i], n),
		}
		opt.Regret = max(0, opt.Total.Mean-least)
		s.Options = append(s.Options, opt)
		s.Resolution = max(s.Resolution, o.scales[i].resolution())
		if r.Counts && opt.Total.Mean < bestMean {
			bestMean, s.BestMean = opt.Total.Mean, r.ID
		}
		if r.Chosen {
			s.Choice, s.Regret = r.ID, opt.Regret
		}
	}
	s.Perfect = max(0, bestMean-least)
	s.OnlyOwn, s.OnlyRent = !p.has(costmodel.FamilyRent), !p.has(costmodel.FamilyOwn)
	if margin := p.typicalMargin(); !math.IsInf(margin, 0) && !math.IsNaN(margin) {
		last := len(p.rows)
		q := quantiles(o.bins[last], o.scales[last], o.margin, margin, n)
		s.Margin, s.RentWins = &q, float64(o.rent)/n
		s.Histogram = histogram(o.bins[last], o.scales[last], n)
	}
	return s
}

// has reports whether an option of the family takes part in the choice.
func (p *simulator) has(family string) bool {
	return slices.ContainsFunc(p.rows, func(r *Row) bool { return r.Counts && r.Family == family })
}

func (c scaleOf) resolution() float64 {
	if c.perYuan == 0 {
		return 0
	}
	return 1 / c.perYuan
}

func quantiles(bins []uint32, scale scaleOf, m moments, centre, n float64) Quantiles {
	mean := m.sum / n
	return Quantiles{
		P10: quantile(bins, scale, 0.1*n), P50: quantile(bins, scale, 0.5*n), P90: quantile(bins, scale, 0.9*n),
		Mean: centre + mean, Deviation: math.Sqrt(max(0, m.squares/n-float64(mean*mean))),
	}
}

// quantile is the value below which `below` draws lie, taken as evenly spread within a bin.
func quantile(bins []uint32, scale scaleOf, below float64) float64 {
	seen := 0.0
	for i, c := range bins {
		if c > 0 && seen+float64(c) >= below {
			return scale.value(float64(i) + (below-seen)/float64(c))
		}
		seen += float64(c)
	}
	return scale.value(float64(len(bins)))
}

// histogram joins fine bins into bars from the 0.5th to the 99.5th percentile; what lies outside is in the end bars. Where
// there are values on both sides of zero, a bar ends there.
func histogram(bins []uint32, scale scaleOf, n float64) []Bin {
	if scale.perYuan == 0 {
		return []Bin{{From: scale.low, To: scale.low, Share: 1}}
	}
	first, last := edge(bins, 0.005*n), edge(bins, 0.995*n)
	per := max(1, (last-first+histogramBars)/histogramBars)
	if zero := scale.zero(); first < zero && zero <= last {
		first -= (per - (zero-first)%per) % per
	}
	var out []Bin
	for at := first; at <= last; at += per {
		out = append(out, Bin{From: scale.value(float64(at)), To: scale.value(float64(at + per))})
	}
	for i, c := range bins {
		bar := min(max((i-first)/per, 0), len(out)-1)
		out[bar].Share += float64(c)
	}
	for i := range out {
		out[i].Share /= n
	}
	out[0].OpenLow, out[len(out)-1].OpenHigh = len(out) > 1, len(out) > 1
	return out
}

// edge is the bin in which the given number of draws is reached.
func edge(bins []uint32, below float64) int {
	seen := 0.0
	for i, c := range bins {
		if seen += float64(c); seen >= below {
			return i
		}
	}
	return len(bins) - 1
}
