"""Checks of the paper's claims, and its ledger."""

from collections.abc import Mapping
from pathlib import Path

from bandit_replications.ledger.decisions import Decision, registered
from bandit_replications.ledger.records import load_ledger
from bandit_replications.papers.multiplayer.checks import (
    coordinate_and_play,
    coordinate_in_bits,
    horizon_sweep,
    metaplayer,
    ranking,
    regret_bounds,
)
from bandit_replications.papers.multiplayer.checks.samples import SAMPLES

CHECKS: Mapping[str, Decision] = registered(
    metaplayer, coordinate_and_play, coordinate_in_bits, ranking, regret_bounds, horizon_sweep
)

LEDGER = load_ledger(Path(__file__).parents[1], CHECKS, coordinate_and_play.FACTS, SAMPLES)
