package catalog

import (
	"slices"
	"strconv"
	"strings"

	"gpucalc/internal/diag"
)

// check reports what is wrong with a merged entity in the light of the whole catalogue. With a file it
// reports only mistakes that this file can have made.
func (c *Catalog) check(e Entity, file string) diag.List {
	spec, _ := Schema(e.Kind)
	k := entityCheck{catalog: c, entity: e, spec: spec}
	if k.incomplete() {
		return k.ds
	}
	k.references(file)
	switch e.Kind {
	case "tariffs":
		k.tariff()
	case "curves":
		k.points()
	case "offers":
		k.offer()
	case "servers":
		k.server()
	case "mfu":
		k.utilisation()
	}
	return k.ds
}

// entityCheck carries one entity through the checks across entities.
type entityCheck struct {
	catalog *Catalog
	entity  Entity
	spec    KindSpec
	ds      diag.List
}

func (k *entityCheck) path(at string) string { return join(k.entity.Kind+"."+k.entity.ID, at) }

// add reports at the field with a path, else where the entity begins.
func (k *entityCheck) add(d diag.Diagnostic, at string) {
	file, line, col := k.entity.File, k.entity.Line, k.entity.Col
	for _, f := range k.entity.Fields {
		if _, below := under(f.Path, at); below || f.Path == at {
			file, line, col = f.File, f.Line, f.Col
		}
	}
	k.ds = append(k.ds, d.At(file, line, col).In(k.path(at)))
}

// incomplete reports keys that an entry must have and lacks. One whose id is near that of another entry was probably
// meant to change that: then nothing else about it needs saying.
func (k *entityCheck) incomplete() bool {
	var missing []string
	for _, f := range k.spec.Fields {
		if f.Required && !k.entity.has(f.Path) {
			missing = append(missing, f.Path)
		}
	}
	if len(missing) == 0 {
		return false
	}
	if near := k.nearID(); near != "" {
		k.add(diag.New("sheet.unknown_entry", "value", k.entity.ID, "kind", k.entity.Kind,
			"keys", strings.Join(missing, ", "), "near", near).WithHint("sheet.hint.near"), "")
		return true
	}
	for _, key := range missing {
		k.add(diag.New("sheet.missing_key", "key", key, "where", k.path("")), "")
	}
	return false
}

// nearID is the id of another entry of the kind that the entity's id was probably meant to be.
func (k *entityCheck) nearID() string {
	ids := k.catalog.IDs(k.entity.Kind)
	return diag.Nearest(k.entity.ID, slices.DeleteFunc(ids, func(id string) bool { return id == k.entity.ID }))
}

// references checks that ids name entities of the kind they point to.
func (k *entityCheck) references(file string) {
	for _, f := range k.entity.Fields {
		kind, ok := k.refKind(f.Path)
		if !ok || file != "" && f.File != file {
			continue
		}
		if _, found := k.catalog.Entity(kind, f.Value); !found {
			d := unknownID(f.Value, kind, k.catalog.IDs(kind))
			k.ds = append(k.ds, d.At(f.File, f.Line, f.Col).In(k.path(f.Path)))
		}
	}
}

// unknownID reports an id that names nothing. A source that nobody knows may be a new one.
func unknownID(id, kind string, known []string) diag.Diagnostic {
	d := hintNear(diag.New("sheet.unknown_id", "value", id, "kind", kind), id, known)
	if d.Hint == "" && kind == "sources" {
		d = d.WithHint("sheet.hint.source")
	}
	return d
}

// refKind returns the kind that the id at a path must belong to.
func (k *entityCheck) refKind(path string) (string, bool) {
	if f, ok := k.spec.find(path); ok {
		return f.Ref, f.Ref != ""
	}
	at := strings.LastIndexByte(path, '.')
	if at < 0 {
		return "", false
	}
	if path[at+1:] == "source" {
		if root, _, ok := figureRoot(k.spec, path); ok && root == path[:at] {
			return "sources", true
		}
	}
	if f, ok := k.spec.find(path[:at]); ok && f.Type == TypeRefs {
		return f.Ref, true
	}
	return "", false
}

// tariff checks that every season covers the day once and the seasons together the year once.
func (k *entityCheck) tariff() {
	var months [13]int
	for _, season := range k.entity.keys("seasons") {
		at := "seasons." + season
		for _, m := range k.entity.texts(at + ".months") {
			n, _ := wholeNumber(m)
			if n < 1 || n > 12 {
				k.add(diag.New("sheet.not_calendar_month", "value", m), at+".months")
				continue
			}
			months[n]++
		}
		k.hours(at)
	}
	if len(k.entity.keys("seasons")) > 0 {
		k.once("sheet.months_cover", "seasons", months[1:], 1)
	}
}

