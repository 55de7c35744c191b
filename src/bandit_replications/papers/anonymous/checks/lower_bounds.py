"""Claims on the lower bounds: Theorems 3, 4 and 5, Section 3.6, Appendices C.11 to C.13."""

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from bandit_replications.experiments.needs import Need
from bandit_replications.ledger.claims import Claim, Finding
from bandit_replications.ledger.proof_steps import derived, step
from bandit_replications.ledger.rules import Comparison, all_of
from bandit_replications.papers.anonymous.checks.later_theory import theorem_3, theorem_4, theorem_5
from bandit_replications.runtime.errors import NotApplicable

if TYPE_CHECKING:
    import pandas as pd

Results = Mapping[str, "pd.DataFrame"]

GAP, REDUCTION, CLUSTER = "theorem-3-gap", "theorem-3-reduction-group", "theorem-3-cluster"
OBSERVATION, MARKOV, INSTANCE = (
    "theorem-4-observation",
    "theorem-4-markov",
    "theorem-4-instance-zero",
)

DATA = "lower-bounds"


def _needs(config: Any, *, construction: str) -> tuple[Need, ...]:
    if construction not in {case.construction for case in config.lower_bounds.cases}:
        raise NotApplicable(f"the run has no case {construction} in lower_bounds")
    if config.lower_bounds.replicates < 2:
        raise NotApplicable("the run has one replicate; at least 2 are needed")
    return (Need(experiment=DATA, where={"construction": (construction,)}),)


def _measured(
    results: Results, config: Any, *, construction: str, claim_id: str, shares: tuple[float, ...]
) -> Finding:
    frame = results[DATA]
    frame = frame[frame["construction"] == construction]
    if frame.empty:
        raise NotApplicable(f"no runs on {construction}")
    comparisons = [
        Comparison(
            name=f"{algorithm}, T = {horizon}",
            a=rows["regret"].to_numpy(),
            factors=[share * float(rows["bound"].iloc[0]) for share in shares],
            below=False,
        )
        for (algorithm, horizon), rows in frame.groupby(["algorithm", "horizon"])
    ]
    ratios = [one.a.mean() / one.factors[0] * shares[0] for one in comparisons]
    numbers: dict[str, float | int | str] = {
        "least regret over bound": float(min(ratios)),
        "largest regret over bound": float(max(ratios)),
        "cells": len(comparisons),
    }
    return all_of(claim_id, comparisons, numbers)


def _on_runs(claim_id: str, construction: str, statement: str, *shares: float) -> Claim:
    share = "" if shares[0] == 1 else f"{shares[0]:g} of "
    return Claim(
        id=claim_id,
        source=construction.replace("theorem-", "Theorem "),
        statement=statement,
        kind="statistical",
        rule=f"mean regret of each algorithm and horizon is at least {share}the lower bound",
        needs=partial(_needs, construction=construction),
        check=partial(_measured, construction=construction, claim_id=claim_id, shares=shares),
    )


THEOREM_3 = (
    derived(
        "theorem-3",
        "Theorem 3, Section 3.6, Appendix C.11",
        "Every algorithm has regret Ω(N sqrt(CKT)), even if U >= K(C + 1).",
        *(
            step(f"mended gap, K = {arms}", theorem_3, check="repaired_gap_gives", arms=arms)
            for arms in (2, 5, 100)
        ),
        step("no gap gives more", theorem_3, check="gap_is_best"),
        step("Pinsker's inequality", theorem_3, check="pinsker"),
        step("Jensen's inequality", theorem_3, check="average_pulls"),
        step("variance of an observation", theorem_3, check="observation_variance"),
        step("instances with U >= K(C+1)", theorem_3, check="clustered_instances"),
        step("the gap is a mean", theorem_3, check="means_in_range"),
        rule="with the gap (1 - 1/K) sqrt(CK/T) the regret is at least N sqrt(CKT)/8; each step",
        printed=(
            step("regret within reach of the printed gap", theorem_3, check="printed_gap_reaches"),
            step("the simulated total", theorem_3, check="group_is_not_arm"),
        ),
        errata=(GAP, REDUCTION, CLUSTER),
    ),
    derived(
        "theorem-3-construction",
        "Appendix C.11",
        "On instances with the gap sqrt(C/T) every algorithm has regret Ω(N sqrt(CKT)).",
        step("1/8 of it, K = 100", theorem_3, check="printed_gap_reaches"),
        step(
            "1/100 of it, K = 1e6",
            theorem_3,
            check="printed_gap_reaches",
            arms=10**6,
            constant=0.01,
        ),
        rule="no algorithm can lose more than N sqrt(CT); for each constant K can be so large that "
        "this is less",
        errata=(GAP,),
    ),
    derived(
        "section-3-6-tight",
        "Section 3.6",
        "For U >= K(C + 1) Algorithm 1 is optimal up to sqrt(C) and logarithms.",
        step("C = 4", theorem_3, check="upper_over_lower"),
        step("C = 100", theorem_3, check="upper_over_lower", group_size=100),
    ),
    _on_runs(
        "theorem-3-measured",
        "theorem-3",
        "Runs on the mended instances lose at least the lower bound with its constant.",
        1.0,
    ),
)

