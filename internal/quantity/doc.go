// Package quantity holds money and the units of the subject: it reads them
// from text, converts to base units, and formats them.
//
// Money is whole fen (Fen); prices and rates are decimals (Decimal) read from
// their source text and never pass through float64. Physical quantities are
// float64 in base units: hours, kW, kWh, bytes. Parsers are strict; each
// returns an *Error that names the value, what was wanted and, where one can
// tell, what was probably meant.
package quantity

// Clock hours in the units of time. A month is 730 h everywhere, so that
// twelve months are a year of 8,760 h.
const (
	HoursPerDay   = 24
	HoursPerWeek  = 168
	HoursPerMonth = 730
	HoursPerYear  = 8760
)
