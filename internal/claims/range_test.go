package claims

import (
	"fmt"
	"math"
	"slices"

	"gpucalc/internal/training"
)

// rangeClaims are price ranges and statements of fact that can be computed.
func rangeClaims() []claim {
	return []claim{
		{"card-price", "range", "One training card (A100, H100) costs tens of thousands to over a hundred thousand yuan", "一张训练卡(A100、H100)几万到十几万元", cardPrice},
		{"server-total", "range", "An 8-card training server costs six to seven digits in yuan", "八卡训练服务器六到七位数", serverPrice},
		{"card-hour-price", "range", "Renting costs a few yuan to tens of yuan a card-hour", "租卡每卡时几元到几十元", cardHour(1, 100)},
		{"rent-single-card", "range", "A single rented card: tens to over a hundred yuan an hour", "单卡每小时几十到一百多元", cardHour(10, 200)},
		{"rack-year", "range", "A standard rack in Shanghai costs tens of thousands of yuan a year", "上海标准机柜每年几万元", rackYear},
		{"rent-rack", "range", "A whole rack with network: hundreds of thousands to about a million yuan a month", "整柜带网络每月几十万到约百万元", rentRack},
		{"downtown-vs-lingang", "range", "The same card costs over 20 percent more in the city centre than in Lingang", "同样的卡市中心比临港贵两成以上", downtown},
		{"fine-tune-smaller", "range", "Fine-tuning needs one to two orders of magnitude less compute than pretraining", "微调算力比预训练少一到两个数量级", fineTune},
		{"household-power", "fact", "Business electricity costs more than household electricity", "商业电价高于居民电价", household},
		{"kunshan-nantong", "fact", "Kunshan and Nantong are cheaper", "昆山、南通更便宜", neighbours},
		{"rack-20kW", "fact", "Racks below 20 kW cannot cool a full load of H800 servers", "20 kW 以下机柜带不动满载 H800", rack20},
		{"lead-time", "fact", "An own machine room takes over six months, a rented cluster one to two weeks", "自建机房半年以上,租集群一两周", leadTime},
	}
}

func cardPrice(d *desk) finding {
	a, _ := d.cat.Server("hgx-a100-80g-8")
	h, _ := d.cat.Server("hgx-h100-8")
	pa, ph := d.value(a.Price)/8, d.value(h.Price)/8
	return say(sorted(within(pa, 20_000, 200_000), within(ph, 20_000, 200_000).not()),
		"depends on the card: per card of an 8-card server an A100 is %s, an H100 %s", "取决于卡型:按八卡整机折算,A100 每卡 %s 元,H100 %s 元", money(pa), money(ph))
}

// holds is a list that is empty when a statement does not hold, for sorted.
type holds []string

func within(v, low, high float64) holds {
	if v >= low && v <= high {
		return holds{"yes"}
	}
	return nil
}

func (h holds) not() holds {
	if len(h) == 0 {
		return holds{"no"}
	}
	return nil
}

func serverPrice(d *desk) finding {
	low, high := math.Inf(1), 0.0
	for _, s := range d.cat.AllServers() {
		if s.Cards == 8 && s.Card != "" && !s.Price.Missing() && s.Price.Unit == "CNY/server" {
			low, high = min(low, d.value(s.Price)), max(high, d.value(s.Price))
		}
	}
	in := within(low, 1e5, 1e7-1)
	verdict := sorted(append(in, within(high, 1e5, 1e7-1)...), append(in.not(), within(high, 1e5, 1e7-1).not()...))
	return say(verdict, "8-card servers of the sheets cost %s to %s", "本书八卡服务器 %s 至 %s 元", money(low), money(high))
}

