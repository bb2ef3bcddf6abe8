package finance

import (
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"gpucalc/internal/quantity"
)

// TestLoanRows works three months of 1,000.00 at 12 % a year: payment
// 1000 x 0.01 / (1 - 1.01^-3) = 340.02.
func TestLoanRows(t *testing.T) {
	loan := Loan{Principal: 100000, AnnualRate: percent("0.12"), PerYear: 12, Periods: 3}
	want := []LoanRow{
		{Period: 1, Payment: 34002, Interest: 1000, Principal: 33002, Balance: 66998},
		{Period: 2, Payment: 34002, Interest: 670, Principal: 33332, Balance: 33666},
		// 336.66 + 3.37 = 340.03: the last row pays the fen that rounding left.
		{Period: 3, Payment: 34003, Interest: 337, Principal: 33666, Balance: 0},
	}
	wantRows(t, loan, want)

	loan.Repayment = EqualPrincipal
	wantRows(t, loan, []LoanRow{
		{Period: 1, Payment: 34333, Interest: 1000, Principal: 33333, Balance: 66667},
		{Period: 2, Payment: 34001, Interest: 667, Principal: 33334, Balance: 33333},
		{Period: 3, Payment: 33666, Interest: 333, Principal: 33333, Balance: 0},
	})

	// Interest only, and the principal at the end.
	loan.Repayment, loan.Balloon = EqualInstalments, 100000
	wantRows(t, loan, []LoanRow{
		{Period: 1, Payment: 1000, Interest: 1000, Balance: 100000},
		{Period: 2, Payment: 1000, Interest: 1000, Balance: 100000},
		{Period: 3, Payment: 101000, Interest: 1000, Principal: 100000, Balance: 0},
	})
}

func wantRows(t *testing.T, loan Loan, want []LoanRow) {
	t.Helper()
	got, err := loan.Schedule()
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%v (-want +got):\n%s", loan.Repayment, diff)
	}
}

// TestLoanAgainstPublished compares with printed schedules: 32,000 at 6 % over
// 36 months and 120,000 at 6 % in 12 equal parts.
func TestLoanAgainstPublished(t *testing.T) {
	rows, err := Loan{Principal: 3200000, AnnualRate: percent("0.06"), PerYear: 12, Periods: 36}.Schedule()
	if err != nil {
		t.Fatal(err)
	}
	if want := (LoanRow{Period: 1, Payment: 97350, Interest: 16000, Principal: 81350, Balance: 3118650}); rows[0] != want {
		t.Errorf("first row: got %+v, want %+v", rows[0], want)
	}
	// The printed 240-month schedule ends at -1.38; here it ends at zero.
	rows, err = Loan{Principal: 14000000, AnnualRate: percent("0.036"), PerYear: 12, Periods: 240}.Schedule()
	if err != nil {
		t.Fatal(err)
	}
	if rows[0].Payment != 81916 || rows[239].Balance != 0 {
		t.Errorf("got payment %v and end %v, want 819.16 and 0", rows[0].Payment, rows[239].Balance)
	}
	rows, err = Loan{
		Principal: 12000000, AnnualRate: percent("0.06"), PerYear: 12, Periods: 12, Repayment: EqualPrincipal,
	}.Schedule()
	if err != nil {
		t.Fatal(err)
	}
	for i, row := range rows {
		if want := Fen(1060000 - 5000*i); row.Payment != want {
			t.Errorf("row %d: got %v, want %v", i+1, row.Payment, want)
		}
	}
	if got := TotalInterest(rows); got != 390000 {
		t.Errorf("total interest %v, want 3900.00", got)
	}
}

func drawLoan(t *rapid.T) Loan {
	principal := rapid.Int64Range(0, int64(maxPrincipal)).Draw(t, "principal")
	return Loan{
		Principal:  Fen(principal),
		AnnualRate: quantity.Int(rapid.Int64Range(0, 9999).Draw(t, "basis points")).Mul(percent("0.0001")),
		PerYear:    rapid.SampledFrom([]int{1, 4, 12}).Draw(t, "per year"),
		Periods:    rapid.IntRange(1, 120).Draw(t, "periods"),
		Repayment:  rapid.SampledFrom([]Repayment{EqualInstalments, EqualPrincipal}).Draw(t, "repayment"),
		Balloon:    Fen(rapid.Int64Range(0, principal).Draw(t, "balloon")),
	}
}

// TestLoansAmortise: the principal of the rows is the loan, the last balance is
// zero, and every row adds up.
func TestLoansAmortise(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		loan := drawLoan(t)
		rows, err := loan.Schedule()
		if err != nil {
			t.Fatal(err)
		}
		balance, repaid := loan.Principal, Fen(0)
		for _, row := range rows {
			repaid += row.Principal
			balance -= row.Principal
			if row.Principal < 0 || row.Interest < 0 || row.Payment != row.Interest+row.Principal || row.Balance != balance {
				t.Errorf("row does not add up: %+v", row)
			}
		}
		if repaid != loan.Principal || balance != 0 || len(rows) != loan.Periods {
			t.Errorf("%d rows repay %v of %v", len(rows), repaid, loan.Principal)
		}
	})
}

