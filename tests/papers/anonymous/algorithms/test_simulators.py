"""Tests that all algorithms share: literal against fast, and refusals."""

import itertools

import numpy as np
import pytest
from scipy import stats
from tests.support.anonymous_runs import curve

from bandit_replications.papers.anonymous.algorithms import (
    batched_elimination,
    explore_then_commit,
    ucb,
)
from bandit_replications.papers.anonymous.algorithms.decompositions import METHODS
from bandit_replications.papers.anonymous.environments.instances import clustered
from bandit_replications.papers.anonymous.environments.sizes import Sizes

UCB, ETC, BATCHED = ucb.Options, explore_then_commit.Options, batched_elimination.Options
MODULES = {UCB: ucb, ETC: explore_then_commit, BATCHED: batched_elimination}
RANDOM = np.random.default_rng(0).random((4, 3))
# Means 0 and 1: only assignments are random, and both forms draw them from one stream.
SURE = np.random.default_rng(3).integers(0, 2, size=(11, 3)).astype(float)
HALVES = (np.arange(12)[:, None] % 2 == np.arange(2)).astype(float)
# Nobody likes arm 2, and one user likes arm 1: no cluster, Appendix B goes on.
LONELY = np.repeat([[1.0, 0.0, 0.0]], 9, axis=0)
LONELY[4] = [0.0, 1.0, 0.0]


def runs_of(options, means, horizons, **others):
    worlds = itertools.product(options, means, horizons)
    return [{"options": o, "means": m, "horizon": h, **others} for o, m, h in worlds]


RUNS = {
    ucb: [
        run
        for law, seed in itertools.product(("bernoulli", "gaussian"), range(3))
        for run in runs_of(
            [UCB(exploration_constant=c) for c in (2.0, 0.1)], [RANDOM], [400], law=law, seed=seed
        )
    ],
    explore_then_commit: runs_of(
        [
            ETC(exploration_constant=constant, group_arms=arms)
            for constant in (0.05, 0.01, 0.2, 10.0)
            for arms in ("staggered", "same")
        ],
        [SURE, SURE[:8], SURE[:3], SURE[:2]],
        [240],
    ),
    batched_elimination: runs_of(
        [
            BATCHED(decomposition=method, **options)
            for method in METHODS
            for options in (
                {"logarithm": "natural"},
                {"gamma": 2.0, "batches": 3, "last_batch": "committed"},
                {"gamma": 4.0, "batches": 3, "approximation": 1.0},
                {"gamma": 4.0, "batches": 4, "approximation": 1.0, "tau": "fewest"},
                {"gamma": 4.0, "batches": 3, "infeasible": "abort"},
                {"gamma": 0.9, "batches": 4, "gamma_scale": "subgaussian"},
                {"gamma": 1.0, "batches": 3, "infeasible": "random"},
                {"gamma": 49.0, "batches": 5, "approximation": 1.0},
            )
        ],
        [HALVES, HALVES[:5], HALVES[:2], LONELY],
        [420, 61, 3],
    ),
}


@pytest.mark.parametrize("module", RUNS, ids=lambda module: module.__name__.rpartition(".")[2])
def test_literal_and_fast_agree_after_every_round(module):
    """UCB draw for draw, the others in a sure world."""
    for run in RUNS[module]:
        fast, literal = curve(module.simulate, **run), curve(module.simulate_literal, **run)
        np.testing.assert_allclose(fast, literal, rtol=1e-12, err_msg=str(run))


ALTERED = {
    ucb: [
        ("scale = constant * math.log(t)", "scale = constant * math.log(t - 0.5)"),
        ("if index > highest:", "if index >= highest:"),
        ("<= ceiling[user]", "<= ceiling[user] - 0.05"),
        ("t > until[user]\n", "t > until[user] + 9\n"),
        ("sums[user, arm] / played[user, arm]", "sums[user, arm] / (played[user, arm] + 1)"),
    ],
    explore_then_commit: [
        ("averages.argmax(axis=1)", "counts.argmax(axis=1)"),
        ("shift) % arms", "shift + 1) % arms"),
        ("else 2 / 3", "else 1 / 3"),
        ("horizon // rounds)", "horizon // rounds - 1)"),
        ("// enough - 1, 0)", "// enough, 0)"),
    ],
    batched_elimination: [
        ("math.sqrt(gamma / pulls)", "math.sqrt(2 * gamma / pulls)"),
        ("left -= assigned.total", "left -= 1"),
        ("counts += np.where(alive, number, 0)", "counts = np.where(alive, number, 0)"),
        ("        if not last:\n", "        if last:\n"),
        ("scale = proxy if", "scale = 0.5 * proxy if"),
    ],
}


