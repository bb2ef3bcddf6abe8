package catalog

func offerFields() []FieldSpec {
	return []FieldSpec{
		{Path: "provider", Required: true},
		{Path: "card", Type: TypeRef, Ref: "cards"},
		{Path: "maybe", Type: TypeRefs, Ref: "cards"},
		{Path: "card_text"},
		{Path: "memory", Type: TypeQuantity, Units: []string{"GB"}},
		{Path: "region"},
		{Path: "mainland", Type: TypeBool},
		{Path: "class", Type: TypeEnum, Required: true, Values: []string{"cloud", "marketplace", "bare-metal", "campus", "model"}},
		{Path: "term", Type: TypeEnum, Required: true, Values: []string{
			"hour", "day", "week", "month", "year", "reserved", "spot", "rack", "pack",
		}},
		{Path: "cards", Type: TypeCount, Min: "1"},
		{Path: "price", Type: TypeFigure, Required: true, Units: offerUnits()},
		{Path: "step", Type: TypeEnum, Values: []string{"second", "minute", "hour", "day", "week", "month", "year"}},
		{Path: "month_hours", Type: TypeCount, Min: "672", Max: "744"},
		{Path: "whole", Type: TypeBool},
		{Path: "min_units", Type: TypeCount, Min: "1"},
		{Path: "min_cards", Type: TypeCount, Min: "1"},
		{Path: "commitment", Type: TypeFigure, Units: monthsUnit},
		{Path: "deposit", Type: TypeFigure, Units: monthsUnit},
		{Path: "prepaid", Type: TypeBool},
		{Path: "exit", Type: TypeEnum, Values: []string{"none", "compshare-day", "compshare-month", "closed", "penalty"}},
		{Path: "interconnect", Type: TypeEnum, Values: []string{"ib", "roce", "nvlink-only", "none"}},
		{Path: "open_to", Type: TypeEnum, Values: []string{"companies", "campus", "persons"}},
		{Path: "setup", Type: TypeFigure, Units: []string{"hour"}},
		{Path: "rejected", Type: TypeEnum, Values: RejectReasons()},
		{Path: "rejected_note"},
		{Path: "includes"},
		{Path: "note"},
	}
}

// offerUnits are the units in which rent is quoted: basis and time, "$/card-hour".
func offerUnits() []string {
	var out []string
	for _, basis := range []string{"card", "server", "rack"} {
		for _, time := range []string{"hour", "day", "week", "month", "year"} {
			out = append(out, "$/"+basis+"-"+time)
		}
	}
	return out
}

// RejectReasons lists why an offer is not acceptable by default, most telling first.
func RejectReasons() []string {
	return []string{
		"foreign", "campus", "model", "serverless", "card-unclear", "memory-unclear", "not-open",
		"price-only-bound", "superseded", "stale", "estimate", "low-reliability",
	}
}

func providerFields() []FieldSpec {
	return []FieldSpec{
		{Path: "name", Required: true},
		{Path: "region"},
		{Path: "url"},
		{Path: "disk", Type: TypeFigure, Units: []string{"$/GB-month"}},
		{Path: "disk_free", Type: TypeQuantity, Units: []string{"GB"}},
		{Path: "images", Type: TypeFigure, Units: []string{"$/GB-month"}},
		{Path: "images_free", Type: TypeQuantity, Units: []string{"GB"}},
		{Path: "off_price", Type: TypeFigure, Units: []string{"$/hour"}},
		{Path: "wiped_after", Type: TypeFigure, Units: []string{"day"}},
		{Path: "egress", Type: TypeFigure, Units: []string{"$/GB"}},
		{Path: "internet", Type: TypeFigure, Units: []string{"$/Mbps-month"}},
		{Path: "address", Type: TypeFigure, Units: []string{"$/IP-month"}},
		{Path: "ib_surcharge", Type: TypeFigure, Units: []string{"$/server-month"}},
		{Path: "discounts.*", Type: TypeFigure, Units: ratioUnit, Max: "2"},
		{Path: "rules", Type: TypeTexts},
		{Path: "note"},
	}
}
