"""Decisions on the ranking: Algorithm 4, Section 4 and Appendix A.2."""

from dataclasses import replace
from typing import Any

import numpy as np

from bandit_replications.experiments.needs import Need
from bandit_replications.inference.checks import Check, at_most
from bandit_replications.ledger.claims import Finding, Results
from bandit_replications.ledger.decisions import measured, proof, step
from bandit_replications.ledger.rules import Share, all_of
from bandit_replications.papers.multiplayer.theory import ranking
from bandit_replications.runtime.errors import NotApplicable

# Between them the bound is informative and enough failures are expected for a test.
LEAST_BOUND, LARGEST_BOUND = 0.005, 1.0
HIGH_PROBABILITY = 0.01
SWEEP_RUNS = 3 * 1301 * 10
CHAINS = (2, 3, 4, 8)

_FACTS = {"sizes": ", ".join(map(str, ranking.PLAYERS)), "chains": ", ".join(map(str, CHAINS))}


def _seat_probabilities() -> tuple[Check, ...]:
    return tuple(check for k in CHAINS for check in ranking.seat_probability(players=k))


def _fails_rarely(rounds: int) -> Check:
    check = ranking.failure_in_experiments(rounds=rounds)
    return at_most(f"failure at T_R = {rounds}, 4 players", check.left, HIGH_PROBABILITY)


def _needs(config: Any) -> tuple[Need, ...]:
    return (Need(experiment="ranking"),)


def _simulated(results: Results, config: Any) -> Finding:
    """Compare shares of failed rankings with the bound; the rule has no margin."""
    frame, samples = results["ranking"], config.ranking.samples
    cells = frame[frame["bound"].between(LEAST_BOUND, LARGEST_BOUND, inclusive="left")]
    if cells.empty:
        raise NotApplicable(f"no cell has a bound from {LEAST_BOUND} to {LARGEST_BOUND:g}")
    failures = np.rint(cells["failure_simulated"].to_numpy() * samples).astype(int)
    bounds = cells["bound"].to_numpy()
    nearest = int(np.argmax(failures / bounds))
    parts = [
        Share(name="failures", successes=int(count), trials=samples, bound=float(bound))
        for count, bound in zip(failures, bounds, strict=True)
    ]
    numbers = {
        "cells": len(cells),
        "largest share of failures over bound": parts[nearest].value / parts[nearest].bound,
        "players there": int(cells["players"].iloc[nearest]),
        "rounds there": int(cells["ranking_rounds"].iloc[nearest]),
    }
    return replace(all_of("appendix-2-simulated", parts, numbers), half=None, twice=None)


CHECKS = {
    "algorithm-4": proof(
        step("shared ranks, K = 2", ranking.ranks_are_distinct, players=2, rounds=4),
        step("shared ranks, K = 3", ranking.ranks_are_distinct, players=3, rounds=3),
        method="enumeration",
    ),
    "section-4-ranking-high-probability": proof(
        step("T_R = 20", _fails_rarely, rounds=20),
        step("T_R = 25", _fails_rarely, rounds=25),
        printed=(
            step("Theorem 4.1's K / T at T_R = 20", ranking.failure_in_experiments),
            step(
                "Theorem 4.1's K / T at T_R = 25",
                ranking.failure_in_experiments,
                rounds=25,
                horizon=100000,
            ),
            step(
                "failed rankings in Appendix A.5",
                ranking.failed_rankings_expected,
                runs=SWEEP_RUNS,
                rounds=25,
            ),
        ),
        failing="the theorem asks for more",
        facts={"most": HIGH_PROBABILITY},
    ),
    "theorem-4-1-ranking": proof(
        step("bound at T_R", ranking.theorem_rounds, players=4, horizon=240000),
        step("exact, nearest", ranking.nearest_failure_at_theorem_rounds),
        facts=_FACTS,
    ),
    "appendix-2-seat-probability": proof(step("q", _seat_probabilities), facts=_FACTS),
    "appendix-2-least-seat-probability": proof(
        step("least q", ranking.nearest_least_seat_probability),
        step("1/e", ranking.nearest_constant_e),
    ),
    "appendix-2-one-player": proof(
        step("exact", ranking.nearest_over_rounds, check=ranking.one_player_unranked),
        step("exponential", ranking.exponential, players=4, ranking_rounds=20),
        facts=_FACTS,
    ),
    "appendix-2-union-bound": proof(
        step("exact", ranking.nearest_over_rounds, check=ranking.union_bound),
        method="bound",
        facts=_FACTS,
    ),
    "appendix-2-simulated": measured(
        _simulated, _needs, facts={"least": LEAST_BOUND, "largest": LARGEST_BOUND}
    ),
}
