package i18n

// Entry is one message in both languages. Texts may hold {name} placeholders,
// the same ones in both.
type Entry struct{ Key, EN, ZH string }
