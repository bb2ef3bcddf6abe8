"""The simulation of gpucalc in NumPy: the same folded bills, the same distributions, the same counts.

    go test ./internal/compare -run TestNumPyProgram -bench-program=$PWD/folded.py
    python3 testdata/bench/simulate.py folded.py 1000000
    go test ./internal/compare -run xxx -bench SimulateMillion

Draws are taken in blocks that stay in the cache, which is the fastest way found. CPU time is printed beside the
answer, so that both can be compared: shares of winning, quantiles, regret.

Measured on one core of a virtual machine, a million draws of 36 months: 1.87 s of CPU with NumPy 1.24.2 (Debian's
python3-numpy), 0.14 to 0.17 s with gpucalc.
"""

import runpy
import sys
import time

import numpy as np

BLOCK = 16384
BINS = 4096
CELLS = 1024


def pert_quantiles(mode, probabilities):
    """Quantiles of a PERT on [0, 1], by integrating its density."""
    angle = np.linspace(0, np.pi, 8193)
    x = (1 - np.cos(angle)) / 2
    density = x ** (4 * mode) * (1 - x) ** (4 * (1 - mode)) * np.sin(angle)
    cumulative = np.concatenate([[0], np.cumsum((density[1:] + density[:-1]) / 2)])
    return np.interp(probabilities, cumulative / cumulative[-1], x)


def normal_cdf(z):
    from math import erfc, sqrt

    return np.array([0.5 * erfc(-v / sqrt(2)) for v in z])


def main():
    program = runpy.run_path(sys.argv[1])
    draws = int(sys.argv[2]) if len(sys.argv) > 2 else 1_000_000
    totals, variables, sources, options = (program[k] for k in ("totals", "VARIABLES", "SOURCES", "OPTIONS"))
    counted = [i for i, o in enumerate(options) if o[2]]
    own = [i for i in counted if options[i][1] == "own"]
    rent = [i for i in counted if options[i][1] == "rent"]

    started = time.process_time()
    uniform_grid = np.linspace(0, 1, CELLS + 1)
    score_grid = np.linspace(-6.5, 6.5, CELLS + 1)
    score_probabilities = normal_cdf(score_grid)
    tables = []
    for source, low, width, mode in variables:
        if source < 0:
            tables.append(None)
            continue
        probabilities = score_probabilities if sources[source] else uniform_grid
        tables.append(low + width * pert_quantiles(mode, probabilities))

    rng = np.random.Generator(np.random.PCG64(1))
    wins = np.zeros(len(options), dtype=np.int64)
    sums = np.zeros(len(options))
    squares = np.zeros(len(options))
    counts = np.zeros((len(options) + 1, BINS), dtype=np.int64)
    scales = None
    least_sum = margin_sum = rent_wins = 0.0
    done = 0
    while done < draws:
        n = min(BLOCK, draws - done)
        market = rng.standard_normal(n)
        drawn = []
        for loading in sources:
            if loading:
                drawn.append(loading * market + np.sqrt(1 - loading * loading) * rng.standard_normal(n))
            else:
                drawn.append(rng.random(n))
        values = []
        for (source, low, _, _), table in zip(variables, tables):
            if table is None:
                values.append(np.full(n, low))
            else:
                values.append(np.interp(drawn[source], score_grid if sources[source] else uniform_grid, table))
        out = [np.broadcast_to(t, (n,)) for t in totals(values)]
        best_own = np.minimum.reduce([out[i] for i in own])
        best_rent = np.minimum.reduce([out[i] for i in rent])
        margin = best_own - best_rent
        columns = out + [margin]
        if scales is None:
            scales = []
            for c in columns:
                low, high = c.min(), c.max()
                width = high - low
                scales.append((low - width / 2, BINS / (2 * width) if width > 0 else 0.0))
        for i, c in enumerate(columns):
            low, per = scales[i]
            counts[i] += np.bincount(np.clip(((c - low) * per).astype(np.int64), 0, BINS - 1), minlength=BINS)
        stacked = np.stack([out[i] for i in counted])
        wins[counted] += np.bincount(stacked.argmin(axis=0), minlength=len(counted))
        least_sum += stacked.min(axis=0).sum()
        margin_sum += margin.sum()
        rent_wins += np.count_nonzero(margin > 0)
        for i, c in enumerate(out):
            sums[i] += c.sum()
            squares[i] += c @ c
        done += n
    spent = time.process_time() - started

    def quantile(i, p):
        low, per = scales[i]
        cumulative = np.cumsum(counts[i])
        at = np.searchsorted(cumulative, p * draws)
        before = cumulative[at - 1] if at else 0
        return low if per == 0 else low + (at + (p * draws - before) / counts[i][at]) / per

    for i, (name, _, _) in enumerate(options):
        print(f"{name:14} wins {wins[i] / draws:8.4%}  p10 {quantile(i, 0.1):14,.0f}  p50 {quantile(i, 0.5):14,.0f}"
              f"  p90 {quantile(i, 0.9):14,.0f}  mean {sums[i] / draws:14,.0f}")
    i = len(options)
    print(f"{'margin':14} rent {rent_wins / draws:8.4%}  p10 {quantile(i, 0.1):14,.0f}  p50 {quantile(i, 0.5):14,.0f}"
          f"  p90 {quantile(i, 0.9):14,.0f}  mean {margin_sum / draws:14,.0f}")
    print(f"cheapest in each draw, mean {least_sum / draws:,.0f}")
    print(f"{draws:,} draws, {spent:.3f} s of CPU time, NumPy {np.__version__}")


if __name__ == "__main__":
    main()
