package compare

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"sync"

	"gpucalc/internal/costmodel"
	"gpucalc/internal/diag"
	"gpucalc/internal/quantity"
)

// Vary is one parameter of a sweep with its values in words, as on the command line.
type Vary struct {
	Name   string
	Values []string
}

// maxValues bounds a parameter and maxPoints a sweep; more is a slip of a step.
const (
	maxValues = 1_000_000
	maxPoints = 100_000_000
)

// ParseVary reads NAME=LOW:HIGH:STEP or NAME=A,B,C. A range begins at LOW and does not pass HIGH.
func ParseVary(text string) (Vary, diag.List) {
	name, values, ok := strings.Cut(text, "=")
	name = strings.TrimSpace(name)
	bad := func(key string, args ...string) (Vary, diag.List) {
		d := diag.New(key, append([]string{"value", text, "name", name}, args...)...)
		return Vary{}, diag.List{d.WithHint("sweep.vary.hint")}
	}
	if !ok || name == "" || strings.TrimSpace(values) == "" {
		return bad("sweep.bad_vary")
	}
	if strings.Contains(values, ":") {
		return parseSpan(name, values, bad)
	}
	v := Vary{Name: name}
	for _, w := range strings.Split(values, ",") {
		if w = strings.TrimSpace(w); w == "" {
			return bad("sweep.empty_value")
		}
		if at := slices.IndexFunc(v.Values, func(o string) bool { return sameValue(o, w) }); at >= 0 {
			d := diag.New("sweep.same_value", "name", name, "value", w, "other", v.Values[at])
			return Vary{}, diag.List{d.WithHint("sweep.same_value.hint")}
		}
		v.Values = append(v.Values, w)
	}
	return v, nil
}

// sameValue reports whether two words are the same point: 0.5, 0.50 and 50%.
func sameValue(a, b string) bool {
	if a == b {
		return true
	}
	x, okX := plainNumber(a)
	y, okY := plainNumber(b)
	return okX && okY && x.Equal(y)
}

func plainNumber(text string) (quantity.Decimal, bool) {
	number, unit := splitUnit(text)
	d, err := quantity.ParseNumber(number)
	if err != nil || unit != "" && unit != "%" {
		return d, false
	}
	if unit == "%" {
		d = d.Mul(quantity.MustDecimal("0.01"))
	}
	return d, true
}

// parseSpan reads LOW:HIGH:STEP in exact decimals, so that 0.1:1:0.05 has nineteen values and ends at 1. A unit or a
// percent sign behind every part stays behind every value: 10%:100%:5%, 3mo:36mo:3mo.
func parseSpan(name, text string, bad func(string, ...string) (Vary, diag.List)) (Vary, diag.List) {
	parts := strings.Split(text, ":")
	if len(parts) != 3 {
		return bad("sweep.span_parts")
	}
	var numbers [3]quantity.Decimal
	unit := ""
	for i, p := range parts {
		number, u := splitUnit(p)
		d, err := quantity.ParseNumber(number)
		if err != nil || i > 0 && u != unit {
			return bad("sweep.span_number", "part", strings.TrimSpace(p))
		}
		numbers[i], unit = d, u
	}
	low, high, step := numbers[0], numbers[1], numbers[2]
	switch {
	case !step.IsPos():
		return bad("sweep.span_step")
	case high.LessThan(low):
		return bad("sweep.span_order", "low", low.String(), "high", high.String())
	}
	if high.Sub(low).GreaterThan(step.Mul(quantity.Int(maxValues))) {
		return bad("sweep.too_many", "most", strconv.Itoa(maxValues))
	}
	v := Vary{Name: name}
	for x := low; !x.GreaterThan(high); x = x.Add(step) {
		v.Values = append(v.Values, x.String()+unit)
	}
	return v, nil
}

// splitUnit takes the letters or percent sign off the end of a number.
func splitUnit(s string) (number, unit string) {
	s = strings.TrimSpace(s)
	end := len(strings.TrimRight(s, "%abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"))
	return s[:end], s[end:]
}

// Shard is one part of a sweep, I of N, counted from 1. Parts are runs of neighbouring points, so that their outputs
// can be put one behind the other.
type Shard struct{ I, N int }

// ParseShard reads I/N; "" is the whole.
func ParseShard(text string) (Shard, diag.List) {
	if text == "" {
		return Shard{1, 1}, nil
	}
	first, second, ok := strings.Cut(text, "/")
	i, err1 := strconv.Atoi(first)
	n, err2 := strconv.Atoi(second)
	if !ok || err1 != nil || err2 != nil || i < 1 || n < 1 || i > n {
		return Shard{}, diag.List{diag.New("sweep.bad_shard", "value", text).WithHint("sweep.bad_shard.hint")}
	}
	return Shard{i, n}, nil
}

// span is the numbers of the shard's points among total.
func (s Shard) span(total int) (from, to int) {
	return int(int64(total) * int64(s.I-1) / int64(s.N)), int(int64(total) * int64(s.I) / int64(s.N))
}

// SweepRow is the outcome of one point.
type SweepRow struct {
	Values    []string // one for each parameter
	Choice    string   // "" when nothing has its prices
	Family    string
	Total     quantity.Fen
	RunnerUp  string
	Saving    quantity.Fen
	Own, Rent *Priced // the cheapest of either; nil when none has its prices
	CardHours float64
	UsedHours float64
	Basis     string // of every amount: BasisTotal or BasisAfterTax
}

