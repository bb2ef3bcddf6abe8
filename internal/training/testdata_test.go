package training

import (
	"math"
	"os"
	"strconv"
	"sync"
	"testing"

	"gpucalc/internal/yamlx"
)

// fitted is the model of the shipped coefficients.
func fitted(t testing.TB) MFUModel {
	t.Helper()
	m, err := readFitted()
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// readFitted reads the sheet once for all tests.
var readFitted = sync.OnceValues(func() (MFUModel, error) {
	const path = "../../pricing/mfu.yaml"
	data, err := os.ReadFile(path)
	if err != nil {
		return MFUModel{}, err
	}
	root, mistakes := yamlx.Read(path, data)
	if err := mistakes.Err(); err != nil {
		return MFUModel{}, err
	}
	_, entities := root.Get("mfu")
	var rows []Coefficient
	for _, entity := range entities.Items {
		text := func(key string) string {
			if _, v := entity.Get(key); v != nil {
				return v.Value
			}
			return "0"
		}
		value, err := strconv.ParseFloat(text("value"), 64)
		if err != nil {
			return MFUModel{}, err
		}
		count, err := strconv.Atoi(text("rows"))
		if err != nil {
			return MFUModel{}, err
		}
		rows = append(rows, Coefficient{text("group"), text("name"), value, count})
	}
	m, findings := NewMFUModel(rows)
	return m, findings.Err()
})

func rates(bf16, fp8 float64) []Rate {
	r := []Rate{{"bf16", bf16}, {"fp16", bf16}}
	if fp8 > 0 {
		r = append(r, Rate{"fp8", fp8})
	}
	return r
}

var (
	a100  = CardSpec{ID: "nvidia-a100-sxm-80g", MemoryGB: 80, BandwidthGBs: 2039, LinkGBs: 600, PerServer: 8, TDPW: 400, Rates: rates(312, 0)}
	h800  = CardSpec{ID: "nvidia-h800-sxm-80g", MemoryGB: 80, BandwidthGBs: 3350, LinkGBs: 400, PerServer: 8, TDPW: 700, Rates: rates(989, 1979)}
	h20   = CardSpec{ID: "nvidia-h20-96g", MemoryGB: 96, BandwidthGBs: 4000, LinkGBs: 900, PerServer: 8, TDPW: 400, Rates: rates(148, 296)}
	v100  = CardSpec{ID: "nvidia-v100-sxm-32g", MemoryGB: 32, BandwidthGBs: 900, LinkGBs: 300, PerServer: 8, TDPW: 300, Rates: []Rate{{"fp16", 125}}}
	r4090 = CardSpec{ID: "nvidia-rtx4090-24g", MemoryGB: 24, BandwidthGBs: 1008, LinkGBs: 64, PerServer: 8, TDPW: 450, Rates: rates(165.2, 330.3)}
)

// near fails unless got is within share of want.
func near(t *testing.T, what string, got, want, share float64) {
	t.Helper()
	if !(math.Abs(got-want) <= share*math.Abs(want)) {
		t.Errorf("%s = %.5g, want %.5g within %g %%", what, got, want, 100*share)
	}
}
