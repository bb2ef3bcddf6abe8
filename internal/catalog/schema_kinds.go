package catalog

import "slices"

// kindNames lists the kinds in the order in which sheets are listed.
var kindNames = []string{
	"cards", "servers", "sites", "tariffs", "offers", "providers", "parts", "curves", "assumptions",
	"tax", "finance", "subsidies", "rates", "trends", "models", "mfu", "scenarios", "sources",
}

// Kinds returns the names of all kinds of sheet.
func Kinds() []string { return slices.Clone(kindNames) }

// Schema returns the fields of a kind; ok is false for an unknown kind.
func Schema(kind string) (spec KindSpec, ok bool) {
	fields := kindFields(kind)
	if fields == nil {
		return KindSpec{}, false
	}
	if kind != "sources" && kind != "scenarios" && kind != "mfu" && kind != "models" {
		fields = append(fields, defaultFields()...)
	}
	return KindSpec{Name: kind, Fields: fields}, true
}

// defaultFields are the provenance keys that hold for all figures of an entity.
func defaultFields() []FieldSpec {
	out := make([]FieldSpec, 0, len(defaultKeys))
	for _, key := range defaultKeys {
		out = append(out, figureFieldSpec(key))
	}
	return out
}

func kindFields(kind string) []FieldSpec {
	switch kind {
	case "cards":
		return cardFields()
	case "servers":
		return serverFields()
	case "sites":
		return siteFields()
	case "tariffs":
		return tariffFields()
	case "offers":
		return offerFields()
	case "providers":
		return providerFields()
	case "parts":
		return partFields()
	case "curves":
		return curveFields()
	case "assumptions", "tax", "finance":
		return assumptionFields()
	case "subsidies":
		return subsidyFields()
	case "rates":
		return []FieldSpec{
			{Path: "currency", Type: TypeEnum, Required: true, Values: currencies},
			{Path: "value", Type: TypeFigure, Required: true, Units: []string{"CNY"}},
		}
	case "trends":
		return trendFields()
	case "models":
		return modelFields()
	case "mfu":
		return mfuFields()
	case "scenarios":
		return scenarioFields()
	case "sources":
		return []FieldSpec{
			{Path: "title", Required: true},
			{Path: "url"},
			{Path: "date", Type: TypeDate},
			{Path: "kind"},
			{Path: "issuer"},
			{Path: "note"},
		}
	}
	return nil
}

// Units that several kinds share.
var (
	cardPriceUnits = []string{"$/card", "$/server"}
	powerUnits     = []string{"kW", "W"}
	energyPrice    = []string{"$/kWh"}
	ratioUnit      = []string{"ratio"}
	shareUnit      = []string{"share"}
	monthsUnit     = []string{"month"}
)

func cardFields() []FieldSpec {
	return []FieldSpec{
		{Path: "name", Required: true},
		{Path: "vendor"},
		{Path: "family"},
		{Path: "aliases", Type: TypeTexts},
		{Path: "form", Type: TypeEnum, Values: []string{"sxm", "pcie", "oam", "module"}},
		{Path: "market", Type: TypeEnum, Values: []string{"datacentre", "consumer", "workstation", "domestic"}},
		{Path: "launch", Type: TypeDate},
		{Path: "memory", Type: TypeQuantity, Units: []string{"GB"}},
		{Path: "bandwidth", Type: TypeQuantity, Units: []string{"GB/s"}},
		{Path: "link.type"},
		{Path: "link.speed", Type: TypeQuantity, Units: []string{"GB/s"}},
		{Path: "pcie", Type: TypeCount},
		{Path: "tdp", Type: TypeQuantity, Units: []string{"W"}},
		{Path: "typical_power", Type: TypeFigure, Units: []string{"W"}},
		{Path: "idle_power", Type: TypeFigure, Units: []string{"W"}},
		{Path: "dense.*", Type: TypeQuantity, Units: []string{"TFLOPS", "TOPS"}},
		{Path: "dense_estimate"},
		{Path: "export.status", Type: TypeEnum, Values: []string{
			"domestic", "not_captured", "compliant", "controlled", "case_by_case", "licence", "halted", "denied",
		}},
		{Path: "export.since", Type: TypeDate},
		{Path: "export.note"},
		{Path: "price", Type: TypeFigure, Units: []string{"$/card"}},
		{Path: "curve", Type: TypeRef, Ref: "curves"},
		{Path: "quotes.[]", Type: TypeFigure, Units: cardPriceUnits},
		{Path: "sources", Type: TypeRefs, Ref: "sources"},
		{Path: "note"},
	}
}

