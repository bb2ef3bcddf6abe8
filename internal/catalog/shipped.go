package catalog

import (
	"fmt"
	"slices"
	"strings"

	"gpucalc/pricing"
)

// BookDate is the day on which the shipped sheets were closed.
const BookDate = pricing.BookDate

// shippedPrefix is put before a shipped sheet's file name in the places that figures remember.
const shippedPrefix = "pricing/"

// ShippedSheets returns the names of the shipped sheet files as figures remember them, sorted.
func ShippedSheets() []string {
	entries, err := pricing.Sheets.ReadDir(".")
	if err != nil { // the root of an embedded file system is always there
		panic(err)
	}
	var out []string
	for _, e := range entries {
		out = append(out, shippedPrefix+e.Name())
	}
	slices.Sort(out)
	return out
}

// ShippedSheet returns the text of a shipped sheet file, for export.
func ShippedSheet(name string) ([]byte, error) {
	data, err := pricing.Sheets.ReadFile(strings.TrimPrefix(name, shippedPrefix))
	if err != nil {
		return nil, fmt.Errorf("no sheet is called %q", name)
	}
	return data, nil
}
