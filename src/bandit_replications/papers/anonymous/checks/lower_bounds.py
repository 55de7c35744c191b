"""Checks on the lower bounds: Theorems 3, 4 and 5, Section 3.6, Appendices C.11 to C.13."""

from functools import partial

from bandit_replications.experiments.needs import Need
from bandit_replications.inference.summaries import groups
from bandit_replications.ledger.claims import Finding, Results
from bandit_replications.ledger.decisions import (
    Decision,
    Step,
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

DATA, SIZES = "lower-bounds", ("arms", "group_size", "horizon")


def _needs(config: Configuration, *, construction: str) -> tuple[Need, ...]:
    if construction not in {case.construction for case in config.lower_bounds.cases}:
        raise NotApplicable(f"the run has no case {construction} in lower_bounds")
    if config.lower_bounds.replicates < 2:
        raise NotApplicable("the run has one replicate; at least 2 are needed")
    return (Need(experiment=DATA, where={"construction": (construction,)}),)


def _on_runs(
    results: Results, config: Configuration, *, construction: str, informed: bool = False
) -> Finding:
    """Compare the mean regret of each algorithm and size with the lower bound.

    `informed`: the control, one cell after the other scaled to lose half of what it must.
    """
    frame = results[DATA]
    frame = frame[frame["construction"] == construction]
    if frame.empty:
        raise NotApplicable(f"no runs on {construction}")
    parts, ratios = [], []
    for (algorithm, *sizes), rows in groups(frame, "algorithm", *SIZES):
        regrets, bound = rows["regret"].to_numpy(), float(rows["bound"].iloc[0])
        if informed:
            regrets = regrets * (bound / 2 / regrets.mean())
        name = "{}, K = {}, C = {}, T = {}".format(algorithm, *sizes)
        parts.append(level(name, regrets, bound, below=False))
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


_EXPLICIT = argued("0.199 T^(2/3) from T = 1000 on", theorem_4.explicit, horizon=1000)
_MARKOV = algebra(
    "an error of 1/4 is left beside more than 2R informing rounds",
    "R/(2*R) < 1/4",
    over={"R": (1, "oo")},
)


def _most_lost(share: str, arms: str) -> Step:
    """Return the step that N T sqrt(C/T), all that can be lost, reaches a share of N sqrt(CKT)."""
    return algebra(
        f"{share} of the bound within reach of the printed gap, K = {arms}",
        "c*N*sqrt(C*K*T) <= N*T*sqrt(C/T)",
        over={"N": (1, "oo"), "C": (1, "oo"), "T": (1, "oo")},
        c=share,
        K=arms,
    )


CHECKS = {
    "theorem-3": proof(
        algebra(
            "repaired gap x",
            "x*(1 - 1/K - x/2*sqrt(T/(C*K))) = (1 - 1/K)**2/2*sqrt(C*K/T)",
            x="(1 - 1/K)*sqrt(C*K/T)",
        ),
        algebra("1/8", "1/8 <= (1 - 1/K)**2/2", over={"K": (2, "oo")}),
        printed=(
            _most_lost("1/8", "100"),
            exact("users on the arm are its group", theorem_3.group_is_the_arm),
        ),
    ),
    "theorem-3-construction": proof(_most_lost("1/8", "100"), _most_lost("1/100", "10**6")),
    "theorem-3-measured": _measured("theorem-3"),
    "theorem-4": proof(
        argued("what informs", theorem_4.which_inform),
        argued("all of it equally", theorem_4.equivalent_information),
        _EXPLICIT,
        printed=(exact("observation 1 + Bern", theorem_4.observation, offset=1), _MARKOV),
    ),
    "introduction-horizon-dependence": proof(_EXPLICIT, printed=(_MARKOV,)),
    "introduction-lower-bound-factor": proof(printed=(_most_lost("1/8", "100"),)),
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
