import itertools

import numpy as np
import pytest
from scipy import stats

from bandit_replications.bandits.literal import drive
from bandit_replications.bandits.problems import BanditProblem
from bandit_replications.bandits.rewards import bernoulli_table
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

FALSE_ALARM = 1e-4
SAMPLES = 100_000
REWARDS = np.random.default_rng(21).integers(0, 2, (12, 2)).astype(float)


def agree(codes, probabilities):
    """Whether codes 0, 1, … come from this law: chi-square test of the outcomes that occur."""
    law = np.asarray(probabilities, dtype=float)
    counts = np.bincount(codes, minlength=law.size)
    rare = law * codes.size < 5
    observed = np.append(counts[~rare], counts[rare].sum())
    expected = np.append(law[~rare], law[rare].sum()) * codes.size
    if expected[-1] < 1:
        observed, expected = observed[:-1], expected[:-1]
    expected *= observed.sum() / expected.sum()
    return stats.chisquare(observed, expected).pvalue > FALSE_ALARM


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
    assert agree(codes, [np.prod(choice) for choice in itertools.product(*laws)])


@pytest.mark.parametrize(("rounds", "epsilon"), [(8, 0.3), (12, 2.0)])
def test_lazy_ucb(rounds, epsilon):
    # decision_probabilities is tested against the pseudo-code
    arguments = {"rewards": REWARDS[:rounds], "first_pull": "noised", "samples": SAMPLES}
    law = decision_probabilities(rewards=REWARDS[:rounds], epsilon=epsilon)
    sequences = itertools.product((0, 1), repeat=rounds - 2)
    probabilities = [law.get(decisions, 0.0) for decisions in sequences]
    codes = lazy_runs(**arguments, epsilon=epsilon, generator=np.random.default_rng(3))
    assert agree(codes, probabilities)
    other = lazy_runs(**arguments, epsilon=1.1 * epsilon, generator=np.random.default_rng(4))
    assert not agree(other, probabilities)  # mutant


def pseudo_code_hybrid(rewards, epsilon, runs, seed):
    generator = np.random.default_rng(seed)
    codes, rounds = [], len(rewards)
    problem = BanditProblem(rewards=bernoulli_table([0.5, 0.5]), horizon=rounds, epsilon=epsilon)
    for _ in range(runs):
        clock = itertools.count()
        player = hybrid_ucb.play(problem, generator=generator)
        played = drive(player, lambda arm, t=clock: rewards[next(t), arm], rounds=rounds)
        decisions = list(played)[2:]
        codes.append(int("".join(map(str, decisions)), 2))
    return np.array(codes)


def same_law(first, second):
    table = np.stack([np.bincount(codes, minlength=2**10) for codes in (first, second)])
    table = table[:, table.sum(axis=0) >= 20]
    return stats.chi2_contingency(table).pvalue > FALSE_ALARM


def test_hybrid_ucb():
    # 12 rounds of very private runs: up to 11 pulls of one arm, trees 1 to 3
    literal = pseudo_code_hybrid(REWARDS, 0.5, 4000, seed=6)
    arguments = {"rewards": REWARDS, "samples": SAMPLES, "generator": np.random.default_rng(7)}
    assert same_law(literal, hybrid_runs(**arguments, epsilon=0.5))
    assert not same_law(literal, hybrid_runs(**arguments, epsilon=0.8))  # mutant


def test_dp_se():
    epoch = FirstEpoch.shortest(1.0)
    difference = epoch.difference_at(0.5)
    codes = dp_se_runs(
        sums=[difference + 7.0, 7.0],
        epoch=epoch,
        generator=np.random.default_rng(9),
        samples=SAMPLES,
    )
    assert agree(codes, np.exp(epoch.log_law(difference))[::-1])
