package finance

// LeaseOrBuy is the textbook comparison of leasing a machine with buying it,
// one period a year. Slices hold years 1 to n; a short one is filled with zeros.
type LeaseOrBuy struct {
	Cost         float64   // price paid now when buying
	Payments     []float64 // lease payments
	Due          Timing    // of the lease payments
	Depreciation []float64 // deducted for tax by the owner
	OwnerCosts   []float64 // running costs that only an owner has, before tax
	Residual     float64   // sale at the end, after tax
	TaxRate      float64
	// Rate discounts everything but the residual: the after-tax cost of
	// borrowing. ResidualRate discounts the residual, which is less certain;
	// 0 means Rate.
	Rate, ResidualRate float64
}

// NAL returns the net advantage of leasing: positive favours the lease. It is
// the cost saved, less the after-tax lease payments, the tax shield of the
// depreciation and the after-tax residual given up, plus the owner's costs
// saved.
func (l LeaseOrBuy) NAL() float64 {
	keep := 1 - l.TaxRate
	lease := float64(keep * later(l.Rate, l.Payments))
	if l.Due == AtStart {
		lease *= 1 + l.Rate
	}
	shield := float64(l.TaxRate * later(l.Rate, l.Depreciation))
	owner := float64(keep * later(l.Rate, l.OwnerCosts))
	residualRate := l.ResidualRate
	if residualRate == 0 {
		residualRate = l.Rate
	}
	residual := -PV(residualRate, l.years(), 0, l.Residual, AtEnd)
	return l.Cost - lease - shield + owner - residual
}

func (l LeaseOrBuy) years() int {
	return max(len(l.Payments), len(l.Depreciation), len(l.OwnerCosts))
}

// later is the present value of amounts at the ends of periods 1 to n.
func later(rate float64, amounts []float64) float64 {
	return NPVExcel(rate, amounts)
}
