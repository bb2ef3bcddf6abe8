package report

import (
	"math"
	"strings"

	"gpucalc/internal/compare"
	"gpucalc/internal/diag"
	"gpucalc/internal/i18n"
	"gpucalc/internal/ledger"
	"gpucalc/internal/quantity"
)

type compareJSON struct {
	Schema      string           `json:"schema" enum:"gpucalc.compare/v1"`
	Version     string           `json:"version"`
	BookDate    string           `json:"book_date" doc:"day on which the shipped sheets were closed"`
	Currency    string           `json:"currency" doc:"ISO code of every amount" enum:"CNY"`
	Scenario    scenarioJSON     `json:"scenario"`
	Options     []optionJSON     `json:"options" doc:"what counts first, cheapest first; then other views; then what lacks a price"`
	Money       *moneyJSON       `json:"money" doc:"null unless money over time is asked for"`
	Verdict     *verdictJSON     `json:"verdict" doc:"null when no option has all its prices"`
	NotOffered  []string         `json:"not_offered" doc:"terms without an acceptable offer"`
	MixIs       string           `json:"mix_is,omitempty" doc:"option that the best mix equals"`
	Offers      []offerJSON      `json:"offers,omitempty" doc:"every offer, with --all-offers"`
	Hybrid      *hybridJSON      `json:"hybrid" doc:"owning some and renting the rest; null when not looked at"`
	Staged      *stagedJSON      `json:"staged" doc:"renting first and deciding later, with --staged"`
	Equivalents []equivalentJSON `json:"equivalents,omitempty" doc:"other cards that may do the work, with --or-equivalent"`
	Movements   []movementJSON   `json:"movements,omitempty" doc:"how the card's prices moved over about a year"`
	Warnings    []messageJSON    `json:"warnings"`
	Figures     []figureJSON     `json:"figures" doc:"figures behind the chosen option and behind owning"`
}

type scenarioJSON struct {
	ID            string        `json:"id"`
	Card          string        `json:"card" doc:"exact card id"`
	CardName      string        `json:"card_name"`
	Count         int           `json:"count" doc:"most cards at a time"`
	ClockHours    number        `json:"clock_hours"`
	CardHours     number        `json:"card_hours" doc:"cards times clock hours"`
	UsedCardHours number        `json:"used_card_hours" doc:"card-hours in which the cards work"`
	Utilisation   decimal       `json:"utilisation"`
	Pattern       string        `json:"pattern"`
	Site          string        `json:"site"`
	Start         string        `json:"start"`
	View          string        `json:"view" enum:"sold,reused,idle"`
	Taxpayer      string        `json:"taxpayer" enum:"none,general,small"`
	MemoryGB      number        `json:"memory_gb"`
	Settings      []settingJSON `json:"settings"`
}

type settingJSON struct {
	Name   string `json:"name"`
	Value  string `json:"value"`
	Origin string `json:"origin" doc:"flag, environment, settings file, sheet or default it came from"`
}

type optionJSON struct {
	ID             string           `json:"id"`
	Family         string           `json:"family" enum:"own,rent,rent-to-own,hybrid"`
	View           string           `json:"view,omitempty"`
	Term           string           `json:"term,omitempty"`
	Provider       string           `json:"provider,omitempty"`
	Offer          string           `json:"offer,omitempty" doc:"offer id; several are joined by +"`
	Counts         bool             `json:"counts" doc:"takes part in the verdict"`
	Chosen         bool             `json:"chosen"`
	Total          *amount          `json:"total" doc:"the bill as quoted, the sum of its lines"`
	Cost           *amount          `json:"cost" doc:"what it is compared by, see verdict.basis: the total, or what it comes to after tax or today"`
	Low            *amount          `json:"low" doc:"of the cost; null without a range"`
	High           *amount          `json:"high" doc:"of the cost"`
	Upfront        *amount          `json:"upfront"`
	PeakCash       *amount          `json:"peak_cash" doc:"most cash out of pocket at a time; nothing imputed; reused machines in full"`
	PerCardHour    *number          `json:"per_card_hour" doc:"of the cost"`
	PerUsedHour    *number          `json:"per_used_card_hour"`
	NPV            *amount          `json:"npv" doc:"present value of all flows, money paid negative: minus the cost; null unless flows are discounted"`
	Money          *optionMoneyJSON `json:"money" doc:"null unless money over time is asked for"`
	ReadyDays      *number          `json:"ready_days" doc:"order to power-on; null when not known"`
	EnergyKWh      *number          `json:"energy_kwh" doc:"at the site's meter, cooling included; null for rent"`
	CarbonKg       *number          `json:"carbon_kg" doc:"kg CO2 of that energy by the site's grid factor"`
	Quoted         bool             `json:"quoted,omitempty" doc:"rests on a quote in hand"`
	Refund         *amount          `json:"refund,omitempty" doc:"what handing back the unused rest of the last period would bring; not in the total"`
	Missing        []messageJSON    `json:"missing,omitempty" doc:"prices it lacks"`
	Lines          []lineJSON       `json:"lines"`
	CategoryTotals []categorySum    `json:"categories"`
}

