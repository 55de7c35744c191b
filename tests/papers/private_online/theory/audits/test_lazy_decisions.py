import itertools
import math

import numpy as np
import pytest
from tests.support.private_online_runs import follow_law, literal_decisions

from bandit_replications.papers.private_online.algorithms import anytime_lazy_ucb
from bandit_replications.papers.private_online.theory.audits import lazy_decisions
from bandit_replications.papers.private_online.theory.audits.lazy_decisions import (
    decision_probabilities,
    worst_loss,
)

SEQUENCES = np.random.default_rng(11).integers(0, 2, (2, 12, 2)).astype(float)


def fits(codes, rewards, epsilon):
    """Test the pseudo-code's decisions against the computed law."""
    law = decision_probabilities(rewards=rewards, epsilon=epsilon)
    sequences = itertools.product((0, 1), repeat=len(rewards) - 2)
    return follow_law(codes, [law.get(decisions, 0.0) for decisions in sequences])


@pytest.mark.parametrize(("rounds", "epsilon"), [(8, 0.4), (12, 2.0)])
def test_pseudo_code_has_this_law(rounds, epsilon, monkeypatch):
    # 12 rounds: arrays of 2 and 4 fill in turns, and both means are kept and drawn anew
    options = anytime_lazy_ucb.Options(first_pull="noised")
    for seed, sequence in enumerate(SEQUENCES):
        rewards = sequence[:rounds]
        codes = literal_decisions(
            anytime_lazy_ucb, rewards, 3000, seed=seed, epsilon=epsilon, options=options
        )
        assert fits(codes, rewards, epsilon)
    # mutant: a slightly narrower width
    monkeypatch.setattr(
        lazy_decisions,
        "radius",
        lambda *, round_number, size, epsilon: (
            2.5 * math.log(round_number) / (epsilon * size)
            + math.sqrt(3 * math.log(round_number) / size)
        ),
    )
    assert not fits(codes, rewards, epsilon)


@pytest.mark.parametrize("epsilon", [0.1, 3.0])
def test_third_round_in_closed_form(epsilon):
    # Equal widths: arm 0 is chosen if its noise is ahead by 1, of law (2 + x) exp(-x) / 4.
    law = decision_probabilities(rewards=[[0, 0], [0, 1], [0, 0]], epsilon=epsilon)
    assert law[(0,)] == pytest.approx((2 + epsilon) * math.exp(-epsilon) / 4)
    assert worst_loss(rounds=3, epsilon=epsilon) == pytest.approx(epsilon - math.log1p(epsilon / 2))


def test_arguments_are_checked():
    with pytest.raises(ValueError, match="rewards"):
        decision_probabilities(rewards=np.zeros((5, 3)), epsilon=1.0)
