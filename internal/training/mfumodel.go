package training

import (
	"math"

	"gpucalc/internal/diag"
)

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
	Small                   float64 // by how much a model of 700M or less is spread wider than one of 7B
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
	sum := slowerPrecision(in) - in.Excess
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
		basis, width = BasisFamily, fewRowsWidth(e.Rows)
	}
	width *= m.widthOf(in)
	ceiling := utilisationCeiling(in)
	clamp := func(ln, most float64) float64 { return min(max(math.Exp(ln), 0.01), most*ceiling) }
	return Prediction{
		Low:     clamp(sum+width*m.Low, lowCeiling),
		Typical: clamp(sum, typicalCeiling),
		High:    clamp(sum+width*m.High, 1), Basis: basis,
	}
}

// fewRowsWidth widens the range of a chip on which little was published.
// Estimate.
func fewRowsWidth(rows int) float64 {
	switch {
	case rows <= 2:
		return 1.3
	case rows < 10:
		return 1.15
	}
	return 1
}

// pcieWidth widens the range of several cards without a fast link between
// them, of which next to nothing is published. Estimate.
const pcieWidth = 1.25

// slowLink is the bandwidth between the cards of a server, both directions
// together in GB/s, up to which they have no link but PCIe.
const slowLink = 128

// widthOf is how much wider than usual the range of an input is.
func (m MFUModel) widthOf(in MFUInput) float64 {
	width := 1 + m.Small*Smallness(in)
	if in.Count > 1 && in.Card.LinkGBs <= slowLink {
		width *= pcieWidth
	}
	return width
}

// Smallness is 0 from 7B active parameters on and 1 at 700M: small models run
// anywhere between untuned experiments and speed records.
func Smallness(in MFUInput) float64 {
	return min(max(math.Log10(7e9/in.Shape.ActiveParams()), 0), 1)
}

// What low and typical never exceed, as shares of the ceiling: no model,
// however well it scales, is predicted to run at the limit of the card.
const (
	typicalCeiling = 0.85
	lowCeiling     = 0.7
)

// matmulCeiling is the share of a card's peak that its best matrix
// multiplications reach: 271 of 312 TFLOP/s on an A100. [stas00, measured]
const matmulCeiling = 0.87

// utilisationCeiling is the share of the bf16 peak that no run exceeds: what
// multiplications reach at its precision, less what goes into recomputation.
func utilisationCeiling(in MFUInput) float64 {
	return matmulCeiling * math.Exp(precisionGain(in)) / (1 + recomputeShare(in.Recompute, in.Kind, in.Operators))
}

// slowerPrecision is the logarithm of what a card loses where it computes in
// tf32 or fp32 instead of 16 bits.
func slowerPrecision(in MFUInput) float64 {
	if in.Precision != "tf32" && in.Precision != "fp32" {
		return 0
	}
	return min(0, math.Log(in.Card.Peak(in.Precision)/in.Card.HalfPeak()))
}

// Coefficient is one row of the sheet of utilisation coefficients.
type Coefficient struct {
	Group string // term, family, generation, spread; run, rate are no coefficients
	Name  string
	Value float64
	Rows  int
}

// NewMFUModel assembles the model from the rows of its sheet. It fails when a
// term or a part of the spread is missing or unknown.
func NewMFUModel(rows []Coefficient) (MFUModel, diag.List) {
	var m MFUModel
	var findings diag.List
	for _, row := range rows {
		e := Effect{row.Name, row.Value, row.Rows}
		switch row.Group {
		case "term":
			m.Terms = append(m.Terms, e)
		case "family":
			m.Families = append(m.Families, e)
		case "generation":
			m.Generations = append(m.Generations, e)
		case "spread":
			m.setSpread(row)
		case "run", "rate": // what the coefficients were fitted on
		default:
			findings = append(findings, diag.New("training.mfu_group", "value", row.Group))
		}
	}
	for _, t := range terms {
		if _, ok := find(m.Terms, t.id); !ok {
			findings = append(findings, diag.New("training.mfu_term_missing", "name", t.id))
		}
	}
	if m.Low >= 0 || m.High <= 0 || m.GenerationOnly < 1 || m.Unknown < 1 || m.Small < 0 {
		findings = append(findings, diag.New("training.mfu_spread"))
	}
	return m, findings
}

func (m *MFUModel) setSpread(row Coefficient) {
	switch row.Name {
	case "low":
		m.Low = row.Value
	case "high":
		m.High = row.Value
	case "generation-only":
		m.GenerationOnly = row.Value
	case "unknown-card":
		m.Unknown = row.Value
	case "small":
		m.Small = row.Value
	}
}
