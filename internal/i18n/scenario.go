package i18n

// scenarioTexts are the mistakes of scenarios.
var scenarioTexts = []Entry{
	{"scenario.unknown", `unknown scenario "{value}"`, `未知的场景 "{value}"`},
	{"scenario.unknown.hint", `nearest is "{near}"; list them with "gpucalc scenarios list", or write one such as 4xA100-2w`, `最接近的是 "{near}"；用 "gpucalc scenarios list" 查看，或直接写成 4xA100-2w 这样的形式`},
	{"scenario.unknown.hint.far", `list them with "gpucalc scenarios list", or write one such as 4xA100-2w`, `用 "gpucalc scenarios list" 查看，或直接写成 4xA100-2w 这样的形式`},
	{"scenario.bad_shorthand", `"{value}" is not a scenario`, `"{value}" 不是有效的场景`},
	{"scenario.bad_shorthand.hint", `write <count>x<card>-<duration>[@<util>], such as 4xA100-2w, 64xH800-14d or 8xH20-3y@0.6`, `请写成 <数量>x<卡>-<时长>[@<利用率>]，例如 4xA100-2w、64xH800-14d 或 8xH20-3y@0.6`},
	{"scenario.bad_count", `"{value}" is not a number of cards`, `"{value}" 不是卡数`},
	{"scenario.bad_count.hint", `write a whole number from 1 to 1,000,000`, `请写 1 到 1,000,000 之间的整数`},
	{"scenario.bad_pattern", `"{value}" is not a pattern of use`, `"{value}" 不是使用时段`},
	{"scenario.bad_pattern.hint", `use all, office, night, valley, or hours and days such as 8hx5d and 3h/d`, `可用 all、office、night、valley，或 8hx5d、3h/d 这样的写法`},
	{"scenario.bad_field", `"{value}" does not do for {field}`, `"{value}" 不能用于 {field}`},
	{"scenario.missing", `the scenario does not say {field}`, `场景没有写明 {field}`},
	{"scenario.missing.hint", `give --{field}, or a scenario such as --scenario 4xA100-2w`, `请给出 --{field}，或写 --scenario 4xA100-2w 这样的场景`},
	{"scenario.not_one_of", `"{value}" is not one of {words}`, `"{value}" 不在 {words} 之中`},
	{"scenario.time_range", `{low}, {typical} and {high} are not in ascending order`, `{low}、{typical}、{high} 未按升序排列`},
	{"scenario.util_zero", `a utilisation of {value} leaves nothing to compare`, `利用率为 {value} 时没有可比较的内容`},
	{"scenario.util_zero.hint", `give a share above 0, up to 1 or 100%`, `请给出大于 0、不超过 1 或 100% 的值`},
	{"scenario.unknown_tariff", `unknown tariff "{value}"`, `未知的电价 "{value}"`},
	{"scenario.unknown_tariff.hint", `nearest is "{near}"; see "gpucalc prices list tariffs"`, `最接近的是 "{near}"；参见 "gpucalc prices list tariffs"`},
	{"scenario.unknown_tariff.hint.far", `see "gpucalc prices list tariffs"`, `参见 "gpucalc prices list tariffs"`},
	{"scenario.util", `utilisation`, `利用率`},
}