func serverFields() []FieldSpec {
	return []FieldSpec{
		{Path: "name", Required: true},
		{Path: "name_zh"},
		{Path: "card", Type: TypeRef, Ref: "cards"},
		{Path: "fits", Type: TypeTexts},
		{Path: "cards", Type: TypeCount, Required: true, Min: "1"},
		{Path: "price", Type: TypeFigure, Units: []string{"$/server"}},
		{Path: "rated_power", Type: TypeFigure, Units: powerUnits},
		{Path: "typical_power", Type: TypeFigure, Units: powerUnits},
		{Path: "idle_power", Type: TypeFigure, Units: powerUnits},
		{Path: "lead_time", Type: TypeFigure, Units: []string{"day", "month"}},
		{Path: "warranty", Type: TypeFigure, Units: monthsUnit},
		{Path: "network", Type: TypeEnum, Values: []string{"ib", "roce", "none"}},
		{Path: "liquid", Type: TypeBool},
		{Path: "curve", Type: TypeRef, Ref: "curves"},
		{Path: "quotes.[]", Type: TypeFigure, Units: cardPriceUnits},
		{Path: "note"},
	}
}

func siteFields() []FieldSpec {
	return []FieldSpec{
		{Path: "name", Required: true},
		{Path: "name_zh"},
		{Path: "aliases", Type: TypeTexts},
		{Path: "kind", Type: TypeEnum, Required: true, Values: []string{"colo", "office", "home", "hall"}},
		{Path: "power", Type: TypeEnum, Required: true, Values: []string{"included", "landlord-metered", "grid-account", "household"}},
		{Path: "tariff", Type: TypeRef, Ref: "tariffs"},
		{Path: "power_price", Type: TypeFigure, Units: energyPrice},
		{Path: "rack_price", Type: TypeFigure, Units: []string{"$/kW-month", "$/rack-month"}},
		{Path: "rack_price_with_power", Type: TypeFigure, Units: []string{"$/rack-month"}},
		{Path: "wholesale_price", Type: TypeFigure, Units: []string{"$/kW-month"}},
		{Path: "wholesale_from", Type: TypeFigure, Units: powerUnits},
		{Path: "rack_power", Type: TypeFigure, Units: powerUnits},
		{Path: "rack_minimum", Type: TypeFigure, Units: monthsUnit},
		{Path: "liquid_rack_price", Type: TypeFigure, Units: []string{"$/kW-month", "$/rack-month"}},
		{Path: "liquid_rack_power", Type: TypeFigure, Units: powerUnits},
		{Path: "limit", Type: TypeFigure, Units: powerUnits},
		{Path: "pue", Type: TypeFigure, Units: ratioUnit, Min: "1", Max: "5"},
		{Path: "pue_limit", Type: TypeFigure, Units: ratioUnit, Min: "1", Max: "5"},
		{Path: "carbon", Type: TypeFigure, Units: []string{"kgCO2/kWh"}},
		{Path: "internet", Type: TypeFigure, Units: []string{"$/Mbps-month"}},
		{Path: "remote_hands", Type: TypeFigure, Units: []string{"$/hour"}},
		{Path: "fit_out", Type: TypeFigure, Units: []string{"$", "$/kW"}},
		{Path: "build_time", Type: TypeFigure, Units: monthsUnit},
		{Path: "note"},
		{Path: "note_zh"},
	}
}

