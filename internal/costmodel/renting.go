package costmodel

import "gpucalc/internal/catalog"

// Renting is what a person may say about rent and about mixing rent with owning. The zero value is plain renting.
type Renting struct {
	SwitchCost    catalog.Figure // CNY for each change of provider in the best mix; missing = it stays with one
	RentDrift     catalog.Figure // share by which rents move in a year
	ResaleDrift   catalog.Figure // share by which second-hand prices move in a year beyond the resale curve
	Upgrade       Upgrade
	EgressGB      float64        // sent out of the provider's network over the whole time
	BandwidthMbps float64        // internet that rented machines need
	KeepInstance  bool           // an instance stays up without its cards while they are off
	EarlyExit     bool           // the unused rest of the last period is handed back by the offer's rule
	RentToOwn     int            // month in which rented machines are bought; 0 = not looked at
	Hybrid        bool           // look for the best number of owned cards even where it cannot pay
	Bridge        bool           // rent until bought machines arrive
	DelayCost     catalog.Figure // CNY a month of waiting for them
	Quotes        []string       // names of the sheets that are quotes in hand
}

// Upgrade moves rented work to another card.
type Upgrade struct {
	AtMonth int // 0 = never
	Card    catalog.Card
}
