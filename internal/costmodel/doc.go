// Package costmodel turns a scenario and the price sheets into ledgers: one bill for each way to get the cards.
//
// Build reads the scenario, picks the machine to buy and the offers that may be rented, and writes one ledger per
// option over a shared book. Owning is in own.go with its parts in machine.go, rack.go, electricity.go, staff.go;
// renting is in rent.go, with which offers count in accept.go and the cheapest combination of terms in mix.go.
// Hours come from calendar.go. All formulas are those of the README's cost model section.
package costmodel
