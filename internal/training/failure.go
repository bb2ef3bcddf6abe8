package training

import "math"

// Failures says how often cards fail and what a stop costs. Zero fields take
// the defaults named.
type Failures struct {
	CardHours         float64 // between two unexpected stops caused by one card; 0 = 50,700
	CheckpointSeconds float64 // for which saving blocks the training; 0 = by size, at least 5
	RestartMinutes    float64 // detect, restart, reload; 0 = 10
}

// Defaults: 419 unexpected stops in 54 days of 16,384 H100. [Llama 3]
const (
	failureCardHours = 50_700
	restartMinutes   = 10
	// Each card writes its share of the checkpoint at this rate. Estimate.
	checkpointRate = 1e9
	// adamCheckpoint is the bytes that Adam keeps of one parameter on disk. [BLOOM, Nemotron]
	adamCheckpoint = 13
)

// FailureEstimate is what failures cost.
type FailureEstimate struct {
	HoursBetween      float64 // two stops of the whole machine
	CheckpointSeconds float64
	IntervalSeconds   float64 // between checkpoints, by Daly
	Lost              float64 // lost time as a share of useful time
	Goodput           float64
	Stops             float64 // expected during the run
}

// DalyInterval is the best time between checkpoints, in seconds, when saving
// blocks for c seconds and a stop comes every m seconds. [Daly 2006]
func DalyInterval(c, m float64) float64 {
	if c >= 2*m {
		return m
	}
	x := c / (2 * m)
	return math.Sqrt(2*c*m)*(1+math.Sqrt(x)/3+x/9) - c
}

// YoungInterval is the older approximation of the same. [Young 1974]
func YoungInterval(c, m float64) float64 { return math.Sqrt(2 * c * m) }

// LostShare is the time lost to saving, to repeated work and to restarts, as
// a share of useful time: c/interval + interval/2m + r/m.
func LostShare(c, interval, m, r float64) float64 { return c/interval + interval/(2*m) + r/m }

// checkpointBytes is the size of a checkpoint: weights and all that the
// optimiser keeps, wherever it lies.
func (in Input) checkpointBytes() float64 {
	if in.withoutModel() {
		return adamCheckpoint
	}
	params := in.Model.trainedParams(in.Work.Kind, in.Work.Rank)
	o := in.Work.optimizer()
	if o.name == optimizers[0].name {
		return adamCheckpoint * params
	}
	return (2 + o.bytes + o.host) * params
}

// estimate computes the cost of failures of n cards in a run of hours.
// checkpoint is the size of one, in bytes.
func (f Failures) estimate(checkpoint float64, n int, hours float64) FailureEstimate {
	perCard, restart, save := f.CardHours, f.RestartMinutes, f.CheckpointSeconds
	if perCard == 0 {
		perCard = failureCardHours
	}
	if restart == 0 {
		restart = restartMinutes
	}
	if save == 0 {
		save = max(5, checkpoint/float64(n)/checkpointRate)
	}
	mean := perCard / float64(n) * 3600
	interval := DalyInterval(save, mean)
	lost := LostShare(save, interval, mean, restart*60)
	return FailureEstimate{
		HoursBetween: mean / 3600, CheckpointSeconds: save, IntervalSeconds: interval,
		Lost: lost, Goodput: 1 / (1 + lost), Stops: hours * 3600 / mean,
	}
}
