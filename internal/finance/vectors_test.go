package finance

import (
	"fmt"
	"math"
	"os"
	"strconv"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"
)

// vector is one published or hand-worked value.
type vector struct {
	ID, Function string
	Inputs       map[string]yaml.Node
	Expected     yaml.Node
	Flows        []float64
	Decimals     int
	Source       string
}

func readVectors(t *testing.T) []vector {
	t.Helper()
	data, err := os.ReadFile("../../testdata/finance/vectors.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Vectors []vector
		Sources map[string]yaml.Node
	}
	if err := yaml.Unmarshal(data, &file); err != nil {
		t.Fatal(err)
	}
	for _, v := range file.Vectors {
		if _, ok := file.Sources[v.Source]; !ok {
			t.Errorf("%s: source %q is not listed", v.ID, v.Source)
		}
	}
	return file.Vectors
}

// within is half a unit of the last printed decimal.
func (v vector) within() float64 {
	return 0.5 * math.Pow(10, -float64(v.Decimals)) * (1 + 1e-9)
}

func (v vector) expected(t *testing.T) []float64 {
	t.Helper()
	if v.Expected.Kind == yaml.ScalarNode {
		return []float64{number(t, v.Expected)}
	}
	return list(t, v.Expected)
}

// num reads an input number, which may be a quotient such as 0.08/12; an
// absent one is 0.
func (v vector) num(t *testing.T, name string) float64 {
	t.Helper()
	node, ok := v.Inputs[name]
	if !ok {
		return 0
	}
	return number(t, node)
}

func (v vector) int(t *testing.T, name string) int { return int(v.num(t, name)) }

func (v vector) list(t *testing.T, name string) []float64 {
	t.Helper()
	return list(t, v.Inputs[name])
}

func (v vector) text(name string) string { n := v.Inputs[name]; return n.Value }

func (v vector) due(t *testing.T) Timing { return Timing(v.int(t, "type")) }

func (v vector) dated(t *testing.T) []DatedFlow {
	t.Helper()
	var dates []string
	node := v.Inputs["dates"]
	if err := node.Decode(&dates); err != nil {
		t.Fatal(err)
	}
	flows := make([]DatedFlow, len(dates))
	for i, amount := range v.list(t, "cashflows") {
		var y, m, d int
		if _, err := fmt.Sscanf(dates[i], "%d-%d-%d", &y, &m, &d); err != nil {
			t.Fatal(err)
		}
		flows[i] = DatedFlow{Day: DayNumber(y, m, d), Amount: amount}
	}
	return flows
}

func number(t *testing.T, node yaml.Node) float64 {
	t.Helper()
	top, bottom, isQuotient := strings.Cut(node.Value, "/")
	x, err := strconv.ParseFloat(top, 64)
	if err != nil {
		t.Fatal(err)
	}
	if isQuotient {
		y, err := strconv.ParseFloat(bottom, 64)
		if err != nil {
			t.Fatal(err)
		}
		x /= y
	}
	return x
}

func list(t *testing.T, node yaml.Node) []float64 {
	t.Helper()
	var out []float64
	if err := node.Decode(&out); err != nil {
		t.Fatal(err)
	}
	return out
}

func TestVectors(t *testing.T) {
	vectors := readVectors(t)
	if want := 70; len(vectors) != want {
		t.Errorf("the file holds %d vectors, want %d", len(vectors), want)
	}
	byID := map[string]vector{}
	for _, v := range vectors {
		byID[v.ID] = v
	}
	for _, v := range vectors {
		t.Run(v.ID, func(t *testing.T) {
			compute, ok := computations[v.Function]
			if !ok {
				t.Fatalf("function %s is not computed", v.Function)
			}
			want := v.expected(t)
			got := compute(t, v, byID)
			if len(got) != len(want) {
				t.Fatalf("got %v, want %v", got, want)
			}
			for i := range want {
				if !(math.Abs(got[i]-want[i]) <= v.within()) {
					t.Errorf("value %d: got %.15g, want %.15g within %g", i, got[i], want[i], v.within())
				}
			}
		})
	}
}

