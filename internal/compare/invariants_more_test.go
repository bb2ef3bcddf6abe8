package compare_test

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"gpucalc/internal/catalog"
	"gpucalc/internal/compare"
	"gpucalc/internal/ledger"

	"pgregory.net/rapid"
)

func runOn(t fataler, n need, d drawn) compare.Result {
	return compare.Run(resolve(t, n.spec(), d.cat))
}

// TestNeedUpCostNotDown: more cards or more time never cost less with the same offer or machine. Thresholds that
// sheets state are left out: another machine, another rack price, hours that can no longer be rented.
func TestNeedUpCostNotDown(t *testing.T) {
	quick(t, func(t *rapid.T) {
		d := draw(t)
		n := d.need
		if rapid.Bool().Draw(t, "more cards") {
			n.count += rapid.IntRange(1, 20).Draw(t, "cards added")
		} else {
			n.length += rapid.IntRange(1, 1+longest[n.unit]/3).Draw(t, "time added")
		}
		more := runOn(t, n, d)
		for _, w := range priced(d.r) {
			after, ok := more.Row(w.ID)
			if !ok || !after.Priced || !sameTerms(d.r, more, w, *after) {
				continue
			}
			if slack := 0.01 * float64(len(w.Ledger.Lines)); after.Total().Float() < w.Total().Float()-slack {
				t.Fatalf("%v, %s costs %s; %v costs %s", d.need, w.ID, w.Total(), n, after.Total())
			}
		}
		for _, b := range d.r.Offers {
			for _, a := range more.Offers {
				if a.Offer.ID == b.Offer.ID && a.Ledger != nil && b.Ledger != nil &&
					a.Ledger.Total.Float() < b.Ledger.Total.Float()-0.01*float64(len(b.Ledger.Lines)) {
					t.Fatalf("%v: offer %s costs %s; %v: %s", d.need, b.Offer.ID, b.Ledger.Total, n, a.Ledger.Total)
				}
			}
		}
	})
}

// sameTerms reports whether no threshold lies between two bills.
func sameTerms(a, b compare.Result, before, after compare.Row) bool {
	if before.Family != "own" {
		return strings.Join(before.Offers, " ") == strings.Join(after.Offers, " ")
	}
	return machineOf(a, before) == machineOf(b, after) && items(before)["line.downtime"] == items(after)["line.downtime"]
}

func items(w compare.Row) map[string]bool {
	out := map[string]bool{}
	for _, l := range w.Ledger.Lines {
		out[l.Item] = true
	}
	return out
}

// machineOf names what an owning bill buys and the racks it stands in: wholesale begins at a stated power.
func machineOf(r compare.Result, w compare.Row) string {
	var out []string
	for _, i := range r.Book.Uses([]ledger.Ref{w.Ledger.TotalExpr().Ref()}) {
		switch f := r.Book.Figures()[i]; f.Name {
		case "f.rack_price", "f.server_price", "f.host_price":
			out = append(out, f.ID)
		}
	}
	return strings.Join(out, " ")
}

// TestSharedMachineCostsByTheCard: 12 of 16 cards of two shared servers cost three quarters of all 16, although a
// buyer of 12 would choose other servers. People and the line to the internet do not shrink in proportion.
func TestSharedMachineCostsByTheCard(t *testing.T) {
	n := need{card: "nvidia-a100-sxm-80g", site: "songjiang", pattern: "all", start: "2026-11", view: "sold", count: 16, length: 2, unit: "w", util: 100}
	cost := func(count int) float64 {
		n.count = count
		r := runOn(t, n, drawn{cat: catalog.Embedded()})
		w, ok := r.Row("own.reused")
		if !ok || !w.Priced {
			t.Fatal("no own.reused")
		}
		return (w.Total() - w.Ledger.CategoryTotal("staff") - w.Ledger.CategoryTotal("network")).Float()
	}
	if got, want := cost(12), 0.75*cost(16); math.Abs(got-want) > 0.001*want {
		t.Errorf("12 cards cost %v, three quarters of 16 are %v", got, want)
	}
}

