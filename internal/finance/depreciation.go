package finance

import "math"

// SLN returns the straight-line charge of each of life periods.
func SLN(cost, salvage, life float64) float64 {
	if !(life > 0) {
		return math.NaN()
	}
	return (cost - salvage) / life
}

// SYD returns the sum-of-years'-digits charge of a period, counted from 1. A
// period after the end of life gets 0.
func SYD(cost, salvage float64, life, period int) float64 {
	if life < 1 || period < 1 {
		return math.NaN()
	}
	if period > life {
		return 0
	}
	n := float64(life)
	return (cost - salvage) * (n - float64(period) + 1) * 2 / (n * (n + 1))
}

// DDB returns the declining-balance charge of a period, counted from 1: factor
// over life of the book value, never below salvage, and without a change to
// straight line. factor 2 is double declining. The spreadsheet form.
func DDB(cost, salvage float64, life, period int, factor float64) float64 {
	if period < 1 {
		return math.NaN()
	}
	charges := DDBSchedule(cost, salvage, life, factor)
	if period > len(charges) {
		return 0
	}
	return charges[period-1]
}

// DDBSchedule returns the DDB charges of all periods. They need not reach
// cost - salvage; ledgers use DecliningBalance or DecliningCN, which do.
func DDBSchedule(cost, salvage float64, life int, factor float64) []float64 {
	out := make([]float64, max(life, 0))
	book := cost
	for i := range out {
		out[i] = max(0, min(book*factor/float64(life), book-salvage))
		book -= out[i]
	}
	return out
}

// VDB returns the charge between two times, in periods from the start: the
// declining balance until straight line over the remaining life gives more. A
// part of a period counts in proportion. 0 <= start <= end.
func VDB(cost, salvage, life, start, end, factor float64) float64 {
	if !(life > 0) || !(start >= 0) || !(end >= start) || end-start > 1e6 {
		return math.NaN()
	}
	total, book := 0.0, cost
	for period := 0.0; period < min(end, math.Ceil(life)); period++ {
		declining := book * factor / life
		straight := (book - salvage) / max(1, life-period)
		charge := max(0, min(max(declining, straight), book-salvage))
		book -= charge
		if part := min(end, period+1) - max(start, period); part > 0 {
			total += float64(charge * part)
		}
	}
	return total
}

// UnitsCharge returns the units-of-production charge for the use of units out
// of totalUnits. Use beyond the total is the caller's to cap.
func UnitsCharge(cost, salvage, totalUnits, units float64) float64 {
	if !(totalUnits > 0) {
		return math.NaN()
	}
	return (cost - salvage) / totalUnits * units
}
