package costmodel

import (
	"math"
	"strconv"

	"gpucalc/internal/diag"
	"gpucalc/internal/ledger"
)

// besideRent adds what an offer's price leaves out and the need asks for: disks, traffic, an instance kept without its
// cards, InfiniBand, and for bare metal the people who run it and the work lost in failures.
func (m *model) besideRent(l *ledger.Ledger, t tenancy) {
	m.providerExtras(l, t)
	if m.needsIB(t) {
		servers := m.whole("rented.hosts."+strconv.Itoa(m.hosts(t)), "server", m.hosts(t))
		m.monthly(l, "line.rent.ib", "rent", ledger.Mul(servers, m.money(t.provider.IBSurcharge, "f.ib_surcharge")), float64(m.wholeMonths()))
	}
	if t.offer.Class == classBareMetal {
		m.monthly(l, "line.rent.staff", "staff", m.staffMonthly(m.hosts(t), false), m.sc.Months())
		m.lostWork(l)
	}
}

// providerExtras are the same for every offer of a provider.
func (m *model) providerExtras(l *ledger.Ledger, t tenancy) {
	if m.StorageTB > 0 && !t.provider.Disk.Missing() {
		m.monthly(l, "line.rent.disk", "storage", m.diskMonthly(t), m.sc.Months())
	}
	if m.EgressGB > 0 && !t.provider.Egress.Missing() {
		gb := m.given("egress_gb", "GB", m.EgressGB)
		l.Add(ledger.Line{At: m.wholeMonths(), Item: "line.rent.egress", Category: "network"},
			ledger.Mul(gb, m.money(t.provider.Egress, "f.egress_price")))
	}
	if m.BandwidthMbps > 0 && !t.provider.Internet.Missing() {
		each := ledger.Mul(m.given("bandwidth", "Mbps", m.BandwidthMbps), m.money(t.provider.Internet, "f.bandwidth_price"))
		m.monthly(l, "line.rent.internet", "network", each, float64(m.wholeMonths()))
	}
	m.keptInstance(l, t)
}

// diskMonthly is the disk space above what comes free with each host.
func (m *model) diskMonthly(t tenancy) ledger.Expr {
	gb := m.given("storage_gb", "GB", m.StorageTB*1000)
	if t.provider.DiskFreeGB > 0 {
		hosts := m.whole("rented.hosts."+strconv.Itoa(m.hosts(t)), "server", m.hosts(t))
		free := m.b.Const("providers."+t.provider.ID+".disk_free", "f.disk_free", "GB", ledger.FloatDec(t.provider.DiskFreeGB))
		gb = ledger.MaxOf(m.constant("zero", "", 0), ledger.Sub(gb, ledger.Mul(hosts, free))).Named("f.disk_paid", "GB")
	}
	return ledger.Mul(gb, m.money(t.provider.Disk, "f.disk_price"))
}

// keptInstance is an instance that stays up without its cards while they are off, where that is asked for.
func (m *model) keptInstance(l *ledger.Ledger, t tenancy) {
	if !m.KeepInstance || t.period != "hour" || t.hourlyLease() || t.provider.OffPrice.Missing() {
		return
	}
	for k := range m.sc.Phases {
		for i, month := range m.cal.uses {
			if month[k].clock == 0 || m.sc.Phases[k].Count == 0 {
				continue
			}
			id := "calendar." + m.month(i).String() + ".clock.phase" + strconv.Itoa(k)
			off := m.b.Const(id, "f.clock_hours", "h", ledger.FloatDec(month[k].clock))
			if month[k].wanted > 0 {
				off = ledger.MaxOf(m.constant("zero", "", 0), ledger.Sub(off, m.billedHours(t, i, k))).Named("f.off_hours", "h")
			}
			l.Add(ledger.Line{At: i, Item: "line.rent.off", Category: "rent", Args: m.monthArgs(i)},
				ledger.Mul(off, m.money(t.provider.OffPrice, "f.off_price")))
		}
	}
}

// hosts is how many machines the cards stand in: the offer's servers, or eight cards a host.
func (m *model) hosts(t tenancy) int {
	return ceilDiv(m.sc.Count, max(hostCards, t.offer.Cards))
}

// needsIB reports whether InfiniBand is asked for between hosts that the offer links by RoCE, and the provider has a
// price for it.
func (m *model) needsIB(t tenancy) bool {
	return m.hosts(t) > 1 && t.offer.Interconnect == "roce" && m.Fabric == "ib" && !t.provider.IBSurcharge.Missing()
}

// rentNotes are what a reader should know about the offer's bill.
func (m *model) rentNotes(t tenancy) diag.List {
	var notes diag.List
	note := func(key string, args ...string) {
		args = append([]string{"provider", t.offer.ProviderName}, args...)
		notes = append(notes, diag.New(key, args...).AsWarning())
	}
	if m.StorageTB > 0 && t.provider.Disk.Missing() {
		note("warning.disk_unknown")
	}
	if m.EgressGB > 0 && t.provider.Egress.Missing() {
		note("warning.egress_unknown")
	}
	if m.BandwidthMbps > 0 && t.provider.Internet.Missing() {
		note("warning.bandwidth_unknown")
	}
	if days := toFloat(t.provider.WipedAfter); days > 0 && t.period == "hour" && m.pauseDays() > days {
		note("warning.wiped", "days", trim(days), "pause", trim(math.Floor(m.pauseDays())))
	}
	return notes
}

// pauseDays is the mean time between two sessions, in days; 0 when the cards run through.
func (m *model) pauseDays() float64 {
	if m.sc.Sessions < 2 {
		return 0
	}
	clock, on := 0.0, 0.0
	for k, p := range m.sc.Phases {
		c := m.cal.total(k)
		clock += c.clock
		on += c.wanted * p.Util.InexactFloat64()
	}
	return (clock - on) / float64(m.sc.Sessions-1) / 24
}
