// Package catalog holds price sheets: what a sheet may say, how it is read and checked, how a user's sheet
// is laid over the embedded ones, and typed look-ups of cards, servers, sites, tariffs, offers and the rest.
//
// A sheet maps ids to entries of one kind. In the catalogue an entry is an Entity, a flat list of key paths
// with their source text, file and line. The embedded sheets are such lists generated from pricing/*.yaml,
// so that a start of the program parses nothing; the look-ups decode only what they are asked for.
package catalog

import (
	"slices"

	"gpucalc/internal/diag"
)

//go:generate go run gpucalc/internal/gendocs/index -o index_gen.go

// Catalog is a set of entities by kind. It is immutable: Overlay returns a new one.
type Catalog struct {
	kinds map[string][]Entity // in sheet order; never changed in place
}

// Embedded returns the catalogue of the sheets that the program ships. Nothing is decoded.
func Embedded() *Catalog {
	kinds := make(map[string][]Entity, len(kindNames))
	for _, name := range kindNames {
		kinds[name] = embedded(name)
	}
	return &Catalog{kinds: kinds}
}

// Entities returns the entities of a kind in sheet order; callers must not change them.
func (c *Catalog) Entities(kind string) []Entity { return c.kinds[kind] }

// Entity returns one entity by its exact id.
func (c *Catalog) Entity(kind, id string) (Entity, bool) {
	for _, e := range c.kinds[kind] {
		if e.ID == id {
			return e, true
		}
	}
	return Entity{}, false
}

// Find returns every entity with an id, whatever its kind, in the order of Kinds.
func (c *Catalog) Find(id string) []Entity {
	var out []Entity
	for _, kind := range kindNames {
		if e, ok := c.Entity(kind, id); ok {
			out = append(out, e)
		}
	}
	return out
}

// IDs returns the ids of a kind in sheet order.
func (c *Catalog) IDs(kind string) []string {
	out := make([]string, 0, len(c.kinds[kind]))
	for _, e := range c.kinds[kind] {
		out = append(out, e.ID)
	}
	return out
}

// Overlay lays a user's sheet over the catalogue, by id and field by field, and adds what is new.
// A figure whose number is replaced loses the provenance of the number it replaced. File is the name
// to report. The list holds all mistakes of the file, and warnings; with a mistake in it the catalogue
// is nil.
func (c *Catalog) Overlay(file string, data []byte) (*Catalog, diag.List) {
	next, ds := c.Draft(file, data)
	if ds.HasErrors() {
		return nil, ds
	}
	return next, ds
}

// Draft is Overlay for those who look for further mistakes of a file that has some: it returns the catalogue with
// what could be read, from which nothing may be billed.
func (c *Catalog) Draft(file string, data []byte) (*Catalog, diag.List) {
	entities, ds := ReadSheet(file, data)
	next := &Catalog{kinds: make(map[string][]Entity, len(c.kinds))}
	for kind, list := range c.kinds {
		next.kinds[kind] = slices.Clip(list)
	}
	for i, e := range entities {
		base, _ := c.Entity(e.Kind, e.ID)
		e, wrong := takeUnits(base, e)
		entities[i], ds = e, append(ds, wrong...)
		next.put(e)
	}
	for _, e := range entities {
		merged, _ := next.Entity(e.Kind, e.ID)
		ds = append(ds, next.check(merged, file)...)
	}
	return next, withoutEchoes(ds).Sorted()
}

// put adds an entity or lays it over the one with the same id. The slice is copied before it is changed.
func (c *Catalog) put(e Entity) {
	list := c.kinds[e.Kind]
	for i := range list {
		if list[i].ID == e.ID {
			list = slices.Clone(list)
			list[i] = merge(list[i], e)
			c.kinds[e.Kind] = list
			return
		}
	}
	c.kinds[e.Kind] = append(slices.Clone(list), e)
}

// Validate checks every entity against the whole catalogue: ids, required keys, order of values,
// coverage of hours and months. The embedded sheets pass; a test holds them to it.
func (c *Catalog) Validate() diag.List {
	var ds diag.List
	for _, kind := range kindNames {
		spec, _ := Schema(kind)
		for _, e := range c.kinds[kind] {
			for _, root := range e.figureRoots(spec) {
				_, f, _ := figureRoot(spec, root)
				ds = append(ds, checkFigure(e, root, f)...)
			}
			ds = append(ds, c.check(e, "")...)
		}
	}
	return ds.Sorted()
}
