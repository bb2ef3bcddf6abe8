package costmodel

// PatternPrice is what keeping to a pattern does to the price of electricity and to the length of the work.
type PatternPrice struct {
	InPattern float64 // yuan per kWh, mean over the hours wanted
	AllHours  float64 // yuan per kWh, mean over the clock
	Saving    float64 // share of AllHours; negative when the pattern's hours are dearer
	Longer    float64 // times as long as around the clock for the same work
}

// patternPrice compares the mean price in the wanted hours with that of all hours; ok is false where the tariff has
// no periods or every hour is wanted.
func (m *model) patternPrice() (p PatternPrice, ok bool) {
	if m.sc.Site.Power != powerGrid || len(m.tariff.Seasons) == 0 || m.sc.Pattern().IsAll() {
		return p, false
	}
	var paidWanted, wanted, paidClock, clock float64
	for _, s := range m.cal.slots {
		price, err := m.b.Exact(m.energyPrice(s).Ref())
		if err != nil {
			return p, false
		}
		yuan := price.InexactFloat64()
		paidWanted += float64(yuan * s.wanted[0])
		wanted += s.wanted[0]
		paidClock += float64(yuan * s.clock)
		clock += s.clock
	}
	if wanted == 0 || paidClock == 0 {
		return p, false
	}
	p = PatternPrice{InPattern: paidWanted / wanted, AllHours: paidClock / clock, Longer: clock / wanted}
	p.Saving = 1 - p.InPattern/p.AllHours
	return p, true
}
