package costmodel

import "strconv"

// PaidCardHours is the card-hours that an option pays for: those billed where cards are rented by the hour, else the
// clock hours of the cards needed. It reads the hours and cards from the bill's own lines.
func (r Result) PaidCardHours(o Option) float64 {
	if o.Term != "hour" && o.Term != "spot" || o.Ledger == nil {
		return r.CardHours
	}
	sum := 0.0
	for _, line := range o.Ledger.Lines {
		if line.Item != "line.rent.hour" {
			continue
		}
		factors, err := r.Book.Factors(line.Root)
		if err != nil {
			return r.CardHours
		}
		hours := 1.0
		for _, f := range factors {
			if f.Unit != "h" && f.Unit != "card" && f.Unit != "server" {
				continue
			}
			v, _ := strconv.ParseFloat(f.Value, 64)
			hours *= v
			if f.Unit == "server" {
				hours *= float64(r.cardsOf(o))
			}
		}
		sum += hours
	}
	if sum == 0 {
		return r.CardHours
	}
	return sum
}

// cardsOf is how many cards one unit of the option's offer has.
func (r Result) cardsOf(o Option) int {
	for _, b := range r.Offers {
		if len(o.Offers) == 1 && b.Offer.ID == o.Offers[0] {
			return max(1, b.Offer.Cards)
		}
	}
	return 1
}
