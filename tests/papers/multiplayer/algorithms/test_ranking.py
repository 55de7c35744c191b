import numpy as np
import pytest
from scipy import stats

from bandit_replications.papers.multiplayer.algorithms import ranking, ranking_kernels
from bandit_replications.papers.multiplayer.algorithms.coordinate_and_play_literal import Member
from bandit_replications.papers.multiplayer.environments.game import play_game
from bandit_replications.papers.multiplayer.environments.losses import given_losses
from bandit_replications.papers.multiplayer.theory.ranking_probability import (
    failure_probability,
    unranked_distribution,
)

ALPHA = 1e-4  # false-alarm rate of each distribution test


def literal_ranks(players, rounds, seed):
    """Ranks of separate players in the game itself: arms they stay on afterwards."""
    ranks = [None] * players

    def life(number, generator):
        ranks[number] = yield from ranking.rank(players=players, rounds=rounds, generator=generator)
        while True:
            yield None

    streams = np.random.default_rng(seed).spawn(players)
    members = [Member(life(number, stream)) for number, stream in enumerate(streams)]
    play_game(
        members,
        losses=given_losses(np.zeros((rounds + 1, players + 1))),
        checkpoints=np.array([rounds + 1]),
        generator=np.random.default_rng(seed),
    )
    return ranks


@pytest.mark.parametrize(("players", "rounds"), [(2, 2), (3, 5), (5, 8)])
def test_ranks_of_literal_and_compiled_players(players, rounds):
    law = unranked_distribution(players=players, ranking_rounds=rounds)
    rng = np.random.default_rng(1)
    compiled = [ranking_kernels.draw_ranks(players, rounds, rng) for _ in range(4000)]
    literal = [
        np.array([-1 if own is None else own for own in literal_ranks(players, rounds, seed)])
        for seed in range(1000)
    ]
    for sample in (compiled, literal):
        unranked = np.array([(ranks == -1).sum() for ranks in sample])
        for ranks in sample:
            owned = ranks[ranks >= 0]
            assert np.unique(owned).size == owned.size
            assert (owned < players).all()
        for count in range(players + 1):
            found = int((unranked == count).sum())
            assert stats.binomtest(found, len(sample), min(1.0, law[count])).pvalue > ALPHA


def test_failures_have_the_exact_probability():
    rng = np.random.default_rng(2)
    for players, rounds in ((2, 4), (4, 20), (8, 25)):
        sizes = {"players": players, "ranking_rounds": rounds}
        failed = ranking.count_failures(**sizes, samples=40000, generator=rng)
        assert stats.binomtest(failed, 40000, failure_probability(**sizes)).pvalue > ALPHA


def test_altered_kernel_is_caught(altered):
    mutant = altered(ranking_kernels, "taken[arms[place]] == 1", "taken[arms[place]] <= 2")
    rng = np.random.default_rng(3)
    failed = mutant.failures(4, 8, 1000, rng)
    exact = failure_probability(players=4, ranking_rounds=8)
    assert stats.binomtest(failed, 1000, exact).pvalue < ALPHA


@pytest.mark.parametrize("name", ["players", "ranking_rounds", "samples"])
def test_arguments_are_checked(name):
    arguments = {"players": 2, "ranking_rounds": 3, "samples": 4, name: 0}
    with pytest.raises(ValueError, match=name):
        ranking.count_failures(**arguments, generator=np.random.default_rng(0))
