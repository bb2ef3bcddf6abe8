package main

import (
	"math"
	"slices"

	"gpucalc/internal/training"
)

// grid holds the settings that cross-validation chooses from.
var grid = [...]settings{
	{0.2, 0.05}, {0.2, 0.15}, {0.35, 0.05}, {0.35, 0.15},
}

const innerFolds = 8

// Widths of the range where the very card was never seen, against 1 where it was.
const (
	generationWidth = 1.15
	unknownWidth    = 1.5
)

// validated is one run as predicted without its organisation's rows.
type validated struct {
	observation
	Hours80   [3]float64 // low, typical, high card-hours
	Predicted float64    // typical
	Ratio     float64    // predicted / published
	Inside    bool
}

// organisations lists those whose runs are left out together, sorted.
func organisations(all []observation) []string {
	var orgs []string
	for _, o := range all {
		if o.Run && !slices.Contains(orgs, o.Group) {
			orgs = append(orgs, o.Group)
		}
	}
	slices.Sort(orgs)
	return orgs
}

// validate predicts every fitted run from the rows of all other organisations.
// Settings and the width of the range are chosen anew without the left-out
// organisation, so nothing of it reaches its own predictions.
func validate(all []observation) ([]validated, error) {
	d := newDesign(all)
	out := make([]validated, 0, len(all))
	for _, org := range organisations(all) {
		others := func(i int) bool { return all[i].Group != org }
		s, residuals, err := choose(d, all, others)
		if err != nil {
			return nil, err
		}
		model, err := build(d, all, others, s, residuals)
		if err != nil {
			return nil, err
		}
		for _, o := range all {
			if o.Run && o.Group == org {
				out = append(out, compare(o, model))
			}
		}
	}
	return out, nil
}

// residual is by how much ln MFU of a run misses its out-of-fold prediction.
type residual struct{ value, smallness float64 }

// choose picks the settings with the least robust loss over inner folds, and
// returns the out-of-fold residuals that they leave.
func choose(d design, all []observation, use func(int) bool) (settings, []residual, error) {
	best, bestLoss := settings{}, math.Inf(1)
	var bestResiduals []residual
	for _, s := range grid {
		residuals, err := outOfFold(d, all, use, s)
		if err != nil {
			return best, nil, err
		}
		if loss := huber(residuals); loss < bestLoss {
			best, bestLoss, bestResiduals = s, loss, residuals
		}
	}
	return best, bestResiduals, nil
}

// outOfFold predicts the selected runs, leaving out whole organisations a fold.
func outOfFold(d design, all []observation, use func(int) bool, s settings) ([]residual, error) {
	fold := map[string]int{}
	for i, org := range organisations(all) {
		fold[org] = i % innerFolds
	}
	var residuals []residual
	for f := range innerFolds {
		inFold := func(i int) bool {
			k, known := fold[all[i].Group]
			return known && k == f
		}
		beta, err := solve(d, all, func(i int) bool { return use(i) && !inFold(i) }, s)
		if err != nil {
			return nil, err
		}
		for i, o := range all {
			if o.Run && use(i) && inFold(i) {
				residuals = append(residuals, residual{o.explained() - dot(beta, d.rows[i]), training.Smallness(o.Input)})
			}
		}
	}
	return residuals, nil
}

func huber(residuals []residual) float64 {
	sum := 0.0
	for _, o := range residuals {
		r := math.Abs(o.value)
		if r <= outlier {
			sum += r * r / 2
		} else {
			sum += outlier * (r - outlier/2)
		}
	}
	return sum
}

// build fits the model on the selected rows.
func build(d design, all []observation, use func(int) bool, s settings, residuals []residual) (training.MFUModel, error) {
	beta, err := solve(d, all, use, s)
	if err != nil {
		return training.MFUModel{}, err
	}
	m := training.MFUModel{GenerationOnly: generationWidth, Unknown: unknownWidth}
	spread(&m, residuals)
	split(&m, d, all, use, beta)
	return m, nil
}

// smallWidths are the widths for small models that are tried.
var smallWidths = [...]float64{0, 0.25, 0.5, 0.75, 1, 1.25, 1.5}

