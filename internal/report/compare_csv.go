package report

import (
	"strconv"
	"strings"

	"gpucalc/internal/compare"
	"gpucalc/internal/costmodel"
	"gpucalc/internal/diag"
)

// compareRecords has a row for every option and, where asked for, one for every offer.
func compareRecords(r *compare.Result, allOffers bool) [][]string {
	out := [][]string{{
		"kind", "id", "family", "term", "provider", "offer", "total", "low", "high", "upfront", "peak_cash",
		"per_card_hour", "per_used_card_hour", "counts", "chosen", "why_not", "cost",
	}}
	for _, row := range r.Rows {
		out = append(out, optionRecord(row))
	}
	if allOffers {
		for _, b := range r.Offers {
			out = append(out, offerRecord(b))
		}
	}
	return out
}

func optionRecord(row compare.Row) []string {
	cells := []string{"option", row.ID, row.Family, row.Term, row.Provider, strings.Join(row.Offers, "+")}
	if row.Priced {
		low, high := "", ""
		if row.HasRange {
			low, high = row.Low.String(), row.High.String()
		}
		cells = append(cells, row.Total().String(), low, high, row.Upfront.String(), row.PeakCash.String(),
			floatText(row.PerCardHour), floatText(row.PerUsedHour))
	} else {
		cells = append(cells, "", "", "", "", "", "", "")
	}
	cost := ""
	if row.Priced {
		cost = row.Cost().String()
	}
	return append(cells, strconv.FormatBool(row.Counts), strconv.FormatBool(row.Chosen), reasons(row.Missing), cost)
}

func offerRecord(b costmodel.OfferBill) []string {
	total := ""
	if b.Ledger != nil {
		total = b.Ledger.Total.String()
	}
	return []string{
		"offer", b.Offer.ID, costmodel.FamilyRent, b.Term, b.Offer.Provider, b.Offer.ID, total, "", "", "", "", "", "",
		strconv.FormatBool(len(b.Rejected) == 0), "false", reasons(b.Rejected), "",
	}
}

// reasons is the English texts of what is missing or stands against an offer.
func reasons(list []costmodel.Missing) string {
	var out []string
	for _, m := range missingMessages(list) {
		out = append(out, m.Message)
	}
	return strings.Join(out, "; ")
}

// floatText is a float for machines: at most nine decimals, no exponent; "" when it is not finite.
func floatText(f float64) string {
	text, err := number(f).MarshalJSON()
	if err != nil || string(text) == "null" {
		return ""
	}
	return string(text)
}

func missingMessages(list []costmodel.Missing) []messageJSON {
	en := english()
	out := make([]messageJSON, 0, len(list))
	for _, m := range list {
		out = append(out, messageJSON{Code: m.Key, Message: en.Message(diag.Diagnostic{Key: m.Key, Args: m.Args})})
	}
	return out
}

func offerAsJSON(b costmodel.OfferBill) offerJSON {
	o := b.Offer
	out := offerJSON{
		ID: o.ID, Provider: o.Provider, Region: o.Region, Class: o.Class, Term: o.Term, Price: decimal(o.Price.Typical),
		Unit: o.Price.Unit, AsOf: o.Price.AsOf, Source: o.Price.Source, Acceptable: len(b.Rejected) == 0,
		Rejected: missingMessages(b.Rejected), Where: where(o.Price.File, o.Price.Line),
	}
	out.Quoted = b.Quoted
	if b.Ledger != nil {
		out.Total = yuan(b.Ledger.Total)
	}
	if b.Refund > 0 {
		out.Refund = yuan(b.Refund)
	}
	return out
}
