// Package report turns results into what people and scripts read.
//
// A command's result becomes a Report: a Doc of headed lines and tables for people, a value for JSON, and records for
// CSV. One renderer a format writes it: text.go for terminals, markdown.go, html.go, csv.go, json.go. Nothing here
// computes: amounts come rounded from the ledgers, and a renderer only formats and lays out.
//
// A new command adds one file that builds its Report from its result, and one JSON type whose schema is listed in
// schema.go.
package report