// Priced is an option with its cost.
type Priced struct {
	ID   string
	Cost quantity.Fen
}

// SweepPlan is a sweep as it is run.
type SweepPlan struct {
	Axes    []Vary // the last one changes fastest
	Shard   Shard
	Workers int
	// Resolve turns the values of a point into an input. It is called from several goroutines.
	Resolve func(values []string) (costmodel.Input, error)
	// Row takes the rows in order, from one goroutine.
	Row func(SweepRow) error
	// Fast says for each axis how its points can be billed anew; nil = every point is billed in full.
	Fast  []Fast
	quick *quick
}

// Points is the number of points of all shards.
func (p SweepPlan) Points() (int, diag.List) {
	total := 1
	for i, a := range p.Axes {
		for _, b := range p.Axes[:i] {
			if a.Name == b.Name {
				return 0, diag.List{diag.New("sweep.twice", "name", a.Name).WithHint("sweep.twice.hint")}
			}
		}
		if total > maxPoints/max(1, len(a.Values)) {
			return 0, diag.List{diag.New("sweep.too_many", "name", a.Name, "value", a.Name, "most", strconv.Itoa(maxPoints))}
		}
		total *= len(a.Values)
	}
	return total, nil
}

// Mine is how many points the plan's shard has.
func (p SweepPlan) Mine() int {
	total, _ := p.Points()
	from, to := p.Shard.span(total)
	return to - from
}

// values are those of point number i.
func (p SweepPlan) values(i int) []string {
	out := make([]string, len(p.Axes))
	for k := len(p.Axes) - 1; k >= 0; k-- {
		n := len(p.Axes[k].Values)
		out[k] = p.Axes[k].Values[i%n]
		i /= n
	}
	return out
}

// sweepBatch is how many points a worker has in hand at a time.
const sweepBatch = 256

// Sweep compares every point of the plan's shard and hands the rows on in order. Of the terms of money over time a point
// may have a kind of taxpayer. It stops at the first point that cannot
// be resolved, at an error of Row, and when ctx ends; rows handed on until then are whole.
func Sweep(ctx context.Context, p SweepPlan) error {
	total, ds := p.Points()
	if ds.HasErrors() {
		return ds.Err()
	}
	p.quick = newQuick(&p)
	from, to := p.Shard.span(total)
	workers := max(1, p.Workers)
	rows := make([]SweepRow, workers*sweepBatch)
	errs := make([]error, len(rows))
	for at := from; at < to; at += len(rows) {
		n := min(len(rows), to-at)
		var wait sync.WaitGroup
		for w := range workers {
			wait.Go(func() {
				for i := w; i < n && ctx.Err() == nil; i += workers {
					rows[i], errs[i] = p.point(at + i)
				}
			})
		}
		wait.Wait()
		if err := ctx.Err(); err != nil {
			return err
		}
		for i := range n {
			if errs[i] != nil {
				return errs[i]
			}
			if err := p.Row(rows[i]); err != nil {
				return err
			}
		}
	}
	return nil
}

func (p *SweepPlan) point(i int) (SweepRow, error) {
	if p.quick != nil {
		if row, ok := p.quick.row(i); ok {
			return row, nil
		}
	}
	row, _, err := p.full(i)
	return row, err
}

// billed is the bills of a point with the view that decides.
type billed struct {
	costmodel.Result
	view string
}

// full writes the bills of a point and compares them as a comparison under the same terms does.
func (p *SweepPlan) full(i int) (SweepRow, billed, error) {
	row := SweepRow{Values: p.values(i)}
	in, err := p.Resolve(row.Values)
	if err != nil {
		return row, billed{}, err
	}
	if ds := onlyVAT(in); ds.HasErrors() {
		return row, billed{}, ds.Err()
	}
	in.OneCurve = true // other resale curves are no part of a row
	costs := costmodel.Build(in)
	c, _ := comparer(in)
	row.CardHours, row.UsedHours, row.Basis = costs.CardHours, costs.UsedHours, basisOf(c)
	for _, o := range costs.Options {
		if !takesPart(o, in.Scenario.View) {
			continue
		}
		total := o.Total()
		if w := c.Weighing(in, costs, o); w != nil {
			if total, err = w.Total(); err != nil {
				continue
			}
		}
		row.offer(o.ID, o.Family, total)
	}
	row.judge()
	return row, billed{costs, in.Scenario.View}, nil
}

// offer notes an option: the cheapest of each family and of all.
func (r *SweepRow) offer(id, family string, total quantity.Fen) {
	lower := func(to **Priced) {
		if *to == nil || total < (*to).Cost {
			*to = &Priced{id, total}
		}
	}
	switch family {
	case costmodel.FamilyOwn:
		lower(&r.Own)
	case costmodel.FamilyRent:
		lower(&r.Rent)
	}
	if r.Choice == "" || total < r.Total {
		r.Choice, r.Family, r.Total = id, family, total
	}
}

func (r *SweepRow) judge() {
	other := r.Own
	if r.Family == costmodel.FamilyOwn {
		other = r.Rent
	}
	if other != nil && r.Choice != "" {
		r.RunnerUp, r.Saving = other.ID, other.Cost-r.Total
	}
}
