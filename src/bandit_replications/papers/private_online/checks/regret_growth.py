"""Growth of measured regrets: Theorem 3's with T and 1/ε, FTNL's and naive FTNL's with K."""

import dataclasses
import math
from functools import partial

from bandit_replications.experiments.needs import Need
from bandit_replications.inference.power_laws import fit_exponent
from bandit_replications.ledger.claims import Finding, Results
from bandit_replications.ledger.decisions import measured
from bandit_replications.ledger.parts import MARGINS, Sample, power
from bandit_replications.ledger.rules import all_of, most_of
from bandit_replications.ledger.samples import Reader, require, section_of
from bandit_replications.papers.private_online.checks.samples import SAMPLES, require_setting
from bandit_replications.papers.private_online.parameters import Configuration
from bandit_replications.papers.private_online.theory import bounds
from bandit_replications.runtime.errors import NotApplicable

LAZY, FTNL, NAIVE = "anytime-lazy-ucb", "ftnl", "naive-ftnl"
FEWEST_CURVES = 8
GROWTH, FASTER = 0.5, 0.75
SPAN = 8  # from T/8 to T
SETTING_3 = "setting-3"
PRIVATE, LESS_PRIVATE, ROOM = 0.1, 0.5, 0.3
LOGARITHMIC = 1.5  # largest exponent of ln K, of means of runs
LEAST_LINEAR = 0.85

# Options under which the proofs hold; the others change constants that they use. The scale of the
# noise with full information is allowed for.
COVERED = {
    LAZY: {"first_pull", "tie_breaking"},
    FTNL: {"noise_scale", "tie_breaking", "first_action"},
    NAIVE: {"noise_scale", "tie_breaking", "first_action"},
}


def _require_covered(config: Configuration, data: str, *algorithms: str, fewest: int = 2) -> None:
    """Raise NotApplicable unless a proof covers these algorithms' runs."""
    require(config, data, algorithms, fewest=fewest)
    for algorithm in algorithms:
        options = section_of(config, data).options.get(algorithm, {})
        if other := sorted(set(options) - COVERED[algorithm]):
            raise NotApplicable(f"the run changes what the proof rests on: {', '.join(other)}")


# --- Theorem 3 ------------------------------------------------------------------------------


def _growth_needs(config: Configuration) -> tuple[Need, ...]:
    _require_covered(config, "regret", LAZY, fewest=FEWEST_CURVES)
    return (Need(experiment="regret", where={"algorithm": (LAZY,)}),)


def _growth(results: Results, config: Configuration, *, faster: bool = False) -> Finding:
    """Test the growth of regrets in the cells where Theorem 3's bound at T/8 is not vacuous.

    Where it is, growth may still be linear. The control's regret grows like t^FASTER.
    """
    reader, section = Reader(SAMPLES, results, config), config.regret
    early = section.horizon // SPAN
    span = section.horizon / early
    parts = []
    for setting in section.settings:
        gaps = setting.gaps
        for epsilon in section.epsilons:
            if not gaps.max() > 0:
                continue
            bound = bounds.theorem_3_regret(gaps=gaps, epsilon=epsilon, horizon=early)
            if bound.total >= early * gaps.max():
                continue
            place = {
                "data": "regret",
                "algorithm": LAZY,
                "setting": setting.name,
                "epsilon": epsilon,
            }
            first, last = reader({**place, "round": early}), reader(place)
            if faster:
                first = last / span**FASTER
            least = gaps[gaps > 0].min()
            name = f"{setting.name}, K = {gaps.size}, Δ = {least:g}, ε = {epsilon:g}"
            parts.append(power(name, last, first, span=span, exponent=0, slack=GROWTH, paired=True))
    if not parts:
        raise NotApplicable(
            "Theorem 3's explicit bound at T/8 is above T/8 times the largest gap in every cell"
        )
    exponents = [math.log(part.value) / math.log(span) for part in parts]
    numbers = {
        "largest exponent": max(exponents),
        "least exponent": min(exponents),
        "cells": len(parts),
    }
    finding = most_of({part.name: [part] for part in parts})
    return dataclasses.replace(finding, numbers={**numbers, "hold": finding.numbers["hold"]})


def _privacy_needs(config: Configuration) -> tuple[Need, ...]:
    for epsilon in (PRIVATE, LESS_PRIVATE):
        if epsilon not in config.regret.epsilons:
            raise NotApplicable(f"the run has no epsilon {epsilon:g}")
    require_setting(config, SETTING_3)
    _require_covered(config, "regret", LAZY)
    where = {
        "algorithm": (LAZY,),
        "setting": (SETTING_3,),
        "epsilon": (PRIVATE, LESS_PRIVATE),
    }
    return (Need(experiment="regret", where=where),)


