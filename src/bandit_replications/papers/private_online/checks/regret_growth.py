"""Theorem 3 against data: how the regret of Anytime-Lazy-UCB grows with T and with 1/ε."""

import dataclasses
import math
from functools import partial

from bandit_replications.experiments.needs import Need
from bandit_replications.ledger.claims import Finding, Results
from bandit_replications.ledger.decisions import measured
from bandit_replications.ledger.parts import Sample, power
from bandit_replications.ledger.rules import all_of
from bandit_replications.papers.private_online.checks.cells import (
    LAZY,
    regret_cells,
    required,
)
from bandit_replications.papers.private_online.checks.comparisons import (
    Place,
    final,
    most_of,
    setting_name,
)
from bandit_replications.papers.private_online.checks.regret_bounds import theorem_3_bound
from bandit_replications.papers.private_online.parameters import Configuration
from bandit_replications.runtime.errors import NotApplicable

FEWEST_CURVES = 8
GROWTH, FASTER = 0.5, 0.75
SPAN = 8  # from T/8 to T
SETTING_3 = 2
PRIVATE, LESS_PRIVATE, ROOM = 0.1, 0.5, 0.3


def _growth_needs(config: Configuration) -> tuple[Need, ...]:
    needs = required(config, experiment="regret", algorithms=(LAZY,))
    curves = config.regret.replicates_of(LAZY)
    if curves < FEWEST_CURVES:
        raise NotApplicable(f"the run has {curves} runs; at least {FEWEST_CURVES} are needed")
    return needs


def _growth(results: Results, config: Configuration, *, faster: bool = False) -> Finding:
    """Return whether regrets grow slowly where Theorem 3's bound at T/8 is not vacuous.

    Where it is, growth may still be linear. The control's regret grows like t^FASTER.
    """
    section = config.regret
    early = section.horizon // SPAN
    frame = results["regret"]
    kept = frame[frame["algorithm"] == LAZY]
    parts = []
    for cell in regret_cells(results, config, LAZY):
        before = dataclasses.replace(cell, horizon=early)
        if theorem_3_bound(before, config) >= before.trivial:
            continue
        rows = kept[(kept["setting"] == cell.instance) & (kept["epsilon"] == cell.epsilon)]
        first, last = (
            rows[rows["round"] == point].sort_values("replicate")["regret"].to_numpy()
            for point in (early, section.horizon)
        )
        span = section.horizon / early
        if faster:
            first = last / span**FASTER
        parts.append(
            power(cell.name, last, first, span=span, exponent=0, slack=GROWTH, paired=True)
        )
    if not parts:
        raise NotApplicable(
            "Theorem 3's explicit bound at T/8 is above T/8 times the largest gap in every cell"
        )
    exponents = [math.log(part.value) / math.log(section.horizon / early) for part in parts]
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
    return required(
        config,
        experiment="regret",
        algorithms=(LAZY,),
        setting=(setting_name(config, SETTING_3),),
        epsilon=(PRIVATE, LESS_PRIVATE),
    )


def _pair(results: Results, config: Configuration) -> tuple[Sample, Sample]:
    high, low = (
        final(results, config, Place(SETTING_3, epsilon), LAZY)
        for epsilon in (PRIVATE, LESS_PRIVATE)
    )
    return high, low


def _privacy_growth(results: Results, config: Configuration, *, more: float = 1.0) -> Finding:
    """Return whether regrets grow at most like 1/ε; the control's are `more` times as large."""
    high, low = _pair(results, config)
    factor = LESS_PRIVATE / PRIVATE
    part = power("growth with 1/ε", more * high, low, span=factor, exponent=1, slack=ROOM)
    exponent = math.log(part.value) / math.log(factor)
    return all_of([part], {"exponent of 1/ε": exponent})


CHECKS = {
    "theorem-3-growth": measured(
        _growth,
        _growth_needs,
        control=partial(_growth, faster=True),
        facts={
            "growth": GROWTH,
            "faster": FASTER,
            "half": GROWTH / 2,
            "twice": 2 * GROWTH,
            "curves": FEWEST_CURVES,
        },
    ),
    "theorem-3-growth-epsilon": measured(
        _privacy_growth,
        _privacy_needs,
        control=partial(_privacy_growth, more=LESS_PRIVATE / PRIVATE),
        facts={
            "private": PRIVATE,
            "less_private": LESS_PRIVATE,
            "room": 1 + ROOM,
            "half": 1 + ROOM / 2,
            "twice": 1 + 2 * ROOM,
        },
    ),
}
