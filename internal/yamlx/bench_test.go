package yamlx

import (
	"strings"
	"testing"
)

// BenchmarkRead covers the two shapes of a file at the size limit: many lines,
// and all in one line.
func BenchmarkRead(b *testing.B) {
	for name, text := range map[string]string{
		"lines":    "a:\n" + strings.Repeat("  - {price: 1.5, unit: CNY/card-hour}\n", MaxBytes/40),
		"one-line": "a: [" + strings.Repeat("1.5, ", MaxBytes/5-2) + "1]\n",
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if _, found := Read("s.yaml", []byte(text)); len(found) > 0 {
					b.Fatal(found)
				}
			}
		})
	}
}
