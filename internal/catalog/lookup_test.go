package catalog_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"gpucalc/internal/catalog"
	"gpucalc/internal/diag"
)

func args(list []diag.Arg) map[string]string {
	out := map[string]string{}
	for _, a := range list {
		out[a.Name] = a.Value
	}
	return out
}

func TestResolveCard(t *testing.T) {
	c := catalog.Embedded()
	for name, want := range map[string]string{
		"A100": "nvidia-a100-sxm-80g", "a100": "nvidia-a100-sxm-80g", "A100-40G": "nvidia-a100-sxm-40g",
		"A100 PCIe": "nvidia-a100-pcie-80g", "H800": "nvidia-h800-sxm-80g", "h_800": "nvidia-h800-sxm-80g",
		"4090": "nvidia-rtx4090-24g", "rtx 4090": "nvidia-rtx4090-24g", "RTX4090": "nvidia-rtx4090-24g",
		"昇腾910B": "huawei-910b3-64g", "昇腾 910b": "huawei-910b3-64g", "910C": "huawei-910c-128g", "H20": "nvidia-h20-96g",
		"nvidia-h200-sxm-141g": "nvidia-h200-sxm-141g", "GeForce RTX 5090": "nvidia-rtx5090-32g", "A800": "nvidia-a800-sxm-80g",
	} {
		card, ds := c.ResolveCard(name)
		if len(ds) > 0 || card.ID != want {
			t.Errorf("%s is %q (%v), want %s", name, card.ID, ds, want)
		}
	}
	for name, near := range map[string]string{"A1000": "A100", "H8000": "H800", "RTX-6000Ada2": "RTX-6000-Ada", "": "", "   ": ""} {
		_, ds := c.ResolveCard(name)
		if len(ds) != 1 || ds[0].Key != "catalog.unknown" || args(ds[0].Args)["near"] != near {
			t.Errorf("%q gives %v, want nearest %q", name, ds, near)
		}
	}
}

// No two cards, and no two sites, may be meant by one name.
func TestNamesAreUnambiguous(t *testing.T) {
	c := catalog.Embedded()
	for _, card := range c.Cards() {
		for _, name := range append([]string{card.ID, card.Name}, card.Aliases...) {
			got, ds := c.ResolveCard(name)
			if len(ds) > 0 || got.ID != card.ID {
				t.Errorf("%q of %s resolves to %q %v", name, card.ID, got.ID, ds)
			}
		}
	}
	for _, site := range c.Sites() {
		for _, name := range append([]string{site.ID, site.Name, site.NameZH}, site.Aliases...) {
			got, ds := c.ResolveSite(name)
			if len(ds) > 0 || got.ID != site.ID {
				t.Errorf("%q of %s resolves to %q %v", name, site.ID, got.ID, ds)
			}
		}
	}
}

func TestCard(t *testing.T) {
	card, ok := catalog.Embedded().Card("nvidia-a100-sxm-80g")
	if !ok {
		t.Fatal("no A100")
	}
	bf16, ok := card.Rate("bf16")
	if !ok || bf16 != 312 || card.MemoryGB != 80 || card.LinkGBs != 600 || card.TDPW != 400 || card.Form != "sxm" ||
		card.Market != "datacentre" || card.ExportStatus != "controlled" || card.PCIeGen != 4 || card.Launch != "2020-11-16" {
		t.Errorf("got %+v", card)
	}
	if _, ok := card.Rate("fp8"); ok {
		t.Error("an A100 has no fp8")
	}
	for i := 1; i < len(card.Quotes); i++ {
		if card.Quotes[i-1].AsOf < card.Quotes[i].AsOf {
			t.Errorf("quotes are not newest first: %s before %s", card.Quotes[i-1].AsOf, card.Quotes[i].AsOf)
		}
	}
}

