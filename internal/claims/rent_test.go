package claims

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"gpucalc/internal/catalog"
	"gpucalc/internal/costmodel"
)

// rentClaims are rules on how to rent.
func rentClaims() []claim {
	return []claim{
		{"under-2h-hourly", "rule", "Under 2 hours a day: pay by the hour", "每天不到 2 小时:按小时租", hourWins("2hx7d")},
		{"4d-8h-monthly", "rule", "4 or more days a week at 8 hours a day: a month is cheaper", "每周 4 天以上、每天 8 小时:包月更省", monthWins("8hx4d")},
		{"rack-over-a-month", "rule", "Over a month around the clock a whole rack is cheaper than card-hours; for intermittent use card-hours are", "全天超过一个月整柜租比卡时省,间歇使用则卡时省", wholeServers},
		{"reserved", "rule", "Large, certain plans: a prepaid reservation is the cheapest mode", "规模大且确定:预付包年最省", reservation},
		{"longer-is-cheaper", "rule", "The longer the term the lower the unit price", "租期越长单价越低", longerCheaper},
		{"hourly-dearest", "rule", "The hour is the dearest way to rent, the month clearly cheaper, a reservation the cheapest", "按小时最贵,包月明显便宜,预留最便宜", hourlyDearest},
		{"infiniband-dearer", "rule", "InfiniBand costs more than Ethernet", "InfiniBand 比以太网贵", infiniband},
	}
}

// rented are the cards with offers by several terms.
var rented = append([]model{{"A800", "A800"}, {"5090", "RTX 5090"}, {"L20", "L20"}, {"L40S", "L40S"}}, bought...)

func hourWins(pattern string) func(d *desk) finding {
	return func(d *desk) finding {
		yes, no := split(rented, func(c string) (bool, bool) { return d.hourBeats(c, "month", pattern) })
		return say(sorted(yes, no), "one card for a month, hour against month: the hour wins for %s, the month for %s (cards with both)",
			"单卡一个月:按小时更省 %s;包月更省 %s(两种报价都有的卡)", list(yes), list(no))
	}
}

func monthWins(pattern string) func(d *desk) finding {
	return func(d *desk) finding {
		no, yes := split(rented, func(c string) (bool, bool) { return d.hourBeats(c, "month", pattern) })
		return say(sorted(yes, no),
			"one card for a month, four working days of eight hours: the month wins for %s, the hour for %s. CompShare's month costs 600 hours of its hour, four days a week are about 140",
			"单卡一个月、每周四天每天八小时:包月更省 %s;按小时更省 %s。优云智算包月等于 600 小时,每周四天约 140 小时", list(yes), list(no))
	}
}

// hourBeats compares one card by the hour with another term for a month of the pattern.
func (d *desk) hourBeats(c, term, pattern string) (hour, ok bool) {
	need, more := "1x"+c+"-1mo", "pattern="+pattern
	h, okHour := d.yuan(need, more, "rent.hour")
	m, okMonth := d.yuan(need, more, "rent."+term)
	return h < m, okHour && okMonth
}

// perCard is the cheapest acceptable price of a card-hour around the clock for one unit of a term; "" of class means
// any. Offers of whole servers are asked by whole servers.
func (d *desk) perCard(c, term, class, need string) (yuan float64, ok bool) {
	r := d.run(need, "")
	for _, b := range r.Offers {
		if b.Offer.Term != term || b.Ledger == nil || len(b.Rejected) > 0 || class != "" && b.Offer.Class != class {
			continue
		}
		if v := d.unitPrice(b.Offer); !ok || v < yuan {
			yuan, ok = v, true
		}
	}
	return yuan, ok
}

var hoursOf = map[string]float64{"hour": 1, "day": 24, "week": 168, "month": 730, "year": 8760}

// unitPrice is the yuan a card-hour costs when the whole term is used.
func (d *desk) unitPrice(o catalog.Offer) float64 {
	_, unit, _ := strings.Cut(o.Price.Unit, "/")
	basis, period, _ := strings.Cut(unit, "-")
	v := d.value(o.Price) / hoursOf[period]
	if basis == "server" {
		v /= float64(o.Cards)
	}
	return v
}

func wholeServers(d *desk) finding {
	var full, part []string
	text := ""
	asked, _ := split(bought, func(c string) (bool, bool) {
		hour, okHour := d.perCard(c, "hour", "", "8x"+c+"-2mo")
		server, okServer := d.perCard(c, "month", "bare-metal", "8x"+c+"-2mo")
		if !okHour || !okServer {
			return false, false
		}
		text += fmt.Sprintf("%s %.2f/%.2f, ", c, server, hour)
		if server < hour {
			full = append(full, c)
		}
		if server < 0.3*hour {
			part = append(part, c)
		}
		return true, true
	})
	verdict := depends
	switch {
	case len(full) == len(asked) && len(part) == 0:
		verdict = agrees
	case len(full) == 0:
		verdict = disagrees
	}
	return say(verdict,
		"no rack with network is on offer; whole servers by the month against hours, yuan a card-hour: %scheaper around the clock for %s, at 30%% use for %s; a desk's month may be bound to a year",
		"没有整柜带网络的报价;整机包月与按小时,每卡时元:%s全天更省 %s,使用率 30%% 时更省 %s;整机月租可能须签一年", text, list(full), list(part))
}

