"""Decision on measured regrets of FTNL and naive FTNL: how they grow with K."""

import math
from functools import partial

from bandit_replications.experiments.needs import Need
from bandit_replications.inference.power_laws import fit_exponent
from bandit_replications.ledger.claims import Finding, Results
from bandit_replications.ledger.decisions import measured
from bandit_replications.ledger.parts import power
from bandit_replications.ledger.rules import all_of
from bandit_replications.papers.private_online.checks.cells import (
    FTNL,
    NAIVE,
    Cell,
    full_information_cells,
    margins,
    required,
)
from bandit_replications.papers.private_online.parameters import Configuration
from bandit_replications.runtime.errors import NotApplicable

LOGARITHMIC = 1.5  # largest exponent of ln K, of means of runs
LEAST_LINEAR = 0.85

_needs = partial(required, experiment="full-information")


def _arms_needs(config: Configuration) -> tuple[Need, ...]:
    section = config.full_information
    needs = _needs(config, algorithms=(FTNL, NAIVE), instance=("equal",))
    if "equal" not in section.instances:
        raise NotApplicable("the run has no equal gaps")
    if len(section.arms) < 2 or max(section.arms) < 4 * min(section.arms):
        raise NotApplicable("the run's numbers of actions do not span a factor of 4")
    return needs


def _over_arms(results: Results, config: Configuration, algorithm: str) -> list[Cell]:
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
    results: Results, config: Configuration, *, algorithms: tuple[str, str] = (FTNL, NAIVE)
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
    return all_of(parts, numbers)


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
}
