import math

import numpy as np
import pytest

from bandit_replications.papers.anonymous.algorithms import explore_then_commit
from bandit_replications.papers.anonymous.algorithms.explore_then_commit import (
    Options,
    exploring_runs,
)
from bandit_replications.papers.anonymous.environments.anonymity import Problem

SURE = np.random.default_rng(3).integers(0, 2, size=(11, 3)).astype(float)
CLOSE = np.random.default_rng(4).uniform(0.3, 0.7, size=(11, 3))


def run(simulate, *, means, horizon=240, seed=0, group_size=2, law="bernoulli", **options):
    return simulate(
        means=means,
        group_size=group_size,
        horizon=horizon,
        checkpoints=np.arange(1, horizon + 1),
        generator=np.random.default_rng(seed),
        law=law,
        options=Options(**options),
    ).regret


@pytest.mark.parametrize("group_arms", ["same", "staggered"])
@pytest.mark.parametrize("constant", [0.01, 0.2, 10.0])
def test_literal_and_fast_agree_in_a_sure_world(constant, group_arms):
    """Means 0 and 1 leave nothing random: the same regret after every round."""
    for users in (11, 3, 2):
        arguments = {"means": SURE[:users], "exploration_constant": constant}
        np.testing.assert_allclose(
            run(explore_then_commit.simulate, group_arms=group_arms, **arguments),
            run(explore_then_commit.simulate_literal, group_arms=group_arms, **arguments),
            rtol=1e-12,
        )


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (
            "np.arange(1, exploring_runs(options, problem) + 1)",
            "np.arange(exploring_runs(options, problem))",
        ),
        ("averages.argmax(axis=1)", "counts.argmax(axis=1)"),
        ("shift) % arms", "shift + 1) % arms"),
        ("size ** (2 / 3)", "size ** (1 / 3)"),
        ("horizon // rounds_of(size))", "horizon // rounds_of(size) - 1)"),
        ("// (size + 1) - 1, 0)", "// (size + 1), 0)"),
    ],
)
def test_agreement_catches_altered_versions(altered, old, new):
    mutant = altered(explore_then_commit, old, new)
    differences = []
    for constant in (0.05, 0.2, 10.0):
        for users in (11, 8):
            arguments = {
                "means": CLOSE[:users].round(),
                "group_arms": "staggered",
                "exploration_constant": constant,
            }
            expected = run(explore_then_commit.simulate_literal, **arguments)
            differences.append(np.abs(run(mutant.simulate, **arguments) - expected).max())
    assert max(differences) > 1e-9


def test_literal_and_fast_have_the_same_law():
    """Kolmogorov-Smirnov on the final regret of 250 runs each: false alarms at 1e-4."""
    stats = pytest.importorskip("scipy.stats")
    arguments = {"means": CLOSE, "exploration_constant": 0.15, "horizon": 240}
    fast = [run(explore_then_commit.simulate, seed=s, **arguments)[-1] for s in range(250)]
    literal = [
        run(explore_then_commit.simulate_literal, seed=s, **arguments)[-1] for s in range(250, 500)
    ]
    assert stats.ks_2samp(fast, literal).pvalue > 1e-4


def test_exploring_rounds_as_printed():
    """T_exp = 10 C^(2/3) K^(1/3) T^(2/3) (ln NKT)^(1/3) exceeds Appendix B's horizon."""
    problem = Problem(users=50, arms=5, group_size=4, horizon=100_000)
    assert exploring_runs(Options(), problem) == 10_000  # all of the horizon
    small = 0.1 * 4 ** (2 / 3) * 5 ** (1 / 3) * 1e5 ** (2 / 3) * math.log(25e6) ** (1 / 3)
    found = exploring_runs(Options(exploration_constant=0.1), problem)
    assert found == math.ceil(small / 10)


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"users": 4}, "users: 4; allowed: more than group_size, 4"),
        ({"arms": 1}, "arms: 1"),
        ({"horizon": 9}, "horizon: 9; allowed: at least one elicitation"),
    ],
)
def test_problems_it_cannot_work_on_are_refused(changed, message):
    sizes = {"users": 50, "arms": 5, "group_size": 4, "horizon": 100}
    explore_then_commit.check_problem(Options(), **sizes)
    with pytest.raises(ValueError, match=message):
        explore_then_commit.check_problem(Options(), **{**sizes, **changed})