type computation func(t *testing.T, v vector, all map[string]vector) []float64

// one wraps a computation that needs no other vector and has one value.
func one(f func(t *testing.T, v vector) float64) computation {
	return func(t *testing.T, v vector, _ map[string]vector) []float64 {
		t.Helper()
		return []float64{f(t, v)}
	}
}

func many(f func(t *testing.T, v vector) []float64) computation {
	return func(t *testing.T, v vector, _ map[string]vector) []float64 {
		t.Helper()
		return f(t, v)
	}
}

var computations = map[string]computation{
	"SLN": one(func(t *testing.T, v vector) float64 {
		return SLN(v.num(t, "cost"), v.num(t, "salvage"), v.num(t, "life"))
	}),
	"SYD": one(func(t *testing.T, v vector) float64 {
		return SYD(v.num(t, "cost"), v.num(t, "salvage"), v.int(t, "life"), v.int(t, "period"))
	}),
	"SYD_SCHEDULE": many(func(t *testing.T, v vector) []float64 {
		if past := SYD(v.num(t, "cost"), v.num(t, "salvage"), v.int(t, "life"), v.int(t, "life")+1); past != 0 {
			t.Errorf("charge after the end of life: %g, want 0", past)
		}
		return ledgerYears(t, v, SumOfYears)
	}),
	"DDB": one(func(t *testing.T, v vector) float64 {
		return DDB(v.num(t, "cost"), v.num(t, "salvage"), v.int(t, "life"), v.int(t, "period"), v.num(t, "factor"))
	}),
	"DDB_SCHEDULE": many(func(t *testing.T, v vector) []float64 {
		return DDBSchedule(v.num(t, "cost"), v.num(t, "salvage"), v.int(t, "life"), v.num(t, "factor"))
	}),
	"VDB": one(func(t *testing.T, v vector) float64 {
		return VDB(v.num(t, "cost"), v.num(t, "salvage"), v.num(t, "life"), v.num(t, "start"), v.num(t, "end"), v.num(t, "factor"))
	}),
	"DDB_SWITCH_SL_SCHEDULE": many(func(t *testing.T, v vector) []float64 { return ledgerYears(t, v, DecliningBalance) }),
	"DDB_CN_SCHEDULE":        many(func(t *testing.T, v vector) []float64 { return ledgerYears(t, v, DecliningCN) }),
	"UNITS_OF_PRODUCTION_RATE": one(func(t *testing.T, v vector) float64 {
		return UnitsCharge(1, 0, v.num(t, "total_units"), v.num(t, "units"))
	}),
	"UNITS_OF_PRODUCTION_SCHEDULE": many(func(t *testing.T, v vector) []float64 {
		fen, err := DepreciateUnits(yuan(v.num(t, "cost")), yuan(v.num(t, "salvage")), v.num(t, "total_units"), v.list(t, "units"))
		if err != nil {
			t.Fatal(err)
		}
		return floats(fen)
	}),

	"NPV_T0":    one(func(t *testing.T, v vector) float64 { return NPV(v.num(t, "rate"), v.list(t, "cashflows")) }),
	"NPV_EXCEL": one(func(t *testing.T, v vector) float64 { return NPVExcel(v.num(t, "rate"), v.list(t, "values")) }),
	"NPV_T0_PROFILE": many(func(t *testing.T, v vector) []float64 {
		return NPVProfile(v.list(t, "rates"), v.list(t, "cashflows"))
	}),
	"XNPV": one(func(t *testing.T, v vector) float64 { return XNPV(v.num(t, "rate"), v.dated(t)) }),
	"PAYBACK": one(func(t *testing.T, v vector) float64 {
		return reached(t, Payback(v.list(t, "cashflows")))
	}),
	"DISCOUNTED_PAYBACK": one(func(t *testing.T, v vector) float64 {
		return reached(t, DiscountedPayback(v.num(t, "rate"), v.list(t, "cashflows")))
	}),
	"PROFITABILITY_INDEX": one(func(t *testing.T, v vector) float64 {
		return ProfitabilityIndex(v.num(t, "rate"), v.list(t, "cashflows"))
	}),
	"EQUIVALENT_ANNUAL": one(func(t *testing.T, v vector) float64 {
		return EquivalentAnnual(v.num(t, "rate"), v.list(t, "cashflows"))
	}),
	"REPLACEMENT_CHAIN_NPV": one(func(t *testing.T, v vector) float64 {
		return ReplacementChainNPV(v.num(t, "rate"), v.list(t, "cashflows"), v.int(t, "repeats"))
	}),
	"IRR":           many(func(t *testing.T, v vector) []float64 { return IRR(v.list(t, "cashflows")).Roots }),
	"IRR_ALL_ROOTS": many(func(t *testing.T, v vector) []float64 { return IRR(v.list(t, "cashflows")).Roots }),
	"XIRR":          many(func(t *testing.T, v vector) []float64 { return XIRR(v.dated(t)).Roots }),
	"MIRR": one(func(t *testing.T, v vector) float64 {
		return MIRR(v.list(t, "cashflows"), v.num(t, "finance_rate"), v.num(t, "reinvest_rate"))
	}),
	"EFFECT": one(func(t *testing.T, v vector) float64 {
		return EffectiveRate(v.num(t, "nominal"), v.int(t, "periods_per_year"))
	}),

	"PMT": one(func(t *testing.T, v vector) float64 {
		return PMT(v.num(t, "rate_per_period"), v.int(t, "nper"), v.num(t, "pv"), v.num(t, "fv"), v.due(t))
	}),
	"PV": one(func(t *testing.T, v vector) float64 {
		return PV(v.num(t, "rate_per_period"), v.int(t, "nper"), v.num(t, "pmt"), v.num(t, "fv"), v.due(t))
	}),
	"IPMT": one(func(t *testing.T, v vector) float64 {
		return IPMT(v.num(t, "rate_per_period"), v.int(t, "period"), v.int(t, "nper"), v.num(t, "pv"), 0, v.due(t))
	}),
	"PPMT": one(func(t *testing.T, v vector) float64 {
		return PPMT(v.num(t, "rate_per_period"), v.int(t, "period"), v.int(t, "nper"), v.num(t, "pv"), 0, v.due(t))
	}),
	"CUMIPMT": one(func(t *testing.T, v vector) float64 {
		return CUMIPMT(v.num(t, "rate_per_period"), v.int(t, "nper"), v.num(t, "pv"), v.int(t, "start"), v.int(t, "end"), v.due(t))
	}),
	"CUMPRINC": one(func(t *testing.T, v vector) float64 {
		return CUMPRINC(v.num(t, "rate_per_period"), v.int(t, "nper"), v.num(t, "pv"), v.int(t, "start"), v.int(t, "end"), v.due(t))
	}),
	"ISPMT": one(func(t *testing.T, v vector) float64 {
		return ISPMT(v.num(t, "rate_per_period"), v.int(t, "period_zero_based"), v.int(t, "nper"), v.num(t, "pv"))
	}),
	"AMORTIZE_EQUAL_INSTALMENT": many(func(t *testing.T, v vector) []float64 {
		return EqualInstalmentBalances(v.num(t, "rate_per_period"), v.int(t, "nper"), v.num(t, "pv"))
	}),
	"AMORTIZE_TOTAL_INTEREST": one(func(t *testing.T, v vector) float64 {
		n := v.int(t, "nper")
		return -CUMIPMT(v.num(t, "rate_per_period"), n, v.num(t, "pv"), 1, n, AtEnd)
	}),
	"AMORTIZE_EQUAL_PRINCIPAL": many(func(t *testing.T, v vector) []float64 {
		return EqualPrincipalPayments(v.num(t, "rate_per_period"), v.int(t, "nper"), v.num(t, "pv"))
	}),
	"AMORTIZE_EQUAL_PRINCIPAL_TOTAL_INTEREST": one(func(t *testing.T, v vector) float64 {
		return EqualPrincipalInterest(v.num(t, "rate_per_period"), v.int(t, "nper"), v.num(t, "pv"))
	}),

	"NAL": one(func(t *testing.T, v vector) float64 {
		cost, life := v.num(t, "cost"), v.int(t, "life")
		return LeaseOrBuy{
			Cost: cost, Payments: same(v.num(t, "lease_payment"), life),
			Depreciation: same(SLN(cost, 0, float64(life)), life),
			TaxRate:      v.num(t, "tax_rate"), Rate: v.num(t, "after_tax_discount_rate"),
		}.NAL()
	}),
	"CN_BUY_NPV": one(func(t *testing.T, v vector) float64 {
		buy := chinaBuy(t, v)
		wantFlows(t, v, buy.Flows())
		return buy.NPV(v.num(t, "discount_rate"))
	}),
	"CN_RENT_NPV": one(func(t *testing.T, v vector) float64 {
		rent := chinaRent(t, v)
		wantFlows(t, v, rent.Flows())
		return rent.NPV(v.num(t, "discount_rate"))
	}),
	"CN_NAL": func(t *testing.T, v vector, all map[string]vector) []float64 {
		rent, buy := all[v.text("rent")], all[v.text("buy")]
		return []float64{ChinaNAL(chinaRent(t, rent), chinaBuy(t, buy), buy.num(t, "discount_rate"))}
	},
}

