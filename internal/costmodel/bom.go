package costmodel

import (
	"strconv"
	"strings"

	"gpucalc/internal/ledger"
)

// extra is something bought beside the servers. It has no second-hand market worth counting on.
type extra struct {
	item string
	args []string
	cost ledger.Expr
}

// portsPerSwitch is the size of the switches in the sheets; railServers is how many servers a network of one switch
// layer takes, one switch port for each of their cards.
const (
	portsPerSwitch = 64
	railServers    = 64
)

// bom adds to the machine what it needs beside servers: the network between them, spare servers, installation and
// transport, storage, and the fit-out of an own room.
func (m *model) bom(o *owned) {
	m.spares(o)
	o.sunk = append(o.sunk, m.network(*o)...)
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

// spares adds servers that stand by for broken ones; small fleets have none.
func (m *model) spares(o *owned) {
	if o.Composed || float64(o.Units) < m.assumedFloat("spare-ratio-from") {
		return
	}
	n := max(1, int(m.assumedFloat("spare-ratio")*float64(o.Units)+0.5))
	o.spares = n
	cost := ledger.Mul(m.whole("spare_servers", "server", n), m.money(o.Server.Price, "f.server_price"))
	o.sunk = append(o.sunk, extra{"line.spares", []string{"servers", strconv.Itoa(n)}, cost})
}

// network is the fabric between servers. Inside one server cards talk over their own links. Up to 64 servers one
// layer of switches does, one switch for each of the eight rails at most; beyond, half of the leaf ports go up to
// spine switches, half as many as leaves.
func (m *model) network(o owned) []extra {
	if o.Units < 2 {
		return nil
	}
	ports := o.Units * o.Places
	switches := ceilDiv(ports, portsPerSwitch)
	if o.Units > railServers {
		leaves := ceilDiv(ports, portsPerSwitch/2)
		switches = leaves + ceilDiv(leaves, 2)
	}
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
		},
		{"line.cables", []string{"ports", strconv.Itoa(ports)}, ledger.Mul(count, m.cablePrice(ports), factor)},
	}
	if o.Composed || o.Server.Network == "none" || o.Server.Network == "" {
		out = append(out, extra{
			"line.network_cards",
			[]string{"ports", strconv.Itoa(ports)},
			ledger.Mul(count, m.part("nic-400g", "f.nic_price"), factor),
		})
	}
	return out
}

// cablePrice is cables and optics for a port, dearer in a network of two layers.
func (m *model) cablePrice(ports int) ledger.Expr {
	if ports > railServers*hostCards {
		return m.part("ib-cables-per-gpu-1024", "f.cable_price")
	}
	return m.part("ib-cables-per-gpu-512", "f.cable_price")
}

// works adds installation and transport as a share of the hardware; at home there is neither.
func (m *model) works(o *owned) {
	if m.sc.Site.Kind == "home" {
		return
	}
	for _, id := range []string{"installation-share", "transport-share"} {
		o.sunk = append(o.sunk, extra{"line." + id, nil, ledger.Mul(o.price, m.assume(id))})
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
	o.sunk = append(o.sunk, extra{"line.storage", nil, ledger.Mul(tb, m.part("pfs-nvme-cn", "f.storage_price"))})
}

// fitOut is the cooling and power an office or an own hall needs before servers run in it.
func (m *model) fitOut(o *owned) {
	f := m.sc.Site.Setup
	if f.Missing() {
		return
	}
	cost := m.money(f, "f.fit_out")
	if strings.HasSuffix(f.Unit, "/kW") {
		cost = ledger.Mul(m.whole("servers", "server", o.Units), o.rated, cost)
	}
	o.sunk = append(o.sunk, extra{"line.fit_out", []string{"site", m.sc.Site.Name}, cost})
}

// sunkTotal is all extras together; missing when there are none.
func (o owned) sunkTotal() ledger.Expr {
	var xs []ledger.Expr
	for _, x := range o.sunk {
		if x.cost.Valid() {
			xs = append(xs, x.cost)
		}
	}
	if len(xs) == 0 {
		return ledger.Expr{}
	}
	return ledger.Sum(xs...).Named("f.beside_servers", "CNY")
}

// invested is all that is paid on the first day.
func (o owned) invested() ledger.Expr {
	if s := o.sunkTotal(); s.Valid() {
		return ledger.Sum(o.cost(), s).Named("f.invested", "CNY")
	}
	return o.cost()
}
