package training

import (
	"math"
	"slices"
	"strings"
)

// Setting is what two trainings are compared by when one looks for its like.
type Setting struct {
	Card      string // id
	Count     int    // cards; 0 = not published
	Active    float64
	Mixture   bool // of experts
	Precision string
	Seq       int
	Kind      Kind
	Effort    Effort
}

// Published is one published run or measured rate behind the fitted model.
type Published struct {
	ID, Org, Source string
	Run             bool // a run with its card-hours; false = a measured rate
	Setting
	MFU float64 // by 6·N·D against the dense 16-bit peak
	// Ratio is predicted / published card-hours: of a run as predicted without
	// its organisation, of a rate as fitted.
	Ratio float64
}

// Difference names one thing in which two settings differ.
type Difference string

const (
	OtherChip       Difference = "chip"       // of the same generation
	OtherGeneration Difference = "generation" // or of another maker
	OtherSize       Difference = "size"       // by twice or more
	OtherCount      Difference = "count"      // by four times or more
	OtherSequence   Difference = "sequence"   // by four times or more
	OtherPrecision  Difference = "precision"
	OtherMixture    Difference = "mixture" // a mixture against a dense model
	OtherKind       Difference = "kind"    // adapters against whole weights
	OtherEffort     Difference = "effort"
)

// Differences lists all differences in the order in which they are told.
func Differences() []Difference {
	return []Difference{OtherChip, OtherGeneration, OtherSize, OtherCount, OtherSequence, OtherPrecision, OtherMixture, OtherKind, OtherEffort}
}

// Near is the published row that is nearest to a setting.
type Near struct {
	Published
	Distance float64
	Differs  []Difference
}

// Weights of the distance between two settings, in units of a model e times as
// large. They put the chip first, then what is computed, then how many cards
// do it. Estimates.
const (
	chipWeight       = 1.0 // another chip of the generation
	generationWeight = 10.0
	makerWeight      = 15.0
	countWeight      = 0.25 // cards e times as many
	unknownCount     = 0.5  // a count that is not published: as far as 7 times as many
	sequenceWeight   = 0.5  // sequences e times as long
	halfWeight       = 0.2  // fp16 against bf16
	precisionWeight  = 1.0
	mixtureWeight    = 1.5
	kindWeight       = 2.0
	steadyWeight     = 0.5 // a whole run against undisturbed steps
	tunedWeight      = 1.0
)

// From here on differences of size, count and sequence are told.
const (
	tellSize  = 2.0
	tellCount = 4.0
	tellSeq   = 4.0
)

// Nearest finds the published row that is nearest to a setting, the first of
// equals; ok is false without rows. Rows without a size or a sequence do not
// count.
func Nearest(rows []Published, at Setting) (near Near, ok bool) {
	family, generation := kin(at.Card)
	card, rowFamily, rowGeneration := "", "", "" // kept from row to row: many of a card follow each other
	for i := range rows {
		if !(rows[i].Active > 0) || rows[i].Seq < 1 {
			continue
		}
		if rows[i].Card != card {
			card = rows[i].Card
			rowFamily, rowGeneration = kin(card)
		}
		chip := chipDistance(at.Card, card, rowFamily == family, rowGeneration == generation && generation != "")
		if distance := chip + at.distance(&rows[i].Setting); !ok || distance < near.Distance {
			near, ok = Near{Published: rows[i], Distance: distance}, true
		}
	}
	if ok {
		near.Differs = at.differences(&near.Setting)
	}
	return near, ok
}

func chipDistance(a, b string, sameFamily, sameGeneration bool) float64 {
	switch {
	case sameFamily:
		return 0
	case sameGeneration:
		return chipWeight
	case maker(a) == maker(b):
		return generationWeight
	}
	return makerWeight
}

// maker is the first word of a card's id.
func maker(id string) string {
	name, _, _ := strings.Cut(id, "-")
	return name
}

// distance is that of everything but the chip.
func (s *Setting) distance(o *Setting) float64 {
	d := math.Abs(math.Log(s.Active / o.Active))
	if s.Count > 0 && o.Count > 0 {
		d += countWeight * math.Abs(math.Log(float64(s.Count)/float64(o.Count)))
	} else {
		d += unknownCount
	}
	d += sequenceWeight * math.Abs(math.Log(float64(s.Seq)/float64(o.Seq)))
	switch {
	case s.Precision == o.Precision:
	case half(s.Precision) && half(o.Precision):
		d += halfWeight
	default:
		d += precisionWeight
	}
	if s.Mixture != o.Mixture {
		d += mixtureWeight
	}
	if s.Kind.adapts() != o.Kind.adapts() {
		d += kindWeight
	}
	switch {
	case s.Effort == o.Effort:
	case s.Effort == Benchmark || o.Effort == Benchmark:
		d += tunedWeight
	default:
		d += steadyWeight
	}
	return d
}

func half(precision string) bool { return precision == "bf16" || precision == "fp16" }

// differences lists what is worth telling, in the order of Differences.
func (s *Setting) differences(o *Setting) []Difference {
	family, generation := kin(s.Card)
	otherFamily, otherGeneration := kin(o.Card)
	related := generation == otherGeneration && generation != ""
	differs := map[Difference]bool{
		OtherChip:       family != otherFamily && related,
		OtherGeneration: family != otherFamily && !related,
		OtherSize:       apart(s.Active, o.Active, tellSize),
		OtherCount:      s.Count > 0 && o.Count > 0 && apart(float64(s.Count), float64(o.Count), tellCount),
		OtherSequence:   apart(float64(s.Seq), float64(o.Seq), tellSeq),
		OtherPrecision:  s.Precision != o.Precision,
		OtherMixture:    s.Mixture != o.Mixture,
		OtherKind:       s.Kind.adapts() != o.Kind.adapts(),
		OtherEffort:     s.Effort != o.Effort,
	}
	return slices.DeleteFunc(Differences(), func(d Difference) bool { return !differs[d] })
}

// apart reports whether two sizes differ by a factor or more.
func apart(a, b, factor float64) bool { return max(a, b) >= factor*min(a, b) }

// ParamShare is the share of the useful FLOPs that 6·N counts, 4·N with
// adapters: the rest is attention.
func ParamShare(m ModelShape, kind Kind, seq int) float64 {
	return passes(kind) * m.ActiveParams() / FLOPsPerToken(m, kind, seq)
}
