import itertools

import numpy as np
import pytest
from tests.support.private_online_runs import ALPHA, follow_law, literal_decisions, same_law

from bandit_replications.papers.private_online.algorithms import hybrid_ucb
from bandit_replications.papers.private_online.algorithms.report_noisy_max import (
    selection_probabilities,
)
from bandit_replications.papers.private_online.theory.audits.lazy_decisions import (
    decision_probabilities,
)
from bandit_replications.papers.private_online.theory.audits.losses import FirstEpoch
from bandit_replications.papers.private_online.theory.audits.runs import (
    dp_se_runs,
    ftnl_runs,
    hybrid_runs,
    lazy_runs,
)

SAMPLES = 100_000
REWARDS = np.random.default_rng(21).integers(0, 2, (12, 2)).astype(float)


@pytest.mark.parametrize(("rounds", "epochs"), [(3, 1), (8, 3)])
def test_ftnl(rounds, epochs):
    rewards = REWARDS[:rounds]
    codes = ftnl_runs(
        rewards=rewards, scale=2.0, generator=np.random.default_rng(2), samples=SAMPLES
    )
    laws = [
        selection_probabilities(sums=rewards[2**s - 1 : 2 ** (s + 1) - 1].sum(axis=0), scale=2.0)
        for s in range(epochs)
    ]
    assert follow_law(codes, [np.prod(choice) for choice in itertools.product(*laws)])


@pytest.mark.parametrize(("rounds", "epsilon"), [(8, 0.3), (12, 2.0)])
def test_lazy_ucb(rounds, epsilon):
    # decision_probabilities is tested against the pseudo-code
    arguments = {"rewards": REWARDS[:rounds], "first_pull": "noised", "samples": SAMPLES}
    law = decision_probabilities(rewards=REWARDS[:rounds], epsilon=epsilon)
    sequences = itertools.product((0, 1), repeat=rounds - 2)
    probabilities = [law.get(decisions, 0.0) for decisions in sequences]
    codes = lazy_runs(**arguments, epsilon=epsilon, generator=np.random.default_rng(3))
    assert follow_law(codes, probabilities)
    other = lazy_runs(**arguments, epsilon=1.1 * epsilon, generator=np.random.default_rng(4))
    assert not follow_law(other, probabilities)  # mutant


def test_hybrid_ucb():
    # 12 rounds of very private runs: up to 11 pulls of one arm, trees 1 to 3
    literal = literal_decisions(
        hybrid_ucb, REWARDS, 4000, seed=6, epsilon=0.5, options=hybrid_ucb.Options(full_tree="root")
    )[:, None]
    generator = np.random.default_rng(7)
    right, wrong = (
        hybrid_runs(rewards=REWARDS, epsilon=epsilon, generator=generator, samples=SAMPLES)
        for epsilon in (0.5, 0.8)
    )
    assert same_law(literal, right[:, None]) > ALPHA
    assert same_law(literal, wrong[:, None]) < ALPHA


def test_dp_se():
    epoch = FirstEpoch.shortest(1.0)
    difference = epoch.difference_at(0.5)
    codes = dp_se_runs(
        sums=[difference + 7.0, 7.0],
        epoch=epoch,
        generator=np.random.default_rng(9),
        samples=SAMPLES,
    )
    assert follow_law(codes, np.exp(epoch.log_law(difference))[::-1])