// cardHour looks at every acceptable hourly offer of data-centre cards.
func cardHour(low, high float64) func(d *desk) finding {
	return func(d *desk) finding {
		var all []float64
		for _, o := range d.cat.Offers() {
			c, ok := d.cat.Card(o.Card)
			if ok && c.Market == "datacentre" && c.MemoryGB >= 40 && o.Term == "hour" && o.Rejected == "" && o.Price.Unit == "CNY/card-hour" {
				all = append(all, d.value(o.Price))
			}
		}
		slices.Sort(all)
		in := 0
		for _, v := range all {
			if v >= low && v <= high {
				in++
			}
		}
		verdict := depends
		switch {
		case in == len(all):
			verdict = agrees
		case in == 0:
			verdict = disagrees
		}
		return say(verdict, "%d of %d acceptable hourly offers of data-centre cards from 40 GB lie there; they run from %.2f to %.2f, half of them below %.2f: it depends on card and provider",
			"%d/%d 个可用的 40 GB 以上数据中心卡按时报价在此范围;最低 %.2f 元,最高 %.2f 元,中位 %.2f 元:取决于卡型和供应商",
			in, len(all), all[0], all[len(all)-1], all[len(all)/2])
	}
}

func rackYear(d *desk) finding {
	s, _ := d.cat.ResolveSite("songjiang")
	kw := d.value(s.RackPrice) * 12
	verdict := depends
	if kw*5 >= 100_000 {
		verdict = disagrees
	}
	return say(verdict, "depends on the power: a rack of 5 kW in Songjiang costs %s a year without electricity, of 10 kW %s, of 20 kW %s (estimates)",
		"取决于功率:松江 5 kW 机柜每年 %s 元(不含电),10 kW %s 元,20 kW %s 元(估计)", money(kw*5), money(kw*10), money(kw*20))
}

func rentRack(d *desk) finding {
	month := func(c string) float64 {
		v, ok := d.perCard(c, "month", "bare-metal", "8x"+c+"-1mo")
		if !ok {
			d.t.Fatalf("no server month of %s", c)
		}
		return v * 8 * 730
	}
	a, h := month("A100")*4, month("H800")*4
	ok := append(within(a, 2e5, 1.2e6), within(h, 2e5, 1.2e6)...)
	return say(sorted(ok, append(within(a, 2e5, 1.2e6).not(), within(h, 2e5, 1.2e6).not()...)),
		"four rented servers, the most of a 40 kW rack, are %s a month with A100, %s with H800: it depends on cards and rack power",
		"一柜四台(40 kW)整机月租:A100 %s 元,H800 %s 元:取决于卡型和机柜功率", money(a), money(h))
}

func downtown(d *desk) finding {
	centre, _ := d.cat.ResolveSite("centre")
	lingang, _ := d.cat.ResolveSite("lingang")
	rack := d.value(centre.RackPrice) / d.value(lingang.RackPrice)
	text := ""
	whole := 0.0
	for _, c := range []string{"A100", "H20", "4090"} {
		a, okA := d.yuan("8x"+c+"-3y", "site=shanghai-centre", "own")
		b, okB := d.yuan("8x"+c+"-3y", "site=lingang", "own")
		if okA && okB {
			whole = max(whole, a/b)
			text += fmt.Sprintf("%s %+.0f%%, ", c, 100*(a/b-1))
		}
	}
	verdict := depends
	switch {
	case whole >= 1.2:
		verdict = agrees
	case rack < 1.2:
		verdict = disagrees
	}
	return say(verdict, "depends on what is compared: the rack costs %.0f%% more, owning 8 cards for three years %sof the total; rents do not differ by district on the sheets",
		"取决于比较什么:机柜贵 %.0f%%,8 卡自有三年总成本 %s;本书租价不分区", 100*(rack-1), text)
}

