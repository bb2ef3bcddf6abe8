package catalog

import (
	"strings"

	"gpucalc/internal/quantity"
)

// figure decodes the figure at a key path; the zero Figure with only its ID is a missing one.
// A figure without a source is an estimate, whatever else the sheet says.
func (e Entity) figure(path string) Figure {
	f := Figure{ID: e.Kind + "." + e.ID + "." + path}
	w := e.written(path)
	number := w.number()
	if number.Path == "" {
		return f
	}
	w.takeDefaults(e, number.File)
	f.File, f.Line = number.File, number.Line
	f.Low, f.Typical, f.High, f.Unit = w.low.Value, w.typical.Value, w.high.Value, w.unit
	if w.short.Path != "" {
		var unit string
		f.Typical, unit = cutUnit(w.short.Value)
		if unit != "" {
			f.Unit = unit
		}
	}
	f.Low, f.Typical, f.High = plain(f.Low), plain(f.Typical), plain(f.High)
	f.takeShare()
	f.VAT, f.AsOf, f.Source, f.Reliability, f.Reason = VAT(w.vat), w.asof, w.source, w.reliability, w.reason
	f.Range, f.Note = w.bounds, w.note
	f.Estimate = f.Source == "" || w.estimate == "true"
	f.fillDefaults(e.Kind)
	return f
}

// fillDefaults says what a sheet need not say.
func (f *Figure) fillDefaults(kind string) {
	if f.VAT == "" && isPrice(f.Unit) && kind != "rates" {
		f.VAT = VATUnknown
	}
	if f.Range == "" {
		f.Range = "bounds"
	}
	if f.Reliability == "" && f.Estimate {
		f.Reliability = "low"
	}
}

// writtenFigure is what a sheet says about one figure, key by key.
type writtenFigure struct {
	short, low, typical, high                  Field // short: number and unit in one scalar
	unit, vat, asof, source, reliability, note string
	estimate, reason, bounds, free             string
}

// written collects the fields of a figure in one pass.
func (e Entity) written(path string) (w writtenFigure) {
	for i := range e.Fields {
		f := &e.Fields[i]
		if f.Path == path {
			w.short = *f
			continue
		}
		key, ok := under(f.Path, path)
		if !ok {
			continue
		}
		switch key {
		case "low":
			w.low = *f
		case "typical":
			w.typical = *f
		case "high":
			w.high = *f
		case "range":
			w.bounds = f.Value
		case "note":
			w.note = f.Value
		default:
			if at := w.provenance(key); at != nil {
				*at = f.Value
			}
		}
	}
	return w
}

// provenance returns where the text under a provenance key is kept, nil for another key.
func (w *writtenFigure) provenance(key string) *string {
	switch key {
	case "unit":
		return &w.unit
	case "vat":
		return &w.vat
	case "asof":
		return &w.asof
	case "source":
		return &w.source
	case "reliability":
		return &w.reliability
	case "estimate":
		return &w.estimate
	case "reason":
		return &w.reason
	case "free":
		return &w.free
	}
	return nil
}

// takeDefaults fills in what the entity says for all figures of a file: a number never inherits the
// source of a number that it replaced.
func (w *writtenFigure) takeDefaults(e Entity, file string) {
	for i := range e.Fields {
		f := &e.Fields[i]
		if at := w.provenance(f.Path); at != nil && *at == "" && f.File == file {
			*at = f.Value
		}
	}
}

// percent reports whether the sheet writes the number as a percentage.
func (w writtenFigure) percent() bool {
	return w.unit == "%" || strings.HasSuffix(w.short.Value, "%")
}

// number returns the field that holds the figure's number and so decides whose provenance it has.
func (w writtenFigure) number() Field {
	for _, f := range [...]Field{w.short, w.typical, w.low, w.high} {
		if f.Path != "" {
			return f
		}
	}
	return Field{}
}

// numberField returns the field that holds the number of the figure at a path.
func (e Entity) numberField(path string) Field { return e.written(path).number() }

// saysFree reports whether the sheet says that a price of nothing is meant.
func (e Entity) saysFree(path string) bool {
	w := e.written(path)
	w.takeDefaults(e, w.number().File)
	return w.free == "true"
}

// takeShare turns percentages into shares and gives pure ratios their unit.
func (f *Figure) takeShare() {
	switch f.Unit {
	case "%":
		f.Unit = "share"
		f.Low, f.Typical, f.High = hundredth(f.Low), hundredth(f.Typical), hundredth(f.High)
	case "":
		f.Unit = "ratio"
	}
}

// cutUnit splits "10.75 CNY/card-hour" and "30%" into number and unit.
func cutUnit(text string) (number, unit string) {
	if n, ok := strings.CutSuffix(text, "%"); ok {
		return strings.TrimRight(n, " "), "%"
	}
	number, unit, _ = strings.Cut(text, " ")
	return number, strings.TrimLeft(unit, " ")
}

// plain writes a number that has an exponent without one: "1e2" is "100". Other text stays as it is.
func plain(text string) string {
	if !strings.ContainsAny(text, "eE") {
		return text
	}
	return times(text, "1")
}

// hundredth divides a decimal text by 100 exactly; other text stays as it is.
func hundredth(text string) string { return times(text, "0.01") }

// thousandth divides a decimal text by 1000 exactly.
func thousandth(text string) string { return times(text, "0.001") }

// times multiplies a decimal text exactly; text that is no number stays as it is.
func times(text, factor string) string {
	d, err := quantity.ParseNumber(text)
	if err != nil {
		return text
	}
	return d.Mul(quantity.MustDecimal(factor)).String()
}

// Figures returns all figures of the entity in sheet order.
func (e Entity) Figures() []Figure {
	spec, _ := Schema(e.Kind)
	var out []Figure
	for _, root := range e.figureRoots(spec) {
		out = append(out, e.figure(root))
	}
	return out
}

// figureRoots lists the key paths at which the entity holds figures, in sheet order.
func (e Entity) figureRoots(spec KindSpec) []string {
	var out []string
	seen := map[string]bool{}
	for i := range e.Fields {
		root, _, ok := figureRoot(spec, e.Fields[i].Path)
		if ok && !seen[root] {
			seen[root] = true
			out = append(out, root)
		}
	}
	return out
}

// figureRoot returns the figure that a key path belongs to, and its spec.
func figureRoot(spec KindSpec, path string) (root string, f FieldSpec, ok bool) {
	if f, ok := spec.find(path); ok && f.Type == TypeFigure {
		return path, f, true
	}
	at := strings.LastIndexByte(path, '.')
	if at < 0 {
		return "", FieldSpec{}, false
	}
	if f, ok := spec.find(path[:at]); ok && f.Type == TypeFigure {
		return path[:at], f, true
	}
	return "", FieldSpec{}, false
}
