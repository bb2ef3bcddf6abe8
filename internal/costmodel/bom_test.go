package costmodel

import "testing"

// A switch has 64 ports. 16 and 512 cards of up to 64 servers hang on one layer: 1 and 8 switches. 1,000 cards need
// 32 leaves of 32 ports and 16 spines; 2,048 fill two layers with 64 + 32. 4,096 need three: 128 leaves, as many above
// them and 64 at the top.
func TestSwitchLayers(t *testing.T) {
	for _, c := range []struct{ servers, ports, layers, switches int }{
		{2, 16, 1, 1}, {64, 512, 1, 8}, {125, 1000, 2, 48}, {256, 2048, 2, 96}, {512, 4096, 3, 320},
	} {
		layers, switches := switchLayers(c.servers, c.ports)
		if layers != c.layers || switches != c.switches {
			t.Errorf("%d servers, %d ports: got %d layers, %d switches; want %d, %d", c.servers, c.ports, layers, switches, c.layers, c.switches)
		}
	}
}
