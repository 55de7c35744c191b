import math

import numpy as np
import pytest
from scipy import stats

from bandit_replications.papers.private_online.algorithms.binary_mechanism import (
    noise_scale,
    noise_variance,
    noised_sums,
    privacy_loss,
    release,
)

LENGTHS = (2, 3, 4, 5, 7, 8, 9, 15, 16, 31, 32, 64)


class RecordedNoise:
    """A generator that hands out given standard Laplace draws, scaled."""

    def __init__(self, draws):
        self.draws = iter(draws)

    def laplace(self, location, scale):
        return location + scale * next(self.draws)


def release_map(matrix):
    """The linear map from the noised sums to prefix sums: prefix sums = map @ matrix @ items."""
    return np.tril(np.ones((len(matrix), len(matrix)))) @ np.linalg.inv(matrix)


def test_p_sums_of_eight_items():
    # Chan, Shi, Song (2011), Section 3.2: the dyadic intervals that end at each time
    matrix, _ = noised_sums(length=8, epsilon=1.0)
    first = [1, 1, 3, 1, 5, 5, 7, 1]
    expected = [[start <= item <= t for item in range(1, 9)] for t, start in enumerate(first, 1)]
    np.testing.assert_array_equal(matrix, expected)


@pytest.mark.parametrize("length", LENGTHS)
def test_release_is_the_prefix_sum_plus_the_named_noise(length):
    rng = np.random.default_rng(length)
    stream, draws = rng.random(length), rng.laplace(size=length)
    matrix, scales = noised_sums(length=length, epsilon=0.7)
    released = release(stream=stream, epsilon=0.7, generator=RecordedNoise(draws))
    noise = release_map(matrix) @ (scales * draws)
    np.testing.assert_allclose(released, np.cumsum(stream) + noise, rtol=0, atol=1e-10)
    # a prefix sum adds each of its p-sums once
    np.testing.assert_array_equal(np.unique(np.round(release_map(matrix), 12)), [0, 1])


@pytest.mark.parametrize("length", LENGTHS)
def test_exact_privacy_loss_of_all_releases(length):
    levels = math.floor(math.log2(length)) + 1
    matrix, scales = noised_sums(length=length, epsilon=0.5)
    assert matrix.sum(axis=0).max() == levels
    loss = privacy_loss(matrix, scales)
    assert loss == pytest.approx(0.5 * levels / math.log2(length), rel=1e-12)
    assert loss > 0.5  # as printed, more than is promised for every T
    repaired = privacy_loss(*noised_sums(length=length, epsilon=0.5, levels="repaired"))
    assert repaired == pytest.approx(0.5, rel=1e-12)


@pytest.mark.parametrize("levels", [1, 2, 3, 6])
def test_a_stream_one_item_shorter_than_a_power_of_two_keeps_its_promise(levels):
    bound = 2**levels
    loss = privacy_loss(*noised_sums(length=bound - 1, epsilon=0.5, bound=bound))
    assert loss == pytest.approx(0.5, rel=1e-12)


def test_privacy_loss_is_the_largest_log_ratio_of_densities():
    """Of the released prefix sums themselves: never exceeded at random outcomes, and reached."""
    length = 8
    matrix, scales = noised_sums(length=length, epsilon=1.0)
    back = np.linalg.inv(release_map(matrix))
    loss = privacy_loss(matrix, scales)
    assert loss == pytest.approx(4 / 3)
    rng = np.random.default_rng(0)
    stream = rng.integers(0, 2, length).astype(float)
    stream[0] = 0.0
    neighbour = stream.copy()
    neighbour[0] = 1.0

    def log_density(outcome, items):
        noise = back @ outcome - matrix @ items
        return stats.laplace.logpdf(noise, scale=scales).sum()

    outcomes = np.cumsum(stream) + 5 * rng.standard_normal((500, length))
    ratios = [log_density(o, stream) - log_density(o, neighbour) for o in outcomes]
    assert max(ratios) <= loss + 1e-9
    low = release_map(matrix) @ np.full(length, -50.0)
    reached = log_density(low, stream) - log_density(low, neighbour)
    assert reached == pytest.approx(loss, rel=1e-9)


def squared_noise_z(time, claimed, *, length=8, epsilon=2.0, runs=4000, **options):
    """Standardised difference of the mean squared noise at a time and the claimed variance."""
    generator = np.random.default_rng(time)
    stream = np.linspace(0, 1, length)
    noise = [
        release(stream=stream, epsilon=epsilon, generator=generator, **options)[time - 1]
        for _ in range(runs)
    ] - stream[:time].sum()
    squares = np.square(noise)
    return (squares.mean() - claimed) / (squares.std() / math.sqrt(runs))


@pytest.mark.parametrize("time", [1, 3, 7, 8])
@pytest.mark.parametrize("levels", ["printed", "repaired"])
def test_variance_formula_agrees_with_simulation(time, levels):
    """False-alarm rate 1e-4; the other number of levels and one p-sum more are caught."""
    other = {"printed": "repaired", "repaired": "printed"}[levels]
    claim = {"time": time, "bound": 8, "epsilon": 2.0}
    threshold = stats.norm.isf(0.5e-4)
    variance = noise_variance(levels=levels, **claim)
    assert variance == time.bit_count() * 2 * ({"printed": 3, "repaired": 4}[levels] / 2) ** 2
    assert abs(squared_noise_z(time, variance, levels=levels)) < threshold
    mutant = noise_variance(levels=other, **claim)
    assert abs(squared_noise_z(time, mutant, levels=levels)) > threshold
    one_more = variance * (time.bit_count() + 1) / time.bit_count()
    assert abs(squared_noise_z(time, one_more, levels=levels)) > threshold


@pytest.mark.parametrize(
    ("change", "error", "message"),
    [
        ({"stream": [0.5, 1.5]}, ValueError, "stream"),
        ({"stream": [[0.5]]}, ValueError, "stream"),
        ({"epsilon": 0}, ValueError, "epsilon: 0"),
        ({"bound": 1}, ValueError, "bound: 1; allowed: at least the stream's length, 2"),
        ({"bound": 2.0}, TypeError, "bound: 2.0"),
        ({"levels": "exact"}, ValueError, "printed, repaired"),
        ({"stream": [0.5]}, ValueError, "bound: 1; allowed: 2 or more"),
    ],
)
def test_bad_arguments_are_named(change, error, message):
    arguments = {"stream": [0.5, 1.0], "epsilon": 1.0, "generator": np.random.default_rng(0)}
    with pytest.raises(error, match=message):
        release(**(arguments | change))


def test_bad_time_is_named():
    with pytest.raises(ValueError, match="time: 9; allowed: 1 to the bound, 8"):
        noise_variance(time=9, bound=8, epsilon=1.0)
    assert noise_scale(bound=8, epsilon=0.5) == 6
