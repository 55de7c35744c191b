"""Theorem 10 on runs."""

from tests.support.private_online_results import verdict, with_means

from bandit_replications.papers.private_online.theory.full_information_bounds import (
    theorem_10_regret,
)


def lower_bound(config, factor):
    data = with_means(config, "lower-bound", lambda algorithm, *_: factor(algorithm), runs=60)
    frame = data["lower-bound"]
    frame["bound"] = [
        theorem_10_regret(arms=row.arms, min_gap=row.min_gap, epsilon=row.epsilon)
        for row in frame.itertuples()
    ]
    frame["regret"] *= frame["bound"]
    return data


def test_theorem_10_on_runs(config):
    plain = verdict("theorem-10", lower_bound(config, lambda algorithm: 9.0), config)
    assert plain.verdict == "reproduced with caveat"
    assert "lower-bound-gap-range" in plain.caveat
    one_below = lower_bound(config, lambda algorithm: 0.5 if algorithm == "ftnl" else 9.0)
    assert verdict("theorem-10", one_below, config).verdict == "not reproduced"


def test_theorem_10_without_rounds(config):
    data = lower_bound(config, lambda algorithm: 1.0)
    data["lower-bound"]["bound"] = 0.0
    assert verdict("theorem-10", data, config).verdict == "not applicable"
