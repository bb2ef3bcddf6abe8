package training

// Transfer is what the data need before and during the run.
type Transfer struct {
	SetBytes        float64 // training set of one epoch
	UploadHours     float64 // 0 = no bandwidth given
	CheckpointBytes float64 // one checkpoint with optimiser states
	DiskBytes       float64 // the set and the checkpoints kept
	ReadRate        float64 // bytes a second that the run reads
	LoadingFloor    float64 // share by which slow storage stretches the run; 0 = none
}

// checkpointsKept is how many checkpoints stay on disk. Estimate.
const checkpointsKept = 3

// transfer fills in upload, disk and the rate of reading. checkpoint is the
// size of one in bytes, seconds the time in which the training reads.
func (m Machine) transfer(t *Transfer, d Data, shape ModelShape, checkpoint, seconds float64) {
	t.SetBytes, t.CheckpointBytes = d.setBytes(shape), checkpoint
	t.DiskBytes = t.SetBytes + checkpointsKept*t.CheckpointBytes
	if m.UploadMbps > 0 {
		t.UploadHours = t.SetBytes * 8 / (m.UploadMbps * 1e6) / 3600
	}
	if seconds > 0 {
		t.ReadRate = t.SetBytes * d.epochs() / seconds
	}
}

// AllReduceCheck compares a measured all-reduce bandwidth with the nominal one.
type AllReduceCheck struct {
	NominalGBs float64
	Share      float64 // measured / nominal
	Flagged    bool    // under 80 %
	LostHours  float64 // card-hours that the missing bandwidth costs
}

// allReduceFloor is the share of nominal below which a network is suspect.
const allReduceFloor = 0.8

// checkAllReduce costs a network that delivers less than it should: exchanges
// take longer by the inverse of the share, and what waits grows with them.
func (m Machine) checkAllReduce(c Communication, cardHours float64) AllReduceCheck {
	nominal := m.AllReduceNominalGBs
	if nominal == 0 {
		nominal = networkOf(m.Card).over(m.Count) / linkEfficiency / 1e9
	}
	if m.AllReduceGBs == 0 || nominal == 0 {
		return AllReduceCheck{}
	}
	check := AllReduceCheck{NominalGBs: nominal, Share: m.AllReduceGBs / nominal}
	check.Flagged = check.Share < allReduceFloor
	if !check.Flagged || c.Compute == 0 {
		return check
	}
	slower := c
	slower.shares += dataExposed * c.Data * (1/check.Share - 1)
	slower.link += c.Data * (1/check.Share - 1)
	slower.late += c.Data * (1/check.Share - 1)
	check.LostHours = cardHours * (slower.over(c.Compute).Step()/c.Step() - 1)
	return check
}
