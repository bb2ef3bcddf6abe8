package i18n

// moneyTexts are findings about money over time: VAT, income tax, loans and leases.
var moneyTexts = []Entry{
	{"money.rule_missing", `the sheets have no value "{id}", which VAT and income tax need`, `价格表缺少增值税与所得税所需的 "{id}"`},
	{"money.loan_and_lease", `a machine is financed by a loan or by a lease, not by both`, `同一设备要么贷款要么融资租赁，不能同时使用`},
	{"money.loan_share", `a loan of {value} of the price is not above 0 and at most 1`, `贷款成数 {value} 不在 0（不含）与 1 之间`},
	{"money.loan_months", `a term of {value} months is not between 1 and {max}`, `期限 {value} 个月不在 1 与 {max} 之间`},
	{"money.lease_down", `a down payment of {value} of the price is not at least 0 and below 1`, `首付比例 {value} 不在 0 与 1（不含）之间`},
	{"money.lease_rhythm", `{months} months do not divide into {per_year} rents a year (12 or 4)`, `{months} 个月无法按每年 {per_year} 期（12 或 4）还租`},
	{"money.tax_life_short", `a tax life of {years} years is below the {least} that the law allows at most accelerated`, `税法折旧年限 {years} 年低于加速折旧允许的最低 {least} 年`},
	{"money.immediate.expired", `no immediate deduction: the rule ended on {to}; the machine is written off over its tax life`, `不能一次性扣除：政策已于 {to} 到期，按税法折旧年限折旧`},
	{"money.immediate.not_yet", `no immediate deduction: the rule begins on {from}; the machine is written off over its tax life`, `不能一次性扣除：政策自 {from} 起执行，按税法折旧年限折旧`},
	{"money.immediate.above_limit", `no immediate deduction: {unit} yuan a unit is above the limit of {limit}; the machine is written off over its tax life`, `不能一次性扣除：单价 {unit} 元超过 {limit} 元上限，按税法折旧年限折旧`},
	{"money.units_not_for_tax", `units of use are for the books; for tax the machine is written off in equal parts`, `工作量法只用于会计账，税前按直线法扣除`},
	{"money.rd_not_cloud", `a fee for a cloud service is not on the list of R&D cost: no extra deduction on it`, `云服务费不在研发费用加计扣除清单内，不加计`},
	{"money.no_share", `the share of a reused machine could not be read from its bill; it is taken as charged`, `无法从账单读出共用设备的分摊比例，按账单金额计`},
	{"money.over_limit", `{option} needs {peak} yuan of cash at a time, more than the {limit} there are: it cannot win`, `{option} 最多需占用现金 {peak} 元，超过上限 {limit} 元，不能胜出`},
	{"flip.vat-unknown", `{option} at {total} yuan if prices that do not say so exclude VAT`, `若未注明是否含税的价格均不含增值税：{option}，{total} 元`},
	{"money.not_computable", `money over time cannot be computed: {reason}`, `无法计算资金时间价值：{reason}`},
}
