"""Theorems 3, 4, 5 and 7 against data: explicit bounds on the regret.

The bounds have the constants of the paper's own proofs (`bounds`), so no constant is fitted.
"""

import dataclasses
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from bandit_replications.ledger.claims import Finding, Results
from bandit_replications.ledger.decisions import (
    Decision,
    Step,
    all_checks,
    both_sides,
    failing_text,
    measured,
    step,
)
from bandit_replications.ledger.rules import Numbers, Part, all_of, level
from bandit_replications.papers.private_online.checks.cells import (
    FTNL,
    HYBRID,
    LAZY,
    Cell,
    full_information_cells,
    noise_scale,
    regret_cells,
    required,
)
from bandit_replications.papers.private_online.theory import (
    bounds,
    equation_43,
    full_information_bounds,
    lemma_11,
    lemma_12,
    theorem_3,
    theorem_7,
)
from bandit_replications.papers.private_online.theory.grids import worst_over
from bandit_replications.runtime.errors import NotApplicable

LEMMA_13 = {
    "check": theorem_7.lemma_13,
    "epoch": range(9),
    "gap": (0.1, 0.2, 0.4),
    "epsilon": (0.05, 0.5, 5.0),
}


def after_proof(
    claim_id: str,
    parts: Sequence[Part],
    numbers: Numbers,
    *,
    steps: Sequence[Step],
    printed: Sequence[Step] = (),
    caveat: str = "",
) -> Finding:
    """Return the finding of parts that runs decide, given that the steps of the proof hold.

    Steps as printed that fail make a caveat and do not decide, as in `proof`.
    """
    deciding, shown = all_checks(steps), all_checks(printed)
    failing = failing_text(shown, "as printed these steps fail")
    numbers = {**numbers, **both_sides({**deciding, **shown})}
    caveat = "; ".join(text for text in (caveat, failing) if text)
    if all(one.holds for one in deciding.values()):
        finding = all_of(claim_id, parts, numbers, caveat=caveat)
    else:
        finding = Finding(numbers=numbers, holds=False, caveat=caveat)
    return dataclasses.replace(finding, cites_errata=bool(failing))


def _vacuous_text(cells: Sequence[Cell], vacuous: Sequence[Cell]) -> str:
    places: dict[str, dict[str, None]] = {}
    for cell in vacuous:
        places.setdefault(cell.instance, {})[f"{cell.epsilon:g}"] = None
    if not places:
        return ""
    return (
        f"the bound is above T times the largest gap, and so says nothing, in {len(vacuous)} of "
        f"{len(cells)} cells: "
        + "; ".join(f"{name} at ε = {', '.join(values)}" for name, values in places.items())
    )


def _bounded(
    results: Results,
    config: Any,
    *,
    claim_id: str,
    cells: Callable[..., Any],
    algorithm: str,
    bound: Callable[[Cell, Any], float],
    steps: Sequence[Step],
    printed: Sequence[Step] = (),
) -> Finding:
    """Return whether the mean final regrets are at most a bound wherever it is not vacuous."""
    found = {cell.name: (cell, bound(cell, config)) for cell in cells(results, config, algorithm)}
    informative = {
        name: (cell, most) for name, (cell, most) in found.items() if most < cell.trivial
    }
    if not informative:
        raise NotApplicable(
            f"the explicit bound is above T times the largest gap in each of {len(found)} cells"
        )
    slack = [most / cell.regrets.mean() for cell, most in found.values()]
    vacuous = [cell for name, (cell, _) in found.items() if name not in informative]
    return after_proof(
        claim_id,
        [level(name, cell.regrets, most) for name, (cell, most) in informative.items()],
        {
            "least slack": float(min(slack)),
            "largest slack": float(max(slack)),
            "cells": len(found),
            "vacuous cells": len(vacuous),
        },
        steps=steps,
        printed=printed,
        caveat=_vacuous_text([cell for cell, _ in found.values()], vacuous),
    )


# --- Explicit bounds ------------------------------------------------------------------------


