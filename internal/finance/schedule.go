package finance

import (
	"math"
	"math/big"
	"strconv"

	"gpucalc/internal/quantity"
)

// Method is a way to spread the cost of a machine over its years. Units of
// production are apart, see DepreciateUnits: they follow use, not years.
type Method uint8

// The methods. Each brings the book value down to the residual exactly.
const (
	// StraightLine charges the same every year.
	StraightLine Method = iota
	// DecliningBalance charges factor/life of the book value until straight
	// line over the remaining years gives more: VDB from start to end of life.
	DecliningBalance
	// DecliningCN charges 2/life of the book value and spreads what is left
	// evenly over the last two years: the double declining of Chinese ledgers.
	DecliningCN
	// SumOfYears charges in proportion to the years still ahead.
	SumOfYears
)

// Methods returns all methods in a fixed order.
func Methods() []Method {
	return []Method{StraightLine, DecliningBalance, DecliningCN, SumOfYears}
}

// String returns the word used in settings and machine output.
func (m Method) String() string {
	switch m {
	case DecliningBalance:
		return "declining-balance"
	case DecliningCN:
		return "double-declining-cn"
	case SumOfYears:
		return "sum-of-years"
	}
	return "straight-line"
}

// maxLifeYears bounds the exact arithmetic; no equipment is written off longer.
const maxLifeYears = 100

const monthsPerYear = 12

// Asset is what a ledger writes off.
type Asset struct {
	Cost, Residual Fen // 0 <= Residual <= Cost
	Life           int // years, 1 to 100
	// Factor of the declining balance, as in factor/life; 0 means 2.
	Factor float64
}

// Years returns the charge of each year of the asset's life. The exact charges
// are rounded cumulatively, so they sum to cost - residual.
func (a Asset) Years(m Method) ([]Fen, error) {
	if err := a.check(); err != nil {
		return nil, err
	}
	return roundCumulatively(a.exact(m)), nil
}

// Months returns the charge of each month: a twelfth of the year's, split so
// that the twelve keep its sum, as ledgers do.
func (a Asset) Months(m Method) ([]Fen, error) {
	years, err := a.Years(m)
	if err != nil {
		return nil, err
	}
	if m == StraightLine {
		return quantity.SplitFen(a.Cost-a.Residual, monthsPerYear*a.Life), nil
	}
	months := make([]Fen, 0, monthsPerYear*len(years))
	for _, year := range years {
		months = append(months, quantity.SplitFen(year, monthsPerYear)...)
	}
	return months, nil
}

func (a Asset) check() error {
	switch {
	case a.Residual < 0 || a.Residual > a.Cost:
		return fail("finance.bad_residual", "residual", a.Residual.Format(), "cost", a.Cost.Format())
	case a.Life < 1 || a.Life > maxLifeYears:
		return fail("finance.bad_life", "value", strconv.Itoa(a.Life), "max", strconv.Itoa(maxLifeYears))
	case !(a.Factor >= 0) || math.IsInf(a.Factor, 1):
		return fail("finance.bad_factor", "value", strconv.FormatFloat(a.Factor, 'g', -1, 64))
	}
	return nil
}

// exact returns the charges of the years in fen, unrounded.
func (a Asset) exact(m Method) []*big.Rat {
	switch m {
	case DecliningBalance:
		return a.decliningWithSwitch()
	case DecliningCN:
		return a.decliningThenEven()
	case SumOfYears:
		return a.byDigits()
	}
	return evenly(exactly(a.Cost-a.Residual), a.Life)
}

// decliningWithSwitch charges factor/life of the book value, or what straight
// line over the remaining years gives if that is more, down to the residual.
func (a Asset) decliningWithSwitch() []*big.Rat {
	factor := fraction(a.Factor)
	if a.Factor == 0 {
		factor.SetInt64(2)
	}
	share := factor.Quo(factor, big.NewRat(int64(a.Life), 1))
	book, left := exactly(a.Cost), exactly(a.Cost-a.Residual)
	charges := make([]*big.Rat, a.Life)
	for year := range charges {
		straight := new(big.Rat).Quo(left, big.NewRat(int64(a.Life-year), 1))
		charges[year] = smaller(left, larger(straight, new(big.Rat).Mul(book, share)))
		book, left = less(book, charges[year]), less(left, charges[year])
	}
	return charges
}

// decliningThenEven charges 2/life of the book value, down to the residual, and
// halves what is left over the last two years. A life of one year has one charge.
func (a Asset) decliningThenEven() []*big.Rat {
	share := big.NewRat(2, int64(a.Life))
	book, left := exactly(a.Cost), exactly(a.Cost-a.Residual)
	charges := make([]*big.Rat, max(a.Life-2, 0), a.Life)
	for year := range charges {
		charges[year] = smaller(left, new(big.Rat).Mul(book, share))
		book, left = less(book, charges[year]), less(left, charges[year])
	}
	return append(charges, evenly(left, a.Life-len(charges))...)
}

// byDigits charges the remaining years over the sum of all years.
func (a Asset) byDigits() []*big.Rat {
	n := int64(a.Life)
	charges := make([]*big.Rat, n)
	for i := range charges {
		charges[i] = times(big.NewRat(2*(n-int64(i)), n*(n+1)), a.Cost-a.Residual)
	}
	return charges
}

// evenly splits an amount into n equal parts.
func evenly(amount *big.Rat, n int) []*big.Rat {
	parts := make([]*big.Rat, n)
	for i := range parts {
		parts[i] = new(big.Rat).Quo(amount, big.NewRat(int64(n), 1))
	}
	return parts
}

// DepreciateUnits returns the charge of each period by units of production:
// the share of totalUnits used in it. Once all units are used the charges sum
// to cost - residual, and further use is free.
func DepreciateUnits(cost, residual Fen, totalUnits float64, used []float64) ([]Fen, error) {
	if err := (Asset{Cost: cost, Residual: residual, Life: 1}).check(); err != nil {
		return nil, err
	}
	if !(totalUnits > 0) || math.IsInf(totalUnits, 1) {
		return nil, fail("finance.bad_units", "value", strconv.FormatFloat(totalUnits, 'g', -1, 64))
	}
	left := fraction(totalUnits)
	perUnit := new(big.Rat).Quo(exactly(cost-residual), left)
	charges := make([]*big.Rat, len(used))
	for i, u := range used {
		if !(u >= 0) || math.IsInf(u, 1) {
			return nil, fail("finance.bad_units", "value", strconv.FormatFloat(u, 'g', -1, 64))
		}
		units := smaller(fraction(u), left)
		left = less(left, units)
		charges[i] = new(big.Rat).Mul(units, perUnit)
	}
	return roundCumulatively(charges), nil
}
