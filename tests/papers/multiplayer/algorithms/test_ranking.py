import numpy as np
import pytest
from scipy import stats

from bandit_replications.bandits.literal import drive
from bandit_replications.papers.multiplayer.algorithms import ranking
from bandit_replications.papers.multiplayer.environments.game import play_together
from bandit_replications.papers.multiplayer.theory.ranking_probability import (
    failure_probability,
    unranked_distribution,
)

ALPHA = 1e-4  # false-alarm rate of each distribution test


def literal_ranks(players, rounds, seed):
    """Ranks of separate players in the game itself, None for those that have none."""
    ranks = [None] * players

    def life(number, generator):
        ranks[number] = yield from ranking.rank(players=players, rounds=rounds, generator=generator)
        while True:
            yield None

    streams = np.random.default_rng(seed).spawn(players)
    team = play_together(life(number, stream) for number, stream in enumerate(streams))
    for _ in drive(
        team, lambda arms: [(arms.count(arm) > 1, 0.0) for arm in arms], rounds=rounds + 1
    ):
        pass
    return ranks


@pytest.mark.parametrize(("players", "rounds"), [(2, 2), (3, 5), (5, 8)])
def test_ranks_of_literal_players_differ_and_fail_as_the_chain_says(players, rounds):
    law = unranked_distribution(players=players, ranking_rounds=rounds)
    unranked = []
    for seed in range(1000):
        ranks = literal_ranks(players, rounds, seed)
        owned = [own for own in ranks if own is not None]
        assert len(set(owned)) == len(owned)
        assert set(owned) <= set(range(players))
        unranked.append(players - len(owned))
    for count in range(players + 1):
        p = stats.binomtest(unranked.count(count), 1000, min(1.0, law[count])).pvalue
        assert p > ALPHA


def test_failures_have_the_exact_probability():
    rng = np.random.default_rng(2)
    for players, rounds in ((2, 4), (4, 20), (8, 25)):
        sizes = {"players": players, "ranking_rounds": rounds}
        failed = ranking.count_failures(**sizes, samples=40000, generator=rng)
        assert stats.binomtest(failed, 40000, failure_probability(**sizes)).pvalue > ALPHA


def test_arguments_are_checked():
    with pytest.raises(ValueError, match="samples"):
        ranking.count_failures(
            players=2, ranking_rounds=3, samples=0, generator=np.random.default_rng(0)
        )
