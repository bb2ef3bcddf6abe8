package report

import (
	"math"

	"gpucalc/internal/compare"
	"gpucalc/internal/costmodel"
	"gpucalc/internal/diag"
)

type hybridJSON struct {
	Owned      int         `json:"owned" doc:"best number of owned cards"`
	Neighbours []splitJSON `json:"neighbours" doc:"all rented, the splits beside the best, the best, all owned"`
}

type splitJSON struct {
	Owned  int     `json:"owned"`
	Own    *amount `json:"own" doc:"null when it has no price"`
	Rent   *amount `json:"rent"`
	Total  *amount `json:"total"`
	Rented string  `json:"rented,omitempty" doc:"option that rents the rest"`
}

func hybridAsJSON(h *costmodel.Hybrid) *hybridJSON {
	rows, best := compare.Neighbours(h)
	if best < 0 {
		return nil
	}
	out := &hybridJSON{Owned: rows[best].Owned, Neighbours: []splitJSON{}}
	for _, row := range rows {
		j := splitJSON{Owned: row.Owned, Rented: row.Rented}
		if row.Priced {
			j.Own, j.Rent, j.Total = yuan(row.Own), yuan(row.Rent), yuan(row.Total)
		}
		out.Neighbours = append(out.Neighbours, j)
	}
	return out
}

type equivalentJSON struct {
	Card       string        `json:"card"`
	Qualifies  bool          `json:"qualifies"`
	Throughput *number       `json:"throughput" doc:"dense peak against the scenario's card; null when not published"`
	Hours      *number       `json:"clock_hours" doc:"for the same work"`
	Choice     string        `json:"choice,omitempty" doc:"cheapest option with this card"`
	Total      *amount       `json:"total"`
	Rent       *amount       `json:"rent" doc:"cheapest way to rent it"`
	Own        *amount       `json:"own" doc:"cheapest way to own it in the deciding view"`
	Cheaper    bool          `json:"cheaper" doc:"than the verdict"`
	Reasons    []messageJSON `json:"reasons" doc:"what was looked at; the failing one last"`
}

func equivalentsAsJSON(list []compare.Equivalent) []equivalentJSON {
	var out []equivalentJSON
	for _, e := range list {
		j := equivalentJSON{
			Card: e.Card.ID, Qualifies: e.Qualifies, Choice: e.Choice, Cheaper: e.Cheaper, Reasons: messages(diag.List(e.Reasons)),
		}
		if e.Ratio > 0 {
			ratio := number(e.Ratio)
			j.Throughput = &ratio
		}
		if e.Qualifies {
			hours := number(e.Scenario.Hours())
			j.Hours = &hours
		}
		if e.Choice != "" {
			j.Total = yuan(e.Total)
		}
		if e.Rent != "" {
			j.Rent = yuan(e.RentTotal)
		}
		if e.Own != "" {
			j.Own = yuan(e.OwnTotal)
		}
		out = append(out, j)
	}
	return out
}

type stagedJSON struct {
	Months  int      `json:"months" doc:"of renting before the decision"`
	Chance  number   `json:"chance" doc:"that the demand goes on"`
	Given   bool     `json:"chance_given" doc:"false: an estimate"`
	BuyNow  pathJSON `json:"buy_now"`
	RentNow pathJSON `json:"rent_now" doc:"the best way of renting to start today and keep to, with what is committed when the demand ends"`
	Against string   `json:"against" doc:"option that costs least of those that can be settled now"`
	Wait    pathJSON `json:"wait"`
	Value   number   `json:"value" doc:"of waiting: against, less waiting, expected; not above 0 = do not wait"`
	TurnsAt *number  `json:"turns_at" doc:"chance at which waiting costs as much as the best of now; null when it is never better, or always"`
}

type pathJSON struct {
	GoesOn   amount `json:"goes_on"`
	Ends     amount `json:"ends"`
	Expected number `json:"expected"`
	By       string `json:"by" doc:"option taken first"`
	Then     string `json:"then,omitempty" doc:"option taken after the wait if the demand goes on"`
}

func stagedAsJSON(s *compare.Staged) *stagedJSON {
	if s == nil {
		return nil
	}
	path := func(p compare.Path) pathJSON {
		return pathJSON{
			GoesOn: amount(p.Stays), Ends: amount(p.Ends), Expected: number(p.ExpectedYuan), By: p.StaysBy, Then: p.StaysDecidedBy,
		}
	}
	out := &stagedJSON{
		Months: s.Months, Chance: number(s.Chance), Given: s.Given, BuyNow: path(s.BuyNow),
		RentNow: path(s.RentNow), Against: s.Against, Wait: path(s.Wait), Value: number(s.Value),
	}
	if !math.IsNaN(s.TurnsAt) {
		at := number(s.TurnsAt)
		out.TurnsAt = &at
	}
	return out
}

type movementJSON struct {
	Trend    string  `json:"trend"`
	Provider string  `json:"provider"`
	From     string  `json:"from" doc:"month"`
	To       string  `json:"to"`
	Before   decimal `json:"before"`
	After    decimal `json:"after"`
	Unit     string  `json:"unit"`
	Change   number  `json:"change" doc:"share; 0.2 = 20% up"`
}

func movementsAsJSON(list []costmodel.Movement) []movementJSON {
	var out []movementJSON
	for _, x := range list {
		out = append(out, movementJSON{
			Trend: x.Trend.ID, Provider: x.Trend.Provider, From: x.FromAt.String(), To: x.ToAt.String(),
			Before: decimal(x.From.Value.Typical), After: decimal(x.To.Value.Typical), Unit: x.To.Value.Unit, Change: number(x.Change),
		})
	}
	return out
}
