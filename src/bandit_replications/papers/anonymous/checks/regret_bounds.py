"""Checks on the upper bounds: Lemma 1, Theorems 1 and 2, Algorithms 1 and 2."""

from functools import partial

from bandit_replications.experiments.needs import Need
from bandit_replications.inference import summaries
from bandit_replications.ledger.claims import Finding, Results
from bandit_replications.ledger.decisions import (
    algebra,
    argued,
    by_interpretation,
    exact,
    measured,
    proof,
    sampled,
    statement,
)
from bandit_replications.ledger.parts import level
from bandit_replications.ledger.rules import all_of
from bandit_replications.ledger.samples import at_round, require
from bandit_replications.papers.anonymous.checks.decompositions import LEAST_BETA, TWO_OR_MORE
from bandit_replications.papers.anonymous.checks.model import (
    FIRST_BATCH,
    GAMMA_WITH_GROUP_SIZE,
    NATURAL,
    OF_ORDER,
    SURVIVORS,
)
from bandit_replications.papers.anonymous.parameters import Configuration
from bandit_replications.papers.anonymous.theory import (
    bounds,
    corollary_2,
    lemma_1,
    theorem_1,
    theorem_2,
)
from bandit_replications.runtime.errors import NotApplicable

COMMIT = "explore-then-commit"
SIZES = ("users", "arms", "group_size", "horizon")


def _scaling_needs(config: Configuration) -> tuple[Need, ...]:
    require(config, "scaling", [COMMIT])
    return (Need(experiment="scaling", where={"algorithm": (COMMIT,)}),)


def _scaling(results: Results, config: Configuration, *, in_turn: bool = False) -> Finding:
    """Compare the mean regret of each cell with Theorem 2's bound where that is below N T.

    `in_turn`: the control, what playing all arms in turn loses in each cell.
    """
    frame = results["scaling"]
    frame = frame[frame["algorithm"] == COMMIT]
    options = config.scaling.options.get(COMMIT, {})
    constant = options.get("exploration_constant", 10.0)
    parts = []
    for values, rows in summaries.groups(frame, *SIZES, "gap"):
        sizes = {name: int(value) for name, value in zip(SIZES, values, strict=False)}
        bound = bounds.theorem_2(**sizes, exploration_constant=constant)
        if bound.total < bound.trivial:
            name = ", ".join(f"{key} {value}" for key, value in sizes.items())
            regrets = at_round(rows)["regret"].to_numpy()
            if in_turn:
                lost = bound.trivial * values[-1] * (1 - 1 / sizes["arms"])
                regrets = regrets * (lost / regrets.mean())
            parts.append(level(f"{name}, gap {values[-1]:g}", regrets, bound.total))
    if not parts:
        raise NotApplicable("the bound exceeds N T in every cell of scaling")
    ratios = [part.value for part in parts]
    numbers: dict[str, float | int | str] = {
        "largest regret over bound": max(ratios),
        "least regret over bound": min(ratios),
        "cells": len(parts),
    }
    return all_of(parts, numbers)


_LEMMA_1 = by_interpretation(
    proof(
        argued("constant of the threshold", "g = 6: 2 (TK)^-3 <= (TK)^-2, as TK >= 2"),
        argued("union over arms and counts", "K T (TK)^-2 = 1/(TK)"),
        argued("the unlikely event", "D_b/(TK) <= 1, as D_b <= T"),
        *SURVIVORS,
        argued("each batch alike", "u_b/sqrt(u_(b-1)) = a is how the grid is made"),
        FIRST_BATCH,
        printed=(
            algebra(
                "Hoeffding's inequality, x = TK, constant rewards",
                "1 <= 2*x**(-3)",
                over={"x": (2, "oo")},
            ),
        ),
    ),
    natural_logarithm=NATURAL,
)
# Cell by cell in the notebook: regret N T^(3/4 - g/v) up to logarithms for every C >= 2g.
ABSOLUTE = statement(
    exact("γ = 6 log, C = 50, ln T = 1e4", theorem_1.absolute_constant),
    exact(
        "γ = 100 log, C = 1000, ln T = 1e6",
        theorem_1.absolute_constant,
        constant=100.0,
        group_size=1000,
        log_horizon=1e6,
    ),
)
_ORDERS = algebra(
    "orders", "alpha*(2*C + 2)*sqrt(C*K*T/(alpha*(2*C + 2))) = sqrt(2 + 2/C)*C*sqrt(alpha*K*T)"
)
_THEOREM_1 = by_interpretation(
    proof(
        _ORDERS,
        GAMMA_WITH_GROUP_SIZE,
        *SURVIVORS,
        printed=(
            exact("the rounds fit", theorem_1.horizon_overrun),
            exact("the best arm stays with few estimates", theorem_1.uneven_counts),
        ),
    ),
    natural_logarithm=NATURAL,
    absolute_constant_in_gamma=ABSOLUTE,
)
# α is that of the decompositions that exist, below U = K(C+1) by our answer to Open Problem 1.
_INTRODUCTION = by_interpretation(
    proof(
        _ORDERS,
        *SURVIVORS,
        argued("α = 1 for U >= K(C+1)", "Corollary 1, by flows"),
        TWO_OR_MORE,
        LEAST_BETA,
        printed=(exact("blocks, U = 9", corollary_2.number_of_assignments, method="blocks"),),
        failing="α by other decompositions than the printed ones",
    ),
    natural_logarithm=NATURAL,
    absolute_constant_in_gamma=ABSOLUTE,
)

