package main

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"gpucalc/internal/training"
)

// settings are the hyperparameters of the fit. Noise and rate weight are
// chosen by cross-validation; the others are fixed beforehand.
type settings struct {
	Noise      float64 // standard deviation of ln MFU that no term explains
	RateWeight float64 // weight of a measured rate against a run
}

const (
	familySpread     = 0.10 // how far a chip may differ from its generation, in ln MFU
	generationSpread = 0.10 // how far a generation may differ from all
	outlier          = 0.30 // residual from which a row counts less (Huber)
	ratesPerOrg      = 20.0 // the rates of one source weigh together no more than so many
	iterations       = 4
)

// design is the regression matrix: terms first, then one column a family and
// one a generation, each with the prior that shrinks it.
type design struct {
	columns []string
	prior   []float64
	spread  []float64
	rows    [][]float64
}

func newDesign(all []observation) design {
	var d design
	d.columns = training.TermIDs()
	d.prior, d.spread = training.TermPriors()
	index := map[string]int{}
	column := func(name string, spread float64) int {
		if i, ok := index[name]; ok {
			return i
		}
		index[name] = len(d.columns)
		d.columns, d.prior, d.spread = append(d.columns, name), append(d.prior, 0), append(d.spread, spread)
		return index[name]
	}
	type pair struct{ family, generation int }
	kin := make([]pair, len(all))
	for i, o := range all {
		kin[i] = pair{column("family-"+o.Family, familySpread), -1}
		if o.Lineage != "" {
			kin[i].generation = column("generation-"+o.Lineage, generationSpread)
		}
	}
	for i, o := range all {
		row := make([]float64, len(d.columns))
		copy(row, o.features)
		row[kin[i].family] = 1
		if kin[i].generation >= 0 {
			row[kin[i].generation] = 1
		}
		d.rows = append(d.rows, row)
	}
	return d
}

// weights gives runs 1 and rates the weight of the settings, less where one
// organisation published many.
func weights(all []observation, s settings) []float64 {
	rates := map[string]float64{}
	for _, o := range all {
		if !o.Run {
			rates[o.Org]++
		}
	}
	w := make([]float64, len(all))
	for i, o := range all {
		w[i] = 1
		if !o.Run {
			w[i] = s.RateWeight * min(1, ratesPerOrg/rates[o.Org])
		}
	}
	return w
}

// solve fits the coefficients on the rows that use selects: ridge regression
// around the priors, with rows far off weighing less.
func solve(d design, all []observation, use func(int) bool, s settings) ([]float64, error) {
	base := weights(all, s)
	w := append([]float64(nil), base...)
	var beta []float64
	for range iterations {
		var err error
		if beta, err = ridge(d, all, use, w, s.Noise); err != nil {
			return nil, err
		}
		for i := range all {
			w[i] = base[i]
			if r := math.Abs(all[i].explained() - dot(beta, d.rows[i])); r > outlier {
				w[i] = base[i] * outlier / r
			}
		}
	}
	return beta, nil
}

// ridge solves (X'WX/s² + 1/spread²) (b - prior) = X'W (y - X prior)/s².
func ridge(d design, all []observation, use func(int) bool, w []float64, noise float64) ([]float64, error) {
	n := len(d.columns)
	gram := make([]float64, n*n)
	right := make([]float64, n)
	for i := range all {
		if w[i] == 0 || !use(i) {
			continue
		}
		accumulate(gram, right, d.rows[i], w[i]/(noise*noise), all[i].explained()-dot(d.prior, d.rows[i]))
	}
	for j := range n {
		gram[j*n+j] += 1 / (d.spread[j] * d.spread[j])
	}
	var factor mat.Cholesky
	if !factor.Factorize(mat.NewSymDense(n, gram)) {
		return nil, fmt.Errorf("the normal equations are not positive definite")
	}
	var shift mat.VecDense
	if err := factor.SolveVecTo(&shift, mat.NewVecDense(n, right)); err != nil {
		return nil, fmt.Errorf("solve the normal equations: %w", err)
	}
	beta := make([]float64, n)
	for j := range beta {
		beta[j] = d.prior[j] + shift.AtVec(j)
	}
	return beta, nil
}

// accumulate adds one weighted row to the upper triangle of the Gram matrix.
func accumulate(gram, right, row []float64, weight, target float64) {
	n := len(row)
	for i, x := range row {
		if x == 0 {
			continue
		}
		t := weight * x
		right[i] += t * target
		for j := i; j < n; j++ {
			gram[i*n+j] += t * row[j]
		}
	}
}

func dot(a, b []float64) float64 {
	sum := 0.0
	for i := range a {
		sum += float64(a[i] * b[i])
	}
	return sum
}
