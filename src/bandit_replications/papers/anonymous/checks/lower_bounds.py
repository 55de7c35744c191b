"""Checks on the lower bounds: Theorems 3, 4 and 5, Section 3.6, Appendices C.11 to C.13."""

from functools import partial

from bandit_replications.experiments.needs import Need
from bandit_replications.ledger.claims import Finding, Results
from bandit_replications.ledger.decisions import (
    Decision,
    algebra,
    argued,
    exact,
    measured,
    proof,
    statement,
)
from bandit_replications.ledger.parts import level
from bandit_replications.ledger.rules import all_of, each_refused
from bandit_replications.papers.anonymous.parameters import Configuration
from bandit_replications.papers.anonymous.theory import theorem_3, theorem_4, theorem_5
from bandit_replications.runtime.errors import NotApplicable

DATA = "lower-bounds"


def _needs(config: Configuration, *, construction: str) -> tuple[Need, ...]:
    if construction not in {case.construction for case in config.lower_bounds.cases}:
        raise NotApplicable(f"the run has no case {construction} in lower_bounds")
    if config.lower_bounds.replicates < 2:
        raise NotApplicable("the run has one replicate; at least 2 are needed")
    return (Need(experiment=DATA, where={"construction": (construction,)}),)


def _on_runs(
    results: Results, config: Configuration, *, construction: str, informed: bool = False
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
        argued(
            "Pinsker's inequality",
            "a pull of arm j tells a normal total of variance C or more, shifted by Δ: the law of "
            "the run moves by sqrt(E_0 N_j Δ²/(4C)) in total variation at most",
        ),
        argued("Jensen's inequality", "(1/K) Σ_j sqrt(E_0 N_j) <= sqrt(T/K), as Σ_j E_0 N_j = T"),
        algebra(
            "repaired gap x",
            "x*(1 - 1/K - x/2*sqrt(T/(C*K))) = (1 - 1/K)**2/2*sqrt(C*K/T)",
            x="(1 - 1/K)*sqrt(C*K/T)",
        ),
        algebra("1/8", "1/8 <= (1 - 1/K)**2/2", over={"K": (2, "oo")}),
        argued("the gap is a mean", "Δ <= 1 for T >= CK"),
        argued(
            "instances with U >= K(C+1)",
            "the others have at most N T Δ <= 4 times the bound and probability K exp(-N/(8K)) for "
            "N >= 2K²(C+1), which tends to 0",
        ),
        printed=(
            exact("regret within reach of the printed gap", theorem_3.printed_gap_reaches),
            algebra("users on the arm are its group", "arm = group"),
        ),
    ),
    "theorem-3-construction": proof(
        exact("1/8 of it, K = 100", theorem_3.printed_gap_reaches),
        exact("1/100 of it, K = 1e6", theorem_3.printed_gap_reaches, arms=10**6, constant=0.01),
    ),
    "theorem-3-measured": _measured("theorem-3"),
    "theorem-4": proof(
        argued("what informs", theorem_4.which_inform),
        argued("all of it equally", theorem_4.equivalent_information),
        argued("cost of informing", "user 1 is not on arm 1 and loses 1"),
        argued("cost of not knowing", "users 2 and 3 each lose 2ε in one of the instances"),
        argued(
            "inequality of Bretagnolle and Huber",
            "the errors' probabilities add up to exp(-n kl)/2 or more: regret ε T exp(-n kl)",
        ),
        argued("0.199 T^(2/3) from T = 1000 on", theorem_4.explicit, horizon=1000),
        printed=(
            exact("observation 1 + Bern", theorem_4.observation, offset=1),
            algebra("Markov's inequality at 2R", "1/2 <= 1/4", over={}),
        ),
    ),
    "introduction-horizon-dependence": proof(
        argued("instances without clusters", "one user at most for each arm, U <= 1 < C + 1"),
        argued("0.199 T^(2/3) from T = 1000 on", theorem_4.explicit, horizon=1000),
    ),
    "theorem-4-observation": proof(
        argued("laws", theorem_4.equivalent_information),
        argued("least total", theorem_4.observation),
        printed=(exact("least total 1", theorem_4.observation, offset=1),),
    ),
    "theorem-4-better-gap": proof(argued("all T >= 9", theorem_4.better_gap)),
    "theorem-4-measured": _measured("theorem-4"),
    "theorem-5": statement(
        exact("what informs", theorem_5.none_informs),
        exact("rewards in both instances", theorem_5.rewards_mirror),
    ),
    "theorem-5-one-more-user": statement(
        exact("three users", theorem_5.with_one_more_user),
        exact("two users", theorem_5.none_informs),
    ),
}