// TestMixAtMostEveryTerm: the best mix costs no more than any single term of its provider.
func TestMixAtMostEveryTerm(t *testing.T) {
	quick(t, func(t *rapid.T) {
		d := draw(t)
		mix, ok := d.r.Row("rent.mix")
		if !ok || !mix.Priced {
			return
		}
		for _, b := range d.r.Offers {
			if b.Offer.Provider != mix.Provider || len(b.Rejected) > 0 || b.Ledger == nil {
				continue
			}
			slack := 0.005 * float64(len(mix.Ledger.Lines)+len(b.Ledger.Lines))
			if mix.Total().Float() > b.Ledger.Total.Float()+slack {
				t.Fatalf("%v: the mix of %v costs %s, %s alone %s", d.need, mix.Offers, mix.Total(), b.Offer.ID, b.Ledger.Total)
			}
		}
	})
}

// factors are what money is multiplied by. Scaled catalogues are built once each.
var factors = []string{"2", "0.37", "10"}

var scaled = sync.OnceValues(func() (map[string]*catalog.Catalog, error) {
	out := map[string]*catalog.Catalog{}
	for _, c := range factors {
		cat := catalog.Embedded()
		for _, file := range sheetFiles() {
			text, err := os.ReadFile(file)
			if err != nil {
				return nil, err
			}
			next, ds := cat.Overlay(file, []byte(scaleMoney(string(text), c)))
			if next == nil {
				return nil, ds.Err()
			}
			cat = next
		}
		out[c] = cat
	}
	return out, nil
})

// sheetFiles are the shipped sheets that hold money of a bill; an exchange rate is no money.
func sheetFiles() []string {
	files, _ := filepath.Glob("../../pricing/*.yaml")
	var out []string
	for _, f := range files {
		switch filepath.Base(f) {
		case "rates.yaml", "trends.yaml", "scenarios.yaml", "sources.yaml", "models.yaml", "mfu.yaml", "subsidies.yaml":
		default:
			out = append(out, f)
		}
	}
	return out
}

var (
	moneyMap    = regexp.MustCompile(`\{[^{}]*unit: (?:CNY|USD)[^{}]*\}`)
	moneyNumber = regexp.MustCompile(`\b(low|typical|high): ([0-9.]+)`)
	moneyShort  = regexp.MustCompile(`: ([0-9.]+) ((?:CNY|USD)\b)`)
)

// scaleMoney multiplies every price of a sheet.
func scaleMoney(text, c string) string {
	times := func(v string) string { return ledger.Dec(v).Mul(ledger.Dec(c)).String() }
	text = moneyMap.ReplaceAllStringFunc(text, func(m string) string {
		return moneyNumber.ReplaceAllStringFunc(m, func(n string) string {
			key, v, _ := strings.Cut(n, ": ")
			return key + ": " + times(v)
		})
	})
	return moneyShort.ReplaceAllStringFunc(text, func(m string) string {
		parts := moneyShort.FindStringSubmatch(m)
		return ": " + times(parts[1]) + " " + parts[2]
	})
}

// TestScalingMoney: c times every price makes c times every total within half a fen a line, and the same verdict.
func TestScalingMoney(t *testing.T) {
	cats, err := scaled()
	if err != nil {
		t.Fatal(err)
	}
	quick(t, func(t *rapid.T) {
		d := draw(t)
		c := rapid.SampledFrom(factors).Draw(t, "factor")
		cat := overlay(t, cats[c], d.sheet.prices(d.need.card, ledger.Dec(c)), d.sheet.rates())
		r := compare.Run(resolve(t, d.need.spec(), cat))
		f, _ := strconv.ParseFloat(c, 64)
		for _, w := range priced(d.r) {
			after, ok := r.Row(w.ID)
			if !ok || !after.Priced {
				t.Fatalf("%v: %s lost at %s times the prices", d.need, w.ID, c)
			}
			slack := 0.005*(1+f)*float64(len(w.Ledger.Lines)) + 1e-9
			if diff := math.Abs(after.Total().Float() - f*w.Total().Float()); diff > slack {
				t.Fatalf("%v, %s: %s times %s is not %s", d.need, w.ID, c, w.Total(), after.Total())
			}
		}
		if v, w := d.r.Verdict, r.Verdict; v != nil && v.Saving > 100 && v.Family != w.Family {
			t.Fatalf("%v: %s wins, at %s times the prices %s", d.need, v.Family, c, w.Family)
		}
	})
}

