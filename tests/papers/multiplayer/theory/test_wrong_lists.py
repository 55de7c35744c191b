import numpy as np
import pytest
from scipy.stats import binom

from bandit_replications.papers.multiplayer.theory.wrong_lists import wrong_share


def test_two_arms_and_one_player_are_a_comparison_of_binomials():
    rounds, means = 6, np.array([0.2, 0.6])
    exact = 0.0
    for first in range(rounds + 1):
        counts = np.array([first, rounds - first])
        laws = [binom.pmf(range(n + 1), n, mean) for n, mean in zip(counts, means, strict=True)]
        values = [np.arange(n + 1) / n if n else np.ones(1) for n in counts]
        worse = values[0][:, None] > values[1][None, :]
        exact += binom.pmf(first, rounds, 0.5) * float(laws[0] @ worse @ laws[1])
    streams = np.random.default_rng(1)
    share = wrong_share(
        np.tile(means, (40000, 1)), players=1, exploration=rounds, generator=streams
    )
    assert share == pytest.approx(exact, abs=4.5 * 0.5 / 200)
