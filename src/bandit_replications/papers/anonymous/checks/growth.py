"""Theorems 1 and 2 against data: the exponents with which the regret grows in each size.

An upper bound of the form O~ allows any smaller exponent, and its logarithms a little more over a
finite range: `SLACK` is added to the printed exponent (half and twice of it are shown, too).
"""

import math
from collections.abc import Callable
from typing import Any

from bandit_replications.experiments.needs import Need
from bandit_replications.ledger.claims import Claim, Finding, Results
from bandit_replications.ledger.rules import Comparison, all_of
from bandit_replications.papers.anonymous.figures.scaling import (
    EXPONENTS,
    SIZES,
    points_of,
    scaling_needs,
    series_of,
    values_of,
)
from bandit_replications.runtime.errors import NotApplicable

SLACK = 0.15
LEAST_SPAN = 5.0  # with less, the slack is smaller than what a hidden logarithm of K can do
STRETCHES = (1.0, 0.5, 2.0)

THEOREMS = {
    "theorem-1": ("batched-elimination-lp", "batched-elimination-greedy"),
    "theorem-2": ("explore-then-commit",),
}


def growth_needs(theorem: str, size: str) -> Callable[[Any], tuple[Need, ...]]:
    """Return the function that gives what a growth claim needs."""

    def needs(config: Any) -> tuple[Need, ...]:
        found = scaling_needs(config)
        missing = sorted(set(THEOREMS[theorem]) - set(series_of(config)))
        if missing:
            raise NotApplicable(f"the run's scaling has no {', '.join(missing)}")
        if len(values_of(config, size)) < 2:
            raise NotApplicable(f"the run's scaling has one value of {size} only")
        if config.scaling.replicates < 2:
            raise NotApplicable("the run's scaling has one replicate; at least 2 are needed")
        if any(
            one.users // one.arms < one.arms * (one.group_size + 1)
            for one in config.scaling.sizes()
        ):
            raise NotApplicable("the run's scaling leaves U >= K(C+1), where alpha is 1 for the LP")
        return found

    return needs


def growth_check(theorem: str, size: str) -> Callable[[Results, Any], Finding]:
    """Return the check that from the first to the last size the regret grows as allowed."""
    claim_id = name_of(theorem, size)
    few = f"the sizes span less than a factor {LEAST_SPAN:g}: logarithms decide; see table-scaling"

    def check(results: Results, config: Any) -> Finding:
        comparisons = []
        numbers: dict[str, float | int | str] = {}
        span = 1.0
        for series in THEOREMS[theorem]:
            points = points_of(results["scaling"], config, series, size)
            first, last = points[0], points[-1]
            span = last.size / first.size
            printed = EXPONENTS[series][size]
            one = Comparison(
                name=f"{series} from {first.size} to {last.size}",
                a=last.regrets,
                b=first.regrets,
                factors=[span ** (printed + stretch * SLACK) for stretch in STRETCHES],
                below=True,
            )
            comparisons.append(one)
            numbers[f"{series}: exponent"] = math.log(one.value) / math.log(span)
            numbers[f"{series}: printed"] = printed
        if span < LEAST_SPAN:
            return Finding(numbers=numbers, testable=False, caveat=few)
        return all_of(claim_id, comparisons, numbers)

    return check


def name_of(theorem: str, size: str) -> str:
    """Return a growth claim's id."""
    return f"{theorem}-growth-{size.replace('_', '-')}"


def _claim(theorem: str, size: str) -> Claim:
    what = {"theorem-1": "Algorithm 1 (greedy, LP)", "theorem-2": "Algorithm 2"}[theorem]
    powers = ", ".join(f"{EXPONENTS[series][size]:.3g}" for series in THEOREMS[theorem])
    return Claim(
        id=name_of(theorem, size),
        source=theorem.replace("-", " ").capitalize(),
        statement=f"In the {SIZES[size]} the regret of {what} grows at most as the bound does.",
        kind="statistical",
        rule=(
            f"from the least to the largest {SIZES[size]}, at the worst gap of each, mean final "
            f"regret grows by at most the ratio of sizes to the power {powers} + {SLACK:g} "
            f"({', '.join(THEOREMS[theorem])}); sizes that span a factor {LEAST_SPAN:g} at least"
        ),
        needs=growth_needs(theorem, size),
        check=growth_check(theorem, size),
    )


CLAIMS = tuple(_claim(theorem, size) for theorem in THEOREMS for size in SIZES)
