package estimate

import (
	"strconv"

	"gpucalc/internal/catalog"
	"gpucalc/internal/diag"
	"gpucalc/internal/training"
)

// Fitted reads the model of utilisation from the sheets.
func Fitted(cat *catalog.Catalog) (training.MFUModel, diag.List) {
	entities := cat.Entities("mfu")
	var rows []training.Coefficient
	for i := range entities {
		e := &entities[i]
		if !e.IsCoefficient() {
			continue
		}
		count, _ := strconv.Atoi(e.Text("rows"))
		rows = append(rows, training.Coefficient{
			Group: e.Text("group"), Name: e.Text("name"), Value: float(e.Text("value")), Rows: count,
		})
	}
	return training.NewMFUModel(rows)
}

// Model finds a well-known model by name.
func Model(cat *catalog.Catalog, name string) (catalog.Model, training.ModelShape, diag.List) {
	m, wrong := cat.ResolveModel(name)
	if len(wrong) > 0 {
		return catalog.Model{}, training.ModelShape{}, wrong
	}
	return m, training.ModelFromValues(m.Name, m.Tokenizer, m.Values), nil
}

// float reads a number of the sheets, which were checked when they were read.
func float(text string) float64 {
	v, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return 0
	}
	return v
}

// Machine is a kind of card with the server that holds it, as far as known.
type Machine struct {
	Card      catalog.Card
	Server    catalog.Server // zero when no machine of the sheets takes the card
	PerServer int
	KWPerCard float64        // 0 = unknown
	Power     catalog.Figure // where the draw comes from; missing when it is worked out from the card's rating
}

// MachineOf finds the server that an estimate assumes for a card: of those
// with the card the largest, else the largest host that takes it.
func MachineOf(cat *catalog.Catalog, card catalog.Card) Machine {
	m := Machine{Card: card, PerServer: 8}
	for _, s := range cat.Servers(card.ID) {
		if s.Cards > m.Server.Cards {
			m.Server = s
		}
	}
	if m.Server.ID != "" {
		m.PerServer = m.Server.Cards
		m.serverPower()
		return m
	}
	for _, h := range cat.Hosts(card) {
		if h.Cards > m.Server.Cards {
			m.Server = h
		}
	}
	if m.Server.ID != "" {
		m.PerServer = m.Server.Cards
	}
	m.hostPower(cat)
	return m
}

// serverPower takes the draw of the whole server in training.
func (m *Machine) serverPower() {
	if kw := float(m.Server.TypicalKW.Typical); kw > 0 {
		m.KWPerCard, m.Power = kw/float64(m.Server.Cards), m.Server.TypicalKW
	}
}

// hostPower adds the card to its share of a host.
func (m *Machine) hostPower(cat *catalog.Catalog) {
	watts := float(m.Card.TypicalPower.Typical)
	if watts == 0 {
		share, _ := cat.Assumption("power-card-training-share")
		watts = m.Card.TDPW * float(share.Value.Typical)
	}
	host := float(m.Server.TypicalKW.Typical)
	if watts == 0 || host == 0 {
		return
	}
	m.KWPerCard = watts/1000 + host/float64(m.PerServer)
	m.Power = m.Server.TypicalKW
}

// Spec is the card as package training sees it.
func (m Machine) Spec() training.CardSpec {
	spec := training.CardSpec{
		ID: m.Card.ID, MemoryGB: m.Card.MemoryGB, BandwidthGBs: m.Card.BandwidthGBs, LinkGBs: m.Card.LinkGBs, PCIeGen: m.Card.PCIeGen,
		PerServer: m.PerServer, TDPW: m.Card.TDPW, OnlyOneServer: m.Server.Network == "none",
	}
	for _, r := range m.Card.Rates {
		switch r.Precision {
		case "fp32", "tf32", "fp16", "bf16", "fp8", "fp4":
			spec.Rates = append(spec.Rates, training.Rate{Precision: r.Precision, TFLOPS: r.TFLOPS})
		}
	}
	return spec
}