// TestLoanIsWorthItsPrincipal: discounted at its own rate the payments are
// worth the loan, within the half fen that each row may be rounded by.
func TestLoanIsWorthItsPrincipal(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		loan := drawLoan(t)
		rows, err := loan.Schedule()
		if err != nil {
			t.Fatal(err)
		}
		payments := make([]float64, len(rows))
		for i, row := range rows {
			payments[i] = row.Payment.Float()
		}
		worth := NPVExcel(loan.AnnualRate.InexactFloat64()/float64(loan.PerYear), payments)
		if principal := loan.Principal.Float(); math.Abs(worth-principal) > 0.005*float64(len(rows)+1)+1e-11*principal {
			t.Errorf("worth %g, want %g", worth, principal)
		}
	})
}

func TestLoanErrors(t *testing.T) {
	good := Loan{Principal: 100, AnnualRate: percent("0.05"), PerYear: 12, Periods: 12}
	for key, spoil := range map[string]func(*Loan){
		"finance.bad_principal": func(l *Loan) { l.Principal = -1 },
		"finance.bad_balloon":   func(l *Loan) { l.Balloon = 101 },
		"finance.bad_loan_rate": func(l *Loan) { l.AnnualRate = percent("3.5") },
		"finance.bad_per_year":  func(l *Loan) { l.PerYear = 0 },
		"finance.bad_periods":   func(l *Loan) { l.Periods = 0 },
	} {
		bad := good
		spoil(&bad)
		if _, err := bad.Schedule(); err == nil || !strings.HasPrefix(err.Error(), key) {
			t.Errorf("got error %v, want %s", err, key)
		}
	}
}

func TestInterestSubsidy(t *testing.T) {
	// 1,200,000.00 at 3.5 % a year, interest only, quarterly: 10,500.00 a quarter.
	rows, err := Loan{
		Principal: 120000000, AnnualRate: percent("0.035"), PerYear: 4, Periods: 8, Balloon: 120000000,
	}.Schedule()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name    string
		subsidy InterestSubsidy
		want    []Fen
	}{
		// 1.5 points of 1,200,000.00 are 4,500.00 a quarter.
		{"points", InterestSubsidy{Points: percent("0.015"), PerYear: 4}, []Fen{450000, 450000, 450000, 450000, 450000, 450000, 450000, 450000}},
		{"a year only", InterestSubsidy{Points: percent("0.015"), PerYear: 4, Periods: 4}, []Fen{450000, 450000, 450000, 450000, 0, 0, 0, 0}},
		{"no more than the interest", InterestSubsidy{Points: percent("0.05"), PerYear: 4, Periods: 1}, []Fen{1050000, 0, 0, 0, 0, 0, 0, 0}},
		{
			"half of the interest, 12,000 a year",
			InterestSubsidy{Points: percent("0.02"), PerYear: 4, MaxShare: percent("0.5"), YearCap: 1200000},
			[]Fen{525000, 525000, 150000, 0, 525000, 525000, 150000, 0},
		},
	} {
		if diff := cmp.Diff(c.want, c.subsidy.On(rows)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
}

func TestFinanceLease(t *testing.T) {
	lease := FinanceLease{
		Loan: Loan{Principal: 100000, AnnualRate: percent("0.12"), PerYear: 12, Periods: 3},
		Down: 20000, Fee: 1000, Deposit: 5000, EndPrice: 10000,
	}
	got, err := lease.Flows()
	if err != nil {
		t.Fatal(err)
	}
	// The rents are those of TestLoanRows; 340.03 + 100.00 - 50.00 at the end.
	if diff := cmp.Diff([]Fen{26000, 34002, 34002, 39003}, got); diff != "" {
		t.Errorf("flows (-want +got):\n%s", diff)
	}
	plain := FinanceLease{Loan: lease.Loan}
	rates, err := plain.ImpliedRate()
	if rate, ok := rates.Only(); err != nil || !ok || math.Abs(rate-0.01) > 1e-5 {
		t.Errorf("implied rate: got %v, %v; want 1 %% a month", rates, err)
	}
	dearer, err := lease.ImpliedRate()
	if rate, ok := dearer.Only(); err != nil || !ok || rate <= 0.01 {
		t.Errorf("with fee and end price: got %v, %v; want more than 1 %%", dearer, err)
	}
	lease.EndPrice = -1
	if _, err := lease.ImpliedRate(); err == nil {
		t.Error("a negative end price gives no error")
	}
}

func BenchmarkLoan(b *testing.B) {
	loan := Loan{Principal: 115_000_000, AnnualRate: percent("0.035"), PerYear: 12, Periods: 36}
	for b.Loop() {
		if _, err := loan.Schedule(); err != nil {
			b.Fatal(err)
		}
	}
}
