package finance

import "math"

// PaybackTime says after how many periods a project has paid for itself.
type PaybackTime struct {
	Reached bool    // false: never within the flows given
	Periods float64 // with a fraction; 0 = nothing is ever advanced
}

// Payback returns when the sum of flows, the first of them now, stops being
// negative for good. Within a period money is taken to come in evenly.
func Payback(flows []float64) PaybackTime {
	sum, last, short := 0.0, -1, 0.0
	for i, f := range flows {
		sum += f
		if sum < 0 {
			last, short = i, -sum
		}
	}
	switch {
	case math.IsNaN(sum):
		return PaybackTime{}
	case last < 0:
		return PaybackTime{Reached: true}
	case last == len(flows)-1:
		return PaybackTime{}
	}
	return PaybackTime{Reached: true, Periods: float64(last) + short/flows[last+1]}
}

// DiscountedPayback is Payback on the present values of flows. rate > -1.
func DiscountedPayback(rate float64, flows []float64) PaybackTime {
	if !(rate > -1) {
		return PaybackTime{}
	}
	present := make([]float64, len(flows))
	for i, f := range flows {
		present[i] = f * math.Pow(1+rate, -float64(i))
	}
	return Payback(present)
}
