"""Checks on the lower bounds: Theorems 3, 4 and 5, Section 3.6, Appendices C.11 to C.13."""

from functools import partial
from typing import Any

from bandit_replications.experiments.needs import Need
from bandit_replications.ledger.claims import Finding, Results
from bandit_replications.ledger.decisions import (
    Decision,
    exact,
    measured,
    proof,
    sampled,
    statement,
)
from bandit_replications.ledger.parts import level
from bandit_replications.ledger.rules import all_of
from bandit_replications.papers.anonymous.checks.controls import each_refused
from bandit_replications.papers.anonymous.theory import theorem_3, theorem_4, theorem_5
from bandit_replications.runtime.errors import NotApplicable

DATA = "lower-bounds"


def _needs(config: Any, *, construction: str) -> tuple[Need, ...]:
    if construction not in {case.construction for case in config.lower_bounds.cases}:
        raise NotApplicable(f"the run has no case {construction} in lower_bounds")
    if config.lower_bounds.replicates < 2:
        raise NotApplicable("the run has one replicate; at least 2 are needed")
    return (Need(experiment=DATA, where={"construction": (construction,)}),)


def _on_runs(
    results: Results, config: Any, *, construction: str, informed: bool = False
) -> Finding:
    """Compare the mean regret of each algorithm and horizon with the lower bound.

    `informed`: the control, one cell after the other scaled to lose half of what it must.
    """
    frame = results[DATA]
    frame = frame[frame["construction"] == construction]
    if frame.empty:
        raise NotApplicable(f"no runs on {construction}")
    parts, ratios = [], []
    for (algorithm, horizon), rows in frame.groupby(["algorithm", "horizon"]):
        regrets, bound = rows["regret"].to_numpy(), float(rows["bound"].iloc[0])
        if informed:
            regrets = regrets * (bound / 2 / regrets.mean())
        parts.append(level(f"{algorithm}, T = {horizon}", regrets, bound, below=False))
        ratios.append(float(regrets.mean() / bound))
    numbers: dict[str, float | int | str] = {
        "least regret over bound": min(ratios),
        "largest regret over bound": max(ratios),
        "cells": len(parts),
    }
    joined = each_refused if informed else all_of
    return joined(parts, numbers)


def _measured(construction: str) -> Decision:
    decide = partial(_on_runs, construction=construction)
    return measured(
        decide,
        partial(_needs, construction=construction),
        control=partial(decide, informed=True),
    )


CHECKS = {
    "theorem-3": proof(
        *(
            sampled(f"repaired gap, K = {arms}", theorem_3.repaired_gap_gives, arms=arms)
            for arms in (2, 5, 100)
        ),
        sampled("no gap gives more", theorem_3.gap_is_best),
        sampled("Pinsker's inequality", theorem_3.pinsker),
        sampled("Jensen's inequality", theorem_3.average_pulls),
        sampled("variance of an observation (argued)", theorem_3.observation_variance),
        sampled("instances with U >= K(C+1)", theorem_3.clustered_instances),
        sampled("the gap is a mean", theorem_3.means_in_range),
        printed=(
            sampled("regret within reach of the printed gap", theorem_3.printed_gap_reaches),
            sampled("the simulated total", theorem_3.group_is_not_arm),
        ),
    ),
    "theorem-3-construction": proof(
        sampled("1/8 of it, K = 100", theorem_3.printed_gap_reaches),
        sampled("1/100 of it, K = 1e6", theorem_3.printed_gap_reaches, arms=10**6, constant=0.01),
    ),
    "theorem-3-measured": _measured("theorem-3"),
    "theorem-4": proof(
        sampled("what informs", theorem_4.which_inform),
        sampled("all of it equally", theorem_4.equivalent_information),
        sampled("cost of informing", theorem_4.least_cost),
        sampled("cost of not knowing", theorem_4.wrong_cost),
        sampled("samples that are not enough", theorem_4.samples_needed),
        sampled("inequality of Bretagnolle and Huber", theorem_4.bretagnolle_huber),
        sampled("Markov's inequality at 8R (argued)", theorem_4.conclusion, exceed=1 / 8),
        *(
            sampled(f"constant at T = {horizon:g}", theorem_4.explicit, horizon=int(horizon))
            for horizon in (1e3, 1e5, 1e9)
        ),
        printed=(
            sampled("observation 1 + Bern", theorem_4.observation, offset=1),
            sampled("Markov's inequality at 2R", theorem_4.conclusion),
        ),
    ),
    "introduction-horizon-dependence": proof(
        sampled("instances without clusters", theorem_4.without_clusters),
        sampled("power of T", theorem_4.power_of_horizon),
    ),
    "theorem-4-observation": proof(
        exact("laws", theorem_4.equivalent_information),
        exact("least total", theorem_4.observation),
        printed=(exact("least total 1", theorem_4.observation, offset=1),),
    ),
    "theorem-4-better-gap": proof(sampled("T = 1e5", theorem_4.better_gap)),
    "theorem-4-measured": _measured("theorem-4"),
    "theorem-5": statement(
        exact("what informs", theorem_5.none_informs),
        exact("rewards in both instances", theorem_5.rewards_mirror),
        exact("regret of a round", theorem_5.regret_per_round),
    ),
    "theorem-5-one-more-user": statement(
        exact("three users", theorem_5.with_one_more_user),
        exact("two users", theorem_5.none_informs),
    ),
}