CHECKS = {
    "lemma-1": _LEMMA_1,
    "lemma-1-union": proof(
        argued("over arms and batches", "K B (TK)^-2 <= 1/(TK), as B <= T"),
        argued("over arms and numbers of pulls, as needed", "K T (TK)^-2 = 1/(TK)"),
    ),
    "lemma-1-measured": proof(
        sampled("K = 5, T = 1e5", lemma_1.measured),
        sampled("K = 2, T = 1e6", lemma_1.measured, arms=2, horizon=10**6),
    ),
    "theorem-1": _THEOREM_1,
    "introduction-algorithm-1-bound": _INTRODUCTION,
    "algorithm-1-feedback": statement(
        *(
            sampled(f"decomposition {method}", theorem_1.enough_feedback, method=method)
            for method in ("greedy", "lp", "all-open", "largest-beta", "closing")
        ),
    ),
    "theorem-1-measured": proof(
        sampled("N = 8, K = 2, C = 1, T = 1e6", theorem_1.measured),
    ),
    "section-3-2-demand": by_interpretation(
        statement(
            *(
                sampled(
                    f"D against sqrt(T'), α = {alpha:g}, C = {size}",
                    theorem_1.demand_at_least_root,
                    approximation=alpha,
                    group_size=size,
                    of_batch_horizon=True,
                )
                for alpha in (1.0, 5.0)
                for size in (1, 4, 16)
            ),
        ),
        T_is_the_number_of_rounds=statement(
            exact("D against sqrt(T)", theorem_1.demand_at_least_root)
        ),
    ),
    "algorithm-2": proof(
        algebra(
            "T_exp <= T, as 1000 C² K ln(NKT) <= T",
            "80000*log(250*T) <= T",
            over={"T": (10**7, "oo")},
        ),
        printed=(algebra("j_s = K mod K = 0 is an arm", "1 <= 0", over={}),),
    ),
    "section-3-5-works": statement(
        argued(
            "pairs with an estimate after K runs",
            "run r has all N > C users on arm r mod K, in groups of C + 1 or more",
        ),
    ),
    "theorem-2": proof(
        argued("estimates of each arm", "⌊R/K⌋ >= R/(2K), as R >= K"),
        algebra(
            "Hoeffding's inequality",
            "2*exp(-e**2/(2*lam)) = 2/(N*K*T)**2",
            e="sqrt(4*lam*log(N*K*T))",
        ),
        argued("union", "NK 2/(NKT)² <= 1/T², as NK >= 2"),
        OF_ORDER,
        printed=(
            algebra(
                "7.5/5 estimates of each of 5 arms in ⌈7.5⌉ runs, as printed", "3/2 <= 1", over={}
            ),
            algebra("the noise is C-subgaussian", "4*C + 1 <= C", over={"C": (1, "oo")}),
            algebra("cost of committing", "2*e <= e", over={"e": (0, "oo")}),
        ),
    ),
    "theorem-2-measured": proof(
        sampled("N = 8, K = 2, C = 1, T = 1e7", theorem_2.measured),
    ),
    "theorem-2-scaling": measured(
        _scaling, _scaling_needs, control=partial(_scaling, in_turn=True), method="bound"
    ),
}
