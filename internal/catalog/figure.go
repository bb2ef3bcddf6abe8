package catalog

import (
	"strings"

	"gpucalc/internal/quantity"
)

// figure decodes the figure at a key path; the zero Figure with only its ID is a missing one.
// A figure without a source is an estimate, whatever else the sheet says.
func (e Entity) figure(path string) Figure {
	f := Figure{ID: e.Kind + "." + e.ID + "." + path}
	number := e.numberField(path)
	if number.Path == "" {
		return f
	}
	f.File, f.Line = number.File, number.Line
	f.Low, f.Typical, f.High = e.Text(path+".low"), e.Text(path+".typical"), e.Text(path+".high")
	f.Unit = e.provenance(path, "unit", number.File)
	if number.Path == path {
		var unit string
		f.Typical, unit = cutUnit(number.Value)
		if unit != "" {
			f.Unit = unit
		}
	}
	f.takeShare()
	f.VAT = VAT(e.provenance(path, "vat", number.File))
	if f.VAT == "" && isPrice(f.Unit) && e.Kind != "rates" {
		f.VAT = VATUnknown
	}
	f.AsOf = e.provenance(path, "asof", number.File)
	f.Source = e.provenance(path, "source", number.File)
	f.Reliability = e.provenance(path, "reliability", number.File)
	f.Estimate = f.Source == "" || e.provenance(path, "estimate", number.File) == "true"
	f.Reason = e.provenance(path, "reason", number.File)
	f.Range, f.Note = e.Text(path+".range"), e.Text(path+".note")
	if f.Range == "" {
		f.Range = "bounds"
	}
	if f.Reliability == "" && f.Estimate {
		f.Reliability = "low"
	}
	return f
}

// numberField returns the field that holds the figure's number and so decides whose provenance it has.
func (e Entity) numberField(path string) Field {
	for _, p := range [...]string{path, path + ".typical", path + ".low", path + ".high"} {
		if f, ok := e.fieldAt(p); ok {
			return f
		}
	}
	return Field{}
}

// provenance returns what the figure itself says under key, else what its entity says in the same file:
// a number never inherits the source of the number that it replaced.
func (e Entity) provenance(path, key, file string) string {
	if f, ok := e.fieldAt(path + "." + key); ok {
		return f.Value
	}
	for i := range e.Fields {
		if e.Fields[i].Path == key && e.Fields[i].File == file {
			return e.Fields[i].Value
		}
	}
	return ""
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
