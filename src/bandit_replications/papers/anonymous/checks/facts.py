"""Values that the prose of `errata.yaml` names in braces, from the derivations that decide."""

import math
from collections.abc import Callable, Mapping
from typing import Any

from bandit_replications.inference.checks import Check
from bandit_replications.papers.anonymous.theory import (
    base_grid,
    bounds,
    lemma_3,
    lemma_5,
    lemma_6,
    theorem_1,
    theorem_3,
    theorem_4,
)


def _sides(check: Check, left: str, right: str) -> dict[str, float]:
    return {left: check.left, right: check.right}


def _logarithm_base() -> dict[str, float]:
    horizon = 1e5
    first = {
        name: bounds.first_batch(horizon=horizon, batches=count) / math.sqrt(horizon)
        for name, count in (
            ("natural", math.log(math.log(horizon))),
            ("binary", math.log2(math.log2(horizon))),
        )
    }
    return first | _sides(base_grid.natural_logarithm(), "excess", "power")


def _gamma() -> dict[str, float]:
    large = theorem_1.wrong_elimination(group_size=50).left
    return _sides(theorem_1.wrong_elimination(), "small", "allowed") | {"large": large}


def _polytope() -> dict[str, float]:
    distance = lemma_3.not_closed_downwards()[1].left
    return {"distance": distance, "greedy": lemma_3.converse().left}


def _additive_terms(users: int, arms: int, group_size: int) -> dict[str, int]:
    return {"proved": users * arms + 1, "printed": arms * group_size + 1}


FACTS: Mapping[str, Callable[[], Mapping[str, Any]]] = {
    "introduction-users-factor": lambda: {"times": 50 / 2},
    "loglog-base": _logarithm_base,
    "algorithm-3-last-loop": lambda: _sides(base_grid.last_loop(), "rounds", "horizon"),
    "gamma-without-group-size": _gamma,
    "tau-most-estimates": lambda: _sides(theorem_1.uneven_counts(), "allowed", "borne"),
    "samples-per-arm-rounding": lambda: {"found": 8 // 5, "planned": 7.5 / 5},
    "horizon-overrun": lambda: {"rounds": theorem_1.horizon_overrun().left},
    "demand-at-least-root-horizon": lambda: _sides(
        theorem_1.demand_at_least_root(), "first", "root"
    ),
    "hoeffding-direction": lambda: {"printed": 2 * 1000**-3},
    "bounded-rewards-lemma-1": lambda: {
        "normal": math.erfc(math.sqrt(6 * math.log(2000) / 8)),
        "printed": 2 * 2000**-3,
    },
    "theorem-4-observation": lambda: {"actions": len(theorem_4.informing())},
    "noise-constant": lambda: {"proved": bounds.subgaussian_variance(4), "printed": 4},
    "corollary-1-additive-term": lambda: _additive_terms(125, 5, 4),
    "too-few-blocks": lambda: {"share": lemma_6.share_of_failures()},
    "random-decomposition-logarithms": lambda: {
        "least": lemma_5.informs_seldom().left,
        "needed": lemma_5.random_needs().left,
    },
    "theorem-4-markov": lambda: {
        "constant": theorem_4.explicit().right,
        "least": theorem_4.least_horizon(),
    },
    "theorem-3-cluster": lambda: {"lost": 1 - theorem_3.clustered_instances().left},
    "polytope-not-closed-downwards": _polytope,
    "section-4-prediction": lambda: {"random": lemma_5.without_clusters("random").left},
}