func reservation(d *desk) finding {
	text := ""
	yes, no := split(bought, func(c string) (bool, bool) {
		need := "8x" + c + "-1y"
		reserved, ok := d.yuan(need, "", "rent.reserved")
		if !ok {
			return false, false
		}
		other, found := 0.0, false
		for _, w := range d.run(need, "").Rows {
			if w.Priced && w.Family == costmodel.FamilyRent && w.Term != "reserved" && (!found || w.Total().Float() < other) {
				other, found = w.Total().Float(), true
			}
		}
		text += fmt.Sprintf("%s %s/%s, ", c, money(reserved), money(other))
		return reserved < other, found
	})
	if len(yes)+len(no) == 0 {
		return say(depends, "no reservation is on offer", "没有预留报价")
	}
	return say(sorted(yes, no), "reservations are only on offer for some cards; a year of 8, reserved/cheapest other term: %sthe cheapest for %s, not for %s",
		"仅部分卡有预留报价;8 卡一年,预留/其他最低:%s最省 %s;并非最省 %s", text, list(yes), list(no))
}

var order = []string{"hour", "day", "week", "month", "year", "reserved"}

// ladder lists the cheapest card-hour by term, within one class of offers or in all.
func (d *desk) ladder(c, class string) (out []float64) {
	for _, term := range order {
		if v, ok := d.perCard(c, term, class, "8x"+c+"-1mo"); ok {
			out = append(out, v)
		}
	}
	return out
}

func longerCheaper(d *desk) finding {
	falls := func(v []float64) bool {
		return slices.IsSortedFunc(v, func(a, b float64) int { return cmp.Compare(b, a) })
	}
	any, not := split(rented, func(c string) (bool, bool) { v := d.ladder(c, ""); return falls(v), len(v) > 1 })
	within := func(class string) (yes, no []string) {
		return split(rented, func(c string) (bool, bool) { v := d.ladder(c, class); return falls(v), len(v) > 1 })
	}
	cloud, cloudNot := within("cloud")
	metal, metalNot := within("bare-metal")
	return say(sorted(append(any, append(cloud, metal...)...), append(not, append(cloudNot, metalNot...)...)),
		"depends on the class: within clouds it holds for %s, not for %s; for bare metal for %s, not for %s; across classes for %s, not for %s",
		"取决于类别:云内成立 %s,不成立 %s;裸金属成立 %s,不成立 %s;跨类别成立 %s,不成立 %s",
		list(cloud), list(cloudNot), list(metal), list(metalNot), list(any), list(not))
}

func hourlyDearest(d *desk) finding {
	text := ""
	yes, no := split(rented, func(c string) (bool, bool) {
		hour, okHour := d.perCard(c, "hour", "", "8x"+c+"-1mo")
		month, okMonth := d.perCard(c, "month", "", "8x"+c+"-1mo")
		if !okHour || !okMonth {
			return false, false
		}
		text += fmt.Sprintf("%s %.2f/%.2f, ", c, hour, month)
		return month < 0.95*hour, true
	})
	return say(sorted(yes, no),
		"cheapest hour/month used in full, yuan a card-hour: %sthe month is clearly cheaper for %s, not for %s; it depends on the card and on whether the month is used in full",
		"最低按小时/包月(用满),每卡时元:%s包月明显更省 %s;并非如此 %s;取决于卡型及是否用满", text, list(yes), list(no))
}

func infiniband(d *desk) finding {
	p, _ := d.cat.Part("roce-vs-ib")
	ratio := d.value(p.Price)
	ib, plain := 0.0, 0.0
	for _, o := range d.cat.OffersFor("nvidia-a100-sxm-80g") {
		switch {
		case o.Class != "bare-metal" || o.Term != "month" || o.Rejected != "":
		case o.Interconnect == "ib":
			ib = d.value(o.Price)
		case o.Interconnect == "":
			plain = d.value(o.Price)
		}
	}
	verdict := disagrees
	if ratio < 1 {
		verdict = agrees
	}
	return say(verdict,
		"a RoCE fabric is taken at %.0f%% of InfiniBand (estimate); an A100 server by the month costs %s with InfiniBand, %s where nothing is said",
		"RoCE 组网按 InfiniBand 的 %.0f%% 计(估计);A100 整机月租带 InfiniBand %s 元,未注明者 %s 元", 100*ratio, money(ib), money(plain))
}