type categorySum struct {
	Category string `json:"category"`
	Amount   amount `json:"amount"`
}

type lineJSON struct {
	Item     string            `json:"item"`
	Category string            `json:"category"`
	Month    int               `json:"month" doc:"months after the start when it is paid"`
	Args     map[string]string `json:"args,omitempty"`
	Amount   amount            `json:"amount" doc:"negative when money comes back"`
	Memo     bool              `json:"memo,omitempty" doc:"deposits: cash but not cost"`
	Factors  []factorJSON      `json:"factors" doc:"their product, or quotient where over is set, is the amount"`
}

type factorJSON struct {
	Name   string       `json:"name"`
	Value  decimal      `json:"value"`
	Unit   string       `json:"unit"`
	Figure string       `json:"figure,omitempty" doc:"id in figures"`
	Over   bool         `json:"over,omitempty" doc:"divides instead of multiplying"`
	Op     string       `json:"op,omitempty" doc:"how the parts in of make the value"`
	Of     []factorJSON `json:"of,omitempty"`
}

type verdictJSON struct {
	Choice      string       `json:"choice"`
	Family      string       `json:"family"`
	Basis       string       `json:"basis" enum:"total,after-tax,present-cost" doc:"what every amount of the verdict, and cost of the options, stands on"`
	Total       amount       `json:"total" doc:"the choice's cost"`
	Saving      amount       `json:"saving" doc:"of cost, to the best option of another family"`
	SavingShare number       `json:"saving_share"`
	RunnerUp    *string      `json:"runner_up" doc:"best option of another family; null when there is none"`
	Robust      bool         `json:"robust" doc:"the same family wins in every view"`
	Holds       bool         `json:"holds" doc:"the family wins at every low and high, one figure at a time"`
	MonthsApart int          `json:"months_apart" doc:"months between own and rent prices when more than 6, else 0"`
	Views       []viewWinner `json:"views"`
	Flips       []flipJSON   `json:"flips"`
}

type viewWinner struct {
	View   string `json:"view"`
	Choice string `json:"choice"`
	Total  amount `json:"total" doc:"cost"`
}

type flipJSON struct {
	What  string            `json:"what"`
	To    string            `json:"to"`
	Total *amount           `json:"total" doc:"cost; null for thresholds"`
	Turns bool              `json:"turns" doc:"turns the verdict to another family"`
	Args  map[string]string `json:"args,omitempty"`
}

type offerJSON struct {
	ID         string        `json:"id"`
	Provider   string        `json:"provider"`
	Region     string        `json:"region"`
	Class      string        `json:"class"`
	Term       string        `json:"term"`
	Price      decimal       `json:"price"`
	Unit       string        `json:"unit"`
	AsOf       string        `json:"asof"`
	Source     string        `json:"source"`
	Total      *amount       `json:"total"`
	Acceptable bool          `json:"acceptable"`
	Rejected   []messageJSON `json:"rejected"`
	Where      string        `json:"where"`
	Quoted     bool          `json:"quoted,omitempty" doc:"a quote in hand, not the book's"`
	Refund     *amount       `json:"refund,omitempty" doc:"what handing back the unused rest of the last period would bring"`
}

