package estimate

import (
	"gpucalc/internal/catalog"
	"gpucalc/internal/costmodel"
	"gpucalc/internal/scenario"
	"gpucalc/internal/training"
)

// Origin says where the model's shape comes from.
type Origin string

// The ways to give a model.
const (
	FromSize    Origin = "size"    // --params, with a usual shape
	FromSheet   Origin = "sheet"   // a model of the sheets
	FromConfig  Origin = "config"  // a published config.json
	FromFLOPs   Origin = "flops"   // the work itself
	FromSamples Origin = "samples" // samples of known work
)

// Target is a kind of card, and how many of it; Count 0 leaves the number open.
type Target struct {
	Card  catalog.Card
	Asked string // as the user wrote the card
	Count int
}

// Network is the interconnect between servers.
type Network struct {
	Gbps      float64 // per card, or per server; 0 = usual for the card
	PerServer bool
}

// perCard is the bandwidth that one card has, in Gb/s.
func (n Network) perCard(cardsPerServer int) float64 {
	if n.PerServer {
		return n.Gbps / float64(cardsPerServer)
	}
	return n.Gbps
}

// AllReduce is a measured bandwidth of the exchange between cards, in GB/s a
// card. Nominal 0 means what the network should deliver.
type AllReduce struct{ GBs, Nominal float64 }

// Ask is a training with everything looked up.
type Ask struct {
	Model     training.ModelShape
	From      Origin
	ModelID   string        // id in the sheets, or the file
	Where     catalog.Where // of the sheet
	Data      training.Data
	Work      training.Work
	Failures  training.Failures
	Targets   []Target
	LinkGBs   float64 // between cards of a server, both directions together; 0 = the card's own
	Network   Network
	AllReduce AllReduce

	UploadMbps, StorageGBs float64
	DeadlineDays           float64 // 0 = none
	ExpectDays             float64 // a claimed duration to be explained, 0 = none

	// Costs holds catalogue, date and filters of the bills; its scenario is
	// made here. Defaults are the words for what the scenario leaves open.
	Costs    costmodel.Input
	Defaults scenario.Defaults
	WithCost bool
}

// languageModel reports whether tokens and layouts make sense.
func (a Ask) languageModel() bool { return a.From != FromFLOPs && a.From != FromSamples }
