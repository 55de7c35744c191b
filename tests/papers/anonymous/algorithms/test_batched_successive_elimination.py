import math

import numpy as np
import pytest
from scipy import stats

from bandit_replications.bandits.problems import BanditProblem
from bandit_replications.bandits.rewards import bernoulli_table
from bandit_replications.papers.anonymous.algorithms import batched_successive_elimination as base
from bandit_replications.papers.anonymous.algorithms.batched_successive_elimination import (
    Options,
    batch_lengths,
    grid,
    number_of_batches,
)

CLOSE = bernoulli_table([0.5, 0.6, 0.45, 0.2])


def run(simulate, *, rewards=CLOSE, horizon=300, seed=0, options):
    points = np.arange(1, horizon + 1)
    problem = BanditProblem(rewards=rewards, horizon=horizon, checkpoints=points)
    return simulate(problem, generator=np.random.default_rng(seed), options=options).pulls


@pytest.mark.parametrize("horizon", [100, 1e4, 12345.6, 1e8])
@pytest.mark.parametrize("batches", [1, 2, 3, 4, 6])
def test_the_grid_solves_its_recursion(horizon, batches):
    """Gao et al. (2019): u_m = a sqrt(u_(m-1)) means u_m = a^(2 - 2^(1-m)), and u_B = T."""
    a = horizon ** (1 / (2 - 2.0 ** (1 - batches)))
    expected = [math.floor(a ** (2 - 2.0 ** (1 - m)) * (1 + 1e-12)) for m in range(1, batches)]
    assert grid(horizon=horizon, batches=batches) == [*expected, math.floor(horizon)]
    lengths = batch_lengths(horizon=horizon, batches=batches)
    assert len(lengths) == batches
    assert sum(lengths) == math.floor(horizon)


def test_log_log_by_both_bases():
    assert number_of_batches(2.0**16, logarithm="base-2") == 4
    assert number_of_batches(2.0**17, logarithm="base-2") == 5
    assert number_of_batches(1e5, logarithm="natural") == 3  # ln ln 1e5 = 2.44
    assert number_of_batches(1.5, logarithm="base-2") == 1


@pytest.mark.parametrize("arguments", [{"horizon": 0.5}, {"batches": 0}, {"horizon": math.nan}])
def test_a_grid_of_nothing_is_refused(arguments):
    with pytest.raises(ValueError, match="allowed"):
        grid(**{"horizon": 10, "batches": 2, **arguments})


# Means 0 and 1 leave nothing random.
WORLDS = [[1.0, 0.0, 1.0], [0.0, 1.0], [0.0, 1.0, 1.0, 0.0], [0.0, 1.0, 0.0, 0.0, 1.0]]
OPTIONS = [Options(gamma=g, batches=b) for g in (None, 0.5, 20.0) for b in (1, 2, 4, None)]
OPTIONS += [Options(gamma=9.0, batches=3), Options(gamma=1e4, batches=4), Options(gamma=4.0)]
RUNS = [
    {"rewards": bernoulli_table(means), "horizon": horizon, "options": options}
    for means in WORLDS
    for horizon in (len(means), 40, 41, 100, 300)
    for options in OPTIONS
]


def test_literal_and_fast_agree_in_a_sure_world():
    for arguments in RUNS:
        np.testing.assert_array_equal(
            run(base.simulate, **arguments), run(base.simulate_literal, **arguments)
        )


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("(start + 1) % len(alive)", "start % len(alive)"),
        ("averages[arm] < width]", "averages[arm] <= width]"),
        ("key=averages.__getitem__", "key=sums.__getitem__"),
        ("starts[batch], orders", "starts[batch] + 1, orders"),
    ],
)
def test_comparison_with_the_literal_catches_altered_versions(altered, old, new):
    mutant = altered(base, old, new)
    assert any(
        np.any(run(mutant.simulate, **arguments) != run(base.simulate_literal, **arguments))
        for arguments in RUNS
        if arguments["horizon"] > 40  # shorter ones may leave an altered version without any arm
    )


def test_literal_and_fast_have_the_same_law():
    """Chi-square on which arm is pulled last, and KS on its pulls; false alarms at 1e-4."""
    options = Options(gamma=2.0, batches=4)
    fast = np.array([run(base.simulate, seed=s, options=options)[-1] for s in range(800)])
    literal = (run(base.simulate_literal, seed=3999 - s, options=options) for s in range(800))
    slow = np.array([pulls[-1] for pulls in literal])
    last = [np.bincount(pulls.argmax(axis=1), minlength=4)[:3] for pulls in (fast, slow)]
    assert stats.chi2_contingency(np.array(last)).pvalue > 1e-4
    for arm in range(4):
        assert stats.ks_2samp(fast[:, arm], slow[:, arm], method="asymp").pvalue > 1e-4 / 4
