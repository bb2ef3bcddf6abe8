package costmodel

import (
	"slices"
	"strconv"
	"strings"

	"gpucalc/internal/catalog"
	"gpucalc/internal/diag"
)

// hostCards is how many cards one host of a cloud holds at most; beyond it the cards talk over a network.
const hostCards = 8

// classBareMetal is the class of offers that are a machine without a cloud around it.
const classBareMetal = "bare-metal"

// quoted reports whether a figure was read from one of the user's quotes.
func (m *model) quoted(file string) bool { return file != "" && slices.Contains(m.Quotes, file) }

// objections says why an offer does not count for the need; none = acceptable.
func (m *model) objections(o catalog.Offer) []Missing {
	var why []Missing
	object := func(key string, args ...string) { why = append(why, Missing{key, diag.Args(args...)}) }
	if o.Rejected != "" && !m.overruled(o) {
		object("reject."+o.Rejected, "note", o.RejectedNote)
	}
	if o.Card != m.sc.Card.ID {
		object("reject.other-card", "card", o.CardText)
	}
	if o.MemoryGB > 0 && o.MemoryGB < m.sc.MemoryGB {
		object("reject.memory", "gb", trim(o.MemoryGB), "need", trim(m.sc.MemoryGB))
	}
	if !m.sc.Independent && m.sc.Count > max(hostCards, o.Cards) && o.Interconnect == "" {
		object("reject.no-interconnect", "cards", strconv.Itoa(m.sc.Count))
	}
	if months := m.assumedFloat("marketplace-months"); o.Class == "marketplace" && o.Term == "hour" && m.sc.Months() > months {
		object("reject.marketplace-long", "months", trim(months))
	}
	if o.MinCards > m.sc.Count {
		object("reject.min-cards", "cards", trim(float64(o.MinCards)))
	}
	return append(why, m.filtered(o)...)
}

// overruled reports whether the user accepts what a sheet marks as not acceptable. A quote in hand needs no published
// source to count.
func (m *model) overruled(o catalog.Offer) bool {
	if m.quoted(o.Price.File) && (o.Rejected == "estimate" || o.Rejected == "low-reliability") {
		return true
	}
	switch o.Rejected {
	case "estimate":
		return m.Filter.Estimates
	case "foreign":
		return m.Filter.Foreign
	case "low-reliability":
		return slices.Contains(m.Filter.Reliability, "low")
	}
	return false
}

// filtered applies the user's own filters.
func (m *model) filtered(o catalog.Offer) []Missing {
	var why []Missing
	f := m.Filter
	if m.quoted(o.Price.File) {
		f.Reliability = nil
	}
	check := func(name, value string, allowed []string) {
		if len(allowed) > 0 && !matches(value, allowed) {
			why = append(why, Missing{"reject.filter", diag.Args("filter", name, "value", value)})
		}
	}
	check("provider", o.Provider+" "+o.ProviderName, f.Providers)
	check("region", o.Region, f.Regions)
	check("class", o.Class, f.Classes)
	check("reliability", o.Price.Reliability, f.Reliability)
	return why
}

// matches reports whether a value contains one of the allowed words, whatever the case.
func matches(value string, allowed []string) bool {
	value = strings.ToLower(value)
	return slices.ContainsFunc(allowed, func(a string) bool { return strings.Contains(value, strings.ToLower(a)) })
}
