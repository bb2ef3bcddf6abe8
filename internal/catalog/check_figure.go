package catalog

import (
	"errors"
	"strings"

	"gpucalc/internal/diag"
	"gpucalc/internal/quantity"
)

// checkFigures checks the figures of one entity as its own file states them.
func (r *reader) checkFigures(spec KindSpec, e Entity) {
	for _, root := range e.figureRoots(spec) {
		_, f, _ := figureRoot(spec, root)
		r.ds = append(r.ds, checkFigure(e, root, f)...)
	}
}

// checkFigure reports what is wrong with one figure.
func checkFigure(e Entity, root string, spec FieldSpec) diag.List {
	number := e.numberField(root)
	if number.Path == "" { // provenance alone, laid over a number that another file gives
		return nil
	}
	c := figureCheck{path: e.Kind + "." + e.ID + "." + root, entity: e, root: root, spec: spec}
	c.figure = e.figure(root)
	c.numbers()
	if len(c.ds) == 0 {
		c.unit(number)
		if len(c.ds) == 0 {
			c.bounds(number)
		}
		c.order(number)
		c.zero(number)
		c.history(number)
	}
	return c.ds
}

// figureCheck carries one figure through its checks.
type figureCheck struct {
	entity     Entity
	path, root string
	spec       FieldSpec
	figure     Figure
	ds         diag.List
}

func (c *figureCheck) add(d diag.Diagnostic, at Field) {
	c.ds = append(c.ds, d.At(at.File, at.Line, at.Col).In(c.path))
}

// numbers checks that each given value is a plain decimal.
func (c *figureCheck) numbers() {
	for _, key := range [...]string{"", ".low", ".typical", ".high"} {
		field, ok := c.entity.fieldAt(c.root + key)
		if !ok {
			continue
		}
		text := field.Value
		if key == "" {
			text, _ = cutUnit(text)
		}
		if d, bad := numberMistake(text); bad {
			c.add(d, field)
		} else if strings.HasPrefix(text, "-") {
			c.add(diag.New("sheet.negative", "value", field.Value), field)
		}
	}
	if _, twice := c.entity.fieldAt(c.root + ".typical"); twice {
		if field, ok := c.entity.fieldAt(c.root); ok {
			c.add(diag.New("sheet.two_values", "where", c.root), field)
		}
	}
}

// numberMistake explains a text that is not a plain decimal.
func numberMistake(text string) (diag.Diagnostic, bool) {
	_, err := quantity.ParseNumber(text)
	var qe *quantity.Error
	if errors.As(err, &qe) {
		return qe.Diagnostic(), true
	}
	return diag.Diagnostic{}, false
}

// unit checks that the unit is there and is one that the field is measured in.
func (c *figureCheck) unit(number Field) {
	unit := c.figure.Unit
	at := number
	if f, ok := c.entity.fieldAt(c.root + ".unit"); ok {
		at = f
	}
	known := spelledOut(c.spec.Units)
	switch {
	case unitAllowed(unit, c.spec.Units):
		if unit == "share" && c.spec.Path != "points.*" {
			c.share(at)
		}
	case unit == "ratio": // nothing was written
		c.add(diag.New("sheet.no_unit", "value", number.Value, "units", strings.Join(known, ", "),
			"near", c.figure.Typical+" "+known[0]).WithHint("sheet.hint.unit"), at)
	default:
		c.add(hintNear(diag.New("sheet.unknown_unit", "value", unit), unit, known), at)
	}
}

// share refuses more than all; a bare number of up to 100 was probably meant as percent.
func (c *figureCheck) share(at Field) {
	for _, v := range [...]string{c.figure.Low, c.figure.Typical, c.figure.High} {
		if over(v, "1") {
			c.add(overOne(v, c.entity.written(c.root).percent()), at)
			return
		}
	}
}

// overOne explains a share above 1.
func overOne(value string, percent bool) diag.Diagnostic {
	d := diag.New("sheet.share_over_one", "value", value, "near", value+"%")
	if percent || over(value, "100") {
		return d.WithHint("sheet.hint.percent")
	}
	return d.WithHint("sheet.hint.near")
}

// bounds refuses values that cannot be: beyond what any number of a sheet may be, or what the field may.
func (c *figureCheck) bounds(number Field) {
	for _, v := range [...]string{c.figure.Low, c.figure.Typical, c.figure.High} {
		if v == "" {
			continue
		}
		d, out := outside(c.spec, v)
		if most := mostTime(c.figure.Unit); !out && most != "" && over(v, most) {
			d, out = diag.New("sheet.too_large", "value", v, "max", most), true
		}
		if out {
			c.add(d, number)
			return
		}
	}
}

// mostTime bounds times to a hundred years, because bills go through them month by month; "" = the unit is no time.
func mostTime(unit string) string {
	switch unit {
	case "hour":
		return "876000"
	case "day":
		return "36500"
	case "month":
		return "1200"
	case "year":
		return "100"
	}
	return ""
}

// order checks low <= typical <= high, and that there is a value to calculate with.
func (c *figureCheck) order(number Field) {
	f := c.figure
	if f.Typical == "" {
		if !strings.HasSuffix(c.spec.Path, "[]") && !strings.HasPrefix(c.spec.Path, "points") {
			c.add(diag.New("sheet.no_typical", "where", c.root), number)
		}
		return
	}
	if f.Low != "" && over(f.Low, f.Typical) || f.High != "" && over(f.Typical, f.High) {
		c.add(diag.New("sheet.figure_order", "low", f.Low, "typical", f.Typical, "high", f.High), number)
	}
}

// zero refuses a price of nothing unless the sheet says that it is free.
func (c *figureCheck) zero(number Field) {
	f := c.figure
	if !isPrice(f.Unit) || c.entity.saysFree(c.root) {
		return
	}
	for _, v := range [...]string{f.Low, f.Typical, f.High} {
		if v != "" && !over(v, "0") {
			c.add(diag.New("sheet.price_zero", "value", v, "where", c.root).WithHint("sheet.hint.free"), number)
			return
		}
	}
}

// history warns about a price whose age nobody can tell.
func (c *figureCheck) history(number Field) {
	if isPrice(c.figure.Unit) && c.figure.AsOf == "" {
		c.add(diag.New("sheet.no_asof", "where", c.path).AsWarning(), number)
	}
}

// over reports a > b for decimal texts that have been checked.
func over(a, b string) bool {
	x, errX := quantity.ParseNumber(a)
	y, errY := quantity.ParseNumber(b)
	return errX == nil && errY == nil && x.Cmp(y) > 0
}