type figureJSON struct {
	ID          string  `json:"id"`
	Name        string  `json:"name"`
	Value       decimal `json:"value"`
	Low         decimal `json:"low"`
	High        decimal `json:"high"`
	Unit        string  `json:"unit"`
	VAT         string  `json:"vat,omitempty"`
	AsOf        string  `json:"asof"`
	AgeMonths   *int    `json:"age_months"`
	Source      string  `json:"source"`
	Reliability string  `json:"reliability"`
	Estimate    bool    `json:"estimate"`
	Where       string  `json:"where" doc:"file:line, or the flag that set it"`
}

func compareAsJSON(r *compare.Result, m Meta, allOffers bool) compareJSON {
	out := compareJSON{
		Schema: schemaID("compare"), Version: m.Version, BookDate: m.BookDate, Currency: "CNY",
		Scenario: scenarioAsJSON(r), Money: moneyAsJSON(r.Money), Verdict: verdictAsJSON(r), MixIs: r.MixIs,
		NotOffered: append([]string{}, r.NotOffered...), Warnings: messages(r.Warnings),
		Hybrid: hybridAsJSON(r.Hybrid), Staged: stagedAsJSON(r.Staged), Equivalents: equivalentsAsJSON(r.Equivalents),
		Movements: movementsAsJSON(r.Movements),
		Options:   make([]optionJSON, 0, len(r.Rows)), Figures: make([]figureJSON, 0, len(r.Figures)),
	}
	for _, row := range r.Rows {
		out.Options = append(out.Options, optionAsJSON(r.Book, row))
	}
	for _, f := range r.Figures {
		out.Figures = append(out.Figures, figureAsJSON(f))
	}
	if allOffers {
		for _, o := range r.Offers {
			out.Offers = append(out.Offers, offerAsJSON(o))
		}
	}
	return out
}

func scenarioAsJSON(r *compare.Result) scenarioJSON {
	s := r.Scenario
	out := scenarioJSON{
		ID: s.ID, Card: s.Card.ID, CardName: s.Card.Name, Count: s.Count, ClockHours: number(s.Hours()),
		CardHours: number(r.CardHours), UsedCardHours: number(r.UsedHours), Utilisation: decimal(s.Util().String()),
		Pattern: s.Pattern().Word, Site: s.Site.ID, Start: s.Start.String(), View: s.View, Taxpayer: s.Taxpayer,
		MemoryGB: number(s.MemoryGB), Settings: []settingJSON{},
	}
	for _, set := range s.Settings {
		out.Settings = append(out.Settings, settingJSON{set.Name, set.Text, OriginText(set.Origin)})
	}
	return out
}

func optionAsJSON(book *ledger.Book, row compare.Row) optionJSON {
	o := optionJSON{
		ID: row.ID, Family: row.Family, View: row.View, Term: row.Term, Provider: row.Provider,
		Offer: strings.Join(row.Offers, "+"), Counts: row.Counts, Chosen: row.Chosen,
		Lines: []lineJSON{}, CategoryTotals: []categorySum{},
	}
	if days, ok := row.ReadyInDays(); ok {
		o.ReadyDays = numberOf(days)
	}
	if row.EnergyKWh > 0 {
		o.EnergyKWh, o.CarbonKg = numberOf(math.Round(row.EnergyKWh)), numberOf(math.Round(row.CarbonKg))
	}
	if !row.Priced {
		o.Missing = missingMessages(row.Missing)
		return o
	}
	o.Total, o.Cost = yuan(row.Total()), yuan(row.Cost())
	o.Upfront, o.PeakCash = yuan(row.Upfront), yuan(row.PeakCash)
	o.Quoted = row.Quoted
	if row.Refund > 0 {
		o.Refund = yuan(row.Refund)
	}
	if row.HasRange {
		o.Low, o.High = yuan(row.Low), yuan(row.High)
	}
	perHour, perUsed := number(row.PerCardHour), number(row.PerUsedHour)
	o.PerCardHour, o.PerUsedHour = &perHour, &perUsed
	if o.Money = optionMoneyAsJSON(row.Money); o.Money != nil {
		o.NPV = o.Money.NPV
	}
	for _, line := range row.Ledger.Lines {
		o.Lines = append(o.Lines, lineAsJSON(book, line))
	}
	for _, c := range row.Ledger.Categories() {
		o.CategoryTotals = append(o.CategoryTotals, categorySum{string(c), amount(row.Ledger.CategoryTotal(c))})
	}
	return o
}

