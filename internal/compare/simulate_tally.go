package compare

import (
	"context"
	"math"
	"sync"

	"gpucalc/internal/costmodel"
	"gpucalc/internal/ledger"
)

// Draws are taken in blocks of ledger.Lanes, blocks in chunks, chunks in rounds. Sums are kept by chunk and joined in
// order after each round, so that neither the number of workers nor that of draws changes a bit or the memory.
const (
	chunkBlocks = 32
	chunkDraws  = chunkBlocks * ledger.Lanes
	roundChunks = 32
	pilotBlocks = 8
	fineBins    = 4096
)

// moments are sums of deviations from the typical value.
type moments struct{ sum, squares float64 }

func (m *moments) add(o moments) { m.sum, m.squares = m.sum+o.sum, m.squares+o.squares }

// sums is what a chunk adds up.
type sums struct {
	total  []moments // by row
	margin moments
	least  float64 // deviation of the cheapest from its typical value
	wins   []int64
	rent   int64 // draws in which rent is cheaper
}

func newSums(rows int) sums { return sums{total: make([]moments, rows), wins: make([]int64, rows)} }

func (s *sums) clear() {
	clear(s.total)
	clear(s.wins)
	s.margin, s.least, s.rent = moments{}, 0, 0
}

func (s *sums) add(o *sums) {
	for i := range s.total {
		s.total[i].add(o.total[i])
		s.wins[i] += o.wins[i]
	}
	s.margin.add(o.margin)
	s.least += o.least
	s.rent += o.rent
}

// scaleOf is how values are sorted into fine bins: the range of a first few blocks, widened by half on either side, with
// an edge at zero.
type scaleOf struct{ low, perYuan float64 }

func (c scaleOf) bin(x float64) int {
	return min(max(int((x-c.low)*c.perYuan), 0), fineBins-1)
}

// value is the place in yuan of a position in bins.
func (c scaleOf) value(position float64) float64 {
	if c.perYuan == 0 {
		return c.low
	}
	return c.low + position/c.perYuan
}

// outcome is everything a simulation counts.
type outcome struct {
	sums
	scales []scaleOf  // by row, the margin's last
	bins   [][]uint32 // likewise
}

// worker evaluates chunks.
type worker struct {
	drawing
	columns    *ledger.Columns
	bins       [][]uint32
	own, rent  [ledger.Lanes]float64
	least      [ledger.Lanes]float64
	who        [ledger.Lanes]uint8
	hasOwn     bool
	hasRent    bool
	typicalMin float64
}

func (p *simulator) newWorker() *worker {
	w := &worker{columns: p.program.Columns(), bins: make([][]uint32, len(p.rows)+1), typicalMin: p.typicalMin()}
	for i := range w.bins {
		w.bins[i] = make([]uint32, fineBins)
	}
	for _, r := range p.rows {
		w.hasOwn = w.hasOwn || r.Counts && r.Family == costmodel.FamilyOwn
		w.hasRent = w.hasRent || r.Counts && r.Family == costmodel.FamilyRent
	}
	p.constants(w.columns)
	return w
}

func (p *simulator) typicalMin() float64 {
	least := math.Inf(1)
	for i, r := range p.rows {
		if r.Counts {
			least = math.Min(least, p.typical[i])
		}
	}
	return least
}

// typicalMargin is best own less best rent at typical values.
func (p *simulator) typicalMargin() float64 {
	own, rent := math.Inf(1), math.Inf(1)
	for i, r := range p.rows {
		switch {
		case !r.Counts:
		case r.Family == costmodel.FamilyOwn:
			own = math.Min(own, p.typical[i])
		case r.Family == costmodel.FamilyRent:
			rent = math.Min(rent, p.typical[i])
		}
	}
	return own - rent
}

// run takes all draws.
func (p *simulator) run(ctx context.Context) (*outcome, error) {
	out := &outcome{sums: newSums(len(p.rows)), scales: p.pilot()}
	workers := make([]*worker, max(1, p.options.Workers))
	for i := range workers {
		workers[i] = p.newWorker()
	}
	part := make([]sums, roundChunks)
	for i := range part {
		part[i] = newSums(len(p.rows))
	}
	chunks := (p.options.Draws + chunkDraws - 1) / chunkDraws
	for first := 0; first < chunks; first += roundChunks {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		count := min(roundChunks, chunks-first)
		p.round(workers, part[:count], first, out.scales)
		for i := range count {
			out.add(&part[i])
		}
	}
	out.bins = workers[0].bins
	for _, w := range workers[1:] {
		for r := range out.bins {
			for i, n := range w.bins[r] {
				out.bins[r][i] += n
			}
		}
	}
	return out, nil
}

