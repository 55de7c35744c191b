"""Constructions of Section 3.6: instances as printed, actions enumerated, runs."""

import numpy as np
import pytest

from bandit_replications.papers.anonymous.algorithms import (
    batched_elimination,
    explore_then_commit,
    ucb,
)
from bandit_replications.papers.anonymous.theory import lower_bounds

ALGORITHMS = [
    (explore_then_commit, explore_then_commit.Options(exploration_constant=0.5)),
    (batched_elimination, batched_elimination.Options(decomposition="all-open")),
]


def test_theorem_3_has_one_good_arm_each():
    means = lower_bounds.theorem_3_means(
        users=60, arms=4, group_size=2, horizon=800, generator=np.random.default_rng(1)
    )
    assert ((means > 0).sum(axis=1) == 1).all()
    assert means.max() == pytest.approx(0.75 * 0.1)
    assert (np.bincount(means.argmax(axis=1), minlength=4) > 4).all()  # fails once in 1e4 seeds
    printed = lower_bounds.theorem_3_means(
        users=1, arms=4, group_size=2, horizon=800, generator=np.random.default_rng(1), printed=True
    )
    assert printed.max() == pytest.approx(0.05)


def test_theorem_4_instances_are_mirror_images():
    first, second = lower_bounds.theorem_4_instances(horizon=1000)
    np.testing.assert_allclose(first, [[1, 0, 0], [0, 0.4, 0.6], [0, 0.6, 0.4]], rtol=0, atol=1e-12)
    np.testing.assert_allclose(second, first[:, [0, 2, 1]])


def test_actions_of_theorem_4_by_hand():
    found = lower_bounds.actions(lower_bounds.theorem_4_instances(horizon=1000), group_size=2)
    # pairs: 3 pairs, 3 arms, 3 places of the third user; triples: 3 arms
    assert len(found) == 30
    informing = [action for action in found if action.informs]
    assert {action.group for action in informing} == {(0, 1), (0, 2)}
    assert {action.assignment[0] for action in informing} == {1, 2}
    assert len(informing) == 12


def test_total_law_is_that_of_drawn_rewards():
    # false alarm below 1e-4: six standard errors
    means = np.array([0.3, 0.8, 0.5])
    draws = (np.random.default_rng(0).random((100_000, 3)) < means).sum(axis=1)
    counts = np.bincount(draws, minlength=4) / 100_000
    np.testing.assert_allclose(counts, lower_bounds.total_law(means), atol=6 * 0.0016)


def test_the_printed_gap_limits_the_regret():
    regrets, _ = _runs("theorem-3-printed", *ALGORITHMS[0], (30, 2, 2), 4000, runs=2)
    assert regrets.max() <= 30 * 4000 * (2 / 4000) ** 0.5 * (1 + 1e-9)


@pytest.mark.parametrize(("algorithm", "options"), ALGORITHMS)
def test_no_run_of_theorem_5_learns(algorithm, options):
    # on average over the instances exactly T; five standard errors
    regrets, bound = _runs("theorem-5", algorithm, options, (2, 2, 2), 100, runs=60)
    assert bound == 100
    assert abs(regrets.mean() - bound) <= 5 * regrets.std() / np.sqrt(60) + 1e-9


def test_a_non_anonymous_algorithm_escapes_theorem_4():
    found, _ = _runs("theorem-4", ucb, None, (3, 3, 2), 30_000, runs=4)
    anonymous, _ = _runs("theorem-4", *ALGORITHMS[0], (3, 3, 2), 30_000, runs=4)
    assert found.mean() < anonymous.mean() / 2


def _runs(construction, algorithm, options, sizes, horizon, *, runs):
    users, arms, group_size = sizes
    found = [
        lower_bounds.measure(
            construction,
            algorithm=algorithm,
            users=users,
            arms=arms,
            group_size=group_size,
            horizon=horizon,
            generator=np.random.default_rng(seed),
            options=options,
        )
        for seed in range(runs)
    ]
    return np.array([run["regret"] for run in found]), found[0]["bound"]


def test_bad_input_is_refused():
    sizes = {"algorithm": ucb, "group_size": 2, "generator": np.random.default_rng(0)}
    with pytest.raises(ValueError, match="construction"):
        lower_bounds.measure("theorem-6", users=3, arms=3, horizon=100, **sizes)
    with pytest.raises(ValueError, match="users"):
        lower_bounds.measure("theorem-4", users=4, arms=3, horizon=100, **sizes)
    with pytest.raises(ValueError, match="gap"):
        lower_bounds.theorem_4_instances(horizon=7)
