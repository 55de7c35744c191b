"""Values that the prose of `errata.yaml` names in braces, from the derivations that decide."""

import math
from collections.abc import Callable, Mapping
from typing import Any

from bandit_replications.papers.anonymous.theory import (
    base_grid,
    corollary_1,
    lemma_1,
    lemma_3,
    lemma_5,
    lemma_6,
    theorem_1,
    theorem_2,
    theorem_3,
    theorem_4,
)


def _users_factor() -> Mapping[str, Any]:
    exploring = theorem_2.exploring_regret()
    return {"times": exploring.left / exploring.right}


def _logarithm_base() -> Mapping[str, Any]:
    natural = base_grid.natural_logarithm()
    bits = math.log2(1e5)
    return {
        "excess": natural.left,
        "power": natural.right,
        "natural": base_grid.first_batch_over_root(log2_horizon=bits, base=math.e).left,
        "binary": base_grid.first_batch_over_root(log2_horizon=bits).left,
    }


def _last_loop() -> Mapping[str, Any]:
    loop = base_grid.last_loop()
    return {"rounds": loop.left, "horizon": loop.right}


def _gamma() -> Mapping[str, Any]:
    small, large = (theorem_1.wrong_elimination(group_size=size) for size in (4, 50))
    return {"small": small.left, "large": large.left, "allowed": small.right}


def _uneven() -> Mapping[str, Any]:
    counts = theorem_1.uneven_counts()
    return {"allowed": counts.left, "borne": counts.right}


def _samples() -> Mapping[str, Any]:
    samples = theorem_2.estimates_per_pair()
    return {"found": samples.left, "planned": samples.right}


def _horizon_overrun() -> Mapping[str, Any]:
    overrun = theorem_1.horizon_overrun()
    return {"rounds": overrun.left}


def _demand() -> Mapping[str, Any]:
    first = theorem_1.demand_at_least_root()
    return {"first": first.left, "root": first.right}


def _hoeffding() -> Mapping[str, Any]:
    return {"printed": lemma_1.hoeffding_direction().right}


def _observation() -> Mapping[str, Any]:
    return {"actions": len(theorem_4.informing())}


def _noise() -> Mapping[str, Any]:
    noise = theorem_2.noise()
    return {"proved": noise.left, "printed": noise.right}


def _corollary_1() -> Mapping[str, Any]:
    proof = corollary_1.what_the_proof_gives()
    return {"proved": proof.left, "printed": proof.right}


def _blocks() -> Mapping[str, Any]:
    return {"share": lemma_6.share_of_failures()}


def _random() -> Mapping[str, Any]:
    return {
        "least": lemma_5.informs_seldom().left,
        "needed": lemma_5.random_needs().left,
    }


def _markov() -> Mapping[str, Any]:
    return {"constant": theorem_4.explicit().right, "least": theorem_4.least_horizon()}


def _prediction() -> Mapping[str, Any]:
    return {"random": lemma_5.without_clusters("random").left}


def _polytope() -> Mapping[str, Any]:
    return {
        "distance": lemma_3.not_closed_downwards()[1].left,
        "greedy": lemma_3.converse().left,
    }


def _cluster() -> Mapping[str, Any]:
    return {"lost": 1 - theorem_3.clustered_instances().left}


FACTS: Mapping[str, Callable[[], Mapping[str, Any]]] = {
    "introduction-users-factor": _users_factor,
    "loglog-base": _logarithm_base,
    "algorithm-3-last-loop": _last_loop,
    "gamma-without-group-size": _gamma,
    "tau-most-estimates": _uneven,
    "samples-per-arm-rounding": _samples,
    "horizon-overrun": _horizon_overrun,
    "demand-at-least-root-horizon": _demand,
    "hoeffding-direction": _hoeffding,
    "theorem-4-observation": _observation,
    "noise-constant": _noise,
    "corollary-1-additive-term": _corollary_1,
    "too-few-blocks": _blocks,
    "random-decomposition-logarithms": _random,
    "theorem-4-markov": _markov,
    "theorem-3-cluster": _cluster,
    "polytope-not-closed-downwards": _polytope,
    "section-4-prediction": _prediction,
}
