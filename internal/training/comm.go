package training

import "math"

// Network is the bandwidth that one card of a machine has, in bytes a second
// and one direction.
type Network struct {
	Inside    float64 // to the cards of its server
	Between   float64 // its share of the server's network
	Host      float64 // to the memory of its host
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
		Host: c.hostLink(),
	}
}

// Communication is the time that exchanges take in one step, in seconds, and
// what of it the card spends waiting.
type Communication struct {
	Tensor, Data, Pipeline, Expert, Context float64
	Host                                    float64 // states that lie there: their way to the card, and the update
	Exposed                                 float64 // what computing does not hide
	Compute                                 float64 // of the same step
	Bubble                                  float64 // idle share of ideal time in the pipeline

	shares float64 // waiting where computing is long enough to hide the rest
	link   float64 // busiest link: computing hides no more than hides of itself
	late   float64 // waiting where nothing hides the exchange of gradients
	hides  float64 // share of computing that may hide that
}

// Share is the waiting as a share of computing, the bubble included.
func (c Communication) Share() float64 {
	if c.Compute == 0 {
		return 0
	}
	return c.Exposed/c.Compute + c.Bubble
}

// Exchanges is the time of all exchanges, hidden or not.
func (c Communication) Exchanges() float64 {
	return c.Tensor + c.Data + c.Pipeline + c.Expert + c.Context + c.Host
}

// Hidden is the part of the exchanges that goes on while the card computes.
func (c Communication) Hidden() float64 { return c.Exchanges() - c.Exposed }

// Idle is the time that the pipeline leaves a card idle in a step.
func (c Communication) Idle() float64 { return c.Bubble * c.Compute }

// Step is the whole step: computing, idling and waiting.
func (c Communication) Step() float64 { return c.Compute + c.Idle() + c.Exposed }

// alone is the same step without any exchange.
func (c Communication) alone() Communication {
	return Communication{Compute: c.Compute, Bubble: c.Bubble}
}

// over sets the time that the step computes, and what waiting that leaves.
func (c Communication) over(compute float64) Communication {
	c.Compute = compute
	c.Exposed = max(c.shares, c.link-hides*compute, c.late-c.hides*compute)
	return c
}

// computeWithin is the time of computing that makes a step last so long: the
// inverse of Step. It is not positive where exchanges alone take longer.
func (c Communication) computeWithin(step float64) float64 {
	return min((step-c.shares)/(1+c.Bubble), (step-c.link)/(1-hides+c.Bubble), (step-c.late)/(1-c.hides+c.Bubble))
}

// RingExchange is the time of a ring all-reduce of bytes over n cards: each
// card sends 2·(n-1)/n of them. [Rajbhandari 2020]
func RingExchange(bytes float64, n int, bandwidth float64) float64 {
	if n <= 1 {
		return 0
	}
	return 2 * float64(n-1) / float64(n) * bytes / bandwidth
}

// pipelineIdle is the idle share of a pipeline: its bubble, at the pace of the
// stage with the most layers.
func (p *memoryPlan) pipelineIdle(l *Layout) float64 {
	slowest := float64(p.stageLayers(l)*l.PP) / float64(p.model.Layers)
	return slowest*(1+BubbleShare(l.PP, l.Interleave, l.MicroBatches)) - 1
}

// BubbleShare is the idle share of a pipeline of p stages, v of them a card,
// with m micro-batches: (p-1)/(v·m). [Narayanan 2021]
func BubbleShare(p, v, m int) float64 {
	if p <= 1 {
		return 0
	}
	return float64(p-1) / float64(max(v, 1)*max(m, 1))
}

// Shares of an exchange that computing cannot hide. Estimates; of gradients,
// what 15B on 16 to 2,048 H100 wait more: 0.12 of 0.26 s. Whatever they say, a
// link is busy for as long as its bytes take, and computing hides no more than
// half of itself: the backward pass. [dgxc-benchmarking 25.04]
const (
	tensorExposed   = 0.7
	expertExposed   = 0.5
	pipelineExposed = 0.2
	contextExposed  = 0.3
	dataExposed     = 0.5
	hides           = 0.5
)

// hidesGradients is the share of computing that may hide the exchange of
// gradients: they are whole in the backward pass of the last micro-batch only,
// but what is exchanged for every one hides behind all.
func hidesGradients(l *Layout) float64 {
	if l.ZeRO >= 2 {
		return hides
	}
	return hides / float64(l.MicroBatches)
}