@pytest.mark.parametrize(
    ("module", "old", "new"),
    [(module, *passage) for module, passages in ALTERED.items() for passage in passages],
)
def test_agreement_catches_altered_versions(altered, module, old, new):
    mutant = altered(module, old, new)

    def differs(run):
        try:
            found = curve(mutant.simulate, **run)
        except (ValueError, TypeError):  # such as a request beyond what is left
            return True
        return np.abs(found - curve(module.simulate_literal, **run)).max() > 1e-6

    assert any(differs(run) for run in RUNS[module])


@pytest.mark.parametrize(
    ("options", "means", "horizon", "runs"),
    [
        (
            ETC(exploration_constant=0.15),
            np.random.default_rng(4).uniform(0.3, 0.7, size=(11, 3)),
            240,
            250,
        ),
        (
            ETC(exploration_constant=0.4, sub_algorithm="regroup"),
            np.random.default_rng(4).uniform(0.3, 0.7, size=(11, 3)),
            120,
            250,
        ),
        (
            BATCHED(decomposition="all-open", sub_algorithm="regroup", gamma=2.0, batches=3),
            clustered(np.random.default_rng(4).uniform(0.2, 0.8, size=(16, 2))),
            200,
            150,
        ),
        *(
            (
                BATCHED(decomposition=method, gamma=2.0, batches=3, approximation=1.5),
                clustered(np.random.default_rng(4).uniform(0.2, 0.8, size=(12, 2))),
                300,
                150,
            )
            for method in METHODS
        ),
    ],
)
def test_literal_and_fast_have_the_same_law(options, means, horizon, runs):
    """Kolmogorov-Smirnov on the final regret: false alarms at 1e-4."""
    module = MODULES[type(options)]
    arguments = {"means": means, "horizon": horizon, "options": options}
    fast = [curve(module.simulate, seed=s, **arguments)[-1] for s in range(runs)]
    literal = [
        curve(module.simulate_literal, seed=s, **arguments)[-1] for s in range(runs, 2 * runs)
    ]
    atoms = np.round(fast, 6), np.round(literal, 6)  # sums in another order differ in the last bits
    assert stats.ks_2samp(*atoms, method="asymp").pvalue > 1e-4


@pytest.mark.parametrize(
    ("options", "changed", "message"),
    [
        (UCB(), {"horizon": 4}, "horizon: 4; allowed: at least the number of arms, 5"),
        (ETC(), {"users": 4}, "users: 4; allowed: more than group_size, 4"),
        (ETC(), {"horizon": 9}, "horizon: 9; allowed: at least one elicitation"),
        (BATCHED(), {"users": 4}, "users: 4; allowed: more than group_size, 4"),
        (BATCHED(cluster=4), {}, "cluster: 4; allowed: more than group_size, 4, and at most"),
        (BATCHED(cluster=11), {}, "cluster: 11; allowed: .* users / arms, 10"),
        *(
            (BATCHED(infeasible=i, decomposition="greedy"), {"users": 24}, "cluster: 5; allowed")
            for i in ("abort", "random")
        ),
        (BATCHED(), {"users": 24}, r"users: 24; .* arms \(group_size \+ 1\) = 25 with lp"),
        (BATCHED(decomposition="greedy"), {"horizon": 49}, "horizon: 49; allowed: .* = 50"),
        (BATCHED(approximation=1.0), {"horizon": 9}, "horizon: 9; .* at least one elicitation"),
        *((kind(), {"arms": 1}, "arms: 1") for kind in MODULES),
    ],
)
def test_problems_it_cannot_work_on_are_refused(options, changed, message):
    sizes = {"users": 50, "arms": 5, "group_size": 4, "horizon": 1000}
    check = MODULES[type(options)].check_problem
    check(Sizes(**sizes), type(options)())
    with pytest.raises(ValueError, match=message):
        check(Sizes(**sizes | changed), options)