// repeated is the shipped catalogue with every sheet laid over it once more by a user.
var repeated = sync.OnceValues(func() (*catalog.Catalog, error) {
	cat := catalog.Embedded()
	files, _ := filepath.Glob("../../pricing/*.yaml")
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		next, ds := cat.Overlay("mine/"+filepath.Base(file), text)
		if next == nil {
			return nil, ds.Err()
		}
		cat = next
	}
	return cat, nil
})

// TestRepeatedSheetsChangeOnlyProvenance: a user sheet that repeats the shipped values changes no number.
func TestRepeatedSheetsChangeOnlyProvenance(t *testing.T) {
	cat, err := repeated()
	if err != nil {
		t.Fatal(err)
	}
	quick(t, func(t *rapid.T) {
		n := needs().Draw(t, "need")
		shipped := compare.Run(resolve(t, n.spec(), catalog.Embedded()))
		mine := compare.Run(resolve(t, n.spec(), cat))
		if a, b := dump(t, shipped), dump(t, mine); a != b {
			t.Fatalf("%v: repeating the sheets changes\n%s\nto\n%s", n, a, b)
		}
		for _, f := range mine.Book.Figures() {
			if !f.Given && f.File != "" && !strings.HasPrefix(f.File, "mine/") {
				t.Fatalf("%s still comes from %s", f.ID, f.File)
			}
		}
	})
}

// dump is everything of a result that a person or a script can see, but for files and lines.
func dump(t fataler, r compare.Result) string {
	type line struct {
		Item, Amount, Formula string
		Args                  []string
	}
	type row struct {
		ID, Provider                 string
		Offers                       []string
		Total, Low, High, Cash, Peak string
		Missing                      any
		Lines                        []line
	}
	out := struct {
		Rows    []row
		Verdict any
		Figures []string
		Offers  map[string]any
	}{Verdict: r.Verdict, Offers: map[string]any{}}
	for _, w := range r.Rows {
		x := row{ID: w.ID, Provider: w.Provider, Offers: w.Offers, Missing: w.Missing}
		if w.Priced {
			x.Total, x.Low, x.High = w.Total().String(), w.Low.String(), w.High.String()
			x.Cash, x.Peak = w.Upfront.String(), w.PeakCash.String()
			for _, l := range w.Ledger.Lines {
				x.Lines = append(x.Lines, line{l.Item, l.Amount.String(), w.Ledger.Book.Formula(l.Root), l.Args})
			}
		}
		out.Rows = append(out.Rows, x)
	}
	for _, f := range r.Figures {
		out.Figures = append(out.Figures, f.ID+" "+f.Value.String()+" "+f.Unit+" "+f.Source+" "+f.Reliability)
	}
	for _, b := range r.Offers {
		var total any
		if b.Ledger != nil {
			total = b.Ledger.Total.String()
		}
		out.Offers[b.Offer.ID] = []any{total, b.Rejected}
	}
	data, err := json.MarshalIndent(out, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// TestInputOrderAndZone: the order of two sheets that say different things, and the time zone, change nothing.
func TestInputOrderAndZone(t *testing.T) {
	home := time.Local
	defer func() { time.Local = home }()
	quick(t, func(t *rapid.T) {
		d := draw(t)
		other := "assumptions:\n  internet-mbps: {value: 40 unit}\n  life-months: {value: 30 month}\n"
		a := overlay(t, catalog.Embedded(), d.sheet.prices(d.need.card, one), other, d.sheet.rates())
		b := overlay(t, catalog.Embedded(), d.sheet.rates(), other, d.sheet.prices(d.need.card, one))
		time.Local = time.UTC
		first := dump(t, compare.Run(resolve(t, d.need.spec(), a)))
		time.Local = time.FixedZone("far east", 14*3600)
		if second := dump(t, compare.Run(resolve(t, d.need.spec(), b))); first != second {
			t.Fatalf("%v: order or zone changes\n%s\nto\n%s", d.need, first, second)
		}
	})
}
