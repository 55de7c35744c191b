"""Claims and errata of the paper, and what covers each of its numbered items."""

from collections.abc import Mapping

from bandit_replications.ledger.claims import Claim, Erratum
from bandit_replications.ledger.records import TypedLedger
from bandit_replications.papers.private_online.checks import bandit as claims_bandit
from bandit_replications.papers.private_online.checks import errata_bandit, errata_full_information
from bandit_replications.papers.private_online.checks import experiments as claims_experiments
from bandit_replications.papers.private_online.checks import (
    full_information as claims_full_information,
)

CLAIMS: tuple[Claim, ...] = (
    *claims_bandit.CLAIMS,
    *claims_full_information.CLAIMS,
    *claims_experiments.CLAIMS,
)

ERRATA: tuple[Erratum, ...] = (*errata_bandit.ERRATA, *errata_full_information.ERRATA)

NUMBERED_ITEMS: Mapping[str, tuple[str, ...]] = {
    "Definition 1": ("definition-1",),
    "Theorem 2": ("theorem-2", "theorem-2-proof", "privacy-anytime-lazy-ucb"),
    "Theorem 3": ("theorem-3", "theorem-3-growth", "theorem-3-growth-epsilon"),
    "Theorem 4": ("theorem-4",),
    "Theorem 5": ("theorem-5-privacy", "theorem-5-regret", "privacy-hybrid-ucb"),
    "Theorem 6": ("theorem-6", "theorem-6-repaired", "privacy-ftnl"),
    "Theorem 7": (
        "theorem-7",
        "theorem-7-second-form",
        "theorem-7-repaired",
        "theorem-7-explicit",
        "theorem-7-growth",
    ),
    "Theorem 10": ("theorem-10", "theorem-10-exact", "theorem-10-range", "theorem-10-non-private"),
    "Corollary 8": ("corollary-8-i", "corollary-8-ii"),
    "Corollary 9": ("corollary-9", "corollary-9-growth"),
    **{f"Lemma {number}": (f"lemma-{number}",) for number in (11, 12, 13)},
    **{f"Fact {number}": (f"fact-{number}",) for number in (1, 2)},
    **{f"Algorithm {number}": (f"algorithm-{number}",) for number in range(1, 5)},
    **{f"Figure {number}": (f"figure-{number:02d}",) for number in range(1, 13)},
    **{f"Equation {number}": (f"equation-{number:02d}",) for number in range(1, 59)},
}

LEDGER = TypedLedger(CLAIMS, ERRATA, NUMBERED_ITEMS)
