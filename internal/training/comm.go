package training

// Network is the bandwidth that one card of a machine has, in bytes a second
// and one direction.
type Network struct {
	Inside    float64 // to the cards of its server
	Between   float64 // its share of the server's network
	PerServer int
}

// Achievable shares of nominal bandwidth. Estimates: collectives reach 70 to
// 90 % of the link.
const linkEfficiency = 0.8

// pcieLink is the link of a card that states none, both directions, in GB/s.
const pcieLink = 32

func networkOf(c CardSpec) Network {
	link := c.LinkGBs
	if link == 0 {
		link = pcieLink
	}
	between := c.NetGbps
	if between == 0 {
		between = usualNet(c)
	}
	return Network{
		Inside: link / 2 * 1e9 * linkEfficiency, Between: between / 8 * 1e9 * linkEfficiency, PerServer: c.perServer(),
	}
}

// Communication is the time that exchanges take in one step, in seconds, and
// what of it the card spends waiting.
type Communication struct {
	Tensor, Data, Pipeline, Expert, Context float64
	Exposed                                 float64
	Compute                                 float64 // of the same step
	Bubble                                  float64 // idle share of ideal time in the pipeline
}

// Share is the waiting as a share of computing, the bubble included.
func (c Communication) Share() float64 {
	if c.Compute == 0 {
		return 0
	}
	return c.Exposed/c.Compute + c.Bubble
}

// RingExchange is the time of a ring all-reduce of bytes over n cards: each
// card sends 2·(n-1)/n of them. [Rajbhandari 2020]
func RingExchange(bytes float64, n int, bandwidth float64) float64 {
	if n <= 1 {
		return 0
	}
	return 2 * float64(n-1) / float64(n) * bytes / bandwidth
}

// BubbleShare is the idle share of a pipeline of p stages, v of them a card,
// with m micro-batches: (p-1)/(v·m). [Narayanan 2021]
func BubbleShare(p, v, m int) float64 {
	if p <= 1 {
		return 0
	}
	return float64(p-1) / float64(max(v, 1)*max(m, 1))
}

// Shares of an exchange that computing cannot hide. Estimates; the exchange of
// gradients hides behind half of the step.
const (
	tensorExposed   = 0.7
	expertExposed   = 0.5
	pipelineExposed = 0.2
	contextExposed  = 0.3
	dataExposed     = 0.1
	dataHides       = 0.5
)

// communicate computes the exchanges of one step in a layout. compute is the
// time that the step computes.
func (p *memoryPlan) communicate(l *Layout, net Network, compute float64) Communication {
	c := Communication{Compute: compute, Bubble: BubbleShare(l.PP, l.Interleave, l.MicroBatches)}
	message := 2 * p.tokensHidden(l) // one layer's activations of a micro-batch
	layers := float64(p.model.Layers) / float64(l.PP)
	rounds := layers * float64(l.MicroBatches)

	c.Tensor = 4 * rounds * RingExchange(message, l.TP, net.over(l.TP))
	c.Data = p.gradientExchange(l, net)
	if l.PP > 1 {
		c.Pipeline = 2 * message * float64(l.MicroBatches*l.Interleave) / net.over(l.TP*l.CP*l.DP*2)
	}
	if l.EP > 1 {
		experts := float64(p.model.TopK)
		away := float64(l.EP-1) / float64(l.EP)
		c.Expert = 4 * rounds * message * experts * away / net.over(l.EP*l.TP)
	}
	if l.CP > 1 {
		share := float64(p.model.KVHeads*p.model.HeadDim) / float64(p.model.Hidden)
		c.Context = 3 * rounds * 2 * message * share * float64(l.CP-1) / net.over(l.CP*l.TP)
	}
	data := max(dataExposed*c.Data, c.Data-dataHides*compute)
	c.Exposed = tensorExposed*c.Tensor + expertExposed*c.Expert + pipelineExposed*c.Pipeline + contextExposed*c.Context + data
	return c
}

// over is the bandwidth within a group of neighbouring cards.
func (n Network) over(cards int) float64 {
	if cards <= n.PerServer {
		return n.Inside
	}
	return n.Between
}

// hopLatency is the time of one step of a ring that carries no bytes. Estimate.
const hopLatency = 5e-6

// gradientExchange is the exchange over the data-parallel cards, first inside
// the server, then what is left between servers: twice the gradients once a
// step, or with ZeRO-3 the weights gathered in both passes of every
// micro-batch, layer by layer, and the gradients scattered.
func (p *memoryPlan) gradientExchange(l *Layout, net Network) float64 {
	group := l.DP * l.CP
	if group <= 1 {
		return 0
	}
	inside := min(group, max(1, net.PerServer/l.TP))
	between := group / inside
	passes, rings := 1.0, 1.0
	if l.ZeRO == 3 {
		passes = float64(2*l.MicroBatches+1) / 2
		rings = passes * float64(p.model.Layers)
	}
	bytes := p.gradientBytes(l) * passes
	latency := rings * 2 * hopLatency * float64(inside+between-2)
	return RingExchange(bytes, inside, net.Inside) + RingExchange(bytes/float64(inside), between, net.Between) + latency
}

// gradientBytes is what one card exchanges, 16 bits a parameter.
func (p *memoryPlan) gradientBytes(l *Layout) float64 {
	if p.kind == LoRA || p.kind == QLoRA {
		return 2 * p.adapters / float64(l.TP*l.PP)
	}
	return 2 * ((p.rest+p.tables)/float64(l.TP*l.PP) + p.experts/float64(l.EP*l.PP))
}
