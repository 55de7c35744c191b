"""Decisions on measured regrets of FTNL and naive FTNL: growth with K, orders, instances."""

import itertools
import math
from functools import partial
from typing import Any

from bandit_replications.experiments.needs import Need
from bandit_replications.inference.power_laws import fit_exponent
from bandit_replications.ledger.claims import Finding, Results
from bandit_replications.ledger.decisions import measured, step
from bandit_replications.ledger.rules import (
    MARGINS,
    Comparison,
    all_of,
    power,
    ratio,
    stretched,
)
from bandit_replications.papers.private_online.checks.cells import (
    FTNL,
    NAIVE,
    Cell,
    full_information_cells,
    margins,
    noise_scale,
    required,
)
from bandit_replications.papers.private_online.checks.comparisons import refused_together
from bandit_replications.papers.private_online.checks.regret_bounds import after_proof
from bandit_replications.papers.private_online.theory import corollaries
from bandit_replications.runtime.errors import NotApplicable

LOGARITHMIC = 1.5  # largest exponent of ln K, of means of runs
LEAST_LINEAR = 0.85
NAIVE_FACTOR = 4.0  # of section-7-potential, whose 4 H_K / ε becomes 4 K H_K / ε
NOT_HARDER = 1.1

_needs = partial(required, experiment="full-information")

# --- Growth with the number of actions ------------------------------------------------------


def _arms_needs(config: Any) -> tuple[Need, ...]:
    section = config.full_information
    needs = _needs(config, algorithms=(FTNL, NAIVE), instance=("equal",))
    if "equal" not in section.instances:
        raise NotApplicable("the run has no equal gaps")
    if len(section.arms) < 2 or max(section.arms) < 4 * min(section.arms):
        raise NotApplicable("the run's numbers of actions do not span a factor of 4")
    return needs


def _over_arms(results: Results, config: Any, algorithm: str) -> list[Cell]:
    """Return the cells over K with equal gaps, at the largest gap and the ε nearest to 0.5."""
    section = config.full_information
    epsilon = min(section.epsilons, key=lambda value: abs(math.log(value / 0.5)))
    chosen = ("equal gaps", max(section.min_gaps), epsilon)
    found = [
        cell
        for cell in full_information_cells(results, config, algorithm)
        if (cell.instance, cell.min_gap, cell.epsilon) == chosen
    ]
    return sorted(found, key=lambda cell: cell.arms)


def _exponent_text(x: list[float], found: list[Cell]) -> str:
    fit = fit_exponent(x, [cell.regrets for cell in found], confidence=0.95)
    return f"{fit.slope:.3g} ({fit.low:.3g} to {fit.high:.3g})"


def _in_arms(
    results: Results, config: Any, *, algorithms: tuple[str, str] = (FTNL, NAIVE)
) -> Finding:
    """Return whether FTNL grows like ln K and naive FTNL like K; the control exchanges them."""
    ftnl, naive = (_over_arms(results, config, algorithm) for algorithm in algorithms)
    logarithms = [math.log(cell.arms) for cell in ftnl]
    arms = [float(cell.arms) for cell in naive]
    numbers: dict[str, float | int | str] = {
        "at": f"Δ = {ftnl[0].min_gap:g}, ε = {ftnl[0].epsilon:g}",
        "FTNL: exponent of ln K (95%)": _exponent_text(logarithms, ftnl),
        "naive: exponent of K (95%)": _exponent_text(arms, naive),
        "naive over FTNL at least K": float(naive[0].regrets.mean() / ftnl[0].regrets.mean()),
        "naive over FTNL at largest K": float(naive[-1].regrets.mean() / ftnl[-1].regrets.mean()),
    }
    parts = [
        power(
            FTNL,
            ftnl[-1].regrets,
            ftnl[0].regrets,
            span=logarithms[-1] / logarithms[0],
            exponent=1,
            slack=LOGARITHMIC - 1,
        ),
        power(  # at least K^0.85: from the largest to the least K it falls at least that fast
            NAIVE,
            naive[0].regrets,
            naive[-1].regrets,
            span=arms[-1] / arms[0],
            exponent=-1,
            slack=1 - LEAST_LINEAR,
        ),
    ]
    return all_of("section-5-rnm-removes-k", parts, numbers)


# --- Naive FTNL -----------------------------------------------------------------------------