func yuan(f quantity.Fen) *amount {
	a := amount(f)
	return &a
}

func lineAsJSON(book *ledger.Book, line ledger.Line) lineJSON {
	out := lineJSON{
		Item: strings.TrimPrefix(line.Item, "line."), Category: string(line.Category), Month: line.At,
		Amount: amount(line.Amount), Memo: line.Memo, Args: argMap(diag.Args(line.Args...)), Factors: []factorJSON{},
	}
	factors, err := book.Factors(line.Root)
	if err == nil {
		out.Factors = factorsAsJSON(book, factors)
	}
	return out
}

func factorsAsJSON(book *ledger.Book, factors []ledger.Factor) []factorJSON {
	out := make([]factorJSON, 0, len(factors))
	for _, f := range factors {
		j := factorJSON{
			Name: strings.TrimPrefix(f.Name, "f."), Value: decimal(f.Value), Unit: f.Unit, Over: f.Over, Op: f.Op,
		}
		if f.Figure >= 0 {
			j.Figure = book.Figures()[f.Figure].ID
		}
		if len(f.Of) > 0 {
			j.Of = factorsAsJSON(book, f.Of)
		}
		out = append(out, j)
	}
	return out
}

// argMap is the named values of a message; a value that refers to a text becomes the last part of its key.
func argMap(args []diag.Arg) map[string]string {
	if len(args) == 0 {
		return nil
	}
	out := make(map[string]string, len(args))
	for _, a := range args {
		out[a.Name] = diag.Clean(a.Value)
		if key, ok := diag.RefKey(a.Value); ok {
			out[a.Name] = key[strings.LastIndexByte(key, '.')+1:]
		}
	}
	return out
}

func verdictAsJSON(r *compare.Result) *verdictJSON {
	v := r.Verdict
	if v == nil {
		return nil
	}
	out := &verdictJSON{
		Choice: v.Choice, Family: v.Family, Basis: r.Basis(), Total: amount(v.Total), Saving: amount(v.Saving),
		SavingShare: number(v.SavingShare), Robust: v.Robust, Holds: v.Holds, MonthsApart: v.MonthsApart,
		Views: []viewWinner{}, Flips: []flipJSON{},
	}
	if v.RunnerUp != "" {
		out.RunnerUp = &v.RunnerUp
	}
	for _, w := range v.ViewWinners {
		out.Views = append(out.Views, viewWinner{w.View, w.Choice, amount(w.Total)})
	}
	for _, f := range v.Flips {
		flip := flipJSON{What: f.What, To: f.To, Turns: f.Turns, Args: argMap(f.Args)}
		if f.Total != 0 {
			flip.Total = yuan(f.Total)
		}
		out.Flips = append(out.Flips, flip)
	}
	return out
}

func figureAsJSON(u compare.Used) figureJSON {
	f := figureJSON{
		ID: u.ID, Name: strings.TrimPrefix(u.Name, "f."), Value: decimal(u.Value.String()), Low: decimal(u.Low.String()),
		High: decimal(u.High.String()), Unit: u.Unit, VAT: u.VAT, AsOf: u.AsOf, Source: u.Source,
		Reliability: u.Reliability, Estimate: u.Estimate, Where: where(u.File, u.Line),
	}
	if u.AgeMonths >= 0 {
		f.AgeMonths = &u.AgeMonths
	}
	return f
}

// english is the language of messages in JSON, which must not depend on the reader's.
func english() *i18n.Catalog { return i18n.New(i18n.English) }
