import itertools
import math

import numpy as np
import pytest
from scipy import stats

from bandit_replications.bandits.literal import drive
from bandit_replications.bandits.problems import BanditProblem
from bandit_replications.bandits.rewards import bernoulli_table
from bandit_replications.papers.private_online.algorithms import anytime_lazy_ucb
from bandit_replications.papers.private_online.theory.audits import lazy_decisions
from bandit_replications.papers.private_online.theory.audits.lazy_decisions import (
    decision_probabilities,
    worst_loss,
)

SEQUENCES = np.random.default_rng(11).integers(0, 2, (2, 12, 2)).astype(float)
FALSE_ALARM = 1e-4


def literal_counts(rewards, epsilon, runs, seed):
    """Decisions of the pseudo-code on given rewards, by sequence."""
    generator = np.random.default_rng(seed)
    rounds = len(rewards)
    counts = dict.fromkeys(itertools.product((0, 1), repeat=rounds - 2), 0)
    problem = BanditProblem(rewards=bernoulli_table([0.5, 0.5]), horizon=rounds, epsilon=epsilon)
    options = anytime_lazy_ucb.Options(first_pull="noised")
    for _ in range(runs):
        clock = itertools.count()
        player = anytime_lazy_ucb.play(problem, generator=generator, options=options)
        played = drive(player, lambda arm, t=clock: rewards[next(t), arm], rounds=rounds)
        counts[tuple(played)[2:]] += 1
    return counts


def agree(counts, probabilities, runs):
    """Whether every frequency is compatible; false alarm 1e-4 over all sequences."""
    level = 1 - FALSE_ALARM / len(probabilities)
    if math.fsum(counts[decisions] for decisions in probabilities) < runs:
        return False  # an impossible sequence was seen
    intervals = {
        decisions: stats.binomtest(counts[decisions], runs).proportion_ci(level)
        for decisions in probabilities
    }
    return all(low <= probabilities[which] <= high for which, (low, high) in intervals.items())


@pytest.mark.parametrize(("rounds", "epsilon"), [(8, 0.4), (12, 2.0)])
def test_pseudo_code_has_this_law(rounds, epsilon, monkeypatch):
    # 12 rounds: arrays of 2 and 4 fill in turns, and both means are kept and drawn anew
    runs = 3000
    for seed, sequence in enumerate(SEQUENCES):
        rewards = sequence[:rounds]
        counts = literal_counts(rewards, epsilon, runs, seed)
        assert agree(counts, decision_probabilities(rewards=rewards, epsilon=epsilon), runs)
    # mutant: a slightly narrower width
    monkeypatch.setattr(
        lazy_decisions,
        "radius",
        lambda *, round_number, size, epsilon: (
            2.5 * math.log(round_number) / (epsilon * size)
            + math.sqrt(3 * math.log(round_number) / size)
        ),
    )
    assert not agree(counts, decision_probabilities(rewards=rewards, epsilon=epsilon), runs)


@pytest.mark.parametrize("epsilon", [0.1, 3.0])
def test_third_round_in_closed_form(epsilon):
    # Equal widths: arm 0 is chosen if its noise is ahead by 1, of law (2 + x) exp(-x) / 4.
    law = decision_probabilities(rewards=[[0, 0], [0, 1], [0, 0]], epsilon=epsilon)
    assert law[(0,)] == pytest.approx((2 + epsilon) * math.exp(-epsilon) / 4)
    assert worst_loss(rounds=3, epsilon=epsilon) == pytest.approx(epsilon - math.log1p(epsilon / 2))


def test_arguments_are_checked():
    with pytest.raises(ValueError, match="rewards"):
        decision_probabilities(rewards=np.zeros((5, 3)), epsilon=1.0)
    with pytest.raises(ValueError, match="epsilon"):
        decision_probabilities(rewards=np.zeros((5, 2)), epsilon=0.0)
