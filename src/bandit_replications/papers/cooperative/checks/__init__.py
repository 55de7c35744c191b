"""Claims and errata of the paper, and what covers each of its numbered items."""

from collections.abc import Mapping

from bandit_replications.ledger.claims import Claim, Erratum
from bandit_replications.ledger.records import TypedLedger
from bandit_replications.papers.cooperative.checks import (
    byzantine_theory,
    errata,
    experiments,
    privacy,
    private_regret,
    setting,
)

CLAIMS: tuple[Claim, ...] = (
    *setting.CLAIMS,
    *privacy.CLAIMS,
    *private_regret.CLAIMS,
    *byzantine_theory.CLAIMS,
    *experiments.CLAIMS,
)

ERRATA: tuple[Erratum, ...] = errata.ERRATA

# The paper numbers its equations, algorithms and figure; definitions, lemmas and theorems go
# without numbers and are named by what they are about.
NUMBERED_ITEMS: Mapping[str, tuple[str, ...]] = {
    "Theorem of Section 2": ("section-2-lower-bound", "section-2-lower-bound-repaired"),
    "Definition of Section 3.1": ("definition-private-message",),
    "Lemma of Section 3.1": ("lemma-laplace-mechanism", "lemma-laplace-mechanism-repaired"),
    "Theorem of Section 3.2": ("theorem-dp-ucb",),
    "Lemma of Section 3.2 on releases": ("lemma-release-series",),
    "Lemma of Section 3.2 on messages": (
        "lemma-private-messages",
        "lemma-private-messages-repaired",
    ),
    "Lemma of Section 3.3": ("lemma-privacy-guarantee", "lemma-privacy-guarantee-proof"),
    "Theorem of Section 3.3": (
        "theorem-private-regret",
        "theorem-private-regret-growth",
        "theorem-private-regret-chi",
        "theorem-private-regret-sigma",
    ),
    "Definition of Section 4.1": ("definition-trimmed-mean", "trimmed-mean-defined"),
    "Theorem of Section 4.1": ("theorem-trimmed-mean", "theorem-trimmed-mean-units"),
    "Theorem of Section 4.2": (
        "theorem-byzantine-regret",
        "theorem-byzantine-regret-condition",
        "theorem-byzantine-regret-condition-repaired",
        "theorem-byzantine-regret-gap",
    ),
    "Remark on strategy": ("section-3-2-running-agent",),
    "Remark on defection": ("remark-defection",),
    "Remark on rates, private": ("remark-optimal-rates", "remark-no-privacy"),
    "Remark on γ": (
        "remark-message-life",
        "remark-no-communication",
        "remark-graph-and-privacy",
    ),
    "Remark on rates, Byzantine": ("remark-optimal-rates",),
    "Remark on privacy and robustness": ("remark-simultaneous",),
    **{f"Algorithm {number}": (f"algorithm-{number}",) for number in range(1, 4)},
    "Figure 1": (
        "section-5-private-ucb1",
        "section-5-private-dp-ucb-int",
        "section-5-price-of-privacy",
        "section-5-byzantine-ucb1",
        "section-5-no-contamination",
        "section-5-decline",
        "section-5-optimum",
    ),
    **{f"Equation {number}": (f"equation-{number:02d}",) for number in range(1, 52)},
}

LEDGER = TypedLedger(CLAIMS, ERRATA, NUMBERED_ITEMS)
