package costmodel

import (
	"math"
	"slices"
	"strconv"

	"gpucalc/internal/catalog"
	"gpucalc/internal/diag"
	"gpucalc/internal/ledger"
	"gpucalc/internal/quantity"
)

// What a programme supports.
const (
	objectRent  = "rent"
	objectBuild = "build"
)

// Grant is what a programme would pay on an option.
type Grant struct {
	Subsidy, Option string
	Spend           quantity.Fen // eligible, without VAT
	Amount          quantity.Fen
	LagMonths       int
}

// subsidise adds what the programmes asked for would pay, as a credit that comes after a lag. Several on the same spend
// share its ceiling in the order given. What cannot be counted on is said.
func (m *model) subsidise() {
	for _, id := range m.Subsidies {
		s, ok := m.cat.Subsidy(id)
		if !ok {
			m.warn("warning.subsidy_unknown", "id", id)
			continue
		}
		m.warnSubsidy(s)
		if s.Share.Missing() || s.Object != objectRent && s.Object != objectBuild {
			continue
		}
		for i, opt := range m.out.Options {
			if len(opt.Missing) == 0 {
				m.out.Options[i] = m.granted(opt, s)
			}
		}
	}
}

// warnSubsidy says what stands against counting on a programme.
func (m *model) warnSubsidy(s catalog.Subsidy) {
	name := s.Name
	switch {
	case s.ValidTo != "" && s.ValidTo < m.Today.First().String(), s.Status == "expired":
		m.warn("warning.subsidy_expired", "id", s.ID, "name", name, "to", s.ValidTo)
	case s.Status != "open":
		m.warn("warning.subsidy_"+s.Status, "id", s.ID, "name", name)
	}
	switch {
	case s.Object != objectRent && s.Object != objectBuild:
		m.warn("warning.subsidy_object", "id", s.ID, "name", name, "object", s.Object)
	case s.Share.Missing():
		m.warn("warning.subsidy_no_rate", "id", s.ID, "name", name)
	}
	if s.Conditions != "" {
		m.warn("warning.subsidy_conditions", "id", s.ID, "conditions", s.Conditions)
	}
}

// granted is an option with a programme's money: min(p x E, cap, max(0, L x E - other grants)).
func (m *model) granted(opt Option, s catalog.Subsidy) Option {
	e := m.eligible(opt, s.Object)
	if !e.Valid() {
		return opt
	}
	terms := []ledger.Expr{ledger.Mul(e, m.raw(s.Share, "f.subsidy_rate"))}
	if !s.Cap.Missing() {
		terms = append(terms, m.capOf(s))
	}
	if !s.Ceiling.Missing() {
		room := ledger.Mul(e, m.raw(s.Ceiling, "f.subsidy_ceiling"))
		if other := m.otherGrants(opt, s.Object); other.Valid() {
			room = ledger.Sub(room, other)
		}
		terms = append(terms, ledger.MaxOf(m.constant("zero", "", 0), room))
	}
	amount := ledger.MinOf(terms...).Named("f.subsidy", "CNY")
	g := Grant{Subsidy: s.ID, Option: opt.ID, Spend: m.fenOf(e), Amount: m.fenOf(amount), LagMonths: lagMonths(s)}
	if g.Amount <= 0 {
		return opt
	}
	m.out.Grants = append(m.out.Grants, g)
	line := ledger.Line{
		At: m.wholeMonths() + g.LagMonths, Item: "line.subsidy", Category: "subsidy", Credit: true,
		Args: []string{"what", s.ID, "object", s.Object},
	}
	return m.withLine(opt, line, amount)
}

func lagMonths(s catalog.Subsidy) int { return int(math.Ceil(toFloat(s.LagMonths))) }

// eligible is the spend that a programme supports, without VAT.
func (m *model) eligible(opt Option, object string) ledger.Expr {
	category, vat := ledger.Category("rent"), "vat-cloud"
	if object == objectBuild {
		category, vat = "purchase", "vat-goods"
	} else if m.bareMetal(opt) {
		vat = "vat-movable-lease"
	}
	gross := spent(m.b, opt.Ledger, category)
	if !gross.Valid() {
		return gross
	}
	if m.quotedWithoutVAT(opt, object) {
		return gross.Named("f.eligible", "CNY")
	}
	return ledger.Div(gross, ledger.Sum(m.one(), m.assume(vat))).Named("f.eligible", "CNY")
}