// spread sets the range: the width for small models with the least interval
// score (Gneiting 2007: width, and ten times what a run lies outside), and the
// quantiles of what is left.
func spread(m *training.MFUModel, residuals []residual) {
	best := math.Inf(1)
	for _, small := range smallWidths {
		var scaled []float64
		for _, r := range residuals {
			scaled = append(scaled, r.value/(1+small*r.smallness))
		}
		low, high := quantile(scaled, 0.10), quantile(scaled, 0.90)
		score := 0.0
		for i, r := range residuals {
			width := 1 + small*r.smallness
			score += width * (high - low + 10*max(0, low-scaled[i], scaled[i]-high))
		}
		if score < best {
			best, m.Small, m.Low, m.High = score, small, low, high
		}
	}
}

// split sorts the coefficients into terms, families and generations, leaving
// out those that no selected row carries.
func split(m *training.MFUModel, d design, all []observation, use func(int) bool, beta []float64) {
	for j, name := range d.columns {
		e := training.Effect{ID: name, Value: beta[j]}
		for i := range all {
			if use(i) && d.rows[i][j] != 0 {
				e.Rows++
			}
		}
		family, isFamily := cut(name, "family-")
		generation, isGeneration := cut(name, "generation-")
		switch {
		case isFamily && e.Rows > 0:
			e.ID = family
			m.Families = append(m.Families, e)
		case isGeneration && e.Rows > 0:
			e.ID = generation
			m.Generations = append(m.Generations, e)
		case !isFamily && !isGeneration:
			m.Terms = append(m.Terms, e)
		}
	}
}

func cut(name, prefix string) (string, bool) {
	if len(name) > len(prefix) && name[:len(prefix)] == prefix {
		return name[len(prefix):], true
	}
	return name, false
}

// compare predicts the card-hours of a run.
func compare(o observation, m training.MFUModel) validated {
	p := m.Predict(o.Input)
	hours := func(mfu float64) float64 { return o.Work / (mfu * o.Input.Card.HalfPeak()) / 3600 }
	v := validated{observation: o, Hours80: [3]float64{hours(p.High), hours(p.Typical), hours(p.Low)}}
	v.Predicted = v.Hours80[1]
	v.Ratio = v.Predicted / o.Hours
	v.Inside = v.Hours80[0] <= o.Hours && o.Hours <= v.Hours80[2]
	return v
}

// quantile interpolates between order statistics, counting n + 1 gaps so that
// few data give a wider range.
func quantile(values []float64, q float64) float64 {
	sorted := slices.Clone(values)
	slices.Sort(sorted)
	at := min(max(q*float64(len(sorted)+1)-1, 0), float64(len(sorted)-1))
	i := min(int(at), len(sorted)-2)
	return sorted[i] + (at-float64(i))*(sorted[i+1]-sorted[i])
}

// summary condenses a validation.
type summary struct {
	Runs                   int
	Median                 float64 // of |predicted/published - 1|
	Nine                   float64 // factor within which nine in ten lie
	Within16, Inside, Bias float64 // shares; bias is the median ratio

	SmallRuns                int // under 7B active parameters
	SmallMedian, SmallInside float64
}

func summarise(runs []validated) summary {
	var errs, factors, ratios []float64
	s := summary{Runs: len(runs)}
	for _, v := range runs {
		errs = append(errs, math.Abs(v.Ratio-1))
		factors = append(factors, math.Abs(math.Log(v.Ratio)))
		ratios = append(ratios, v.Ratio)
		if math.Abs(math.Log(v.Ratio)) <= math.Log(1.6) {
			s.Within16++
		}
		if v.Inside {
			s.Inside++
		}
	}
	s.small(runs)
	n := float64(len(runs))
	s.Within16, s.Inside = s.Within16/n, s.Inside/n
	s.Median, s.Nine, s.Bias = quantile(errs, 0.5), math.Exp(quantile(factors, 0.9)), quantile(ratios, 0.5)
	return s
}

// small condenses the runs of small models.
func (s *summary) small(runs []validated) {
	var errs []float64
	for _, v := range runs {
		if training.Smallness(v.Input) == 0 {
			continue
		}
		errs = append(errs, math.Abs(v.Ratio-1))
		if v.Inside {
			s.SmallInside++
		}
	}
	if s.SmallRuns = len(errs); s.SmallRuns > 1 {
		s.SmallMedian, s.SmallInside = quantile(errs, 0.5), s.SmallInside/float64(s.SmallRuns)
	}
}
