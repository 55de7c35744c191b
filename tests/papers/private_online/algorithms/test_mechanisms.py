"""The mechanisms for running sums: their releases and privacy losses."""

import math

import numpy as np
import pytest
from scipy import stats
from tests.support.private_online_runs import GivenNoise

from bandit_replications.papers.private_online.algorithms import (
    binary_mechanism,
    hybrid_mechanism,
    logarithmic_mechanism,
)
from bandit_replications.papers.private_online.algorithms.binary_mechanism import privacy_loss

LENGTHS = (1, 2, 3, 4, 5, 7, 8, 9, 16, 31, 33)
MECHANISMS = (binary_mechanism, hybrid_mechanism, logarithmic_mechanism)


def from_noised_sums(matrix, times):
    """The linear map from the noised sums to the prefix sums at these times."""
    prefix = np.tril(np.ones((matrix.shape[1], matrix.shape[1])))[np.array(times) - 1]
    found, *_ = np.linalg.lstsq(matrix.T, prefix.T, rcond=None)
    np.testing.assert_allclose(matrix.T @ found, prefix.T, atol=1e-10)
    return found.T


def options_of(mechanism, length):
    """Each set of options; the binary mechanism alone has any."""
    if mechanism is not binary_mechanism:
        return [{}]
    return [
        {"bound": bound, "levels": levels}
        for bound in (max(2, length), 40)
        for levels in ("printed", "repaired")
    ]


@pytest.mark.parametrize("length", LENGTHS)
@pytest.mark.parametrize("mechanism", MECHANISMS)
def test_release_is_the_prefix_sum_plus_the_named_noise(mechanism, length):
    rng = np.random.default_rng(length)
    stream, draws = rng.random(length), rng.laplace(size=length)

    def noise(number, scale):
        return scale * draws[number]

    for options in options_of(mechanism, length):
        matrix, scales = mechanism.noised_sums(length=length, epsilon=0.7, **options)
        released = mechanism.release(
            stream=stream, epsilon=0.7, generator=GivenNoise(noise), **options
        )
        times = np.flatnonzero(~np.isnan(released)) + 1
        weights = scales * from_noised_sums(matrix, times)
        expected = np.cumsum(stream)[times - 1] + weights @ draws[: len(scales)]
        np.testing.assert_allclose(released[times - 1], expected, rtol=0, atol=1e-9)


def test_p_sums_of_eight_items():
    # Chan, Shi, Song (2011), Section 3.2: the dyadic intervals that end at each time
    matrix, _ = binary_mechanism.noised_sums(length=8, epsilon=1.0)
    first = [1, 1, 3, 1, 5, 5, 7, 1]
    expected = [[start <= item <= t for item in range(1, 9)] for t, start in enumerate(first, 1)]
    np.testing.assert_array_equal(matrix, expected)


def loss_of(mechanism, length, **options):
    return privacy_loss(*mechanism.noised_sums(length=length, epsilon=0.5, **options))


@pytest.mark.parametrize("length", [1, 2, 3, 4, 7, 8, 9, 21, 33, 64])
def test_exact_privacy_loss(length):
    # an item off the powers of two meets both mechanisms; up to time 2 there is none, and the
    # logarithmic one has not yet spoken on item 3 at time 3
    assert loss_of(hybrid_mechanism, length) == pytest.approx(0.5 if length >= 4 else 0.25)
    assert loss_of(logarithmic_mechanism, length) == pytest.approx(0.5)
    if length > 1:
        levels = math.floor(math.log2(length)) + 1
        printed = loss_of(binary_mechanism, length)
        assert printed == pytest.approx(0.5 * levels / math.log2(length))
        assert printed > 0.5  # than is promised, for every T
        assert loss_of(binary_mechanism, length, levels="repaired") == pytest.approx(0.5)


def test_privacy_loss_is_the_largest_log_ratio_of_densities():
    """Never exceeded at random outcomes, and reached."""
    matrix, scales = binary_mechanism.noised_sums(length=8, epsilon=1.0)
    loss = privacy_loss(matrix, scales)
    assert loss == pytest.approx(4 / 3)
    rng = np.random.default_rng(0)
    stream = rng.integers(0, 2, 8).astype(float)
    first, second = np.append(0.0, stream[1:]), np.append(1.0, stream[1:])

    def log_ratio(outcome):
        densities = [
            stats.laplace.logpdf(outcome - matrix @ items, scale=scales)
            for items in (first, second)
        ]
        return np.sum(densities[0] - densities[1])

    outcomes = matrix @ stream + 5 * rng.standard_normal((500, 8))
    assert max(log_ratio(outcome) for outcome in outcomes) <= loss + 1e-9
    assert log_ratio(np.full(8, -50.0)) == pytest.approx(loss, rel=1e-9)


# --- Bad input ---


@pytest.mark.parametrize("mechanism", MECHANISMS)
@pytest.mark.parametrize("stream", [[0.5, 1.5], [[0.5]]])
def test_bad_streams_are_named(mechanism, stream):
    with pytest.raises(ValueError, match="stream: allowed: a sequence of numbers in "):
        mechanism.release(stream=stream, epsilon=1.0, generator=np.random.default_rng(0))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"bound": 1}, "bound: 1; allowed: at least the stream's length, 2"),
        ({"stream": [0.5]}, "bound: 1; allowed: 2 or more"),
    ],
)
def test_bad_bounds_of_the_binary_mechanism_are_named(change, message):
    arguments = {"stream": [0.5, 1.0], "epsilon": 1.0, "generator": np.random.default_rng(0)}
    with pytest.raises(ValueError, match=message):
        binary_mechanism.release(**(arguments | change))