func TestServers(t *testing.T) {
	c := catalog.Embedded()
	s, ok := c.Server("hgx-a100-80g-8")
	if !ok || s.Price.Low != "900000" || s.Price.Typical != "1150000" || s.Price.High != "1400000" || !s.Price.Estimate ||
		s.Cards != 8 || s.RatedKW.Typical != "6.5" || s.TypicalKW.Typical != "4.851" || s.LeadDays.Unit != "day" {
		t.Errorf("got %+v", s)
	}
	for card, want := range map[string][]string{
		"nvidia-a100-pcie-80g": {"pcie-host-4", "pcie-host-8"},
		"nvidia-rtx4090-24g":   {"pc-host-1", "pcie-host-4", "pcie-host-8"},
		"nvidia-h800-sxm-80g":  nil,
	} {
		k, _ := c.Card(card)
		var got []string
		for _, h := range c.Hosts(k) {
			got = append(got, h.ID)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("hosts for %s (-want +got):\n%s", card, diff)
		}
	}
	if got := c.Servers("nvidia-h800-sxm-80g"); len(got) != 1 || got[0].ID != "hgx-h800-8" {
		t.Errorf("H800 servers: %v", got)
	}
	pcie, _ := c.Card("nvidia-a100-pcie-80g")
	if pcie.Price.Missing() {
		t.Error("the A100 PCIe needs a card price for the host path")
	}
	mine := overlay(t, "m.yaml", testSheet(t, "machine-400k.yaml"))
	if s, _ := mine.Server("a100-pcie-4"); s.Price.Typical != "400000" || s.Price.Low != "" || s.RatedKW.Typical != "1.8" {
		t.Errorf("got %+v", s)
	}
}

// The published CompShare prices of the A100, from which the two-week bills follow: 4 cards x 336 h x 10.75 = 14,448.00;
// 4 x 14 d x 236.58 = 13,248.48; 4 x 6,452.40 = 25,809.60.
func TestOffers(t *testing.T) {
	c := catalog.Embedded()
	for id, price := range map[string]string{
		"compshare-a100-hour": "10.75 CNY/card-hour", "compshare-a100-day": "236.58 CNY/card-day", "compshare-a100-month": "6452.4 CNY/card-month",
	} {
		o, ok := c.Offer(id)
		if !ok || o.Price.Typical+" "+o.Price.Unit != price || o.Card != "nvidia-a100-sxm-80g" || o.Rejected != "" || o.MonthHours != 720 || !o.Mainland {
			t.Errorf("%s: %+v", id, o)
		}
	}
	if n := len(c.Offers()); n != 181 {
		t.Errorf("%d offers are shipped, the collected facts have 181 rows", n)
	}
	day, _ := c.Offer("compshare-a100-day")
	desk, _ := c.Offer("smm-desk-a100-month")
	deposit, _ := c.Offer("smm-desk-h200-year")
	if day.Exit != "compshare-day" || day.Step != "day" || !day.Prepaid {
		t.Errorf("day: %+v", day)
	}
	if desk.CommitMonths.Typical != "12" || !desk.CommitMonths.Estimate || desk.Interconnect != "ib" || desk.Cards != 8 {
		t.Errorf("desk: %+v", desk)
	}
	if deposit.CommitMonths.Estimate || deposit.DepositMonths.Typical != "1" || deposit.Term != "year" {
		t.Errorf("deposit: %+v", deposit)
	}
}

// Acceptable offers are mainland, exact, sourced and not low; everything else says why not.
func TestAcceptableOffers(t *testing.T) {
	c := catalog.Embedded()
	reasons := map[string]int{}
	for _, o := range c.Offers() {
		reasons[o.Rejected]++
		if o.Rejected != "" {
			if !slices.Contains(catalog.RejectReasons(), o.Rejected) {
				t.Errorf("%s: unknown reason %q", o.ID, o.Rejected)
			}
			continue
		}
		if !o.Mainland || o.Card == "" || o.Price.Estimate || o.Price.Reliability == "low" || o.OpenTo != "companies" || currency(o) != "CNY" {
			t.Errorf("%s is accepted: %+v", o.ID, o)
		}
	}
	for _, reason := range []string{"", "foreign", "campus", "model", "card-unclear", "memory-unclear", "stale", "estimate", "low-reliability", "superseded"} {
		if reasons[reason] == 0 {
			t.Errorf("no offer with reason %q", reason)
		}
	}
	var unclear []string
	for _, o := range c.OffersFor("nvidia-a100-sxm-80g") {
		if o.Card == "" {
			unclear = append(unclear, o.ID)
		}
	}
	if !slices.Contains(unclear, "autodl-a100-or-a800-hour") || !slices.Contains(unclear, "zhixingyun-a100-hour") {
		t.Errorf("unclear offers of the A100: %v", unclear)
	}
}

