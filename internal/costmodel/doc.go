// Package costmodel turns a scenario and the price sheets into ledgers: one bill for each way to get the cards.
//
// Build reads the scenario, picks the machine to buy and the offers that may be rented, and writes one ledger per
// option over a shared book. Owning is in own.go with its parts in machine.go, rack.go, electricity.go, staff.go;
// renting is in rent.go: hours and sessions in renthours.go, leases in rentlease.go, leaving early in exit.go, what
// comes beside the rent in storage.go, which offers count in accept.go. The cheapest combination of terms is mix.go:
// mixcover.go says what is wanted, mixpath.go finds the cover, mixbill.go writes it down. What puts renting and owning
// together stands in hybrid.go, renttoown.go, upgrade.go and bridge.go, over parts of the need made in portion.go;
// other cards are judged in equivalent.go. Hours come from calendar.go. All formulas are those of the README's cost
// model section.
package costmodel
