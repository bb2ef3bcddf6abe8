package costmodel

import (
	"strconv"
	"strings"

	"gpucalc/internal/ledger"
)

// extra is something bought beside the servers. Hardware is sold with them; works are gone once they are paid.
type extra struct {
	item     string
	args     []string
	cost     ledger.Expr
	hardware bool
}

// portsPerSwitch is the size of the switches in the sheets; railServers is how many servers a network of one switch
// layer takes, one switch port for each of their cards. Two layers of such switches reach half the square of their
// ports, three layers a quarter of the cube.
const (
	portsPerSwitch  = 64
	railServers     = 64
	twoLayerPorts   = portsPerSwitch * portsPerSwitch / 2
	threeLayerPorts = portsPerSwitch * portsPerSwitch * portsPerSwitch / 4
	portsUp         = portsPerSwitch / 2
)

// bom adds to the machine what it needs beside servers: the network between them, installation and transport,
// storage, and the fit-out of an own room.
func (m *model) bom(o *owned) {
	o.extras = append(o.extras, m.network(*o)...)
	m.works(o)
	m.storage(o)
	m.fitOut(o)
}

func (m *model) part(id, name string) ledger.Expr {
	p, ok := m.cat.Part(id)
	if !ok {
		m.lack("missing.part", "part", id)
		return ledger.Expr{}
	}
	return m.money(p.Price, name)
}

// spareServers is how many servers stand by for broken ones; small fleets have none.
func (m *model) spareServers(k Machine) int {
	if k.Composed || float64(k.Units) < m.assumedFloat("spare-ratio-from") {
		return 0
	}
	return max(1, int(m.assumedFloat("spare-ratio")*float64(k.Units)+0.5))
}

// switchLayers is how many layers of switches the ports need and how many switches that makes. Up to 64 servers one
// layer does, one switch for each of the eight rails at most. Beyond, half of a leaf's ports go up: to half as many
// spine switches, or to as many in a middle layer and half as many above it.
func switchLayers(servers, ports int) (layers, switches int) {
	leaves := ceilDiv(ports, portsUp)
	switch {
	case servers <= railServers:
		return 1, ceilDiv(ports, portsPerSwitch)
	case ports <= twoLayerPorts:
		return 2, leaves + ceilDiv(leaves, 2)
	}
	return 3, 2*leaves + ceilDiv(leaves, 2)
}

// network is the fabric between servers. Inside one server cards talk over their own links.
func (m *model) network(o owned) []extra {
	if o.Units < 2 {
		return nil
	}
	ports := o.Units * o.Places
	if ports > threeLayerPorts {
		m.lack("missing.fabric", "ports", strconv.Itoa(ports), "most", strconv.Itoa(threeLayerPorts))
		return nil
	}
	layers, switches := switchLayers(o.Units, ports)
	factor := m.one()
	if m.Fabric == "roce" {
		p, ok := m.cat.Part("roce-vs-ib")
		if ok {
			factor = m.raw(p.Price, "f.roce_ratio")
		}
	}
	count := m.whole("network_ports", "port", ports)
	out := []extra{
		{
			"line.switches",
			[]string{"switches", strconv.Itoa(switches)},
			ledger.Mul(m.whole("switches", "switch", switches), m.part("ndr-switch-64", "f.switch_price"), factor),
			true,
		},
		{"line.cables", []string{"ports", strconv.Itoa(ports)}, ledger.Mul(count, m.cablePrice(layers), factor), true},
	}
	if o.Composed || o.Server.Network == "none" || o.Server.Network == "" {
		out = append(out, extra{
			"line.network_cards",
			[]string{"ports", strconv.Itoa(ports)},
			ledger.Mul(count, m.part("nic-400g", "f.nic_price"), factor),
			true,
		})
	}
	return out
}

// cablePrice is cables and optics for a port: the sheets know networks of one and of two layers, and a third layer is
// one more link on the way up.
func (m *model) cablePrice(layers int) ledger.Expr {
	if layers == 1 {
		return m.part("ib-cables-per-gpu-512", "f.cable_price")
	}
	two := m.part("ib-cables-per-gpu-1024", "f.cable_price")
	if layers == 2 {
		return two
	}
	return ledger.Div(ledger.Mul(two, m.constant("layers", "", layers)), m.constant("two", "", 2))
}

// works adds installation and transport as a share of the hardware; at home there is neither.
func (m *model) works(o *owned) {
	if m.sc.Site.Kind == "home" {
		return
	}
	for _, id := range []string{"installation-share", "transport-share"} {
		o.extras = append(o.extras, extra{"line." + id, nil, ledger.Mul(o.price, m.assume(id)), false})
	}
}

// storage is the file system beside a cluster: what the scenario says, or so much a card where several servers work
// together; one server keeps its data on its own disks.
func (m *model) storage(o *owned) {
	var tb ledger.Expr
	switch {
	case m.StorageTB > 0:
		tb = m.given("storage_tb", "TB", m.StorageTB)
	case o.Units > 1:
		per, ok := m.cat.Part("storage-per-card")
		if !ok {
			return
		}
		tb = ledger.Mul(m.whole("cards_bought", "card", o.Cards), m.raw(per.Price, "f.storage_per_card")).Named("f.storage_tb", "TB")
	default:
		return
	}
	o.storage = ledger.Mul(tb, m.part("pfs-nvme-cn", "f.storage_price")).Named("f.storage", "CNY")
	o.extras = append(o.extras, extra{"line.storage", nil, o.storage, true})
}

// fitOut is the cooling and power an office or an own hall needs before servers run in it.
func (m *model) fitOut(o *owned) {
	f := m.sc.Site.Setup
	if f.Missing() {
		return
	}
	cost := m.money(f, "f.fit_out")
	if strings.HasSuffix(f.Unit, "/kW") {
		cost = ledger.Mul(m.whole("servers", "server", o.standing()), o.rated, cost)
	}
	o.extras = append(o.extras, extra{"line.fit_out", []string{"site", m.sc.Site.Name}, cost, false})
}

// hardware is what can be sold again: the servers and the hardware beside them.
func (o owned) hardware() ledger.Expr { return o.with(o.price, true, "f.hardware") }

// invested is all that is paid on the first day.
func (o owned) invested() ledger.Expr { return o.with(o.cost(), false, "f.invested") }

// with adds the extras to a base, or only the hardware among them.
func (o owned) with(base ledger.Expr, hardware bool, name string) ledger.Expr {
	xs := []ledger.Expr{base}
	for _, x := range o.extras {
		if x.cost.Valid() && (x.hardware || !hardware) {
			xs = append(xs, x.cost)
		}
	}
	if len(xs) == 1 {
		return base
	}
	return ledger.Sum(xs...).Named(name, "CNY")
}