func currency(o catalog.Offer) string {
	code, _, _ := strings.Cut(o.Price.Unit, "/")
	return code
}

func TestTariff(t *testing.T) {
	c := catalog.Embedded()
	tariff, ok := c.Tariff("sh-two-part-general-1-10kv")
	if !ok || len(tariff.Tables) != 1 || tariff.ComposedFrom != "2026-08" || tariff.Floats != "all" {
		t.Fatalf("got %+v", tariff)
	}
	march := tariff.Tables[0]
	if march.Prices["peak"].Typical != "0.9729" || march.Prices["flat"].Typical != "0.6332" || march.Prices["valley"].Typical != "0.35" {
		t.Errorf("March 2026: %+v", march.Prices)
	}
	if tariff.Demand.Typical != "44.8" || tariff.Capacity.Typical != "28" || tariff.Demand.Unit != "CNY/kW-month" {
		t.Errorf("fixed charges %+v %+v", tariff.Demand, tariff.Capacity)
	}
	// March has 8-11 and 18-21 as peak hours, 84 of them in two weeks.
	for _, s := range tariff.Seasons {
		if !slices.Contains(s.Months, 3) {
			continue
		}
		hours := map[string]int{}
		for _, p := range s.Periods {
			for _, span := range p.Hours {
				hours[p.Name] += span.To - span.From
			}
		}
		if diff := cmp.Diff(map[string]int{"peak": 6, "flat": 10, "valley": 8}, hours); diff != "" {
			t.Error(diff)
		}
	}
	home, _ := c.Tariff("sh-household-tou")
	if len(home.Tiers) != 3 || home.Tiers[1].FromKWhYear != 3120 || home.Tiers[2].ToKWhYear != 0 || home.Tiers[2].Valley.Typical != "0.487" {
		t.Errorf("household: %+v", home.Tiers)
	}
	large, _ := c.Tariff("sh-two-part-large-1-10kv")
	if large.DeepMultiplier.Typical != "0.2" || !slices.Contains(large.DeepDays, "rest-days") || len(large.Tables) != 2 {
		t.Errorf("large: %+v", large)
	}
}

func TestRules(t *testing.T) {
	c := catalog.Embedded()
	for id, want := range map[string]string{
		"resale-first-day-step": "0.15 share", "resale-selling-cost": "0.05 share", "life-months": "36 month",
		"paid-share-of-life": "0.6 share", "rent-waste-share": "0.1 share", "discount-rate": "0.08 share",
		"vat-goods": "0.13 share", "vat-cloud": "0.06 share", "cit-standard": "0.25 share", "dep-min-life-electronic": "3 year",
		"dep-immediate": "5000000 CNY", "lpr-1y": "0.03 share", "lease-rate": "0.053 share", "exit-compshare-month": "1.5 ratio",
	} {
		a, ok := c.Assumption(id)
		if got := a.Value.Typical + " " + a.Value.Unit; !ok || got != want {
			t.Errorf("%s is %q, want %q", id, got, want)
		}
	}
	staff, _ := c.Assumption("staff-fte")
	var ats []string
	for _, p := range staff.Points {
		ats = append(ats, strconv.Itoa(p.At)+":"+p.Value.Typical)
	}
	if diff := cmp.Diff([]string{"1:0.2", "4:0.5", "16:1.5", "64:3"}, ats); diff != "" {
		t.Error(diff)
	}
	curve, ok := c.Curve("planning-typical")
	if !ok || !curve.Estimate || len(curve.Points) != 5 || curve.Points[2].Months != 36 || curve.Points[2].Share.Typical != "0.33" {
		t.Errorf("curve %+v", curve)
	}
	glri, _ := c.Curve("glri-h100")
	if glri.Estimate || glri.Points[0].Share.Low != "0.6" || glri.Points[0].Share.Source != "glri-a" {
		t.Errorf("curve %+v", glri)
	}
	voucher, _ := c.Subsidy("sh-city-compute-voucher")
	if voucher.Share.Typical != "0.3" || voucher.Status != "open" || voucher.Object != "rent" || !voucher.Cap.Estimate {
		t.Errorf("voucher %+v", voucher)
	}
	if len(c.Scenarios()) != 10 || len(c.Subsidies()) < 30 || len(c.Trends("nvidia-h100-sxm-80g")) < 3 {
		t.Errorf("%d scenarios, %d subsidies, %d H100 trends", len(c.Scenarios()), len(c.Subsidies()), len(c.Trends("nvidia-h100-sxm-80g")))
	}
}

