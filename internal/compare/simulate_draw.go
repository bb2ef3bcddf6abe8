package compare

import (
	"math"
	"math/rand/v2"

	"gpucalc/internal/ledger"
)

// sampler fills the variables of a folded program with draws.
type sampler struct {
	variables []variable
	varies    []ledger.Varies
	sources   []source
	normal    *curve // nil when nothing follows the market
}

// variable is a factor of one or several figures: low + width x a quantile of its shape.
type variable struct {
	source           int
	low, mode, width float64
	scale            float64 // what it is a factor of: a figure's typical value, or 1
	byUniform        *curve
	byScore          *scores
}

// source is one random number of a draw. Variables of one source move together.
type source struct {
	follows   bool    // takes part in the common demand for cards
	loading   float64 // share of the normal score that is common
	own       float64 // share that is its own
	variables []int
}

// newSampler sets the distributions up. Each market has one source, so that all rents move together; each other lever
// has its own. Figures of a source with the same relative range are one variable.
func newSampler(b *ledger.Book, levers []Lever, l Loadings) sampler {
	s := sampler{}
	markets := map[string]int{}
	known := newShapes()
	for _, lever := range levers {
		at, ok := markets[lever.Market]
		if !ok || lever.Market == "" {
			at = len(s.sources)
			loading := l.of(lever.Market)
			s.sources = append(s.sources, source{follows: loading != 0, loading: loading, own: math.Sqrt(1 - float64(loading*loading))})
			markets[lever.Market] = at
		}
		for _, m := range lever.Moves {
			if m.fixed() {
				s.varies = append(s.varies, ledger.Varies{Figure: m.Figure, Variable: s.fixed(m.Typical), Scale: 1})
				continue
			}
			d := known.spreadOf(m)
			v := s.variable(at, d)
			if x := &s.variables[v]; x.byUniform == nil && x.byScore == nil {
				if s.sources[at].follows {
					x.byScore = known.scores(d.share())
				} else {
					x.byUniform = known.curve(d.share())
				}
			}
			s.varies = append(s.varies, ledger.Varies{Figure: m.Figure, Variable: v, Scale: s.variables[v].scaleFor(d)})
		}
	}
	for _, x := range s.sources {
		if x.follows {
			s.normal = newCurve(normalQuantile)
			break
		}
	}
	return s
}

// variable finds or adds a variable of the source whose range, relative to the typical value, is that of d.
func (s *sampler) variable(at int, d spread) int {
	scale := d.mode
	if scale == 0 {
		scale = 1
	}
	fresh := variable{source: at, low: d.low / scale, mode: d.mode / scale, width: (d.high - d.low) / scale, scale: scale}
	for _, i := range s.sources[at].variables {
		if v := s.variables[i]; near(v.low, fresh.low) && near(v.width, fresh.width) && near(v.mode, fresh.mode) {
			return i
		}
	}
	s.variables = append(s.variables, fresh)
	i := len(s.variables) - 1
	s.sources[at].variables = append(s.sources[at].variables, i)
	return i
}

func (v variable) scaleFor(d spread) float64 {
	if d.mode == 0 {
		return 1
	}
	return d.mode
}

// fixed adds a variable that never changes, for a figure that is given with no width.
func (s *sampler) fixed(value float64) int {
	s.variables = append(s.variables, variable{source: -1, low: value, mode: value, scale: 1})
	return len(s.variables) - 1
}

func near(a, b float64) bool { return math.Abs(a-b) <= 1e-12*math.Max(1, math.Abs(a)) }

// bounds are the limits of the variables.
func (s *sampler) bounds() []ledger.Variable {
	out := make([]ledger.Variable, len(s.variables))
	for i, v := range s.variables {
		out[i] = ledger.Variable{Low: min(v.low, v.low+v.width), High: max(v.low, v.low+v.width)}
	}
	return out
}

// centre is every variable at its typical value.
func (s *sampler) centre() []float64 {
	out := make([]float64, len(s.variables))
	for i, v := range s.variables {
		out[i] = v.mode
	}
	return out
}

// drawing is one worker's state.
type drawing struct {
	rng    rand.PCG
	market [ledger.Lanes]float64
	score  [ledger.Lanes]float64
}

// block draws the variables of one block. What it draws depends on the seed and the block's number alone.
func (s *sampler) block(d *drawing, c *ledger.Columns, seed, number uint64) {
	d.rng.Seed(mixed(seed), mixed(^number))
	if s.normal != nil {
		d.uniforms(&d.market)
		for k, u := range d.market {
			d.market[k] = s.normal.at(u)
		}
	}
	for i := range s.sources {
		src := &s.sources[i]
		d.uniforms(&d.score)
		if src.follows {
			for k, u := range d.score {
				d.score[k] = float64(src.loading*d.market[k]) + float64(src.own*s.normal.at(u))
			}
		}
		for _, v := range src.variables {
			s.variables[v].fill(c.Variable(v), &d.score)
		}
	}
}

// constants fills the columns that do not change from block to block.
func (s *sampler) constants(c *ledger.Columns) {
	for i, v := range s.variables {
		if v.source < 0 {
			col := c.Variable(i)
			for k := range col {
				col[k] = v.mode
			}
		}
	}
}

func (v *variable) fill(col, from *[ledger.Lanes]float64) {
	low, width := v.low, v.width
	if v.byScore != nil {
		for k, z := range from {
			col[k] = low + float64(width*v.byScore.at(z))
		}
		return
	}
	v.byUniform.fill(col, from, low, width)
}

// uniforms fills a column with numbers between 0 and 1, two from each 64 random bits.
func (d *drawing) uniforms(col *[ledger.Lanes]float64) {
	for k := 0; k < len(col); k += 2 {
		x := d.rng.Uint64()
		col[k] = (float64(uint32(x)) + 0.5) * 0x1p-32
		col[k+1] = (float64(uint32(x>>32)) + 0.5) * 0x1p-32
	}
}

// mixed spreads neighbouring numbers over all 64 bits (the finaliser of SplitMix64).
func mixed(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
