"""Claims and errata of the paper, and what covers each of its numbered items."""

from collections.abc import Mapping

from bandit_replications.ledger.claims import Claim, Erratum
from bandit_replications.ledger.records import TypedLedger
from bandit_replications.papers.multiplayer.checks import (
    coordinate_and_play,
    errata_coordinate_and_play,
    errata_metaplayer,
    errata_ranking,
    experiments,
    horizon_sweep,
    metaplayer,
    ranking,
    regret_bounds,
    setting,
)

CLAIMS: tuple[Claim, ...] = (
    *setting.CLAIMS,
    *metaplayer.CLAIMS,
    *coordinate_and_play.CLAIMS,
    *ranking.CLAIMS,
    *regret_bounds.CLAIMS,
    *experiments.CLAIMS,
    *horizon_sweep.CLAIMS,
)

ERRATA: tuple[Erratum, ...] = (
    *errata_metaplayer.ERRATA,
    *errata_coordinate_and_play.ERRATA,
    *errata_ranking.ERRATA,
)

NUMBERED_ITEMS: Mapping[str, tuple[str, ...]] = {
    "Lemma 3.1": ("lemma-3-1",),
    "Lemma 4.1": ("lemma-4-1",),
    "Theorem 4.1": ("theorem-4-1", "theorem-4-1-ranking"),
    "Theorem 4.2": ("theorem-4-2",),
    **{f"Algorithm {number}": (f"algorithm-{number}",) for number in range(1, 6)},
    **{f"Figure {number}": (f"figure-{number:02d}",) for number in range(1, 8)},
    **{f"Equation {number}": (f"equation-{number:02d}",) for number in (1, 2)},
}

LEDGER = TypedLedger(CLAIMS, ERRATA, NUMBERED_ITEMS)
