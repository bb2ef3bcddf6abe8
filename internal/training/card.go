package training

import "strings"

// Rate is the dense peak of a card at one precision, in TFLOP/s.
type Rate struct {
	Precision string
	TFLOPS    float64
}

// CardSpec is what an estimate has to know about an accelerator. Zero fields
// are unknown and take cautious defaults where the package says so.
type CardSpec struct {
	ID            string // nvidia-h100-sxm-80g
	MemoryGB      float64
	BandwidthGBs  float64 // memory bandwidth
	LinkGBs       float64 // card to card inside a server, both directions together
	PCIeGen       int     // generation of the link to the host; 0 = unknown
	PerServer     int     // cards in one server, default 8
	NetGbps       float64 // network between servers, per card; 0 = usual for the card
	TDPW          float64
	Rates         []Rate
	OnlyOneServer bool // nothing connects two of its servers
}

// Peak is the dense peak at a precision in FLOP/s; 0 where the card lacks it.
func (c CardSpec) Peak(precision string) float64 {
	for _, r := range c.Rates {
		if r.Precision == precision {
			return r.TFLOPS * 1e12
		}
	}
	return 0
}

// HalfPeak is the peak against which MFU is counted here whatever the run
// computes in: dense bf16, or fp16 on cards without it.
func (c CardSpec) HalfPeak() float64 {
	if p := c.Peak("bf16"); p > 0 {
		return p
	}
	return c.Peak("fp16")
}

// usableBytes is the memory that a training may take.
func (c CardSpec) usableBytes() float64 { return c.MemoryGB * GiB * (1 - reserve) }

// perServer is the number of cards in one server, eight unless stated.
func (c CardSpec) perServer() int {
	if c.PerServer > 0 {
		return c.PerServer
	}
	return 8
}

// lineage places a card among its kin: a family shares one chip, a generation
// shares the software of one maker and time.
type lineage struct{ prefix, family, generation string }

// lineages is ordered so that the first prefix that matches is the right one.
var lineages = [...]lineage{
	{"v100", "v100", "volta"},
	{"a100", "a100", "ampere"},
	{"a800", "a100", "ampere"},
	{"a30", "a30", "ampere"},
	{"a10", "a10", "ampere-graphics"},
	{"a40", "a6000", "ampere-graphics"},
	{"a6000", "a6000", "ampere-graphics"},
	{"a5000", "a6000", "ampere-graphics"},
	{"rtxa6000", "a6000", "ampere-graphics"},
	{"rtx3090", "rtx3090", "ampere-graphics"},
	{"rtx3080", "rtx3090", "ampere-graphics"},
	{"h100", "h100", "hopper"},
	{"h800", "h800", "hopper"},
	{"h200", "h200", "hopper"},
	{"gh200", "gh200", "hopper"},
	{"h20", "h20", "hopper"},
	{"l40s", "l40s", "ada"},
	{"l40", "l40", "ada"},
	{"l20", "l20", "ada"},
	{"l4", "l4", "ada"},
	{"rtx4090", "rtx4090", "ada"},
	{"rtx6000ada", "l40s", "ada"},
	{"b200", "b200", "blackwell"},
	{"b300", "b300", "blackwell"},
	{"gb200", "gb200", "blackwell"},
	{"gb300", "gb300", "blackwell"},
	{"rtx50", "rtx5090", "blackwell-graphics"},
	{"rtxpro", "rtxpro", "blackwell-graphics"},
	{"mi2", "mi200", "cdna2"},
	{"mi30", "mi300", "cdna3"},
	{"mi32", "mi300", "cdna3"},
	{"mi35", "mi350", "cdna4"},
	{"gaudi", "gaudi", "gaudi"},
	{"tpuv3", "tpuv3", "tpu"},
	{"tpuv4", "tpuv4", "tpu"},
	{"tpuv5e", "tpuv5e", "tpu"},
	{"tpuv5p", "tpuv5p", "tpu"},
	{"tpuv6", "tpuv6e", "tpu"},
	{"910a", "910a", "ascend"},
	{"910b", "910b", "ascend"},
	{"910c", "910c", "ascend"},
	{"950", "950", "ascend"},
	{"ascend910a", "910a", "ascend"},
	{"ascend910b", "910b", "ascend"},
	{"ascend910c", "910c", "ascend"},
	{"trainium", "trainium", "trainium"},
	{"trn", "trainium", "trainium"},
}

// kin finds family and generation of a card from its id. A card nobody knows
// is a family of its own without a generation.
func kin(id string) (family, generation string) {
	name := strings.ToLower(id)
	for _, maker := range [...]string{"nvidia-", "amd-", "intel-", "google-", "huawei-", "aws-"} {
		name = strings.TrimPrefix(name, maker)
	}
	name = strings.ReplaceAll(name, "rtx-", "rtx")
	for _, l := range lineages {
		if strings.HasPrefix(name, l.prefix) {
			return l.family, l.generation
		}
	}
	return name, ""
}

// UsualNetGbps is the network between servers that cards of this speed usually
// get, in Gb/s per card.
func (c CardSpec) UsualNetGbps() float64 { return usualNet(c) }
