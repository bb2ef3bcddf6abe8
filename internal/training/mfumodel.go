package training

import "math"

// Effect is one fitted coefficient on the logarithm of MFU.
type Effect struct {
	ID    string
	Value float64
	Rows  int // rows that carry it
}

// MFUModel is the fitted model of utilisation: ln MFU is the sum of its terms
// plus what is particular to the card's family and generation. MFU here counts
// causal attention as useful work and is held against the dense bf16 peak.
type MFUModel struct {
	Terms       []Effect
	Families    []Effect
	Generations []Effect
	Low, High   float64 // ln(actual/typical) at the 10th and 90th percentile
	// Widths multiply Low and High where the card itself was never measured.
	GenerationOnly, Unknown float64
}

// Basis says how near the fitted data are to the card of an estimate.
type Basis string

const (
	BasisFamily     Basis = "card"       // runs on the same chip were fitted
	BasisGeneration Basis = "generation" // only its relatives
	BasisNone       Basis = "none"
	BasisMeasured   Basis = "measured" // the user's own measurement
	BasisGiven      Basis = "given"    // the user's own MFU
)

// Prediction is a low, typical and high utilisation: eight runs in ten lie
// between Low and High.
type Prediction struct {
	Low, Typical, High float64
	Basis              Basis
	LowPrecisionOnly   bool // fitted without a run of this precision on this generation
}

// TermIDs names the terms of the model in order.
func TermIDs() []string {
	ids := make([]string, len(terms))
	for i, t := range terms {
		ids[i] = t.id
	}
	return ids
}

// TermPriors gives for each term what published ablations make of it, and how
// far data may move it.
func TermPriors() (mean, spread []float64) {
	for _, t := range terms {
		mean = append(mean, t.prior)
		spread = append(spread, t.spread)
	}
	return mean, spread
}

// TermValues evaluates the terms for one input, in the order of TermIDs.
func TermValues(in MFUInput) []float64 {
	values := make([]float64, len(terms))
	for i, t := range terms {
		values[i] = t.value(in)
	}
	return values
}

// Kin finds the family and the generation of a card from its id: cards of a
// family share a chip, those of a generation one maker's software and time. A
// card nobody knows is a family of its own without a generation.
func Kin(id string) (family, generation string) { return kin(id) }

func find(effects []Effect, id string) (Effect, bool) {
	for _, e := range effects {
		if e.ID == id {
			return e, true
		}
	}
	return Effect{}, false
}

// Predict returns the utilisation to expect, attention counted causally.
func (m MFUModel) Predict(in MFUInput) Prediction {
	sum := 0.0
	for _, t := range terms {
		if e, ok := find(m.Terms, t.id); ok {
			sum += e.Value * t.value(in)
		}
	}
	family, generation := kin(in.Card.ID)
	basis, width := BasisNone, m.Unknown
	if e, ok := find(m.Generations, generation); ok {
		sum += e.Value
		basis, width = BasisGeneration, m.GenerationOnly
	}
	if e, ok := find(m.Families, family); ok {
		sum += e.Value
		basis, width = BasisFamily, 1
	}
	ceiling := utilisationCeiling(in)
	clamp := func(ln float64) float64 { return min(max(math.Exp(ln), 0.01), ceiling) }
	return Prediction{
		Low: clamp(sum + width*m.Low), Typical: clamp(sum), High: clamp(sum + width*m.High), Basis: basis,
	}
}

// utilisationCeiling is the share of the bf16 peak that no run exceeds: 85 %
// of the peak at the precision of the run.
func utilisationCeiling(in MFUInput) float64 {
	const share = 0.85
	return share * math.Exp(precisionGain(in))
}