func fineTune(d *desk) finding {
	pre := d.train(10e9, training.Data{}, training.Work{}, "H800", 64)
	full := d.train(10e9, training.Data{Tokens: 1e9}, training.Work{}, "H800", 64)
	lora := d.train(10e9, training.Data{Tokens: 100e6}, training.Work{Kind: training.LoRA}, "H800", 8)
	a, b := pre.FLOPs.Useful/full.FLOPs.Useful, pre.FLOPs.Useful/lora.FLOPs.Useful
	return say(depends, "at 20 tokens a parameter pretraining a 10-billion-parameter model takes %.0f times the compute of tuning on a billion tokens, %.0f times that of LoRA on a hundred million: it depends on the data, and is often more",
		"每参数 20 词元时,百亿模型预训练算力是 10 亿词元全量微调的 %.0f 倍,是 1 亿词元 LoRA 的 %.0f 倍:取决于数据量,差距往往更大", a, b)
}

func household(d *desk) finding {
	per := func(site string) float64 {
		r := d.run("1x4090-1y", "site="+site)
		w, ok := r.Row("own.sold")
		if !ok || !w.Priced || w.EnergyKWh == 0 {
			d.t.Fatalf("no energy at %s", site)
		}
		return w.Ledger.CategoryTotal("electricity").Float() / w.EnergyKWh
	}
	home, office := per("home"), per("office")
	verdict := depends
	switch {
	case office > 1.05*home:
		verdict = agrees
	case home > 1.05*office:
		verdict = disagrees
	}
	t, _ := d.cat.Tariff("sh-household")
	return say(verdict, "depends on how much is used: homes begin at %[1]s yuan a kWh, but a 4090 around the clock reaches the tiers of %[2]s and %[3]s there and pays %.3[5]f, in an office %.3[4]f",
		"取决于用量:居民首档每度 %[1]s 元,但一张 4090 全天运行会进入 %[2]s 与 %[3]s 元的阶梯,平均 %.3[5]f 元,办公室 %.3[4]f 元",
		t.Tiers[0].Price.Typical, t.Tiers[1].Price.Typical, t.Tiers[2].Price.Typical, office, home)
}

func neighbours(d *desk) finding {
	a := d.total("8xH20-3y", "", "own")
	b := d.total("8xH20-3y", "site=kunshan", "own")
	c := d.total("8xH20-3y", "site=nantong", "own")
	verdict := disagrees
	if b < a && c < a {
		verdict = agrees
	}
	return say(verdict, "8 H20 owned for three years cost %s in Songjiang, %s in Kunshan, %s in Nantong: %.1f%% and %.1f%% less",
		"8 卡 H20 自有三年:松江 %s 元,昆山 %s 元,南通 %s 元,分别低 %.1f%%、%.1f%%", money(a), money(b), money(c), 100*(1-b/a), 100*(1-c/a))
}

func rack20(d *desk) finding {
	r := d.run("16xH800-1y", "")
	one := false
	for _, w := range r.Warnings {
		one = one || w.Key == "warning.one_server_a_rack"
	}
	centre := d.run("8xH800-1y", "site=shanghai-centre")
	w, ok := centre.Row("own.sold")
	verdict := agrees
	if ok && w.Priced {
		verdict = depends
	}
	if !one {
		verdict = disagrees
	}
	return say(verdict, "depends on how many: one 10.2 kW server fits the 12 kW racks of the city centre; two do not fit even 20 kW, so each takes a rack",
		"取决于台数:一台 10.2 kW 服务器可放入市中心 12 kW 机柜;两台连 20 kW 也放不下,各占一柜")
}

func leadTime(d *desk) finding {
	hall, _ := d.cat.ResolveSite("own-hall")
	s, _ := d.cat.Server("hgx-h800-8")
	rent, _ := d.cat.Assumption("lead-time-rent-bare-metal")
	months, days, wait := d.value(hall.BuildMonths), d.value(s.LeadDays), d.value(rent.Value)
	verdict := depends
	if months <= 6 {
		verdict = disagrees
	}
	return say(verdict, "a hall takes %.0f months (estimate), but servers in a rented rack %.0f days, a rented cluster %.0f: it depends on whether the room must be built",
		"机房建设 %.0f 个月(估计),而租机柜放服务器 %.0f 天、租集群 %.0f 天:取决于是否自建机房", months, days, wait)
}