// spent sums a category of a bill; missing when it has no line.
func spent(b *ledger.Book, l *ledger.Ledger, c ledger.Category) ledger.Expr {
	var plus, minus []ledger.Expr
	for _, line := range l.Lines {
		switch {
		case line.Category != c || line.Memo:
		case line.Credit:
			minus = append(minus, b.At(line.Root))
		default:
			plus = append(plus, b.At(line.Root))
		}
	}
	switch {
	case len(plus) == 0:
		return ledger.Expr{}
	case len(minus) == 0:
		return ledger.Sum(plus...)
	}
	return ledger.Sub(ledger.Sum(plus...), ledger.Sum(minus...))
}

func (m *model) bareMetal(opt Option) bool {
	return slices.ContainsFunc(m.out.Offers, func(b OfferBill) bool {
		return b.Offer.Class == classBareMetal && slices.Contains(opt.Offers, b.Offer.ID)
	})
}

// quotedWithoutVAT reports whether the spend's prices already exclude VAT.
func (m *model) quotedWithoutVAT(opt Option, object string) bool {
	if object == objectBuild {
		return m.out.Machine.Server.Price.VAT == catalog.VATExcluded
	}
	return slices.ContainsFunc(m.out.Offers, func(b OfferBill) bool {
		return b.Offer.Price.VAT == catalog.VATExcluded && slices.Contains(opt.Offers, b.Offer.ID)
	})
}

// capOf is the most that a programme pays: a yearly cap counts once for each started year.
func (m *model) capOf(s catalog.Subsidy) ledger.Expr {
	most := m.money(s.Cap, "f.subsidy_cap")
	if years := int(math.Ceil(m.sc.Months()/12 - 1e-9)); s.Cap.Unit == homeCurrency+"/year" && s.Object == objectRent {
		return ledger.Mul(most, m.whole("started_years."+strconv.Itoa(years), "y", years))
	}
	return most
}

// otherGrants is what others pay on the same spend: what the user says, and programmes already on the bill.
func (m *model) otherGrants(opt Option, object string) ledger.Expr {
	var others []ledger.Expr
	if !m.OtherGrants.Missing() {
		others = append(others, m.money(m.OtherGrants, "f.other_grants"))
	}
	for _, line := range opt.Ledger.Lines {
		if line.Category == "subsidy" && slices.Contains(line.Args, object) {
			others = append(others, m.b.At(line.Root))
		}
	}
	if len(others) == 0 {
		return ledger.Expr{}
	}
	return ledger.Sum(others...).Named("f.other_grants", "CNY")
}

// GrantTermsOf turns a programme of the sheets into terms for money over time; ok is false when the sheets do not say
// how much it pays. Terms for money and Renting.Subsidies are two ways to count the same programme: use one of them.
func GrantTermsOf(s catalog.Subsidy) (g GrantTerms, ok bool) {
	if s.Share.Missing() || s.Object != objectRent && s.Object != objectBuild {
		return GrantTerms{}, false
	}
	g = GrantTerms{ID: s.ID, Object: s.Object, Share: ledger.Dec(s.Share.Typical), Lag: lagMonths(s)}
	if !s.Ceiling.Missing() {
		g.Ceiling = ledger.Dec(s.Ceiling.Typical)
	}
	if !s.Cap.Missing() {
		most, err := quantity.RoundFen(ledger.Dec(s.Cap.Typical))
		if err != nil {
			return GrantTerms{}, false
		}
		g.Cap = most
	}
	return g, true
}

// SubsidyNotes says what stands against counting on a programme, for those who only lay it out over time.
func SubsidyNotes(in Input, s catalog.Subsidy) diag.List {
	m := &model{Input: in, out: &Result{}}
	m.warnSubsidy(s)
	return m.out.Warnings
}
