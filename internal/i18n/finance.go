package i18n

// financeTexts are answers and mistakes of the finance functions.
var financeTexts = []Entry{
	{"finance.bad_balloon", "the final payment {balloon} is not between 0 and the loan of {principal}", "期末一次性还款 {balloon} 不在 0 与贷款额 {principal} 之间"},
	{"finance.bad_factor", "declining-balance factor \"{value}\" is not a number of 0 or more", "余额递减倍率“{value}”不是不小于 0 的数"},
	{"finance.bad_life", "a life of {value} years is not between 1 and {max}", "折旧年限 {value} 年不在 1 与 {max} 之间"},
	{"finance.bad_loan_rate", "loan rate \"{value}\" is not between 0 and {max} (0.035 is 3.5% a year)", "贷款利率“{value}”不在 0 与 {max} 之间（0.035 即年利率 3.5%）"},
	{"finance.bad_per_year", "{value} payments a year are less than one", "每年还款 {value} 次，少于一次"},
	{"finance.bad_periods", "a loan of {value} payments is not between 1 and {max}", "还款期数 {value} 不在 1 与 {max} 之间"},
	{"finance.bad_principal", "the amount {value} is not between 0 and {max}", "金额 {value} 不在 0 与 {max} 之间"},
	{"finance.bad_residual", "the residual value {residual} is not between 0 and the cost of {cost}", "残值 {residual} 不在 0 与原值 {cost} 之间"},
	{"finance.bad_units", "units of use \"{value}\" are not a finite number of 0 or more, or the total is 0", "工作量“{value}”不是不小于 0 的有限数，或总工作量为 0"},
	{"finance.irr.never_zero", "no rate of return: money flows both ways, but no rate makes the present value zero", "无内部收益率：资金有进有出，但没有使净现值为零的利率"},
	{"finance.irr.one_sided", "no rate of return: money flows in one direction only", "无内部收益率：资金只有单向流动"},
	{"finance.irr.several", "several rates of return: {rates}; judge by the present value instead", "内部收益率不止一个：{rates}；请改用净现值判断"},
	{"finance.irr.too_large", "no rate of return: it is too large to be stated", "无内部收益率：数值过大，无法表示"},
	{"finance.irr.undefined", "no rate of return: an amount is not a finite number", "无内部收益率：有金额不是有限数"},
	{"finance.payback.never", "never paid back within the time looked at", "在所考察的期限内无法收回"},
}
