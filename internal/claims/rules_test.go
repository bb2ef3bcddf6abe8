package claims

import (
	"fmt"

	"gpucalc/internal/costmodel"
	"gpucalc/internal/training"
)

// ruleClaims are rules on when to own.
func ruleClaims() []claim {
	return []claim{
		{"rent-under-6-months", "rule", "For one run shorter than half a year renting is clearly cheaper", "半年以内的单次训练,租用明显便宜", shortRuns("2w", "1mo", "3mo", "5mo")},
		{"rent-one-two-months", "rule", "For one to two months of training, rent", "训练一两个月就租", shortRuns("1mo", "2mo")},
		{"monthly-rent-vs-own-month", "rule", "A month's rent is far below a month's depreciation plus electricity", "月租远低于自有的月折旧加电费", monthAgainstMonth},
		{"buy-trigger", "rule", "Buy when a month's rent exceeds a month's depreciation plus electricity and six months are planned", "月租超过月折旧加电费且后六个月有计划就买", buyTrigger},
		{"buy-three-conditions", "rule", "Buy only with steady full load, a machine room and ample cash; rent for six months first", "只有长期满载、有机房、现金充裕才买;先租半年", fullLoadOnly},
		{"need-from-history", "rule", "The number of cards follows from the mean load of the last three months", "用卡数量取近三个月平均负载", meanLoad},
		{"payback-longer-in-shanghai", "rule", "With Shanghai's power and racks an own machine pays back later than inland", "上海电价和机柜贵,自建回本比内地慢", inland},
		{"thousand-cards", "rule", "The up-front cost of 1,000 own cards pays for several trainings of a 10-billion-parameter model on rented cards", "千卡集群的前期投入够租卡训练好几次百亿模型", thousandCards},
		{"full-load-3-years", "rule", "A machine that runs fully loaded for three years is cheaper owned", "满载三年的机器自有更便宜", fullLoad("3y")},
		{"under-a-year", "rule", "With low utilisation or under a year renting is cheaper", "利用率低或不满一年,租更便宜", lowOrShort},
		{"eight-hours-daily", "rule", "A team at 8 hours every day of the year may still gain from owning", "全年每天 8 小时的团队自有可能仍划算", eightHours},
		{"kaggle-2w", "rule", "A two-week contest with dozens of runs: rent", "两周竞赛几十次实验:租", contest},
		{"rent-to-own", "rule", "For training all year round consider rent-to-own", "全年训练可考虑以租代购", rentToOwn},
		{"hundred-billion", "rule", "Above a hundred billion parameters one 8-card machine is not enough", "千亿参数以上单台八卡不够", hundredBillion},
		{"bandwidth-80-percent", "rule", "All-reduce under 80 percent of nominal is the provider's to fix", "全归约带宽低于标称 80% 应由供应商整改", allReduce},
	}
}

// shortRuns asks 8 cards for each length, resold and shared: does renting always win?
func shortRuns(lengths ...string) func(d *desk) finding {
	return func(d *desk) finding {
		asked, wins := map[string]int{}, map[string]int{}
		yes, no := split(bought, func(c string) (bool, bool) {
			known, rents := 0, 0
			for _, length := range lengths {
				for _, view := range []string{"sold", "reused"} {
					own, ok := d.owns("8x"+c+"-"+length, "view="+view)
					if !ok {
						continue
					}
					known++
					asked[view]++
					if !own {
						rents++
						wins[view]++
					}
				}
			}
			return rents == known, known > 0
		})
		return say(sorted(yes, no),
			"8 cards: renting wins %d of %d cases against buying and reselling, %d of %d against a share of a machine that others fill; always for %s, not always for %s, some of which are only let by the year",
			"8 卡:与买后转卖相比租用胜 %d/%d 例,与多人共用的机器分摊相比胜 %d/%d 例;始终更省 %s;不一定 %s(其中有的只按年出租)",
			wins["sold"], asked["sold"], wins["reused"], asked["reused"], list(yes), list(no))
	}
}

// months compares a month's rent of 8 cards, at the cheapest acceptable price of an hour or a month used in full, with
// a month of their price over 36 and their electricity.
func (d *desk) months(c string) (rent, own float64, ok bool) {
	need := "8x" + c + "-1mo"
	for _, term := range []string{"hour", "month", "year"} {
		if v, offered := d.perCard(c, term, "", need); offered && (!ok || v*8*730 < rent) {
			rent, ok = v*8*730, true
		}
	}
	w, found := d.yuan(need, "", "own.sold")
	if !ok || !found || w == 0 {
		return 0, 0, false
	}
	return rent, d.item(need, "", "own.sold", "line.purchase")/36 + d.item(need, "", "own.sold", "line.electricity"), true
}

func monthAgainstMonth(d *desk) finding {
	text := ""
	yes, no := split(bought, func(c string) (bool, bool) {
		rent, own, ok := d.months(c)
		if ok {
			text += fmt.Sprintf("%s %s/%s, ", c, money(rent), money(own))
		}
		return rent < 0.8*own, ok
	})
	return say(sorted(yes, no),
		"8 cards, rent/depreciation over 36 months and electricity: %sso far below for %s, not for %s",
		"8 卡,月租/36 个月折旧加电费:%s明显更低:%s;并非如此:%s", text, list(yes), list(no))
}

