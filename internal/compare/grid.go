package compare

import (
	"slices"
	"strings"

	"gpucalc/internal/costmodel"
	"gpucalc/internal/diag"
)

// Axis is one side of a grid: an unknown and the values at which it is looked at.
type Axis struct {
	Solve, Unit string
	Offer       string    // for rent: the offer whose posted price is shown
	Values      []float64 // as they are shown
	at          []float64 // utilisation, months, or factor on prices
}

// Cell is a place of a grid.
type Cell struct {
	Winner    string // option id; "" when a price is missing
	Own, Rent float64
}

// Grid is which way is cheaper over two unknowns.
type Grid struct {
	Against     string
	Rows, Cols  Axis
	Cells       [][]Cell // by row, then column
	FamilyFlips bool     // both families win somewhere
}

// gridMonths are the lengths of a grid.
var gridMonths = []float64{1, 3, 6, 12, 18, 24, 36, 48, 60}

// gridFactors are the prices of a grid, as factors on today's.
var gridFactors = []float64{0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 3}

// gridUtils are the utilisations of a grid.
var gridUtils = []float64{0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1}

// Survey fills a grid over two of the unknowns, such as util,months.
func Survey(in costmodel.Input, rows, cols, against string) (Grid, diag.List) {
	in.Solving = true
	if ds := onlyVAT(in); ds.HasErrors() {
		return Grid{}, ds
	}
	if ds := (BreakEvenOptions{Solve: []string{rows, cols}}).check("--grid"); ds.HasErrors() {
		return Grid{}, ds
	}
	if rows == cols {
		return Grid{}, diag.List{diag.New("breakeven.grid_same", "value", rows, "words", strings.Join(Unknowns, ", ")).WithHint("breakeven.grid_two.hint").In("--grid")}
	}
	if against == "" {
		against = BestRental
	}
	overUtil := rows == SolveUtil || cols == SolveUtil
	d := newDuel(in, overUtil)
	if ds := d.knows(against); ds.HasErrors() {
		return Grid{}, ds
	}
	g := Grid{Against: against, Rows: d.axis(rows, against), Cols: d.axis(cols, against)}
	s := survey{in: in, overUtil: overUtil, against: against, duels: map[int]*duel{}}
	won := map[string]bool{}
	for _, y := range g.Rows.at {
		var line []Cell
		for _, x := range g.Cols.at {
			c := s.cell(d, rows, y, cols, x)
			won[flat(c.Winner)] = true
			line = append(line, c)
		}
		g.Cells = append(g.Cells, line)
	}
	g.FamilyFlips = won[Always] && won[Never]
	return g, nil
}

// axis is the values of an unknown in a grid.
func (d *duel) axis(name, against string) Axis {
	a := Axis{Solve: name, Unit: unknownUnit[name]}
	switch name {
	case SolveUtil:
		a.at = slices.Clone(gridUtils)
	case SolveMonths:
		a.at = slices.Clone(gridMonths)
	default:
		a.at = slices.Clone(gridFactors)
	}
	u := d.unknown(name, against)
	if name == SolveRent {
		a.Unit, a.Offer = u.quote.unit, u.quote.offer
	}
	for _, x := range a.at {
		if name != SolveMonths {
			x *= u.per
		}
		a.Values = append(a.Values, x)
	}
	return a
}

// survey keeps the bills of each length.
type survey struct {
	in       costmodel.Input
	overUtil bool
	against  string
	duels    map[int]*duel
}

func (s *survey) cell(base *duel, rows string, y float64, cols string, x float64) Cell {
	d, v := base, base.current
	for _, side := range []struct {
		name string
		at   float64
	}{{rows, y}, {cols, x}} {
		if side.name == SolveMonths {
			d = s.lasting(int(side.at))
		} else {
			v[base.unknown(side.name, s.against).variable] = side.at
		}
	}
	_, winner, own, rent := d.margin(v, s.against)
	return Cell{Winner: winner, Own: own, Rent: rent}
}

func (s *survey) lasting(n int) *duel {
	d, ok := s.duels[n]
	if !ok {
		in := s.in
		in.Scenario = lasting(in.Scenario, n)
		d = newDuel(in, s.overUtil)
		s.duels[n] = d
	}
	return d
}
