"""The mechanisms for running sums: what they release, its privacy loss and its variance."""

import numpy as np
import pytest

from bandit_replications.papers.private_online.algorithms import (
    binary_mechanism,
    hybrid_mechanism,
    logarithmic_mechanism,
)

LENGTHS = (1, 2, 3, 4, 5, 7, 8, 9, 16, 31, 33)
MECHANISMS = (binary_mechanism, hybrid_mechanism, logarithmic_mechanism)


class RecordedNoise:
    """A generator that hands out given standard Laplace draws, scaled."""

    def __init__(self, draws):
        self.draws = iter(draws)

    def laplace(self, location, scale):
        return location + scale * next(self.draws)


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
    """And its variance is that of the noise, 2 scale² for each Laplace variable."""
    rng = np.random.default_rng(length)
    stream, draws = rng.random(length), rng.laplace(size=length)
    for options in options_of(mechanism, length):
        matrix, scales = mechanism.noised_sums(length=length, epsilon=0.7, **options)
        released = mechanism.release(
            stream=stream, epsilon=0.7, generator=RecordedNoise(draws), **options
        )
        times = np.flatnonzero(~np.isnan(released)) + 1
        weights = scales * from_noised_sums(matrix, times)
        expected = np.cumsum(stream)[times - 1] + weights @ draws[: len(scales)]
        np.testing.assert_allclose(released[times - 1], expected, rtol=0, atol=1e-9)
        found = [mechanism.noise_variance(time=int(time), epsilon=0.7, **options) for time in times]
        np.testing.assert_allclose(found, 2 * np.square(weights).sum(axis=1))


# --- Bad input ---


@pytest.mark.parametrize("mechanism", MECHANISMS)
@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"stream": [0.5, 1.5]}, "stream: allowed: a sequence of numbers in "),
        ({"stream": [-0.1]}, "stream"),
        ({"stream": [[0.5]]}, "stream"),
        ({"epsilon": 0}, "epsilon: 0"),
    ],
)
def test_bad_streams_and_budgets_are_named(mechanism, change, message):
    arguments = {"stream": [0.5, 1.0], "epsilon": 1.0, "generator": np.random.default_rng(0)}
    with pytest.raises(ValueError, match=message):
        mechanism.release(**(arguments | change))


@pytest.mark.parametrize(
    ("change", "error", "message"),
    [
        ({"bound": 1}, ValueError, "bound: 1; allowed: at least the stream's length, 2"),
        ({"bound": 2.0}, TypeError, "bound: 2.0"),
        ({"levels": "exact"}, ValueError, "printed, repaired"),
        ({"stream": [0.5]}, ValueError, "bound: 1; allowed: 2 or more"),
    ],
)
def test_bad_options_of_the_binary_mechanism_are_named(change, error, message):
    arguments = {"stream": [0.5, 1.0], "epsilon": 1.0, "generator": np.random.default_rng(0)}
    with pytest.raises(error, match=message):
        binary_mechanism.release(**(arguments | change))


@pytest.mark.parametrize(
    ("mechanism", "arguments", "message"),
    [
        (binary_mechanism, {"time": 9, "bound": 8}, "time: 9; allowed: 1 to the bound, 8"),
        (hybrid_mechanism, {"time": 0}, "time: 0"),
        (logarithmic_mechanism, {"time": 3}, "time: 3; allowed: powers of two"),
    ],
)
def test_bad_times_are_named(mechanism, arguments, message):
    with pytest.raises(ValueError, match=message):
        mechanism.noise_variance(epsilon=1.0, **arguments)
