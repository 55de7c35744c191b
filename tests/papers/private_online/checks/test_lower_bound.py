"""Theorem 10 on runs."""

import itertools

import numpy as np
import pandas as pd
from tests.support.private_online_results import verdict

from bandit_replications.papers.private_online.theory.full_information_bounds import (
    theorem_10_regret,
)

RUNS = 60


def lower_bound(config, factor):
    section = config.lower_bound
    stream = np.random.default_rng(2)
    parts = []
    for algorithm, arms, gap, epsilon in itertools.product(
        section.algorithms, section.arms, section.min_gaps, section.epsilons
    ):
        bound = theorem_10_regret(arms=arms, min_gap=gap, epsilon=epsilon)
        parts.append(
            pd.DataFrame(
                {
                    "algorithm": algorithm,
                    "arms": arms,
                    "min_gap": gap,
                    "epsilon": epsilon,
                    "regret": bound * factor(algorithm) * stream.gamma(25.0, 1 / 25, RUNS),
                    "bound": bound,
                }
            )
        )
    return {"lower-bound": pd.concat(parts, ignore_index=True)}


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
