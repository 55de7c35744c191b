"""Claims and errata of the paper, and what covers each of its numbered items."""

from collections.abc import Mapping

from bandit_replications.ledger.claims import Claim, Erratum
from bandit_replications.ledger.records import TypedLedger
from bandit_replications.papers.distributed.checks import (
    delb,
    demab,
    dislinucb,
    errata_arms,
    errata_linear,
    experiments,
    introduction,
    lower_bound,
    point_to_point,
    public_randomness,
)

THEORY: tuple[Claim, ...] = (
    *introduction.CLAIMS,
    *demab.CLAIMS,
    *lower_bound.CLAIMS,
    *public_randomness.CLAIMS,
    *delb.CLAIMS,
    *dislinucb.CLAIMS,
    *point_to_point.CLAIMS,
)

CLAIMS: tuple[Claim, ...] = (*THEORY, *experiments.CLAIMS)

ERRATA: tuple[Erratum, ...] = (
    *errata_arms.ERRATA,
    *errata_linear.ERRATA,
    *getattr(experiments, "ERRATA", ()),
)


def _about(name: str) -> tuple[str, ...]:
    """Return the ids of the claims on an item: its own id, and those that begin with it."""
    return tuple(
        claim.id for claim in CLAIMS if claim.id == name or claim.id.startswith(f"{name}-")
    )


NUMBERED_ITEMS: Mapping[str, tuple[str, ...]] = {
    **{f"Theorem {number}": _about(f"theorem-{number}") for number in range(1, 9)},
    **{f"Fact 1.{part}": _about(f"fact-1-{part}") for part in range(1, 5)},
    "Fact 2": _about("fact-2"),
    "Lemma B.1": _about("lemma-b-1"),
    **{f"Lemma B.2.{part}": _about(f"lemma-b-2-{part}") for part in range(1, 6)},
    **{f"Lemma B.{number}": _about(f"lemma-b-{number}") for number in range(3, 6)},
    **{f"Lemma D.{number}": _about(f"lemma-d-{number}") for number in range(1, 3)},
    **{f"Lemma F.{number}": _about(f"lemma-f-{number}") for number in range(1, 4)},
    **{f"Lemma H.{number}": _about(f"lemma-h-{number}") for number in range(1, 4)},
    **{f"Protocol {number}": _about(f"protocol-{number}") for number in (1, 2, 3, 4, 5, 6, 7, 8)},
    **{f"Procedure {number}": _about(f"procedure-{number:02d}") for number in (9, 10)},
    **{f"Equation {number}": (f"equation-{number:02d}",) for number in range(1, 7)},
    "Table 1": _about("table-1"),
    **{f"Footnote {number}": _about(f"footnote-{number:02d}") for number in (1, 2, 3, 7, 12)},
    "Footnotes 4 to 6": ("footnotes-04-to-06",),
    "Footnotes 8 and 9": ("footnotes-08-09",),
    "Footnotes 10 and 11": ("footnotes-10-11",),
    **{
        f"Finite precision, {name}": _about(f"finite-precision-{name.lower()}")
        for name in ("DEMAB", "DELB", "DisLinUCB")
    },
}

LEDGER = TypedLedger(CLAIMS, ERRATA, NUMBERED_ITEMS)