func (k *entityCheck) hours(season string) {
	var hours [24]int
	for _, period := range k.entity.keys(season + ".periods") {
		for _, text := range k.entity.texts(season + ".periods." + period + ".hours") {
			spans, _ := hourSpans(text)
			for _, s := range spans {
				for h := s.From; h < s.To; h++ {
					hours[h]++
				}
			}
		}
	}
	k.once("sheet.hours_cover", season+".periods", hours[:], 0)
}

// once reports the numbers that are not covered exactly once; the first of the counts is number first.
func (k *entityCheck) once(key, at string, counts []int, first int) {
	var missing, twice []string
	for i, n := range counts {
		switch {
		case n == 0:
			missing = append(missing, strconv.Itoa(first+i))
		case n > 1:
			twice = append(twice, strconv.Itoa(first+i))
		}
	}
	if len(missing)+len(twice) > 0 {
		k.add(diag.New(key, "missing", strings.Join(missing, ", "), "twice", strings.Join(twice, ", ")), at)
	}
}

// points checks that a curve's keys are months.
func (k *entityCheck) points() {
	keys := k.entity.keys("points")
	if len(keys) == 0 {
		k.add(diag.New("sheet.missing_key", "key", "points", "where", k.path("")), "")
	}
	last := 0
	for _, key := range keys {
		n, ok := wholeNumber(key)
		if !ok || n == 0 {
			k.add(diag.New("sheet.not_months", "value", key), "points."+key)
			continue
		}
		if n <= last && k.sameFile(keys, "points") {
			k.add(diag.New("sheet.not_ascending", "value", key, "after", strconv.Itoa(last)), "points."+key)
		}
		last = n
	}
}

// sameFile reports whether all keys below a path come from one file; only then their order was chosen.
func (k *entityCheck) sameFile(keys []string, at string) bool {
	var files []string
	for _, key := range keys {
		f := k.entity.numberField(at + "." + key).File
		if !slices.Contains(files, f) {
			files = append(files, f)
		}
	}
	return len(files) == 1
}

// offer checks that the price basis and the number of cards fit together.
func (k *entityCheck) offer() {
	price := k.entity.figure("price")
	_, rest, _ := strings.Cut(price.Unit, "/")
	basis, _, _ := strings.Cut(rest, "-")
	if basis != "card" && basis != "" && !k.entity.has("cards") && k.entity.Text("rejected") == "" {
		k.add(diag.New("sheet.offer_cards", "unit", price.Unit), "price")
	}
	k.offerTime(price)
	if k.entity.Text("card") == "" && k.entity.Text("rejected") == "" {
		k.add(diag.New("sheet.offer_card", "where", k.path("")), "")
	}
}

// offerTime checks that a price is for the time by which the offer is sold. Years may be paid by the month; what is
// reserved, spot or sold in packs has no time of its own.
func (k *entityCheck) offerTime(price Figure) {
	term := k.entity.Text("term")
	_, time, ok := strings.Cut(price.Unit, "-")
	if !ok || !unitAllowed(price.Unit, offerUnits()) || k.entity.Text("rejected") != "" || term == time || term == "year" && time == "month" {
		return
	}
	switch term {
	case "hour", "day", "week", "month", "year":
		near, _, _ := strings.Cut(price.Unit, "-")
		k.add(diag.New("sheet.offer_time", "unit", price.Unit, "term", term, "near", near+"-"+term).WithHint("sheet.hint.near"), "price")
	}
}

// server checks that a machine either has a card or says what it takes.
func (k *entityCheck) server() {
	if !k.entity.has("card") && !k.entity.has("fits") {
		k.add(diag.New("sheet.server_card", "where", k.path("")), "")
	}
	words := []string{"pcie", "sxm", "oam", "module", "datacentre", "consumer", "workstation", "domestic"}
	for _, f := range k.entity.texts("fits") {
		if slices.Contains(words, f) {
			continue
		}
		known := append(words, k.catalog.IDs("cards")...)
		if !slices.Contains(known, f) {
			k.add(unknownID(f, "cards", known), "fits")
		}
	}
}

// utilisation checks that a coefficient has a value, and a published run or rate all by which others are compared with it.
func (k *entityCheck) utilisation() {
	needs := []string{"org", "card", "active", "precision", "seq", "mfu", "ratio"}
	if k.entity.IsCoefficient() {
		needs = []string{"value"}
	}
	for _, key := range needs {
		if !k.entity.has(key) {
			k.add(diag.New("sheet.missing_key", "key", key, "where", k.path("")), "")
		}
	}
}