def _privacy_growth(results: Results, config: Configuration, *, more: float = 1.0) -> Finding:
    """Test growth of at most 1/ε; the control's regrets are `more` times as large."""
    reader = Reader(SAMPLES, results, config)
    place = {"data": "regret", "algorithm": LAZY, "setting": SETTING_3}
    high, low = (reader({**place, "epsilon": epsilon}) for epsilon in (PRIVATE, LESS_PRIVATE))
    factor = LESS_PRIVATE / PRIVATE
    part = power("growth with 1/ε", more * high, low, span=factor, exponent=1, slack=ROOM)
    exponent = math.log(part.value) / math.log(factor)
    return all_of([part], {"exponent of 1/ε": exponent})


# --- Full information -----------------------------------------------------------------------


def _arms_needs(config: Configuration) -> tuple[Need, ...]:
    section = config.full_information
    _require_covered(config, "full-information", FTNL, NAIVE)
    if "equal" not in section.instances:
        raise NotApplicable("the run has no equal gaps")
    if len(section.arms) < 2 or max(section.arms) < 4 * min(section.arms):
        raise NotApplicable("the run's numbers of actions do not span a factor of 4")
    where = {"algorithm": (FTNL, NAIVE), "instance": ("equal",)}
    return (Need(experiment="full-information", where=where),)


def _exponent_text(x: list[float], found: list[Sample]) -> str:
    fit = fit_exponent(x, found, confidence=0.95)
    return f"{fit.slope:.3g} ({fit.low:.3g} to {fit.high:.3g})"


def _in_arms(
    results: Results, config: Configuration, *, algorithms: tuple[str, str] = (FTNL, NAIVE)
) -> Finding:
    """Test growth like ln K of FTNL and like K of naive FTNL; the control exchanges them.

    With equal gaps, at the largest gap and the ε nearest to 0.5.
    """
    reader, section = Reader(SAMPLES, results, config), config.full_information
    place = {
        "data": "full-information",
        "reading": "main",
        "instance": "equal",
        "min_gap": max(section.min_gaps),
        "epsilon": min(section.epsilons, key=lambda value: abs(math.log(value / 0.5))),
    }
    actions = [float(arms) for arms in sorted(section.arms)]
    logarithms = [math.log(arms) for arms in actions]
    ftnl, naive = (
        [reader({**place, "algorithm": name, "arms": arms}) for arms in actions]
        for name in algorithms
    )
    numbers: dict[str, float | int | str] = {
        "at": f"Δ = {place['min_gap']:g}, ε = {place['epsilon']:g}",
        "FTNL: exponent of ln K (95%)": _exponent_text(logarithms, ftnl),
        "naive: exponent of K (95%)": _exponent_text(actions, naive),
        "naive over FTNL at least K": float(naive[0].mean() / ftnl[0].mean()),
        "naive over FTNL at largest K": float(naive[-1].mean() / ftnl[-1].mean()),
    }
    spans = logarithms[-1] / logarithms[0], actions[-1] / actions[0]
    # at least K^0.85: from the largest to the least K it falls at least that fast
    slack = LOGARITHMIC - 1, 1 - LEAST_LINEAR
    parts = [
        power(FTNL, ftnl[-1], ftnl[0], span=spans[0], exponent=1, slack=slack[0]),
        power(NAIVE, naive[0], naive[-1], span=spans[1], exponent=-1, slack=slack[1]),
    ]
    return all_of(parts, numbers)


_MARGINS = dict(zip(("whole", "half", "twice"), MARGINS, strict=True))

CHECKS = {
    "theorem-3-growth": measured(
        _growth,
        _growth_needs,
        control=partial(_growth, faster=True),
        facts={
            **{name: margin * GROWTH for name, margin in _MARGINS.items()},
            "growth": GROWTH,
            "faster": FASTER,
            "curves": FEWEST_CURVES,
        },
    ),
    "theorem-3-growth-epsilon": measured(
        _privacy_growth,
        _privacy_needs,
        control=partial(_privacy_growth, more=LESS_PRIVATE / PRIVATE),
        facts={
            **{name: 1 + margin * ROOM for name, margin in _MARGINS.items()},
            "private": PRIVATE,
            "less_private": LESS_PRIVATE,
            "room": 1 + ROOM,
        },
    ),
    "section-5-rnm-removes-k": measured(
        _in_arms,
        _arms_needs,
        control=partial(_in_arms, algorithms=(NAIVE, FTNL)),
        facts={
            f"{name}_{form}": 1 + margin * (exponent - 1)
            for name, margin in _MARGINS.items()
            for form, exponent in (("logarithmic", LOGARITHMIC), ("linear", LEAST_LINEAR))
        },
    ),
}
