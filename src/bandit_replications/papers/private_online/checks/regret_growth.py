"""Theorem 3 against data: how the regret of Anytime-Lazy-UCB grows with T and with 1/ε."""

import math
from collections.abc import Iterator
from typing import Any

from bandit_replications.bandits.streams import generator
from bandit_replications.experiments.needs import Need
from bandit_replications.inference.hypothesis_tests import mean_test, ratio_tests
from bandit_replications.ledger.claims import Claim, Evidence, Finding, Results
from bandit_replications.papers.private_online.checks.experiments import (
    STRETCHES,
    Sample,
    final,
    setting_name,
)
from bandit_replications.papers.private_online.checks.regret_bounds import LAZY, required, theorem_3
from bandit_replications.runtime.errors import NotApplicable

FEWEST_CURVES = 8
GROWTH = 0.5
PRIVACY_LOW, PRIVACY_HIGH = 0.7, 1.3


def _growth_needs(config: Any) -> tuple[Need, ...]:
    needs = required(config, LAZY)
    curves = min(config.regret.curve_replicates, config.regret.replicates_of(LAZY))
    if curves < FEWEST_CURVES:
        raise NotApplicable(f"the run keeps {curves} curves; at least {FEWEST_CURVES} are needed")
    return needs


def _curves(results: Results, config: Any) -> Iterator[tuple[str, float, Sample, Sample]]:
    """Yield setting, ε and the regrets at T/8 and at T of the runs whose curves are kept.

    Only cells whose bound of Theorem 3 at T/8 says something: before, growth may be linear.
    """
    section = config.regret
    early = section.horizon // 8
    frame = results["regret"]
    lazy = frame[
        (frame["algorithm"] == LAZY) & (frame["replicate"] < section.curve_replicates)
    ].sort_values("replicate")
    for setting in section.settings:
        gaps = setting.gaps
        for epsilon in section.epsilons:
            if not gaps.max() > 0 or theorem_3(gaps, epsilon, early) >= early * gaps.max():
                continue
            cell = lazy[(lazy["setting"] == setting.name) & (lazy["epsilon"] == epsilon)]
            first, last = (
                cell.loc[cell["round"] == point, "regret"].to_numpy()
                for point in (early, section.horizon)
            )
            yield setting.name, epsilon, first, last


def _growth(results: Results, config: Any) -> Finding:
    ratio = config.regret.horizon / (config.regret.horizon // 8)
    cells = list(_curves(results, config))
    if not cells:
        raise NotApplicable(
            "Theorem 3's explicit bound at T/8 is above T/8 times the largest gap in every cell"
        )
    parts = []
    for setting, epsilon, first, last in cells:
        stream = generator(0, "claims", "theorem-3-growth", setting, epsilon)
        tests = [
            mean_test(last - ratio ** (stretch * GROWTH) * first, bound=0.0, generator=stream)
            for stretch in STRETCHES
        ]
        parts.append(tests)
    whole, half, twice = (
        Evidence(
            p_for=max(test.below for test in column),
            p_against=min(1.0, len(column) * min(test.above for test in column)),
        )
        for column in zip(*parts, strict=True)
    )
    exponents = [
        math.log(last.mean() / first.mean()) / math.log(ratio) for _, _, first, last in cells
    ]
    return Finding(
        numbers={
            "largest exponent": max(exponents),
            "least exponent": min(exponents),
            "cells": len(cells),
        },
        evidence=whole,
        half=half,
        twice=twice,
    )


GROWTH_IN_T = Claim(
    id="theorem-3-growth",
    source="Theorem 3, Section 4.1",
    statement=(
        "The regret of Anytime-Lazy-UCB grows like log T: a power of T of the order of a square "
        "root is excluded."
    ),
    kind="statistical",
    rule=(
        f"from T/8 to T the mean regret grows at most like t^{GROWTH:g} (half {GROWTH / 2:g}, "
        f"twice {2 * GROWTH:g}) in every cell whose explicit bound at T/8 is below T/8 times the "
        f"largest gap; at least {FEWEST_CURVES} curves"
    ),
    needs=_growth_needs,
    check=_growth,
)

PRIVATE, LESS_PRIVATE, SETTING_3 = 0.1, 0.5, 2


def _privacy_needs(config: Any) -> tuple[Need, ...]:
    required(config, LAZY)
    name = setting_name(config, SETTING_3)
    for epsilon in (PRIVATE, LESS_PRIVATE):
        if epsilon not in config.regret.epsilons:
            raise NotApplicable(f"the run has no epsilon {epsilon:g}")
    where = {"setting": (name,), "algorithm": (LAZY,), "epsilon": (PRIVATE, LESS_PRIVATE)}
    return (Need(experiment="regret", where=where),)


def _privacy_growth(results: Results, config: Any) -> Finding:
    high, low = (
        final(results, config, SETTING_3, LAZY, epsilon) for epsilon in (PRIVATE, LESS_PRIVATE)
    )
    factor = LESS_PRIVATE / PRIVATE
    ends = [
        (1 - stretch * (1 - PRIVACY_LOW), 1 + stretch * (PRIVACY_HIGH - 1)) for stretch in STRETCHES
    ]
    tests = ratio_tests(
        high,
        low,
        margins=[factor**exponent for pair in ends for exponent in pair],
        generator=generator(0, "claims", "theorem-3-growth-epsilon"),
    )
    whole, half, twice = (
        Evidence(
            p_for=max(above.above, below.below),
            p_against=min(1.0, 2 * min(above.below, below.above)),
        )
        for above, below in zip(tests[::2], tests[1::2], strict=True)
    )
    return Finding(
        numbers={"exponent of 1/ε": math.log(high.mean() / low.mean()) / math.log(factor)},
        evidence=whole,
        half=half,
        twice=twice,
    )


GROWTH_IN_EPSILON = Claim(
    id="theorem-3-growth-epsilon",
    source="Theorem 3, Section 4.1",
    statement="Where ε is below every gap, the regret of Anytime-Lazy-UCB grows like 1/ε.",
    kind="statistical",
    rule=(
        f"setting 3 (gaps 0.6): from ε = {LESS_PRIVATE:g} to {PRIVATE:g} the mean final regret "
        f"grows with an exponent of 1/ε between {PRIVACY_LOW:g} and {PRIVACY_HIGH:g} (half 0.85 "
        "and 1.15, twice 0.4 and 1.6)"
    ),
    needs=_privacy_needs,
    check=_privacy_growth,
)

CLAIMS = (GROWTH_IN_T, GROWTH_IN_EPSILON)
