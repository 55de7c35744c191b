"""Noise and sets of actions have the laws that they are named after."""

import math

import numpy as np
import pytest

from bandit_replications.papers.distributed.environments import instances
from bandit_replications.papers.distributed.environments import linear_environments as environments


@pytest.mark.parametrize("kind", range(3))
def test_noise_is_centred_in_the_unit_interval(kind):
    generator = np.random.default_rng(kind)
    drawn = np.array([environments.draw_noise(kind, generator) for _ in range(20_000)])
    sums = environments.draw_noise_sums(kind, np.full(20_000, 9), generator)
    variance = (1, 1 / 2, 1 / 3)[kind]
    assert np.abs(drawn).max() <= 1
    # Five standard errors: a false alarm in less than 1 of 100,000 seeds for each.
    assert abs(drawn.mean()) < 5 * math.sqrt(variance / 20_000)
    assert abs(sums.mean()) < 5 * math.sqrt(9 * variance / 20_000)
    assert drawn.var() == pytest.approx(variance, rel=0.05)
    assert sums.var() == pytest.approx(9 * variance, rel=0.06)


def drawn_in_place(number, dimension, generator):
    drawn = np.empty((number, dimension))
    environments.draw_unit_vectors(drawn, generator)
    return drawn


@pytest.mark.parametrize("draw", [drawn_in_place, instances.unit_vectors])
def test_drawn_sets_are_uniform_on_the_sphere(draw):
    drawn = draw(20_000, 3, np.random.default_rng(0))
    assert np.linalg.norm(drawn, axis=1) == pytest.approx(np.ones(20_000))
    # A coordinate of a uniform point of the sphere in three dimensions is uniform on [-1, 1]:
    # five standard errors, a false alarm in less than 1 of 100,000 seeds.
    assert np.abs(drawn.mean(axis=0)).max() < 5 / math.sqrt(3 * 20_000)
    assert np.abs((drawn**2).mean(axis=0) - 1 / 3).max() < 5 * math.sqrt(4 / 45 / 20_000)
    assert np.quantile(drawn[:, 0], [0.25, 0.75]) == pytest.approx([-0.5, 0.5], abs=0.03)