func chinaBuy(t *testing.T, v vector) ChinaBuy {
	t.Helper()
	years := v.int(t, "years")
	price := TaxedCost(v.num(t, "price_ex_vat"), v.num(t, "vat_rate"), v.text("vat_creditable") == "true")
	deductions := same(SLN(price, 0.05*price, float64(years)), years)
	if node := v.Inputs["tax_depreciation"]; node.Kind == yaml.SequenceNode {
		deductions = list(t, node)
	}
	return ChinaBuy{
		Periods: years, Price: price,
		RunCosts:   same(v.num(t, "opex_ex_vat_per_year")+v.num(t, "opex_incl_vat_per_year"), years),
		Deductions: deductions,
		Residual:   v.num(t, "residual_ex_vat") + v.num(t, "residual_net_of_vat"),
		TaxRate:    v.num(t, "cit_rate"),
	}
}

func chinaRent(t *testing.T, v vector) ChinaRent {
	t.Helper()
	return ChinaRent{
		Rents:   same(v.num(t, "rent_ex_vat_per_year"), v.int(t, "years")),
		TaxRate: v.num(t, "cit_rate"),
		Grant: Grant{
			Share: v.num(t, "subsidy_percent"), Cap: v.num(t, "subsidy_cap"),
			Periods: v.int(t, "subsidy_years"), Lag: v.int(t, "subsidy_lag_years"),
			Untaxed: v.text("subsidy_taxed") == "false",
		},
	}
}