func buyTrigger(d *desk) finding {
	var asked []string
	yes, no := split(bought, func(c string) (bool, bool) {
		rent, own, ok := d.months(c)
		if !ok || rent <= own {
			return false, false
		}
		asked = append(asked, c)
		wins, priced := d.owns("8x"+c+"-6mo", "")
		return wins, priced
	})
	long, short := split(bought, func(c string) (bool, bool) {
		rent, own, ok := d.months(c)
		if !ok || rent <= own {
			return false, false
		}
		return d.owns("8x"+c+"-3y", "")
	})
	return say(sorted(append(yes, long...), append(no, short...)),
		"the trigger fires for %s; buying then wins over six months for %s, over three years for %s: rack, staff, upkeep, capital and the first day's loss are missing in it, so it depends on how long the cards stay in use",
		"触发条件对 %s 成立;此时买:六个月内划算的有 %s,三年内划算的有 %s。该条件未计机柜、人力、维护、资金成本和首日贬值,故取决于使用期限",
		list(asked), list(yes), list(long))
}

func fullLoadOnly(d *desk) finding {
	full, _ := split(bought, func(c string) (bool, bool) { return d.owns("8x"+c+"-3y", "") })
	part, _ := split(bought, func(c string) (bool, bool) { return d.owns("8x"+c+"-3y@0.3", "") })
	verdict := agrees
	switch {
	case len(full) == 0:
		verdict = disagrees
	case len(part) > 0:
		verdict = depends
	}
	return say(verdict,
		"over three years owning wins at full load for %s, at 30%% utilisation for %s: it depends on the card. A room can be rented; cash is tied up either way",
		"三年满载自有更省:%s;利用率 30%% 时自有更省:%s。取决于卡型;机房可租,资金占用已计入", list(full), list(part))
}

func meanLoad(d *desk) finding {
	in := d.input("demand-4-32", "")
	in.Hybrid = true
	r := costmodel.Build(in)
	mean := r.CardHours / in.Scenario.Hours()
	if r.Hybrid == nil {
		d.t.Fatal("no split of the demand")
	}
	best := r.Hybrid.Rows[r.Hybrid.Best]
	verdict := disagrees
	if float64(best.Owned) > 0.75*mean && float64(best.Owned) < 1.25*mean {
		verdict = agrees
	}
	return say(verdict,
		"demand of 4 to 32 A100 has a mean of %.1f cards; cheapest is to own %d and rent the rest (%s a year). What to own follows from how long each level lasts, not from the mean",
		"4 至 32 卡 A100 的需求平均 %.1f 卡;最省的是自有 %d 卡、其余租用(一年 %s 元)。自有多少取决于各负载水平持续多久,而非均值",
		mean, best.Owned, money(best.Total.Float()))
}

func inland(d *desk) finding {
	months := func(site string) int {
		for m := 1; m <= 36; m++ {
			if own, ok := d.owns(fmt.Sprintf("8xH800-%dmo", m), "site="+site); ok && own {
				return m
			}
		}
		return 0
	}
	here := d.total("8xH800-3y", "", "own")
	there := d.total("8xH800-3y", "site=ulanqab", "own")
	a, b := months("songjiang"), months("ulanqab")
	verdict := disagrees
	if here > there && (a == 0 || a >= b) {
		verdict = agrees
	}
	return say(verdict,
		"8 H800 for three years cost %s in Songjiang, %s in Ulanqab (%.0f%% less); owning first beats renting in month %d and %d (0 = never)",
		"8 卡 H800 三年:松江 %s 元,乌兰察布 %s 元(低 %.0f%%);自有首次胜过租用在第 %d 与第 %d 个月(0 = 从不)",
		money(here), money(there), 100*(1-there/here), a, b)
}

func thousandCards(d *desk) finding {
	r := d.run("cluster-1000", "")
	w, ok := r.Row("own")
	if !ok || !w.Priced {
		d.t.Fatal("the cluster has no price")
	}
	run := d.train(10e9, training.Data{}, training.Work{}, "H800", 64)
	price, ok := d.perCard("H800", "month", "bare-metal", "8xH800-1mo")
	if !ok {
		d.t.Fatal("no server of H800 by the month")
	}
	rent := run.CardHours.Typical * price
	n := w.Upfront.Float() / rent
	verdict := disagrees
	if n >= 3 {
		verdict = agrees
	}
	return say(verdict,
		"1,000 H800 cost %s up front; a training on 20 tokens a parameter takes %.1f days on 64 H800 and %s at %.2f a card-hour, a rented server's price: %.0f of them",
		"千卡 H800 前期 %s 元;每参数 20 词元的训练在 64 卡 H800 上需 %.1f 天、%s 元(按整机租价每卡时 %.2f 元):够 %.0f 次",
		money(w.Upfront.Float()), run.Days.Typical, money(rent), price, n)
}

