package finance

// ExVAT returns the part of a price with VAT that is not VAT: what a general
// taxpayer with a special invoice pays, and what is left of a resale.
func ExVAT(gross, vatRate float64) float64 { return gross / (1 + vatRate) }

// TaxedCost returns what a price means to a taxpayer: the price without VAT
// when the input VAT can be credited, with it when not.
func TaxedCost(exVAT, vatRate float64, creditable bool) float64 {
	if creditable {
		return exVAT
	}
	return exVAT * (1 + vatRate)
}

// Grant is money from a support programme.
type Grant struct {
	Share   float64 // of the eligible spend
	Cap     float64 // the most that is paid; 0 = no cap
	Ceiling float64 // the share of the spend that all grants together may reach; 0 = all of it
	Periods int     // periods of rent that earn the grant, from the first
	Lag     int     // periods from the spend to the payment, >= 0
	// Untaxed is for money that qualifies as non-taxable income; what is paid
	// from it is then not deductible.
	Untaxed bool
}

// Amount returns what the grant pays on an eligible spend, without VAT, on
// which other grants already pay something.
func (g Grant) Amount(eligible, others float64) float64 {
	room := eligible
	if g.Ceiling > 0 {
		room = float64(g.Ceiling * eligible)
	}
	amount := min(float64(g.Share*eligible), max(0, room-others))
	if g.Cap > 0 {
		amount = min(amount, g.Cap)
	}
	return amount
}

// split returns what is left of a payment after tax, and the part of the spend
// that may no longer be deducted because of it.
func (g Grant) split(amount, taxRate float64) (kept, undeductible float64) {
	if g.Untaxed {
		return amount, amount
	}
	return amount * (1 - taxRate), 0
}

// ChinaBuy is a purchase as the Chinese income tax sees it: price now, everything
// else at the ends of the periods 1 to n, usually years. Amounts carry no
// VAT when it can be credited (credited at once), and carry it when not; see
// TaxedCost. Taxable income is taken to be large enough for every deduction.
// Slices hold periods 1 to n; a short one is filled with zeros.
type ChinaBuy struct {
	Periods    int
	Price      float64
	RunCosts   []float64
	Deductions []float64 // tax depreciation; all in the first year under immediate deduction
	Residual   float64   // sale at the end of the last period, without VAT
	TaxRate    float64
	// ExtraDeduction is the R&D super deduction: the share of the depreciation
	// that is deducted once more (1 for equipment used for R&D alone).
	ExtraDeduction float64
	Grant          Grant   // on the price, paid Grant.Lag periods from now
	OtherGrants    float64 // promised on the same price by others
}

// Flows returns the after-tax cash flows of the periods 0 to n, and on to the
// payment of a grant that comes later. The sale is taxed on what it brings above
// the cost not yet deducted, and a loss is deducted. Cost that cannot be
// deducted because of an untaxed grant lowers every deduction alike.
func (b ChinaBuy) Flows() []float64 {
	amount := b.Grant.Amount(b.Price, b.OtherGrants)
	kept, undeductible := b.Grant.split(amount, b.TaxRate)
	flows := make([]float64, b.Periods+1)
	flows[0] = -b.Price
	base, share := b.Price-undeductible, 1.0
	if undeductible > 0 {
		share = base / b.Price
	}
	undeducted := base
	for p := 1; p <= b.Periods; p++ {
		deduction := float64(share * nth(b.Deductions, p))
		undeducted -= deduction
		shield := float64(b.TaxRate * deduction * (1 + b.ExtraDeduction))
		flows[p] = shield - float64(nth(b.RunCosts, p)*(1-b.TaxRate))
	}
	flows[b.Periods] += b.Residual - float64((b.Residual-undeducted)*b.TaxRate)
	return receive(flows, b.Grant.Lag, kept)
}

// NPV returns the present value of Flows at a rate per period.
func (b ChinaBuy) NPV(rate float64) float64 { return NPV(rate, b.Flows()) }

// ChinaRent is a rent as the Chinese income tax sees it, paid at the ends of the
// periods 1 to n, usually years. Rents carry no VAT when it can be credited.
type ChinaRent struct {
	Rents   []float64
	TaxRate float64
	// ExtraDeduction is the share of the rent that is deducted once more: rent
	// of R&D equipment under an operating lease counts, a cloud fee does not.
	ExtraDeduction float64
	Grant          Grant
	OtherGrants    float64 // promised on each period's rent by others
}

// Flows returns the after-tax cash flows of the periods 0 to n, and on to the
// payment of a grant that comes later. A grant is taxed when it is received.
func (r ChinaRent) Flows() []float64 {
	flows := make([]float64, len(r.Rents)+1)
	for i, rent := range r.Rents {
		flows[i+1] -= rent
	}
	for i, rent := range r.Rents {
		period, amount := i+1, 0.0
		if period <= r.Grant.Periods {
			amount = r.Grant.Amount(rent, r.OtherGrants)
		}
		kept, undeductible := r.Grant.split(amount, r.TaxRate)
		flows[period] += float64(r.TaxRate * (rent - undeductible) * (1 + r.ExtraDeduction))
		flows = receive(flows, period+r.Grant.Lag, kept)
	}
	return flows
}

// receive adds an amount in a period, lengthening the flows where needed.
func receive(flows []float64, period int, amount float64) []float64 {
	if amount == 0 {
		return flows
	}
	for len(flows) <= period {
		flows = append(flows, 0)
	}
	flows[period] += amount
	return flows
}

// NPV returns the present value of Flows at a rate per period.
func (r ChinaRent) NPV(rate float64) float64 { return NPV(rate, r.Flows()) }

// ChinaNAL returns the advantage of renting over buying at a rate per period:
// positive favours renting.
func ChinaNAL(r ChinaRent, b ChinaBuy, rate float64) float64 {
	return r.NPV(rate) - b.NPV(rate)
}

// nth returns the amount of a period, counted from 1, and 0 beyond the end.
func nth(amounts []float64, period int) float64 {
	if period > len(amounts) {
		return 0
	}
	return amounts[period-1]
}

// ImmediateDeduction is the rule that lets new equipment be deducted in full in
// the year of purchase.
type ImmediateDeduction struct {
	UnitLimit Fen // the most that one unit may cost, itself allowed
	From, To  int // first and last day of purchase, as DayNumber
}

// CurrentImmediateDeduction is the rule of MOF and STA announcement 37 of 2023:
// up to 5,000,000 yuan a unit, bought from 2024-01-01 to 2027-12-31. The limit
// is a unit's tax cost, and used equipment counts as new when it is new to the
// buyer.
func CurrentImmediateDeduction() ImmediateDeduction {
	return ImmediateDeduction{
		UnitLimit: 5_000_000 * fenPerYuan,
		From:      DayNumber(2024, 1, 1),
		To:        DayNumber(2027, 12, 31),
	}
}

// Allows reports whether a unit of that tax cost, bought on that day, may be
// deducted at once.
func (d ImmediateDeduction) Allows(unitCost Fen, day int) bool {
	return unitCost <= d.UnitLimit && d.From <= day && day <= d.To
}
