"""Claims on the ranking: Algorithm 4, Section 4 and Appendix A.2."""

from types import ModuleType
from typing import Any

import numpy as np

from bandit_replications.experiments.needs import Need
from bandit_replications.inference.checks import Check, at_most
from bandit_replications.ledger.claims import Claim, Evidence, Finding, Results
from bandit_replications.ledger.proof_steps import Step, derived
from bandit_replications.runtime.errors import NotApplicable

SHORT, UNDEFINED = "ranking-rounds-of-experiments", "ranking-failure-undefined"

# Between them the bound says something and enough failures are expected to tell.
LEAST_BOUND, LARGEST_BOUND = 0.005, 1.0
HIGH_PROBABILITY = 0.01
SWEEP_RUNS = 3 * 1301 * 10


def steps() -> ModuleType:
    """Return the derivations of Appendix A.2, loaded when a claim is checked."""
    from bandit_replications.papers.multiplayer.theory import ranking  # noqa: PLC0415

    return ranking


def _seat_probabilities() -> tuple[Check, ...]:
    return tuple(check for k in (2, 3, 4, 8) for check in steps().seat_probability(players=k))


def _fails_rarely(rounds: int) -> Check:
    check = steps().failure_in_experiments(rounds=rounds)
    step = f"failure at T_R = {rounds}, 4 players"
    return at_most(step, check.left, HIGH_PROBABILITY)


# --- Simulated rankings against the bound ---------------------------------------------------


def _needs(config: Any) -> tuple[Need, ...]:
    return (Need(experiment="ranking"),)


def _simulated(results: Results, config: Any) -> Finding:
    from scipy.special import bdtr, bdtrc  # noqa: PLC0415  plans do without scipy

    frame, samples = results["ranking"], config.ranking.samples
    told = frame[frame["bound"].between(LEAST_BOUND, LARGEST_BOUND, inclusive="left")]
    if told.empty:
        raise NotApplicable(f"no cell has a bound from {LEAST_BOUND} to {LARGEST_BOUND:g}")
    failures = np.rint(told["failure_simulated"].to_numpy() * samples)
    bounds = told["bound"].to_numpy()
    nearest = int(np.argmax(failures / bounds))
    against = min(1.0, len(told) * float(np.min(bdtrc(failures - 1, samples, bounds))))
    return Finding(
        numbers={
            "cells": len(told),
            "largest share of failures over bound": float(
                failures[nearest] / samples / bounds[nearest]
            ),
            "players there": int(told["players"].iloc[nearest]),
            "rounds there": int(told["ranking_rounds"].iloc[nearest]),
        },
        evidence=Evidence(p_for=float(np.max(bdtr(failures, samples, bounds))), p_against=against),
    )


CLAIMS: tuple[Claim, ...] = (
    derived(
        "algorithm-4",
        "Algorithm 4, Section 4",
        "Each player that is alone on an arm for the first time takes the arm's number as its "
        "rank, so that players get different ranks from 1 to K.",
        Step("shared ranks, K = 2", lambda: steps().ranks_are_distinct(players=2, rounds=4)),
        Step("shared ranks, K = 3", lambda: steps().ranks_are_distinct(players=3, rounds=3)),
        errata=(UNDEFINED,),
        kind="enumeration",
        rule=(
            "over all choices of 2 players in 4 rounds and of 3 players in 3 rounds no rank is "
            "given twice"
        ),
    ),
    derived(
        "section-4-ranking-high-probability",
        "Section 4; T_R of Section 5 and Appendix A.5",
        "T_R is chosen so that the ranking succeeds with high probability; the experiments take 20 "
        "and 25.",
        Step("T_R = 20", lambda: _fails_rarely(20)),
        Step("T_R = 25", lambda: _fails_rarely(25)),
        printed=(
            Step("Theorem 4.1's K / T at T_R = 20", lambda: steps().failure_in_experiments()),
            Step(
                "Theorem 4.1's K / T at T_R = 25",
                lambda: steps().failure_in_experiments(rounds=25, horizon=100000),
            ),
            Step(
                "failed rankings in Appendix A.5",
                lambda: steps().failed_rankings_expected(runs=SWEEP_RUNS, rounds=25),
            ),
        ),
        errata=(SHORT,),
        rule="with K = 4 the exact probability of failure is at most 0.01 for T_R = 20 and 25",
        failing="the theorem asks for more",
    ),
    derived(
        "theorem-4-1-ranking",
        "Theorem 4.1, Appendix A.2",
        "With T_R = K e log T the ranking fails with probability at most K / T.",
        Step("bound at T_R", lambda: steps().theorem_rounds(players=4, horizon=240000)),
        Step("exact, nearest", lambda: steps().nearest_failure_at_theorem_rounds()),
        rule=(
            "K exp(-T_R / (K e)) is K / T to a relative 1e-9, and the exact probability at T_R "
            "rounded down is at most K / T for K = 2, 3, 4, 8, 16 and T from K + 1 to 1400000; the "
            "nearest is shown"
        ),
    ),
    derived(
        "appendix-2-seat-probability",
        "Appendix A.2, first display",
        "A player without rank gets one with probability (1/K) (1 - 1/K)^(u - 1) for each free "
        "arm, u the number of players without rank.",
        Step("q", _seat_probabilities),
        rule="equal to the exact chain to a relative 1e-9 for K = 2, 3, 4, 8 and every u",
    ),
    derived(
        "appendix-2-least-seat-probability",
        "Appendix A.2, first display",
        "That probability is at least (1/K) (1 - 1/K)^(K - 1), hence at least 1 / (K e).",
        Step("least q", lambda: steps().nearest_least_seat_probability()),
        Step("1/e", lambda: steps().nearest_constant_e()),
        rule="for K from 2 to 200 and every u, and (1 - 1/K)^(K - 1) >= 1/e up to K = 1000",
    ),
    derived(
        "appendix-2-one-player",
        "Appendix A.2, second display",
        "A given player has no rank after t rounds with probability at most (1 - 1/(K e))^t, hence "
        "at most exp(-t / (K e)).",
        Step("exact", lambda: steps().nearest_one_player_unranked()),
        Step("exponential", lambda: steps().exponential(players=4, ranking_rounds=20)),
        rule="exact for K = 2, 3, 4, 8, 16 and t up to 200; the nearest is shown",
    ),
    derived(
        "appendix-2-union-bound",
        "Appendix A.2, third display",
        "Some player has no rank after T_R rounds with probability at most K exp(-T_R / (K e)).",
        Step("exact", lambda: steps().nearest_union_bound()),
        rule="exact for K = 2, 3, 4, 8, 16 and T_R up to 200; the nearest is shown",
        kind="bound",
    ),
    Claim(
        id="appendix-2-simulated",
        source="Appendix A.2",
        statement="Simulated rankings fail no more often than the bound of Appendix A.2 says.",
        kind="statistical",
        rule=(
            f"in each cell whose bound is from {LEAST_BOUND} to {LARGEST_BOUND:g} the probability "
            "of failure is at most the bound (exact binomial tests)"
        ),
        needs=_needs,
        check=_simulated,
    ),
)
