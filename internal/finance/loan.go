package finance

import (
	"math/big"
	"strconv"

	"gpucalc/internal/quantity"
)

// Repayment is a way to repay a loan.
type Repayment uint8

// The two ways that banks offer.
const (
	EqualInstalments Repayment = iota // the same payment each time
	EqualPrincipal                    // the same principal each time, interest on what is left
)

// String returns the word used in settings and machine output.
func (r Repayment) String() string {
	if r == EqualPrincipal {
		return "equal-principal"
	}
	return "equal-instalments"
}

// Loan is money borrowed now and repaid at the ends of Periods periods.
type Loan struct {
	Principal  Fen              // >= 0
	AnnualRate quantity.Decimal // nominal, 0.035 = 3.5 % a year; 0 to 1
	PerYear    int              // periods a year: 12 monthly, 4 quarterly
	Periods    int              // 1 to 1,200
	Repayment  Repayment
	// Balloon is principal that is not repaid in instalments but falls due with
	// the last one; it bears interest until then. 0 <= Balloon <= Principal.
	Balloon Fen
}

// LoanRow is one period of a loan. Payment = Interest + Principal.
type LoanRow struct {
	Period                       int // from 1
	Payment, Interest, Principal Fen
	Balance                      Fen // owed after the payment; 0 in the last row
}

const (
	maxPeriods    = 1200
	maxAnnualRate = 1
	maxPrincipal  = Fen(1e14) // a trillion yuan: float64 holds the equal payment to the fen
)

// Schedule returns the rows of the loan. Interest is the exact balance x rate,
// rounded to the fen; the equal payment is rounded once; the last row repays
// what is left and so absorbs the rounding.
func (l Loan) Schedule() ([]LoanRow, error) {
	if err := l.check(); err != nil {
		return nil, err
	}
	rate := new(big.Rat).Quo(ratio(l.AnnualRate), big.NewRat(int64(l.PerYear), 1))
	principal, err := l.principal(rate)
	if err != nil {
		return nil, err
	}
	rows := make([]LoanRow, l.Periods)
	balance := l.Principal
	for i := range rows {
		interest := roundFen(times(rate, balance))
		repaid := min(max(principal(i, interest), 0), balance)
		if i == len(rows)-1 {
			repaid = balance
		}
		balance -= repaid
		rows[i] = LoanRow{
			Period: i + 1, Payment: interest + repaid, Interest: interest, Principal: repaid, Balance: balance,
		}
	}
	return rows, nil
}

// principal returns the principal repaid in a row as a function of its index
// and interest.
func (l Loan) principal(rate *big.Rat) (func(row int, interest Fen) Fen, error) {
	if l.Repayment == EqualPrincipal {
		parts := quantity.SplitFen(l.Principal-l.Balloon, l.Periods)
		return func(row int, _ Fen) Fen { return parts[row] }, nil
	}
	perPeriod, _ := rate.Float64()
	payment, err := quantity.RoundFenFloat(-PMT(perPeriod, l.Periods, l.Principal.Float(), -l.Balloon.Float(), AtEnd))
	if err != nil {
		return nil, err
	}
	return func(_ int, interest Fen) Fen { return payment - interest }, nil
}

func (l Loan) check() error {
	switch {
	case l.Principal < 0 || l.Principal > maxPrincipal:
		return fail("finance.bad_principal", "value", l.Principal.Format(), "max", maxPrincipal.Format())
	case l.Balloon < 0 || l.Balloon > l.Principal:
		return fail("finance.bad_balloon", "balloon", l.Balloon.Format(), "principal", l.Principal.Format())
	case l.AnnualRate.IsNeg() || l.AnnualRate.GreaterThan(quantity.Int(maxAnnualRate)):
		return fail("finance.bad_loan_rate", "value", l.AnnualRate.String(), "max", strconv.Itoa(maxAnnualRate))
	case l.PerYear < 1:
		return fail("finance.bad_per_year", "value", strconv.Itoa(l.PerYear))
	case l.Periods < 1 || l.Periods > maxPeriods:
		return fail("finance.bad_periods", "value", strconv.Itoa(l.Periods), "max", strconv.Itoa(maxPeriods))
	}
	return nil
}

// TotalInterest returns the interest of all rows.
func TotalInterest(rows []LoanRow) Fen {
	var sum Fen
	for _, row := range rows {
		sum += row.Interest
	}
	return sum
}

// InterestSubsidy is public money towards the interest of a loan: points of
// interest a year on the balance, for a number of periods.
type InterestSubsidy struct {
	Points   quantity.Decimal // 0.015 = 1.5 points a year
	PerYear  int              // periods a year, as in the loan
	MaxShare quantity.Decimal // of the interest paid, the most that is borne; 0 = all of it
	YearCap  Fen              // the most a year of PerYear periods; 0 = none
	Periods  int              // periods from the first; 0 = the whole loan
}

// On returns what the subsidy pays in each row of a loan.
func (s InterestSubsidy) On(rows []LoanRow) []Fen {
	points := new(big.Rat).Quo(ratio(s.Points), big.NewRat(int64(max(s.PerYear, 1)), 1))
	out := make([]Fen, len(rows))
	var thisYear Fen
	for i, row := range rows {
		if i%max(s.PerYear, 1) == 0 {
			thisYear = 0
		}
		if s.Periods > 0 && i >= s.Periods {
			break
		}
		paid := min(roundFen(times(points, row.Balance+row.Principal)), row.Interest)
		if !s.MaxShare.IsZero() {
			paid = min(paid, roundFen(times(ratio(s.MaxShare), row.Interest)))
		}
		if s.YearCap > 0 {
			paid = min(paid, s.YearCap-thisYear)
		}
		thisYear += paid
		out[i] = paid
	}
	return out
}

// FinanceLease is a loan from a lessor who keeps the title until the lessee
// pays the end price, often a nominal 100 yuan. An end price that the rents are
// to leave unpaid, a real residual, is the loan's Balloon instead.
type FinanceLease struct {
	Loan     Loan // Principal: the price less the down payment
	Down     Fen  // paid at the start
	Fee      Fen  // once, at the start
	Deposit  Fen  // at the start, returned without interest with the last rent
	EndPrice Fen  // on top of the last rent
}

// Flows returns what the lessee pays in each period from 0 to the end of the
// loan, as positive amounts; the returned deposit counts as negative. The sum
// is the price, the interest, the fee and the end price.
func (l FinanceLease) Flows() ([]Fen, error) {
	for _, f := range []Fen{l.Down, l.Fee, l.Deposit, l.EndPrice} {
		if f < 0 || f > maxPrincipal {
			return nil, fail("finance.bad_principal", "value", f.Format(), "max", maxPrincipal.Format())
		}
	}
	rows, err := l.Loan.Schedule()
	if err != nil {
		return nil, err
	}
	flows := make([]Fen, len(rows)+1)
	flows[0] = l.Down + l.Fee + l.Deposit
	for _, row := range rows {
		flows[row.Period] = row.Payment
	}
	flows[len(rows)] += l.EndPrice - l.Deposit
	return flows, nil
}

// ImpliedRate returns the rate per period that the lease costs, fee, deposit
// and end price included, on the money it finances.
func (l FinanceLease) ImpliedRate() (Rates, error) {
	paid, err := l.Flows()
	if err != nil {
		return Rates{}, err
	}
	flows := make([]float64, len(paid))
	for i, f := range paid {
		flows[i] = -f.Float()
	}
	flows[0] += (l.Down + l.Loan.Principal).Float()
	return IRR(flows), nil
}
