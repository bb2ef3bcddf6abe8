package catalog

import (
	"slices"
	"strconv"
)

// decoder reads one entity; figures decoded from a checked entity need no error.
type decoder struct{ Entity }

// number returns the number of a quantity, 0 when it is missing.
func (d decoder) number(path string) float64 {
	text, _ := cutUnit(d.Text(path))
	n, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return 0
	}
	return n
}

func (d decoder) count(path string) int {
	n, _ := wholeNumber(d.Text(path))
	return n
}

func (d decoder) counts(path string) []int {
	var out []int
	for _, t := range d.texts(path) {
		if n, ok := wholeNumber(t); ok {
			out = append(out, n)
		}
	}
	return out
}

func (d decoder) truth(path string) bool { return d.Text(path) == "true" }

// figures returns the items of a list of figures.
func (d decoder) figures(path string) []Figure {
	var out []Figure
	for _, key := range d.keys(path) {
		out = append(out, d.figure(path+"."+key))
	}
	return out
}

// named returns the figures below a path by their key.
func (d decoder) named(path string) map[string]Figure {
	keys := d.keys(path)
	if len(keys) == 0 {
		return nil
	}
	out := make(map[string]Figure, len(keys))
	for _, key := range keys {
		out[key] = d.figure(path + "." + key)
	}
	return out
}

// points returns the figures below a path whose keys are numbers, ascending.
func (d decoder) points(path string) []Point {
	var out []Point
	for _, key := range d.keys(path) {
		if n, ok := wholeNumber(key); ok {
			out = append(out, Point{At: n, Value: d.figure(path + "." + key)})
		}
	}
	slices.SortFunc(out, func(a, b Point) int { return a.At - b.At })
	return out
}

// hours returns the spans of a list of hour spans.
func (d decoder) hours(path string) []HourSpan {
	var out []HourSpan
	for _, t := range d.texts(path) {
		spans, _ := hourSpans(t)
		out = append(out, spans...)
	}
	return out
}

// kilowatts returns a power figure in kW, whatever unit the sheet uses.
func (d decoder) kilowatts(path string) Figure {
	f := d.figure(path)
	if f.Unit == "W" {
		f.Unit = "kW"
		f.Low, f.Typical, f.High = thousandth(f.Low), thousandth(f.Typical), thousandth(f.High)
	}
	return f
}

// days returns a time figure in days; a month counts 30 of them.
func (d decoder) days(path string) Figure {
	f := d.figure(path)
	if f.Unit == "month" {
		f.Unit = "day"
		f.Low, f.Typical, f.High = times(f.Low, "30"), times(f.Typical, "30"), times(f.High, "30")
	}
	return f
}
