package claims

import (
	"gpucalc/internal/costmodel"
	"gpucalc/internal/estimate"
	"gpucalc/internal/training"
)

// workedClaims are worked examples with numbers.
func workedClaims() []claim {
	return []claim{
		{
			"own-4xA100-depreciation", "worked",
			"A 4-card A100 machine at 400,000 yuan over 36 months depreciates 11,000 yuan a month, 5,500 for two weeks",
			"40 万元的四卡 A100 机器按 36 个月折旧,每月约 1.1 万元,两周约 5,500 元", depreciation,
		},
		{
			"own-4xA100-2w", "worked",
			"With rack, power and staff, owning 4 A100 for two weeks costs at least 8,000 yuan",
			"加上机柜、电费和人力,自有四卡 A100 两周至少 8,000 元", ownTwoWeeks,
		},
		{
			"rent-4xA100-2w", "worked",
			"Renting 4 A100 for 336 hours costs under 6,000 yuan",
			"租四卡 A100 共 336 小时不到 6,000 元", rentTwoWeeks,
		},
		{
			"peak-32-trough-4", "worked",
			"Demand swings between 32 cards and 4: owning for the peak leaves most cards idle",
			"需求在 32 卡与 4 卡之间波动:按峰值购买则大部分闲置", swing,
		},
		{
			"estimate-10B", "worked",
			"10 billion parameters on 200 GB of text for 20 epochs take two weeks on 64 H800",
			"100 亿参数、200 GB 文本、20 轮,64 卡 H800 约两周", tenBillion,
		},
		{
			"compute-formula", "worked",
			"Compute = parameters x data x epochs / utilisation",
			"算力需求 = 参数 × 数据量 × 轮数 / 利用率", formula,
		},
		{
			"thesis-4090", "worked",
			"A thesis of three months costs hundreds of yuan rented; a 4090 machine costs tens of thousands and resells below half",
			"三个月的论文租卡几百元;4090 整机几万元,转手不到一半", thesis,
		},
		{
			"diffusion-artist", "worked",
			"For an artist a card costs over 10,000 yuan, renting a few yuan an hour",
			"画图:买卡一万多元,租卡每小时几元", artist,
		},
	}
}

func depreciation(d *desk) finding {
	const price, months = 400_000.0, 36.0
	share := price * 336 / (months * 730)
	s, _ := d.cat.Server("hgx-a100-80g-4")
	p, _ := d.cat.Server("a100-pcie-4")
	return say(depends,
		"%s a month is right. Two weeks are 336 of 26,280 hours, %s, or half a month, %s; and the price is %s for SXM, %s for PCIe cards (estimates): it depends on how months are counted and on the machine",
		"每月 %s 元没错。两周按 26,280 小时中的 336 小时为 %s 元,按半个月为 %s 元;整机 SXM 约 %s 元、PCIe 约 %s 元(估计):取决于月的算法和机型",
		money(price/months), exact(share), exact(price/months/2), money(d.value(s.Price)), money(d.value(p.Price)))
}

func ownTwoWeeks(d *desk) finding {
	const need = "4xA100-2w"
	shared, sold := d.total(need, "", "own.reused"), d.total(need, "", "own.sold")
	verdict := disagrees
	if min(shared, sold) >= 8000 {
		verdict = agrees
	}
	return say(verdict,
		"at least indeed: %s when others use the machine for the rest of its life, %s when it is resold after two weeks",
		"确实不止:其余时间有人共用为 %s 元,两周后转卖为 %s 元", money(shared), money(sold))
}

func rentTwoWeeks(d *desk) finding {
	full, _ := d.best("4xA100-2w", "", costmodel.FamilyRent)
	small, _ := d.best("4xA100-40G-2w", "", costmodel.FamilyRent)
	verdict := depends
	switch {
	case full < 6000 && small < 6000:
		verdict = agrees
	case full >= 6000 && small >= 6000:
		verdict = disagrees
	}
	return say(verdict,
		"depends on the memory: %s with 80 GB, %s with 40 GB. 6,000 yuan for 1,344 card-hours are 4.46 a card-hour; tens of yuan an hour can only be meant for all four cards",
		"取决于显存:80 GB 为 %s 元,40 GB 为 %s 元。1,344 卡时 6,000 元合每卡时 4.46 元;“每小时几十元”只能指四卡整机", exact(full), exact(small))
}

func swing(d *desk) finding {
	r := d.run("demand-4-32", "")
	used := r.UsedHours / (32 * r.Scenario.Hours())
	own, _ := d.best("demand-4-32", "", costmodel.FamilyOwn)
	rent, _ := d.best("demand-4-32", "", costmodel.FamilyRent)
	verdict := disagrees
	if used < 0.5 {
		verdict = agrees
	}
	return say(verdict,
		"with three weeks in 13 on 32 cards %.0f%% of owned card-hours are idle; owning all costs %s a year (resold), renting %s",
		"每 13 周有 3 周用 32 卡,则 %.0f%% 的自有卡时闲置;全部自有一年(转卖)%s 元,租用 %s 元", 100*(1-used), money(own), money(rent))
}

