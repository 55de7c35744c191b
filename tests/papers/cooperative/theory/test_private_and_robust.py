import math

import numpy as np
import pytest

from bandit_replications.papers.cooperative.algorithms.widths import Batches
from bandit_replications.papers.cooperative.theory.private_and_robust import regret

GROUP = {"gaps": [0.0, 0.4], "horizon": 6000, "agents": 40, "message_life": 1, "clique_cover": 1}


def width(batches, releases, log_inverse_delta):
    return float(batches.widths(int(releases), np.array([log_inverse_delta]))[0]) / releases


@pytest.mark.parametrize(("share", "within"), [(1, True), (1 / 4, False)])
def test_clipped_means_are_within_width(share, within):
    """P{some mean of r <= 100 batches is beyond its width} <= δ = 0.05, with the worst values."""
    batches, mean, runs, generator = Batches(12, 0.3, 0.05), 0.5, 2000, np.random.default_rng(0)
    sums = generator.binomial(batches.size, mean, (runs, 100)) / batches.size
    values = sums + generator.laplace(0, batches.scale, sums.shape)
    values[generator.random(sums.shape) < batches.contamination] = math.inf
    numbers = np.arange(1, 101)
    means = np.clip(values, -batches.reach, 1 + batches.reach).cumsum(axis=1) / numbers
    widths = np.array([width(batches, r, math.log(20)) for r in numbers])
    widths = batches.bias + share * (widths - batches.bias)
    # four standard errors: false alarm below 1e-4
    assert ((means - mean > widths).any(axis=1).mean() <= 0.05 + 0.02) == within


def test_width_falls_with_batches_and_bound_needs_a_gap_above_bias():
    batches = Batches(12, 0.3, 0.02)
    widths = [width(batches, r, 10.0) for r in (1, 2, 10, 1000)]
    assert widths == sorted(widths, reverse=True)
    # 2 sqrt(v L/r), v = 1/(8 f) + 8/3 s² + 0.6 α w² and L = 10 + ln(r (r + 1)), is near
    assert widths[-1] == pytest.approx(batches.bias + 0.16, abs=0.02)
    in_turn = GROUP["agents"] * GROUP["horizon"] * 0.4 / 2
    assert regret(batches, **GROUP) < 0.2 * in_turn
    assert regret(Batches(12, 0.3, 0.2), **GROUP) == math.inf