// round hands chunks to the workers by number: worker i takes every len(workers)-th one.
func (p *simulator) round(workers []*worker, part []sums, first int, scales []scaleOf) {
	var wait sync.WaitGroup
	for i, w := range workers {
		if i >= len(part) {
			break
		}
		wait.Go(func() {
			for c := i; c < len(part); c += len(workers) {
				part[c].clear()
				p.chunk(w, &part[c], first+c, scales)
			}
		})
	}
	wait.Wait()
}

func (p *simulator) chunk(w *worker, s *sums, number int, scales []scaleOf) {
	left := p.options.Draws - number*chunkDraws
	for b := 0; b < chunkBlocks && left > 0; b++ {
		n := min(left, ledger.Lanes)
		p.block(&w.drawing, w.columns, p.options.Seed, uint64(number*chunkBlocks+b))
		w.columns.Eval(ledger.Lanes)
		w.tally(p, s, n, scales)
		left -= n
	}
}

// pilot looks at the first blocks to choose the bins.
func (p *simulator) pilot() []scaleOf {
	w := p.newWorker()
	low, high := make([]float64, len(p.rows)+1), make([]float64, len(p.rows)+1)
	for i := range low {
		low[i], high[i] = math.Inf(1), math.Inf(-1)
	}
	see := func(i int, col *[ledger.Lanes]float64) {
		for _, x := range col {
			low[i], high[i] = math.Min(low[i], x), math.Max(high[i], x)
		}
	}
	for b := range pilotBlocks {
		p.block(&w.drawing, w.columns, p.options.Seed, uint64(b))
		w.columns.Eval(ledger.Lanes)
		for i := range p.rows {
			see(i, w.columns.Root(i))
		}
		w.families(p)
		for k := range w.own {
			w.own[k] -= w.rent[k]
		}
		see(len(p.rows), &w.own)
	}
	scales := make([]scaleOf, len(low))
	for i := range scales {
		scales[i] = scaleFor(low[i], high[i])
	}
	return scales
}

func scaleFor(low, high float64) scaleOf {
	width := high - low
	// What differs by rounding only is one value.
	if !(width > 1e-9*math.Max(1, math.Abs(low))) || math.IsInf(width, 0) {
		return scaleOf{low: low}
	}
	s := scaleOf{low: low - width/2, perYuan: fineBins / (2 * width)}
	if s.low < 0 && s.value(fineBins) > 0 {
		s.low = -math.Ceil(-s.low*s.perYuan) / s.perYuan
	}
	return s
}

// zero is the bin that begins at zero, where that is within the scale; else -1.
func (c scaleOf) zero() int {
	if c.perYuan == 0 || c.low >= 0 {
		return -1
	}
	return int(math.Round(-c.low * c.perYuan))
}

// families finds the cheapest own and rented option of each draw.
func (w *worker) families(p *simulator) {
	for k := range w.own {
		w.own[k], w.rent[k] = math.Inf(1), math.Inf(1)
	}
	for i, r := range p.rows {
		if !r.Counts {
			continue
		}
		to := &w.own
		switch r.Family {
		case costmodel.FamilyRent:
			to = &w.rent
		case costmodel.FamilyOwn:
		default:
			continue
		}
		for k, x := range w.columns.Root(i) {
			to[k] = min(to[k], x)
		}
	}
}

// tally counts the first n draws of a block.
func (w *worker) tally(p *simulator, s *sums, n int, scales []scaleOf) {
	for k := range n {
		w.least[k] = math.Inf(1)
	}
	for i, r := range p.rows {
		col := w.columns.Root(i)[:n]
		s.total[i].add(count(col, p.typical[i], scales[i], w.bins[i]))
		if !r.Counts {
			continue
		}
		for k, x := range col {
			if x < w.least[k] {
				w.least[k], w.who[k] = x, uint8(i)
			}
		}
	}
	for k := range n {
		s.wins[w.who[k]]++
		s.least += w.least[k] - w.typicalMin
	}
	if !w.hasOwn || !w.hasRent {
		return
	}
	w.families(p)
	for k := range n {
		w.own[k] -= w.rent[k]
		if w.own[k] > 0 {
			s.rent++
		}
	}
	last := len(p.rows)
	s.margin.add(count(w.own[:n], p.typicalMargin(), scales[last], w.bins[last]))
}

// count sorts values into bins and sums their deviations from the centre.
func count(col []float64, centre float64, scale scaleOf, bins []uint32) (m moments) {
	for _, x := range col {
		bins[scale.bin(x)&(fineBins-1)]++
		d := x - centre
		m.sum += d
		m.squares += float64(d * d)
	}
	return m
}