func tariffFields() []FieldSpec {
	return []FieldSpec{
		{Path: "name", Required: true},
		{Path: "name_zh"},
		{Path: "kind", Type: TypeEnum, Required: true, Values: []string{"two-part", "single-part", "household", "flat", "market"}},
		{Path: "voltage"},
		{Path: "seasons.*.months", Type: TypeCounts},
		{Path: "seasons.*.periods.*.hours", Type: TypeHours},
		{Path: "seasons.*.periods.*.multiplier", Type: TypeFigure, Units: ratioUnit, Max: "20"},
		{Path: "tables.*.from", Type: TypeMonth},
		{Path: "tables.*.to", Type: TypeMonth},
		{Path: "tables.*.prices.*", Type: TypeFigure, Units: energyPrice},
		{Path: "tables.*.float", Type: TypeFigure, Units: energyPrice},
		{Path: "tables.*.fixed", Type: TypeFigure, Units: energyPrice},
		{Path: "tables.*.demand", Type: TypeFigure, Units: []string{"$/kW-month"}},
		{Path: "tables.*.capacity", Type: TypeFigure, Units: []string{"$/kVA-month"}},
		{Path: "floats", Type: TypeEnum, Values: []string{"all", "purchase"}},
		{Path: "purchase", Type: TypeFigure, Units: energyPrice},
		{Path: "loss", Type: TypeFigure, Units: shareUnit},
		{Path: "grid", Type: TypeFigure, Units: energyPrice},
		{Path: "system_fee", Type: TypeFigure, Units: energyPrice},
		{Path: "funds", Type: TypeFigure, Units: energyPrice},
		{Path: "composed_from", Type: TypeMonth},
		{Path: "demand", Type: TypeFigure, Units: []string{"$/kW-month"}},
		{Path: "capacity", Type: TypeFigure, Units: []string{"$/kVA-month"}},
		{Path: "demand_floor", Type: TypeFigure, Units: shareUnit},
		{Path: "demand_discount", Type: TypeFigure, Units: ratioUnit, Max: "1"},
		{Path: "demand_discount_from", Type: TypeFigure, Units: []string{"kWh/kVA-month"}},
		{Path: "mandatory_from", Type: TypeFigure, Units: []string{"kVA"}},
		{Path: "tiers.*.from", Type: TypeQuantity, Units: []string{"kWh/year"}},
		{Path: "tiers.*.to", Type: TypeQuantity, Units: []string{"kWh/year"}},
		{Path: "tiers.*.price", Type: TypeFigure, Units: energyPrice},
		{Path: "tiers.*.valley", Type: TypeFigure, Units: energyPrice},
		{Path: "valley_factor", Type: TypeFigure, Units: ratioUnit, Max: "20"},
		{Path: "deep.days", Type: TypeTexts},
		{Path: "deep.months", Type: TypeCounts},
		{Path: "deep.multiplier", Type: TypeFigure, Units: ratioUnit, Max: "20"},
		{Path: "flat", Type: TypeFigure, Units: energyPrice},
		{Path: "note"},
	}
}

func partFields() []FieldSpec {
	return []FieldSpec{
		{Path: "name", Required: true},
		{Path: "name_zh"},
		{Path: "group", Type: TypeEnum, Required: true, Values: []string{"network", "storage", "software", "works"}},
		{Path: "cluster", Type: TypeCount},
		{Path: "value", Type: TypeFigure, Required: true, Units: []string{
			"$/unit", "$/card", "$/server", "$/TB", "$/card-year", "$/kW", "share", "ratio", "$",
		}},
		{Path: "note"},
	}
}

func curveFields() []FieldSpec {
	return []FieldSpec{
		{Path: "name", Required: true},
		{Path: "name_zh"},
		{Path: "points.*", Type: TypeFigure, Units: shareUnit, Max: "2"},
		{Path: "note"},
	}
}

func assumptionFields() []FieldSpec {
	return []FieldSpec{
		{Path: "name", Required: true},
		{Path: "name_zh"},
		{Path: "value", Type: TypeFigure, Units: []string{
			"ratio", "share", "month", "year", "day", "hour", "FTE", "card", "unit", "kVA", "kW", "kWh",
			"events/card-year", "events/server-year",
			"$", "$/year", "$/month", "$/person-year", "$/kWh", "$/kW-month", "$/server", "$/card", "$/hour", "$/MW",
		}},
		{Path: "points.*", Type: TypeFigure, Units: []string{"FTE", "share", "ratio", "$"}},
		{Path: "text"},
		{Path: "document"},
		{Path: "valid_from", Type: TypeDate},
		{Path: "valid_to", Type: TypeDate},
		{Path: "note"},
	}
}

func subsidyFields() []FieldSpec {
	return []FieldSpec{
		{Path: "name", Required: true},
		{Path: "name_zh"},
		{Path: "region"},
		{Path: "authority"},
		{Path: "object", Type: TypeEnum, Required: true, Values: []string{
			"rent", "build", "loan-interest", "training-service", "model", "data", "project", "facility", "unclear",
		}},
		{Path: "rate", Type: TypeFigure, Units: shareUnit},
		{Path: "cap", Type: TypeFigure, Units: []string{"$", "$/year"}},
		{Path: "ceiling", Type: TypeFigure, Units: shareUnit},
		{Path: "pool", Type: TypeFigure, Units: []string{"$", "$/year"}},
		{Path: "minimum", Type: TypeFigure, Units: []string{"$", "$/year"}},
		{Path: "lag", Type: TypeFigure, Units: monthsUnit},
		{Path: "valid_from", Type: TypeDate},
		{Path: "valid_to", Type: TypeDate},
		{Path: "status", Type: TypeEnum, Required: true, Values: []string{"open", "expired", "unverified", "draft"}},
		{Path: "conditions"},
		{Path: "conditions_zh"},
		{Path: "sources", Type: TypeRefs, Ref: "sources"},
	}
}