def theorem_3_bound(cell: Cell, config: Any) -> float:
    """Return Theorem 3's explicit bound."""
    gaps, epsilon = cell.gaps, cell.epsilon
    return float(bounds.theorem_3_regret(gaps=gaps, epsilon=epsilon, horizon=cell.horizon).total)


def theorem_4_bound(cell: Cell, config: Any) -> float:
    """Return Theorem 4's explicit bound, which depends on the number of arms only."""
    arms, epsilon = cell.arms, cell.epsilon
    return float(bounds.theorem_4_regret(arms=arms, epsilon=epsilon, horizon=cell.horizon).total)


def theorem_5_bound(cell: Cell, config: Any) -> float:
    """Return Theorem 5's explicit bound."""
    gaps, epsilon = cell.gaps, cell.epsilon
    return float(bounds.theorem_5_regret(gaps=gaps, epsilon=epsilon, horizon=cell.horizon).total)


def theorem_7_bound(cell: Cell, config: Any) -> float:
    """Return Theorem 7's sum over brackets, 256 (1 + ln|J_k|) / min(Δ_(k), ε)."""
    epsilon = cell.epsilon / noise_scale(config, FTNL)
    return full_information_bounds.theorem_7_regret(gaps=cell.gaps, epsilon=epsilon)


_OMEGA = step("ω (printed)", theorem_3.slots_omega)


def _decision(claim_id: str, algorithm: str, **rest: Any) -> Decision:
    experiment, cells = (
        ("full-information", full_information_cells)
        if algorithm == FTNL
        else ("regret", regret_cells)
    )
    return measured(
        partial(_bounded, claim_id=claim_id, algorithm=algorithm, cells=cells, **rest),
        partial(required, experiment=experiment, algorithms=(algorithm,)),
    )


CHECKS = {
    "theorem-3": _decision(
        "theorem-3",
        LAZY,
        bound=theorem_3_bound,
        steps=(
            step("(18) pulls (repaired)", theorem_3.pulls_18, initial=1),
            step("(18) split (repaired)", theorem_3.split_18, equality=False),
            step("(25)", lemma_11.event_25),
            step("(27)", lemma_11.contradiction_27),
            step("Lemma 11's sum", lemma_11.constant_lemma_11),
        ),
        printed=(step("(18) pulls (printed)", theorem_3.pulls_18), _OMEGA),
    ),
    "theorem-4": _decision(
        "theorem-4",
        LAZY,
        bound=theorem_4_bound,
        steps=(
            step("(30), (31)", theorem_3.identities_30_31),
            step("covers Theorem 3", theorem_3.constant_theorem_4),
        ),
    ),
    "theorem-5-regret": _decision(
        "theorem-5-regret",
        HYBRID,
        bound=theorem_5_bound,
        steps=(
            step("(43) noise (repaired)", equation_43.whole_noise_43),
            step("(43) mean", equation_43.hoeffding_43),
            step("(44) noise (repaired)", equation_43.noise_probability_44),
            step(
                "(44) noise, tree of r + 1 levels", equation_43.noise_probability_44, extra_levels=1
            ),
            step("(47)", lemma_12.noise_width_47),
            step("Lemma 12's sum", lemma_12.constant_lemma_12),
        ),
        printed=(
            step("(43) split (printed)", equation_43.halves_43),
            step("(46) domain (printed)", lemma_12.domain_46),
            _OMEGA,
        ),
    ),
    "theorem-7-explicit": _decision(
        "theorem-7-explicit",
        FTNL,
        bound=theorem_7_bound,
        steps=(
            step("Lemma 13, tightest", worst_over, **LEMMA_13),
            step("2^(r0+1) with 64", theorem_7.starting_epoch_constant, constant=64.0),
            step("rest beyond r0", theorem_7.starting_epoch_tail),
            step("series from r0 = 1", theorem_7.series_bound, first_epoch=1),
            step("bracket of one action", theorem_7.singleton_repair),
            step("constant 256", theorem_7.bracket_constant),
        ),
    ),
}
