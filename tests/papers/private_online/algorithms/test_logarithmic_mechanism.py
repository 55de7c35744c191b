import math

import numpy as np
import pytest
from scipy import stats

from bandit_replications.papers.private_online.algorithms.binary_mechanism import privacy_loss
from bandit_replications.papers.private_online.algorithms.logarithmic_mechanism import (
    noise_variance,
    noised_sums,
    release,
)


class RecordedNoise:
    """A generator that hands out given standard Laplace draws, scaled."""

    def __init__(self, draws):
        self.draws = iter(draws)

    def laplace(self, location, scale):
        return location + scale * next(self.draws)


def test_it_speaks_at_powers_of_two_only():
    released = release(stream=np.ones(20), epsilon=1.0, generator=np.random.default_rng(0))
    assert (np.flatnonzero(~np.isnan(released)) + 1).tolist() == [1, 2, 4, 8, 16]


@pytest.mark.parametrize("length", [1, 2, 3, 8, 21])
def test_release_is_the_running_sum_of_the_named_noised_sums(length):
    rng = np.random.default_rng(length)
    stream, draws = rng.random(length), rng.laplace(size=length)
    matrix, scales = noised_sums(length=length, epsilon=0.3)
    released = release(stream=stream, epsilon=0.3, generator=RecordedNoise(draws))
    expected = np.cumsum(matrix @ stream + scales * draws[: len(scales)])
    np.testing.assert_allclose(released[~np.isnan(released)], expected, rtol=1e-12)


@pytest.mark.parametrize("length", [1, 2, 3, 8, 21, 64])
def test_each_item_is_in_one_noised_sum(length):
    matrix, scales = noised_sums(length=length, epsilon=0.3)
    last = 2 ** (length.bit_length() - 1)
    np.testing.assert_array_equal(matrix.sum(axis=0), np.arange(1, length + 1) <= last)
    assert privacy_loss(matrix, scales) == pytest.approx(0.3, rel=1e-12)


@pytest.mark.parametrize("time", [1, 2, 16])
def test_variance_formula_agrees_with_simulation(time):
    """False-alarm rate 1e-4; one noise more or fewer, and half the scale, are caught."""
    generator = np.random.default_rng(time)
    noise = [
        release(stream=np.zeros(16), epsilon=2.0, generator=generator)[time - 1]
        for _ in range(8000)
    ]
    squares = np.square(noise)
    error = squares.std() / math.sqrt(squares.size)
    variance = noise_variance(time=time, epsilon=2.0)
    assert variance == 0.5 * time.bit_length()
    threshold = stats.norm.isf(0.5e-4)
    assert abs(squares.mean() - variance) < threshold * error
    for mutant in (variance + 0.5, variance - 0.5, variance / 4):
        assert abs(squares.mean() - mutant) > threshold * error


def test_bad_arguments_are_named():
    generator = np.random.default_rng(0)
    with pytest.raises(ValueError, match="time: 3; allowed: powers of two"):
        noise_variance(time=3, epsilon=1.0)
    with pytest.raises(ValueError, match="epsilon: -1"):
        release(stream=[1.0], epsilon=-1, generator=generator)
    with pytest.raises(ValueError, match="stream"):
        release(stream=[-0.1], epsilon=1, generator=generator)
