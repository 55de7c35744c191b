"""Losses of exact laws, of releases with shared noises, and certified from samples."""

import itertools
import math

import numpy as np
import pytest
from scipy import stats

from bandit_replications.inference import privacy_audits
from bandit_replications.inference.privacy_audits import (
    exact_log_loss,
    exact_loss,
    laplace_release_loss,
    statistical_loss,
)

# --- Exact ----------------------------------------------------------------------------------


def test_randomised_response():
    # Dwork and Roth (2014), Section 3.2: telling the truth with probability 3/4 is ln(3)-private.
    assert exact_loss([0.75, 0.25], [0.25, 0.75]) == pytest.approx(math.log(3))


def test_single_outcomes_are_the_worst_events():
    generator = np.random.default_rng(1)
    for _ in range(10):
        a, b = generator.dirichlet(np.ones(5), 2)
        events = [list(e) for n in range(1, 5) for e in itertools.combinations(range(5), n)]
        worst = max(abs(math.log(a[event].sum() / b[event].sum())) for event in events)
        assert exact_loss(a, b) == pytest.approx(worst)


def test_an_outcome_of_one_input_only_is_an_infinite_loss():
    assert exact_loss([1.0, 0.0], [0.5, 0.5]) == math.inf
    assert exact_loss([1.0, 0.0], [1.0, 0.0]) == 0.0
    assert exact_log_loss([-1000.0], [-1003.0]) == 3.0


# --- Releases with shared Laplace noises ----------------------------------------------------


def test_invertible_noises():
    generator = np.random.default_rng(2)
    noises, scales = generator.normal(size=(4, 4)), generator.uniform(0.5, 3, 4)
    shifts = generator.normal(size=(4, 3))
    expected = np.max(np.sum(np.abs(np.linalg.solve(noises, shifts)) / scales[:, None], axis=0))
    found = laplace_release_loss(shifts=shifts, noises=noises, scales=scales)
    assert found == pytest.approx(expected)


def two_sums(u, v):
    """Log density of (Z + Y, Z + Y'), Z ~ Lap(1), Y and Y' ~ Lap(1.5), by quadrature."""
    z, step = np.linspace(-80, 80, 320_001, retstep=True)
    density = stats.laplace.pdf(z) * stats.laplace.pdf(u - z, scale=1.5)
    density *= stats.laplace.pdf(v - z, scale=1.5)
    return math.log(density.sum() * step)


def test_shared_noise_is_as_private_as_its_cheapest_explanation():
    # A shift of both sums by 1 is one of Z, at cost 1/1, or of Y and Y', at cost 2/1.5.
    noises = [[1, 1, 0], [1, 0, 1]]
    loss = laplace_release_loss(shifts=[1.0, 1.0], noises=noises, scales=[1, 1.5, 1.5])
    assert loss == pytest.approx(1.0)
    # never exceeded, and approached far out along the shift
    ratios = [two_sums(u, v) - two_sums(u + 1, v + 1) for u in (-3, 0, 7) for v in (-1, 5)]
    assert max(ratios) < loss
    assert two_sums(12, 12) - two_sums(13, 13) > 0.95 * loss


# --- Certified from samples -----------------------------------------------------------------


@pytest.mark.parametrize("epsilon", [0.3, 3.0])
def test_bound_reaches_most_of_a_known_loss(epsilon):
    generator = np.random.default_rng(3)
    outputs = [mean + generator.laplace(0, 1 / epsilon, 200_000) for mean in (1, 0)]
    for a, b in (outputs, outputs[::-1]):  # both directions
        bound = statistical_loss(a, b, confidence=0.9999)
        assert 0.8 * epsilon < bound <= epsilon


def test_outcomes_are_collected_into_events():
    # 40 outcomes of 1/40 each, of which the even ones become twice as likely as the odd ones: one
    # outcome certifies little, the union of all odd ones ln(60/40).
    generator = np.random.default_rng(4)
    law = np.where(np.arange(40) % 2, 1 / 60, 1 / 30)
    a = generator.choice(40, 40_000, p=law)
    b = generator.integers(0, 40, 40_000)
    bound = statistical_loss(a, b, confidence=0.999)
    assert 0.85 * math.log(60 / 40) < bound <= exact_loss(law, np.full(40, 1 / 40))
    # half lines of the codes themselves mix both kinds
    assert statistical_loss(a.astype(float), b.astype(float), confidence=0.999) < 0.5 * bound


def test_different_supports_certify_a_large_loss():
    a, b = np.zeros(10_000, dtype=np.int64), np.ones(10_000, dtype=np.int64)
    # Clopper and Pearson for 5000 of 5000 and 0 of 5000, 0.5% each
    expected = math.log(0.005 ** (1 / 5000) / (1 - 0.005 ** (1 / 5000)))
    assert statistical_loss(a, b, confidence=0.99) == pytest.approx(expected)


def same_half(a, b, *, confidence):
    """Return the bound of the half that chose the event, which is not valid."""
    samples = privacy_audits._Samples.of(a[: a.size // 2], b[: b.size // 2])
    return max(samples.bound(event, confidence) for event in samples.events())


def count_false_alarms(audit, trials):
    pairs = np.random.default_rng(5).random((trials, 2, 400))
    return sum(audit(a, b, confidence=0.8) > 0 for a, b in pairs)


def test_no_loss_is_certified_where_there_is_none():
    # Each audit errs with probability at most 0.2: more than the bound below with 1e-4.
    allowed = stats.binom.isf(1e-4, 60, 0.2)
    assert count_false_alarms(statistical_loss, 60) <= allowed
    assert count_false_alarms(same_half, 60) > allowed  # mutant
