package costmodel

import (
	"strings"

	"gpucalc/internal/catalog"
	"gpucalc/internal/diag"
	"gpucalc/internal/scenario"
)

// Throughput is how many times as fast the second card is as the first, by dense peaks at a precision; "" = bf16, or
// fp16 where one of them has no bf16. ok is false when a peak is not published.
func Throughput(from, to catalog.Card, precision string) (ratio float64, ok bool) {
	if precision == "" {
		if r, ok := Throughput(from, to, "bf16"); ok {
			return r, true
		}
		precision = "fp16"
	}
	a, okA := from.Rate(precision)
	b, okB := to.Rate(precision)
	if !okA || !okB || a <= 0 || b <= 0 {
		return 0, false
	}
	return b / a, true
}

// Fit says whether another card can do a scenario's work.
type Fit struct {
	Card      catalog.Card
	Qualifies bool
	Reasons   []diag.Diagnostic // one for each thing looked at, the failing one last
	Ratio     float64           // throughput against the scenario's card; 0 = not published
	Scenario  scenario.Scenario // the need on this card, when it qualifies
}

// leastThroughput and leastLink stand in where the sheets do not say from which share of throughput and of link speed a
// card counts as an equivalent.
const (
	leastThroughput = 0.25
	leastLink       = 0.5
)

// Equivalent judges a card against the scenario's: enough memory, comparable dense throughput at the precision, and a
// link between cards that is fast enough when more than one works.
func Equivalent(in Input, card catalog.Card, precision string) Fit {
	f := Fit{Card: card}
	sc := in.Scenario
	pass := func(ok bool, key, failed string, args ...string) bool {
		if !ok {
			key = failed
		}
		f.Reasons = append(f.Reasons, diag.New(key, args...))
		return ok
	}
	if !pass(card.MemoryGB >= sc.MemoryGB, "fit.memory", "fit.memory_short", "gb", trim(card.MemoryGB), "need", trim(sc.MemoryGB)) {
		return f
	}
	ratio, known := Throughput(sc.Card, card, precision)
	f.Ratio = ratio
	if !known {
		f.Reasons = append(f.Reasons, diag.New("fit.rate_unknown"))
		return f
	}
	least := AssumedShare(in.Catalog, "network-equal-share", leastThroughput)
	if !pass(ratio >= least, "fit.rate", "fit.rate_low", "share", percent(ratio), "least", percent(least)) {
		return f
	}
	if sc.Count > 1 && !linked(in, card, pass) {
		return f
	}
	f.Qualifies = true
	f.Scenario = onCard(sc, sc.Card, card, ratio)
	f.Scenario.Asked = card.ID
	return f
}

// linked judges the links between the cards of one host; hosts are linked by the network that is bought or rented.
func linked(in Input, card catalog.Card, pass func(ok bool, key, failed string, args ...string) bool) bool {
	asked := in.Scenario.Card
	if asked.LinkGBs == 0 || strings.HasPrefix(asked.LinkType, "PCIe") {
		return true
	}
	if card.LinkGBs == 0 {
		return pass(false, "", "fit.link_unknown")
	}
	least := AssumedShare(in.Catalog, "equivalent-link-share", leastLink)
	return pass(card.LinkGBs >= least*asked.LinkGBs, "fit.link", "fit.link_slow",
		"gbs", trim(card.LinkGBs), "asked", trim(asked.LinkGBs), "link", card.LinkType)
}

// AssumedShare is the typical value of an assumption, or another where the sheets have none.
func AssumedShare(cat *catalog.Catalog, id string, otherwise float64) float64 {
	if a, ok := cat.Assumption(id); ok && !a.Value.Missing() {
		return toFloat(a.Value)
	}
	return otherwise
}