func trendFields() []FieldSpec {
	return []FieldSpec{
		{Path: "name", Required: true},
		{Path: "card", Type: TypeRef, Ref: "cards"},
		{Path: "provider"},
		{Path: "points.*", Type: TypeFigure, Units: append(offerUnits(), "share", "$")},
		{Path: "note"},
	}
}

// modelNumbers are the sizes of a model; parameters count singly, lengths in tokens.
func modelNumbers() []string {
	return []string{
		"params", "active", "layers", "hidden", "heads", "kv_heads", "head_dim", "ffn", "vocab", "seq", "batch",
		"experts", "topk", "shared", "expert_ffn", "dense_layers", "attention",
	}
}

// modelSwitches are the yes-or-no properties of a model, 1 or 0 among its values.
func modelSwitches() []string { return []string{"gated", "tied"} }

func modelFields() []FieldSpec {
	fields := []FieldSpec{{Path: "name", Required: true}, {Path: "aliases", Type: TypeTexts}}
	for _, key := range modelNumbers() {
		fields = append(fields, FieldSpec{Path: key, Type: TypeQuantity, Required: key == "params"})
	}
	for _, key := range modelSwitches() {
		fields = append(fields, FieldSpec{Path: key, Type: TypeBool})
	}
	return append(fields,
		FieldSpec{Path: "tokenizer"},
		FieldSpec{Path: "source", Type: TypeRef, Ref: "sources"},
		FieldSpec{Path: "note"})
}

// mfuCoefficients are the groups of coefficients of the model of utilisation; the other entries of its sheet are the
// published runs and rates behind it.
func mfuCoefficients() []string { return []string{"term", "family", "generation", "spread"} }

// IsCoefficient reports whether an entry of the sheet of utilisation is a coefficient, not a published run or rate.
func (e Entity) IsCoefficient() bool { return slices.Contains(mfuCoefficients(), e.Text("group")) }

func mfuFields() []FieldSpec {
	return []FieldSpec{
		{Path: "group", Type: TypeEnum, Required: true, Values: append(mfuCoefficients(), "run", "rate")},
		{Path: "name", Required: true},
		{Path: "value", Type: TypeQuantity},
		{Path: "rows", Type: TypeCount},
		{Path: "org"},
		{Path: "card"},
		{Path: "count", Type: TypeCount, Min: "1"},
		{Path: "active", Type: TypeQuantity},
		{Path: "mixture", Type: TypeBool},
		{Path: "precision"},
		{Path: "seq", Type: TypeCount, Min: "1"},
		{Path: "kind", Type: TypeEnum, Values: []string{"pretrain", "continue", "full", "lora", "qlora"}},
		{Path: "effort", Type: TypeEnum, Values: []string{"run", "steady", "tuned"}},
		{Path: "mfu", Type: TypeQuantity, Units: []string{"%"}},
		{Path: "ratio", Type: TypeQuantity},
		{Path: "source", Type: TypeRef, Ref: "sources"},
	}
}

func scenarioFields() []FieldSpec {
	return []FieldSpec{
		{Path: "name"},
		{Path: "name_zh"},
		{Path: "card"},
		{Path: "count", Type: TypeCount, Min: "1"},
		{Path: "for"},
		{Path: "for_low"},
		{Path: "for_high"},
		{Path: "util"},
		{Path: "pattern"},
		{Path: "sessions", Type: TypeCount},
		{Path: "independent", Type: TypeBool},
		{Path: "site"},
		{Path: "start", Type: TypeMonth},
		{Path: "view", Type: TypeEnum, Values: []string{"sold", "reused", "idle"}},
		{Path: "taxpayer", Type: TypeEnum, Values: []string{"none", "general", "small"}},
		{Path: "memory", Type: TypeQuantity, Units: []string{"GB"}},
		{Path: "phases.[].count", Type: TypeCount, Min: "1"},
		{Path: "phases.[].for"},
		{Path: "phases.[].pattern"},
		{Path: "phases.[].util"},
		{Path: "note"},
		{Path: "note_zh"},
	}
}
