package i18n

import "strings"

// Languages returns the languages that texts exist in.
func Languages() []string { return []string{English, Chinese} }

// Lang chooses "en" or "zh". A flag that names a language wins; otherwise the
// first value of env that is not empty decides, so pass the values of LC_ALL,
// LC_MESSAGES and LANG in that order. What names neither language is English,
// as the locales C and POSIX are.
func Lang(flag string, env ...string) string {
	if lang, ok := language(flag); ok {
		return lang
	}
	for _, v := range env {
		if v == "" {
			continue
		}
		if lang, ok := language(v); ok {
			return lang
		}
		return English
	}
	return English
}

// language reads the first part of a locale: zh_CN.UTF-8, zh-Hans, en_US, zh.
func language(locale string) (string, bool) {
	head := strings.ToLower(locale)
	if i := strings.IndexAny(head, "_-.@"); i >= 0 {
		head = head[:i]
	}
	switch head {
	case Chinese, "chinese":
		return Chinese, true
	case English, "english":
		return English, true
	}
	return "", false
}
