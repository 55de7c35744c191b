"""Claims and errata of the paper, and what covers each of its numbered items."""

from collections.abc import Mapping

from bandit_replications.ledger.claims import Claim, Erratum
from bandit_replications.ledger.records import TypedLedger
from bandit_replications.papers.anonymous.checks import decompositions as claims_decompositions
from bandit_replications.papers.anonymous.checks import (
    errata_decompositions,
    errata_theory,
    growth,
    lower_bounds,
    model,
    open_problem_1,
    regret_bounds,
)
from bandit_replications.papers.anonymous.checks import experiments as claims_experiments

CLAIMS: tuple[Claim, ...] = (
    *model.CLAIMS,
    *regret_bounds.CLAIMS,
    *growth.CLAIMS,
    *claims_decompositions.CLAIMS,
    *open_problem_1.CLAIMS,
    *lower_bounds.CLAIMS,
    *claims_experiments.CLAIMS,
)

ERRATA: tuple[Erratum, ...] = (
    *errata_theory.ERRATA,
    *errata_decompositions.ERRATA,
    *claims_experiments.ERRATA,
)


def _about(name: str) -> tuple[str, ...]:
    """Return the ids of the claims on an item: its own id, and those that begin with it."""
    return tuple(
        claim.id for claim in CLAIMS if claim.id == name or claim.id.startswith(f"{name}-")
    )


NUMBERED_ITEMS: Mapping[str, tuple[str, ...]] = {
    **{f"Theorem {number}": _about(f"theorem-{number}") for number in range(1, 6)},
    **{f"Lemma {number}": _about(f"lemma-{number}") for number in range(1, 7)},
    **{f"Corollary {number}": _about(f"corollary-{number}") for number in (1, 2)},
    "Open Problem 1": _about("open-problem-1"),
    **{f"Algorithm {number}": _about(f"algorithm-{number}") for number in (1, 2, 3)},
    **{f"Figure {number}": (f"figure-{number:02d}",) for number in (1, 2)},
    **{f"Equation {number}": (f"equation-{number:02d}",) for number in (1, 2, 3)},
}

LEDGER = TypedLedger(CLAIMS, ERRATA, NUMBERED_ITEMS)
