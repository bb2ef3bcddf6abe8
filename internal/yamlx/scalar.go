package yamlx

import (
	"strings"

	"gopkg.in/yaml.v3"

	"gpucalc/internal/diag"
)

// scalar converts a value, refusing what is ambiguous when written plain.
func (c *converter) scalar(n *yaml.Node) block {
	quoted := n.Style != 0
	if d, bad := badScalar(n, quoted); bad {
		c.report(n, d)
		return block{}
	}
	node := &Node{Line: n.Line, Col: n.Column, Value: n.Value, Quoted: quoted}
	return block{node: node, size: 1, height: 1}
}

// badScalar returns what is wrong with a value.
func badScalar(n *yaml.Node, quoted bool) (diag.Diagnostic, bool) {
	if isNull(n) || strings.TrimSpace(n.Value) == "" {
		return diag.New("yaml.empty", "value", n.Value).WithHint("yaml.empty.hint"), true
	}
	if d, bad := badCharacter(n.Value); bad {
		return d, true
	}
	if quoted {
		return diag.Diagnostic{}, false
	}
	return badPlain(n.Value)
}

// badPlain returns what is wrong with a value that is not in quotes.
func badPlain(value string) (diag.Diagnostic, bool) {
	if near, ok := booleanWord(value); ok {
		return diag.New("yaml.boolean", "value", value, "near", near).WithHint("yaml.boolean.hint"), true
	}
	shown := diag.Shorten(value)
	switch {
	case isNotFinite(value):
		return diag.New("yaml.not_finite", "value", shown), true
	case isOtherBase(value):
		return diag.New("yaml.other_base", "value", shown).WithHint("yaml.quote.hint"), true
	case hasLeadingZero(value):
		near := trimZeros(value)
		return diag.New("yaml.leading_zero", "value", shown, "near", diag.Shorten(near)).WithHint("yaml.leading_zero.hint"), true
	}
	return diag.Diagnostic{}, false
}

// isNull reports whether a node is empty, ~ or null. Quoted text never is.
func isNull(n *yaml.Node) bool {
	if n.Style != 0 {
		return false
	}
	switch n.Value {
	case "", "~", "null", "Null", "NULL":
		return true
	}
	return false
}

// booleanWord returns the boolean that older YAML readers take a word for. A
// lone y or n passes: y is the unit of years.
func booleanWord(value string) (near string, ok bool) {
	if value == "true" || value == "false" {
		return "", false
	}
	switch strings.ToLower(value) {
	case "yes", "on", "true":
		return "true", true
	case "no", "off", "false":
		return "false", true
	}
	return "", false
}

func isNotFinite(value string) bool {
	switch strings.TrimPrefix(strings.TrimLeft(strings.ToLower(value), "+-"), ".") {
	case "nan", "inf", "infinity":
		return true
	}
	return false
}

// isOtherBase reports hexadecimal, octal and binary numbers, 0x1F, 0o17, 0b1.
func isOtherBase(value string) bool {
	low := strings.ToLower(strings.TrimLeft(value, "+-"))
	if len(low) < 3 || low[0] != '0' {
		return false
	}
	digits := map[byte]string{'x': "0123456789abcdef_", 'o': "01234567_", 'b': "01_"}[low[1]]
	return digits != "" && strings.Trim(low[2:], digits) == ""
}

// hasLeadingZero reports numbers such as 010, -08 and 00.5, which readers take
// for octal or not as they please. Times and months, 05:30, are no numbers.
func hasLeadingZero(value string) bool {
	digits := strings.TrimLeft(value, "+-")
	if len(digits) < 2 || digits[0] != '0' || digits[1] == '.' {
		return false
	}
	whole, frac, _ := strings.Cut(digits, ".")
	return strings.Trim(whole, "0123456789_") == "" && strings.Trim(frac, "0123456789_") == ""
}

// trimZeros drops the leading zeros of a number, keeping one before a point.
func trimZeros(value string) string {
	digits := strings.TrimLeft(value, "+-")
	sign := value[:len(value)-len(digits)]
	digits = strings.TrimLeft(digits, "0_")
	if digits == "" || digits[0] == '.' {
		digits = "0" + digits
	}
	return sign + digits
}

// badCharacter reports a control character that an escape such as "\e" put
// into a text. Line breaks and tabs are fine.
func badCharacter(value string) (diag.Diagnostic, bool) {
	for _, r := range value {
		if diag.IsUnsafe(r) && !isBlank(r) {
			return controlCharacter(r), true
		}
	}
	return diag.Diagnostic{}, false
}