// A model's id, an mfu coefficient and a figure of every kind can be reached generically.
func TestGenericAccess(t *testing.T) {
	c := catalog.Embedded()
	if got := c.Find("songjiang"); len(got) != 1 || got[0].Kind != "sites" {
		t.Errorf("songjiang: %v", got)
	}
	e, _ := c.Entity("offers", "compshare-a100-hour")
	figures := e.Figures()
	if len(figures) != 1 || figures[0].ID != "offers.compshare-a100-hour.price" || figures[0].Line == 0 {
		t.Errorf("figures: %+v", figures)
	}
	if e, ok := c.Entity("mfu", "term-base"); !ok || !strings.HasPrefix(e.Text("value"), "-") {
		t.Errorf("mfu: %v", e)
	}
	m, ds := c.ResolveModel("gpt3-175b")
	if len(ds) > 0 || m.Values["layers"] != 96 || len(m.Sources) != 1 {
		t.Errorf("model: %+v %v", m, ds)
	}
	for name, want := range map[string]string{
		"Llama-3.1-8B": "llama3-8b", "meta-llama/Llama-2-7b-hf": "llama2-7b", "Qwen/Qwen2.5-7B": "qwen2.5-7b", "DeepSeek-R1": "deepseek-v3",
	} {
		if m, ds := c.ResolveModel(name); len(ds) > 0 || m.ID != want {
			t.Errorf("%s is %q %v, want %s", name, m.ID, ds, want)
		}
	}
}

func TestCoverage(t *testing.T) {
	season := "tariffs:\n  mine:\n    name: Mine\n    kind: two-part\n    seasons:\n      all:\n        months: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]\n        periods:\n          peak: {hours: [8-22], multiplier: 1.5}\n          valley: {hours: [22-8], multiplier: 0.5}\n"
	c := overlay(t, "t.yaml", season)
	tariff, _ := c.Tariff("mine")
	if diff := cmp.Diff([]catalog.HourSpan{{From: 22, To: 24}, {From: 0, To: 8}}, tariff.Seasons[0].Periods[1].Hours); diff != "" {
		t.Error(diff)
	}
	for old, key := range map[string]string{"[8-22]": "hours_cover", "[22-8]": "hours_cover", "12]": "months_cover"} {
		bad := map[string]string{"[8-22]": "[8-21]", "[22-8]": "[22-9]", "12]": "11]"}[old]
		got := mistakes(t, strings.Replace(season, old, bad, 1))
		if len(got) != 1 || !strings.HasSuffix(got[0], "sheet."+key) {
			t.Errorf("%s gives %v", bad, got)
		}
	}
	curve := "curves: {mine: {name: Mine, points: {12: 60%, 6: 70%}}}\n"
	if got := mistakes(t, curve); len(got) != 1 || !strings.HasSuffix(got[0], "sheet.not_ascending") {
		t.Errorf("curve gives %v", got)
	}
}
