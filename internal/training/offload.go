package training

// hostMemoryBytes is what the memory of a server moves a second: 300 of the 410
// GB/s that two sockets with eight channels of DDR4-3200 state. Estimate.
const hostMemoryBytes = 300e9

// pcieLane is what a lane of PCIe 3.0 carries in one direction; each
// generation since doubles it. [PCI-SIG]
const pcieLane = 0.985e9

// hostLink is the bandwidth of a card to its host in one direction, over 16
// lanes of PCIe 4.0 where its generation is unknown.
func (c CardSpec) hostLink() float64 {
	generation := c.PCIeGen
	if generation == 0 {
		generation = 4
	}
	bandwidth := 16 * pcieLane
	for g := 3; g < generation; g++ {
		bandwidth *= 2
	}
	return bandwidth * linkEfficiency
}

// offload moves weights, gradients and moments to the memory of the host.
func (mem *Memory) offload() {
	mem.Host += mem.Weights + mem.Gradients + mem.Optimizer
	mem.Weights, mem.Gradients, mem.Optimizer = 0, 0, 0
}

// hostExchange is the time that one step takes for weights, which come to the
// card in both passes of each micro-batch and send a gradient back, and for the
// update, in which the host reads and writes weight and moments.
func (p *memoryPlan) hostExchange(l *Layout, net Network) (link, update float64) {
	_, shard := p.trained(l)
	weights := p.heldWeights(l)
	link = float64(l.MicroBatches) * (2*weights + p.gradient(l)*shard) / net.Host
	moved := 2*(2*p.width+p.optimizer.bytes+p.optimizer.host) + p.gradient(l)
	update = shard * moved * float64(min(net.PerServer, l.Cards())) / hostMemoryBytes
	return link, update
}
