package i18n

var commonTexts = []Entry{
	{"common.at_path", "{text}, at {path}", "{text}，位置 {path}"},
	{"common.error", "error", "错误"},
	{"common.warning", "warning", "警告"},
	{"common.hint", "hint", "提示"},
}
