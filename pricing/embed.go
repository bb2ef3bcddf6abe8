// Package pricing holds the price sheets as files, for export and for tests. The program itself reads
// the index generated from them (package catalog) and never parses them.
package pricing

import "embed"

// BookDate is the day on which the sheets were closed; ages are counted from it unless a day is given.
const BookDate = "2026-11-30"

// Sheets are the shipped price sheets, one kind a file.
//
//go:embed *.yaml
var Sheets embed.FS
