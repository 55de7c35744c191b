import math

import numpy as np
import pytest

from bandit_replications.papers.cooperative.algorithms.release_series import release_pulls
from bandit_replications.papers.cooperative.theory import privacy_accounting as accounting

V = 1.1


@pytest.mark.parametrize("epsilon", [0.05, 0.4])
def test_square_root_series_has_no_longer_intervals(epsilon):
    found = release_pulls(epsilon=epsilon, v=V, horizon=2000, series="square-root")
    gaps = np.diff(found, prepend=0)
    assert gaps.max() <= math.ceil(1 / epsilon)
    assert gaps[-1] >= 0.9 / epsilon  # they tend to 1/ε


def test_other_series_release_at_their_intervals():
    found = release_pulls(epsilon=0.3, v=V, horizon=20)
    assert found.tolist() == [4, 8, 12, 16, 20]
    found = release_pulls(epsilon=0.1, v=V, horizon=2000, series="as-printed")
    assert np.diff(found)[-100:].tolist() == [1] * 100


# (ε, δ) of one Laplace mechanism: δ = 1 - e^((ε - ε_0)/2) (Balle and Wang, 2018, for its law)
@pytest.mark.parametrize(("loss", "delta"), [(0.5, 1e-2), (1.0, 1e-3), (0.05, 1e-2)])
def test_one_mechanism_is_exact(loss, delta):
    expected = max(0.0, loss + 2 * math.log1p(-delta))
    assert accounting.exact_loss(np.array([loss]), delta=delta) == pytest.approx(expected, abs=1e-6)


def test_advanced_composition_by_hand():
    # Dwork, Rothblum, Vadhan (2010): k ε (e^ε - 1) + ε sqrt(2 k ln(1/δ)) for k equal losses
    expected = 10 * 0.2 * (math.exp(0.2) - 1) + 0.2 * math.sqrt(2 * 10 * math.log(100))
    assert accounting.advanced_loss(np.full(10, 0.2), delta=0.01) == pytest.approx(expected)


def test_composition_against_sampled_losses():
    losses = np.array([0.3] * 8 + [0.1] * 20)
    noise = np.random.default_rng(0).laplace(0, 1, (100_000, losses.size)) / losses
    total = ((np.abs(noise + 1) - np.abs(noise)) * losses).sum(axis=1)
    delta = 1e-2
    epsilon = accounting.exact_loss(losses, delta=delta)
    excess = np.clip(-np.expm1(epsilon - total), 0, None)
    # four standard errors: false alarm below 1e-4
    assert abs(excess.mean() - delta) < 4 * excess.std() / math.sqrt(excess.size)
    assert epsilon < accounting.advanced_loss(losses, delta=delta)
    assert epsilon < losses.sum()