func (d *desk) train(params float64, data training.Data, work training.Work, card string, count int) training.Result {
	d.t.Helper()
	r, ds := training.Estimate(d.training(params, data, work, card, count))
	if ds.HasErrors() {
		d.t.Fatal(ds.Err())
	}
	return r
}

func (d *desk) training(params float64, data training.Data, work training.Work, card string, count int) training.Input {
	d.t.Helper()
	c, ds := d.cat.ResolveCard(card)
	if ds.HasErrors() {
		d.t.Fatal(ds.Err())
	}
	fitted, ds := estimate.Fitted(d.cat)
	if ds.HasErrors() {
		d.t.Fatal(ds.Err())
	}
	m := estimate.MachineOf(d.cat, c)
	return training.Input{
		Model: training.StandardShape(params), Data: data, Work: work, Fitted: fitted,
		Machine: training.Machine{Card: m.Spec(), Count: count, KWPerCard: m.KWPerCard},
	}
}

func tenBillion(d *desk) finding {
	r := d.train(10e9, training.Data{Bytes: 200e9, Epochs: 20}, training.Work{}, "H800", 64)
	zh := d.train(10e9, training.Data{Bytes: 200e9, Epochs: 20, Language: "zh"}, training.Work{}, "H800", 64)
	solved, ds := training.Deadline(d.training(10e9, training.Data{Bytes: 200e9, Epochs: 20}, training.Work{}, "H800", 0), 14)
	if ds.HasErrors() {
		d.t.Fatal(ds.Err())
	}
	verdict := depends
	switch {
	case r.Days.Low <= 14 && 14 <= r.Days.High:
		verdict = agrees
	case min(r.Days.Low, zh.Days.Low) > 14:
		verdict = disagrees
	}
	return say(verdict,
		"%.0f to %.0f days, typically %.0f (%.0f for Chinese text): %.2f trillion tokens at %.0f%% MFU; 14 days would take %d cards",
		"%.0f 至 %.0f 天,典型 %.0f 天(中文文本 %.0f 天):%.2f 万亿词元,MFU %.0f%%;14 天需 %d 卡",
		r.Days.Low, r.Days.High, r.Days.Typical, zh.Days.Typical, r.Tokens/1e12, 100*r.MFU.Typical, solved.Count)
}

func formula(d *desk) finding {
	r := d.train(10e9, training.Data{Tokens: 200e9}, training.Work{}, "H800", 64)
	factor := r.FLOPs.SixND / (10e9 * 200e9)
	verdict := agrees
	if factor > 1.5 {
		verdict = disagrees
	}
	return say(verdict,
		"it lacks %.0f operations a parameter and token and the card's peak: card-seconds = 6 x parameters x tokens x epochs / (peak x utilisation), attention on top (%.0f%% here)",
		"缺少每参数每词元的 %.0f 次运算和单卡峰值:卡秒 = 6 × 参数 × 词元 × 轮数 /(峰值 × 利用率),另加注意力(此处 %.0f%%)",
		factor, 100*(r.FLOPs.Useful/r.FLOPs.SixND-1))
}

func thesis(d *desk) finding {
	const need = "thesis-4090"
	rent, _ := d.best(need, "", costmodel.FamilyRent)
	buy := d.item(need, "", "own.sold", "line.purchase")
	back := -d.item(need, "", "own.sold", "line.resale")
	own := d.total(need, "", "own.sold")
	dear, half := buy >= 20_000, back < buy/2
	verdict := depends
	if dear && half && rent < 1000 {
		verdict = agrees
	}
	return say(verdict,
		"renting costs %s as said; card and host cost %s and fetch %.0f%% after three months: %s net. The saving stands, the loss on resale depends on the curve",
		"租用 %s 元,与所说相符;卡加主机 %s 元,三个月后可卖回 %.0f%%,净支出 %s 元。租更省,但转手损失取决于残值曲线",
		exact(rent), money(buy), 100*back/buy, money(own))
}

func artist(d *desk) finding {
	c, _ := d.cat.ResolveCard("4090")
	price := d.value(c.Price)
	r := d.run("diffusion-artist", "")
	rent, _ := d.best("diffusion-artist", "", costmodel.FamilyRent)
	own, _ := d.best("diffusion-artist", "", costmodel.FamilyOwn)
	verdict := disagrees
	if perHour := rent / r.UsedHours; price > 10_000 && perHour >= 1 && perHour < 10 {
		verdict = agrees
	}
	return say(verdict,
		"a 4090 costs %s without a host; two hours a day for a year cost %s rented, %.2f an hour, and %s owned and resold",
		"一张 4090 约 %s 元(不含主机);每天两小时一年,租用 %s 元,每小时 %.2f 元,自有再转卖 %s 元", money(price), money(rent), rent/r.UsedHours, money(own))
}