THEOREM_4 = (
    derived(
        "theorem-4",
        "Theorem 4, Section 3.6, Appendix C.12",
        "On instances with N = C + 1 every algorithm has regret Ω(T^(2/3)).",
        step("what informs", theorem_4, check="which_inform"),
        step("all of it equally", theorem_4, check="equivalent_information"),
        step("cost of informing", theorem_4, check="least_cost"),
        step("cost of not knowing", theorem_4, check="wrong_cost"),
        step("samples that are not enough", theorem_4, check="samples_needed"),
        step("inequality of Bretagnolle and Huber", theorem_4, check="bretagnolle_huber"),
        step("Markov's inequality at 8R", theorem_4, check="mended_conclusion"),
        *(
            step(f"constant at T = {horizon:g}", theorem_4, check="explicit", horizon=int(horizon))
            for horizon in (1e3, 1e5, 1e9)
        ),
        rule="each step; the lower bound is at least 0.199 T^(2/3) at these T (from T = 955 on: "
        "theorem_4.least_horizon)",
        printed=(
            step("observation 1 + Bern", theorem_4, check="observation", offset=1),
            step("Markov's inequality at 2R", theorem_4, check="printed_conclusion"),
        ),
        errata=(OBSERVATION, MARKOV, INSTANCE),
        kind="enumeration",
    ),
    derived(
        "theorem-4-observation",
        "Appendix C.12",
        "All informing totals are alike: a coin of mean 1/2 + ε in one instance, 1/2 - ε in the "
        "other, printed with 1 added.",
        step("laws", theorem_4, check="equivalent_information"),
        step("least total", theorem_4, check="observation"),
        printed=(step("least total 1", theorem_4, check="observation", offset=1),),
        errata=(OBSERVATION,),
        kind="enumeration",
    ),
    derived(
        "theorem-4-better-gap",
        "Appendix C.12, beyond the paper",
        "The gap 0.45 T^(-1/3) gives 1.4 times the lower bound that T^(-1/3) gives.",
        step("T = 1e5", theorem_4, check="better_gap"),
    ),
    _on_runs(
        "theorem-4-measured",
        "theorem-4",
        "Runs on the two instances lose at least the lower bound with its constant.",
        1.0,
    ),
)

THEOREM_5 = (
    derived(
        "theorem-5",
        "Theorem 5, Section 3.6, Appendix C.13",
        "On instances with N = C every algorithm has regret Ω(T).",
        step("what informs", theorem_5, check="none_informs"),
        step("rewards in both instances", theorem_5, check="rewards_mirror"),
        step("regret of a round", theorem_5, check="regret_per_round"),
        rule="all assignments and groups: none informs, each loses 1 a round on average",
        kind="enumeration",
    ),
    derived(
        "theorem-5-one-more-user",
        "Section 3.6",
        "N > C, which Section 3.5 assumes, is where learning begins.",
        step("three users", theorem_5, check="with_one_more_user"),
        step("two users", theorem_5, check="none_informs"),
        kind="enumeration",
    ),
    _on_runs(
        "theorem-5-measured",
        "theorem-5",
        "Runs on the two instances lose a round's reward per round on average.",
        0.75,
        0.875,
        0.5,
    ),
)

CLAIMS = (*THEOREM_3, *THEOREM_4, *THEOREM_5)