def _naive(results: Results, config: Any, *, noisier: bool = False) -> Finding:
    """Return whether means are of the printed order; the control's runs have the next smaller ε."""
    scale = noise_scale(config, NAIVE)
    epsilons = sorted(config.full_information.epsilons)
    found = list(full_information_cells(results, config, NAIVE))
    meant = dict(itertools.pairwise(epsilons)) if noisier else {}
    found = [cell for cell in found if not noisier or cell.epsilon in meant]

    def order(cell: Cell) -> float:
        logarithm = math.log2(cell.arms)
        epsilon = meant.get(cell.epsilon, cell.epsilon)
        return max(logarithm / cell.min_gap, cell.arms * logarithm * scale / epsilon)

    informative = [cell for cell in found if NAIVE_FACTOR * order(cell) < cell.trivial]
    if not informative:
        raise NotApplicable(
            f"{NAIVE_FACTOR:g} times the order is above T times the largest gap in every cell"
        )
    parts = [
        Comparison(
            name=cell.name,
            a=cell.regrets,
            factors=[stretched(NAIVE_FACTOR, margin) * order(cell) for margin in MARGINS],
        )
        for cell in informative
    ]
    ratios = [cell.regrets.mean() / order(cell) for cell in informative]
    numbers: dict[str, float | int | str] = {
        "least mean over order": float(min(ratios)),
        "largest mean over order": float(max(ratios)),
        "cells": len(found),
        "vacuous cells": len(found) - len(informative),
    }
    if noisier:
        return refused_together("section-5-naive-ftnl-regret", parts)
    return all_of("section-5-naive-ftnl-regret", parts, numbers)


# --- The doubling instance ------------------------------------------------------------------


def _doubling_needs(config: Any) -> tuple[Need, ...]:
    for instance in ("equal", "doubling"):
        if instance not in config.full_information.instances:
            raise NotApplicable(f"the run has no {instance} gaps")
    return _needs(config, algorithms=(FTNL,))


_EXACT_DOUBLING = tuple(
    step(f"exact regrets, {arms} actions", corollaries.doubling_not_harder, arms=arms)
    for arms in (3, 6, 11)
)


def _doubling(results: Results, config: Any, *, exchanged: bool = False) -> Finding:
    """Return whether doubling gaps are no harder than equal ones; the control exchanges them."""
    found = {
        (cell.instance, cell.arms, cell.min_gap, cell.epsilon): cell
        for cell in full_information_cells(results, config, FTNL)
    }
    doubling = [cell for cell in found.values() if cell.instance == "doubling gaps"]
    pairs = [
        (cell, found["equal gaps", cell.arms, cell.min_gap, cell.epsilon]) for cell in doubling
    ]
    parts = [
        ratio(pair[0].name, pair[0].regrets, pair[1].regrets, NOT_HARDER, below=True)
        for pair in ([(b, a) for a, b in pairs] if exchanged else pairs)
    ]
    numbers: dict[str, float | int | str] = {
        "least ratio of means": min(part.value for part in parts),
        "largest ratio of means": max(part.value for part in parts),
        "cells": len(parts),
    }
    best = config.full_information.best
    cut = [cell for cell in doubling if cell.min_gap * 2.0 ** (cell.arms - 2) > best]
    caveat = (
        f"gaps are cut at {best:g} in {len(cut)} of {len(parts)} cells, "
        "where the printed ones leave [0, 1]"
        if cut
        else ""
    )
    if exchanged:
        return refused_together("section-7-doubling-not-harder", parts)
    return after_proof(
        "section-7-doubling-not-harder", parts, numbers, steps=_EXACT_DOUBLING, caveat=caveat
    )


CHECKS = {
    "section-5-rnm-removes-k": measured(
        _in_arms,
        _arms_needs,
        control=partial(_in_arms, algorithms=(NAIVE, FTNL)),
        facts={
            **margins("logarithmic", LOGARITHMIC),
            "linear": LEAST_LINEAR,
            "half_linear": 1 - (1 - LEAST_LINEAR) / 2,
            "twice_linear": 1 - 2 * (1 - LEAST_LINEAR),
        },
    ),
    "section-5-naive-ftnl-regret": measured(
        _naive,
        partial(_needs, algorithms=(NAIVE,)),
        control=partial(_naive, noisier=True),
        facts=margins("factor", NAIVE_FACTOR),
    ),
    "section-7-doubling-not-harder": measured(
        _doubling,
        _doubling_needs,
        control=partial(_doubling, exchanged=True),
        facts=margins("factor", NOT_HARDER),
    ),
}