func wantFlows(t *testing.T, v vector, got []float64) {
	t.Helper()
	for i, want := range v.Flows {
		if i >= len(got) || math.Abs(got[i]-want) > 0.005+1e-9 {
			t.Fatalf("flows: got %v, want %v", got, v.Flows)
		}
	}
}

func ledgerYears(t *testing.T, v vector, m Method) []float64 {
	t.Helper()
	a := Asset{
		Cost: yuan(v.num(t, "cost")), Residual: yuan(v.num(t, "salvage")),
		Life: v.int(t, "life"), Factor: v.num(t, "factor"),
	}
	years, err := a.Years(m)
	if err != nil {
		t.Fatal(err)
	}
	return floats(years)
}

func reached(t *testing.T, p PaybackTime) float64 {
	t.Helper()
	if !p.Reached {
		t.Fatal("never paid back")
	}
	return p.Periods
}

// yuan returns a whole number of yuan.
func yuan(x float64) Fen { return Fen(x) * fenPerYuan }

func floats(fen []Fen) []float64 {
	out := make([]float64, len(fen))
	for i, f := range fen {
		out[i] = f.Float()
	}
	return out
}

func same(amount float64, n int) []float64 {
	out := make([]float64, n)
	for i := range out {
		out[i] = amount
	}
	return out
}
