"""Theorems 1 and 2 against data: exponents of the regret in each size.

An upper bound of the form O~ allows any smaller exponent, and its logarithms a little more over a
finite range: `SLACK` is added to the printed exponent (half and twice of it are shown, too).
"""

import math
from functools import partial

from bandit_replications.experiments.needs import Need
from bandit_replications.ledger.claims import Finding, Results
from bandit_replications.ledger.decisions import Decision, measured
from bandit_replications.ledger.parts import power
from bandit_replications.ledger.rules import all_of, each_refused
from bandit_replications.papers.anonymous.analysis.scaling import (
    EXPONENTS,
    SIZES,
    points_of,
    scaling_needs,
    series_of,
    values_of,
)
from bandit_replications.papers.anonymous.analysis.series import BATCHED, COMMIT, GREEDY, LP
from bandit_replications.papers.anonymous.parameters import Configuration
from bandit_replications.runtime.errors import NotApplicable

SLACK = 0.15
STEEPER = 2 * SLACK
LEAST_SPAN = 5.0  # with less, the slack is smaller than what a hidden logarithm of K can do

THEOREMS = {"theorem-1": (LP, GREEDY), "theorem-2": (COMMIT,)}


def _needs(config: Configuration, *, theorem: str, size: str) -> tuple[Need, ...]:
    found = scaling_needs(config)
    missing = sorted(set(THEOREMS[theorem]) - set(series_of(config)))
    if missing:
        raise NotApplicable(f"the run's scaling has no {', '.join(missing)}")
    if any(len(values_of(config, series, size)) < 2 for series in THEOREMS[theorem]):
        raise NotApplicable(f"the run's scaling has one value of {size} only")
    if min(map(config.scaling.replicates_of, config.scaling.algorithms)) < 2:
        raise NotApplicable("the run's scaling has one replicate; at least 2 are needed")
    if theorem == "theorem-1" and any(
        one.users // one.arms < one.arms * (one.group_size + 1)
        for one in config.scaling.sizes(BATCHED)
    ):
        raise NotApplicable("the run's scaling leaves U >= K(C+1), where alpha is 1 for the LP")
    return found


def _growth(
    results: Results, config: Configuration, *, theorem: str, size: str, steeper: bool = False
) -> Finding:
    """Compare the growth of the regret from the first to the last size with the bound.

    `steeper`: the control, the last size's runs of one series after the other scaled to grow by the
    printed power and `STEEPER` more.
    """
    parts = []
    numbers: dict[str, float | int | str] = {}
    span = 1.0
    for series in THEOREMS[theorem]:
        points = points_of(results["scaling"], config, series, size)
        first, last = points[0], points[-1]
        span, printed = last.size / first.size, EXPONENTS[series][size]
        name = f"{series} from {first.size} to {last.size}"
        scale = math.sqrt(math.log(last.size) / math.log(first.size)) if size == "arms" else 1.0
        later = last.regrets
        if steeper:
            grown = scale * span ** (printed + STEEPER) * first.regrets.mean()
            later = later * (grown / later.mean())
        part = power(
            name,
            later,
            first.regrets,
            span=span,
            exponent=printed,
            slack=SLACK,
            scale=scale,
        )
        parts.append(part)
        numbers[f"{series}: exponent"] = math.log(part.value / scale) / math.log(span)
        numbers[f"{series}: printed"] = printed
    if span < LEAST_SPAN:
        few = f"the sizes span less than a factor {LEAST_SPAN:g}: logarithms decide"
        return Finding(numbers=numbers, testable=False, caveat=f"{few}; see table-scaling")
    joined = each_refused if steeper else all_of
    return joined(parts, numbers)


def _decision(theorem: str, size: str) -> Decision:
    facts = {
        "size": SIZES[size],
        "powers": ", ".join(f"{EXPONENTS[series][size]:.3g}" for series in THEOREMS[theorem]),
        "slack": SLACK,
        "steeper": STEEPER,
        "series": ", ".join(THEOREMS[theorem]),
        "least_span": LEAST_SPAN,
    }
    decide = partial(_growth, theorem=theorem, size=size)
    return measured(
        decide,
        partial(_needs, theorem=theorem, size=size),
        control=partial(decide, steeper=True),
        facts=facts,
    )


CHECKS = {
    f"{theorem}-growth-{size.replace('_', '-')}": _decision(theorem, size)
    for theorem in THEOREMS
    for size in SIZES
}