// communicate computes the exchanges of one step in a layout. compute is the
// time that the step computes.
func (p *memoryPlan) communicate(l *Layout, net Network, compute float64) Communication {
	c := Communication{Bubble: p.pipelineIdle(l)}
	message := 2 * p.tokensHidden(l) // one layer's activations of a micro-batch
	layers := float64(p.stageLayers(l))
	rounds := layers * float64(l.MicroBatches)
	var links busy

	c.Tensor = links.add(net, l.TP, 4*rounds*ringShare(l.TP)*message)
	if l.PP > 1 {
		boundary := message
		if l.SequenceParallel {
			boundary /= float64(l.TP)
		}
		// Stages are the outermost split, so some boundary leaves the server
		// wherever the machine does, and the pipeline waits for it.
		c.Pipeline = links.add(net, l.TP*l.CP*l.DP*l.PP, 2*boundary*float64(l.MicroBatches*l.Interleave))
	}
	if l.EP > 1 {
		c.Expert = links.add(net, l.EP*l.TP, 4*rounds*message*p.expertCopies(l, net))
	}
	if l.CP > 1 {
		share := float64(p.model.KVHeads*p.model.HeadDim) / float64(p.model.Hidden)
		c.Context = links.add(net, l.CP*l.TP, 3*rounds*2*message*share*float64(l.CP-1))
	}
	inside, between := p.gradientExchange(l, net)
	c.Data = inside + between
	links.inside += inside
	links.between += between

	others := tensorExposed*c.Tensor + expertExposed*c.Expert + pipelineExposed*c.Pipeline + contextExposed*c.Context
	c.shares = others + dataExposed*c.Data
	c.link = max(links.inside, links.between)
	c.late, c.hides = others+c.Data, hidesGradients(l)
	if p.work.Offload {
		link, update := p.hostExchange(l, net)
		c.Host = link + update
		c.shares += dataExposed*link + update
		c.link = max(c.link, link) + update
		c.late += dataExposed*link + update
	}
	return c.over(compute)
}

// expertCopies is how often a card sends each token away. Between servers a
// token is sent once to each server that has one of its experts, and handed on
// there.
func (p *memoryPlan) expertCopies(l *Layout, net Network) float64 {
	experts := float64(p.model.TopK)
	servers := float64(l.EP*l.TP) / float64(net.PerServer)
	if servers <= 1 {
		return experts * float64(l.EP-1) / float64(l.EP)
	}
	return (servers - 1) * (1 - math.Pow(1-1/servers, experts))
}

// busy is how long the two kinds of links of a card carry bytes in a step.
type busy struct{ inside, between float64 }

// add sends bytes within a group of neighbouring cards and returns the time.
func (b *busy) add(net Network, cards int, bytes float64) float64 {
	if cards <= net.PerServer {
		b.inside += bytes / net.Inside
		return bytes / net.Inside
	}
	b.between += bytes / net.Between
	return bytes / net.Between
}

// ringShare is how many times its bytes a card sends in a ring of n.
func ringShare(n int) float64 { return RingExchange(1, n, 1) }

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
// the server, then what is left between servers, with the cards spread evenly
// over them: twice the gradients once a step; with ZeRO-2 gradients scattered
// after every micro-batch and the weights gathered once; with ZeRO-3 the weights
// gathered in both passes of every micro-batch, layer by layer, and the
// gradients scattered after it. Gradients that accumulate in fp32 are exchanged so: 4
// bytes out and 2 bytes of weights back instead of 2 and 2. [Megatron-LM]
func (p *memoryPlan) gradientExchange(l *Layout, net Network) (inside, between float64) {
	group := l.DP * l.CP
	if group <= 1 {
		return 0, 0
	}
	together := min(group, max(1, net.PerServer/l.TP))
	servers := (group + together - 1) / together
	together = group / servers
	const weights = 2.0
	gradients := p.gradient(l) / p.width
	moved, rings := gradients+weights, 1.0 // bytes a parameter
	switch l.ZeRO {
	case 2:
		moved = gradients*float64(l.MicroBatches) + weights
		rings = float64(l.MicroBatches+1) / 2
	case 3:
		moved = (gradients + 2*weights) * float64(l.MicroBatches)
		rings = 1.5 * float64(l.MicroBatches*p.model.Layers)
	}
	bytes := p.gradientBytes(l) * moved / (2 * weights) // a ring scatters and gathers
	latency := rings * 2 * hopLatency
	inside = RingExchange(bytes, together, net.Inside) + latency*float64(together-1)
	between = RingExchange(bytes/float64(together), servers, net.Between) + latency*float64(servers-1)
	return inside, between
}

// gradientBytes is what a card of an average stage exchanges, 16 bits a
// parameter.
func (p *memoryPlan) gradientBytes(l *Layout) float64 {
	if p.work.Kind.adapts() {
		return 2 * p.adapters / float64(l.TP*l.PP)
	}
	return 2 * ((p.rest+p.tables)/float64(l.TP*l.PP) + p.experts/float64(l.EP*l.PP))
}
