package catalog

import (
	"slices"

	"gpucalc/internal/diag"
)

// measured are the kinds whose entries each have a unit of their own, which the model counts on: a number laid over
// one must be in the same unit.
var measured = []string{"assumptions", "tax", "finance", "parts"}

// takeUnits holds the figures of an entity to the units of the one that it is laid over: a bare number over a share is
// a share, any other difference is a mistake.
func takeUnits(base, entity Entity) (Entity, diag.List) {
	if base.ID == "" || !slices.Contains(measured, entity.Kind) {
		return entity, nil
	}
	var ds diag.List
	spec, _ := Schema(entity.Kind)
	for _, root := range entity.figureRoots(spec) {
		number, want, own := entity.numberField(root), base.figure(root).Unit, entity.figure(root)
		if number.Path == "" || want == "" || sameMeasure(want, own.Unit) {
			continue
		}
		d := diag.New("sheet.other_unit", "value", own.Unit, "near", want).WithHint("sheet.hint.near")
		switch {
		case own.Unit == "ratio" && want == "share":
			unit := number
			unit.Path, unit.Value = root+".unit", want
			entity.Fields = append(slices.Clip(entity.Fields), unit)
			top := largest(own)
			if !over(top, "1") {
				continue
			}
			d = overOne(top, false)
		case own.Unit == "ratio":
			d = diag.New("sheet.no_unit", "value", number.Value, "units", want, "near", own.Typical+" "+want).WithHint("sheet.hint.unit")
		}
		ds = append(ds, d.At(number.File, number.Line, number.Col).In(join(entity.Kind+"."+entity.ID, root)))
	}
	return entity, ds
}

// sameMeasure reports whether two units measure the same, in whatever currency.
func sameMeasure(a, b string) bool {
	return a == b || currencyOf(a) != "" && currencyOf(b) != "" && a[len(currencyOf(a)):] == b[len(currencyOf(b)):]
}

// largest is the greatest of a figure's values as text.
func largest(f Figure) string {
	top := f.Typical
	for _, v := range [...]string{f.Low, f.High} {
		if top == "" || over(v, top) {
			top = v
		}
	}
	return top
}
