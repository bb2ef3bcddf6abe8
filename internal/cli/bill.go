package cli

import (
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"gpucalc/internal/costmodel"
)

// billFlags are the flags of the commands that bill a need in full: what is needed, money over time, renting as sold.
type billFlags struct {
	inputFlags
	money moneyFlags
	rent  rentFlags
}

func (o *billFlags) addFlags(f *pflag.FlagSet, a *app) {
	o.inputFlags.addFlags(f, a)
	o.money.addFlags(f, a)
	o.rent.addFlags(f, a)
}

func (o *billFlags) complete(cmd *cobra.Command, a *app) {
	o.inputFlags.complete(cmd, a)
	o.money.complete(cmd)
}

// bill looks everything up that a bill depends on.
func (o *billFlags) bill(a *app, cmd *cobra.Command) (costmodel.Input, error) {
	in, err := o.input(a, cmd)
	if err != nil {
		return in, err
	}
	if in.Money, err = o.money.terms(in.Catalog, in.Scenario.Taxpayer, in.Scenario.Start); err != nil {
		return in, err
	}
	if err := uselessFlags(&o.money, &o.rent, in.Scenario.Taxpayer); err != nil {
		return in, err
	}
	return in, o.rent.fill(a, &in)
}
