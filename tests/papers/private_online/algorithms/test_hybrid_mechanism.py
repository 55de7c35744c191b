import math

import numpy as np
import pytest
from scipy import stats

from bandit_replications.papers.private_online.algorithms.binary_mechanism import privacy_loss
from bandit_replications.papers.private_online.algorithms.hybrid_mechanism import (
    noise_variance,
    noised_sums,
    release,
)

LENGTHS = (1, 2, 3, 4, 5, 8, 13, 16, 31, 33)


class RecordedNoise:
    """A generator that hands out given standard Laplace draws, scaled."""

    def __init__(self, draws):
        self.draws = iter(draws)

    def laplace(self, location, scale):
        return location + scale * next(self.draws)


@pytest.mark.parametrize("length", LENGTHS)
def test_release_is_the_prefix_sum_plus_the_named_noise(length):
    """Also: the map from the noised sums to the prefix sums can be inverted."""
    rng = np.random.default_rng(length)
    stream, draws = rng.random(length), rng.laplace(size=length)
    matrix, scales = noised_sums(length=length, epsilon=0.7)
    assert matrix.shape == (length, length)
    released = release(stream=stream, epsilon=0.7, generator=RecordedNoise(draws))
    to_prefix = np.tril(np.ones((length, length))) @ np.linalg.inv(matrix)
    noise = to_prefix @ (scales * draws)
    np.testing.assert_allclose(released, np.cumsum(stream) + noise, rtol=0, atol=1e-9)
    assert np.linalg.matrix_rank(to_prefix) == length


@pytest.mark.parametrize("length", LENGTHS)
def test_exact_privacy_loss_of_all_releases_is_epsilon(length):
    # an item off the powers of two meets both mechanisms; up to time 2 there is none, and the
    # logarithmic one has not yet spoken on item 3 at time 3
    expected = 0.7 if length >= 4 else 0.35
    loss = privacy_loss(*noised_sums(length=length, epsilon=0.7))
    assert loss == pytest.approx(expected, rel=1e-12)


def test_four_items():
    # times 1, 2, 4 are the logarithmic mechanism's, time 3 is one p-sum beyond item 2
    matrix, scales = noised_sums(length=4, epsilon=1.0)
    assert matrix.tolist() == [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 1], [0, 0, 1, 0]]
    assert scales.tolist() == [2.0, 2.0, 2.0, 2.0]


@pytest.mark.parametrize("time", [1, 3, 4, 7, 11])
def test_variance_formula_agrees_with_simulation(time):
    """False-alarm rate 1e-4; a budget not halved and another time's variance are caught."""
    generator = np.random.default_rng(time)
    noise = [
        release(stream=np.zeros(time), epsilon=2.0, generator=generator)[-1] for _ in range(6000)
    ]
    squares = np.square(noise)
    error = squares.std() / math.sqrt(squares.size)
    variance = noise_variance(time=time, epsilon=2.0)
    threshold = stats.norm.isf(0.5e-4)
    assert abs(squares.mean() - variance) < threshold * error
    for mutant in (noise_variance(time=time, epsilon=4.0), noise_variance(time=15, epsilon=2.0)):
        assert abs(squares.mean() - mutant) > threshold * error


@pytest.mark.parametrize(
    ("time", "variance"),
    # with ε = 2: 2 for each logarithmic release up to the last power of two T, and
    # 2 log2(T)² for each p-sum since
    [(1, 2), (2, 4), (3, 4 + 2), (4, 6), (7, 6 + 2 * 8), (11, 8 + 2 * 18), (16, 10)],
)
def test_variance_by_hand(time, variance):
    assert noise_variance(time=time, epsilon=2.0) == pytest.approx(variance, rel=1e-12)


def test_bad_arguments_are_named():
    generator = np.random.default_rng(0)
    with pytest.raises(ValueError, match="epsilon: 0"):
        release(stream=[1.0], epsilon=0, generator=generator)
    with pytest.raises(ValueError, match="stream"):
        release(stream=[2.0], epsilon=1, generator=generator)
    with pytest.raises(ValueError, match="time: 0"):
        noise_variance(time=0, epsilon=1.0)