func fullLoad(length string) func(d *desk) finding {
	return func(d *desk) finding {
		yes, no := split(bought, func(c string) (bool, bool) { return d.owns("8x"+c+"-"+length, "") })
		return say(sorted(yes, no), "8 cards: owning wins for %s, renting for %s: it depends on the card and its rent",
			"8 卡:自有更省 %s;租用更省 %s。取决于卡型及其租价", list(yes), list(no))
	}
}

func lowOrShort(d *desk) finding {
	yes, no := split(bought, func(c string) (bool, bool) {
		low, okLow := d.owns("8x"+c+"-3y@0.2", "")
		short, okShort := d.owns("8x"+c+"-11mo", "")
		return !low && !short, okLow && okShort
	})
	return say(sorted(yes, no), "8 cards, three years at 20%% and eleven months at full load: renting wins both for %s, not both for %s",
		"8 卡,三年利用率 20%%、十一个月满载:两者均租用更省 %s;并非都是 %s", list(yes), list(no))
}

func eightHours(d *desk) finding {
	year, _ := split(bought, func(c string) (bool, bool) { return d.owns("8x"+c+"-1y", "pattern=8hx7d") })
	three, _ := split(bought, func(c string) (bool, bool) { return d.owns("8x"+c+"-3y", "pattern=8hx7d") })
	verdict := disagrees
	if len(year)+len(three) > 0 {
		verdict = agrees
	}
	return say(verdict, "8 cards: owning wins for %s over one year, for %s over three",
		"8 卡:一年内自有更省 %s;三年内 %s", list(year), list(three))
}

func contest(d *desk) finding {
	rent, _ := d.best("contest-2w", "", costmodel.FamilyRent)
	own, _ := d.best("contest-2w", "", costmodel.FamilyOwn)
	shared := d.total("contest-2w", "", "own.reused")
	verdict := agrees
	if own < rent {
		verdict = disagrees
	}
	return say(verdict, "renting a 4090 costs %s, buying and reselling it %s (the share of a machine that is used later: %s)",
		"租 4090 为 %s 元,买后转卖 %s 元(之后继续使用的分摊 %s 元)", exact(rent), money(own), exact(shared))
}

func rentToOwn(d *desk) finding {
	text := ""
	yes, no := split(bought, func(c string) (bool, bool) {
		in := d.input("8x"+c+"-3y", "")
		in.RentToOwn = 12
		best, rto := 0.0, 0.0
		for _, o := range costmodel.Build(in).Options {
			switch {
			case len(o.Missing) > 0:
			case o.Family == costmodel.FamilyRentToOwn:
				rto = o.Total().Float()
			case best == 0 || o.Total().Float() < best:
				best = o.Total().Float()
			}
		}
		if rto == 0 || best == 0 {
			return false, false
		}
		text += fmt.Sprintf("%s %+.0f%%, ", c, 100*(rto/best-1))
		return rto < best, true
	})
	return say(sorted(yes, no),
		"8 cards for three years, bought after twelve months with half the rent credited, against the cheapest of owning and renting: %sbetter for %s. The credit is an estimate",
		"8 卡三年,租满十二个月后购买、抵扣一半租金,与自有和租用中较低者相比:%s更优:%s。抵扣比例为估计", text, list(yes))
}

func hundredBillion(d *desk) finding {
	pre := d.train(100e9, training.Data{Tokens: 1e9}, training.Work{}, "H800", 8)
	tune := d.train(100e9, training.Data{Tokens: 1e7}, training.Work{Kind: training.LoRA}, "H800", 8)
	quant := d.train(100e9, training.Data{Tokens: 1e7}, training.Work{Kind: training.QLoRA}, "H800", 8)
	yes := func(fits bool) [2]string {
		if fits {
			return [2]string{"fits", "可行"}
		}
		return [2]string{"does not fit", "放不下"}
	}
	verdict := agrees
	switch {
	case pre.Fits:
		verdict = disagrees
	case tune.Fits || quant.Fits:
		verdict = depends
	}
	a, b, c := yes(pre.Fits), yes(tune.Fits), yes(quant.Fits)
	return say(verdict,
		"on 8 H800 full training %[1]s (%[2]d cards do), LoRA %[3]s, QLoRA %[4]s: it depends on what is trained",
		"8 卡 H800:全量训练%[5]s(需 %[2]d 卡),LoRA %[6]s,QLoRA %[7]s:取决于训练方式",
		a[0], pre.SmallestCount, b[0], c[0], a[1], b[1], c[1])
}

func allReduce(d *desk) finding {
	r := d.train(10e9, training.Data{}, training.Work{}, "H800", 64)
	share := r.Communication.Share()
	return say(depends,
		"a contract term, no cost rule: communication adds %.1f%% to a 10-billion-parameter training on 64 H800, so a fifth less bandwidth costs about %.1f%% of the time; it depends on what the contract promises",
		"这是合同条款而非成本规律:64 卡 H800 训练百亿模型通信增加 %.1f%% 时间,带宽少两成约多花 %.1f%% 时间;取决于合同约定",
		100*share, 100*(share*1.25-share)/(1+share))
}
