"""Decisions on blocks and on the regret of Coordinate and Play: Theorems 4.1 and 4.2."""

from typing import Any

import numpy as np

from bandit_replications.experiments.needs import Need
from bandit_replications.inference import summaries
from bandit_replications.inference.power_laws import fit_exponent
from bandit_replications.ledger.claims import Finding, Results
from bandit_replications.ledger.decisions import (
    argued,
    exact,
    measured,
    proof,
    statement,
)
from bandit_replications.ledger.parts import level
from bandit_replications.ledger.rules import all_of
from bandit_replications.papers.multiplayer.checks.coordinate_and_play import SHORT
from bandit_replications.papers.multiplayer.parameters import Configuration
from bandit_replications.papers.multiplayer.theory import bounds, theorem_4_1, theorem_4_2
from bandit_replications.papers.multiplayer.theory import coordinate_phase as phase
from bandit_replications.papers.multiplayer.theory.horizon_fits import slope_text
from bandit_replications.runtime.errors import NotApplicable

FEWEST_RUNS = 20
SIZE = ("players", "arms", "block_length")

_FACTS = {"horizon": theorem_4_1.HORIZON}


# --- Sizes ----------------------------------------------------------------------------------


def _scaling_needs(config: Configuration) -> tuple[Need, ...]:
    if config.scaling.replicates < FEWEST_RUNS:
        raise NotApplicable(f"scaling has fewer than {FEWEST_RUNS} runs")
    return (Need(experiment="scaling"),)


def _over_bounds(results: Results, config: Configuration, *, silent: bool) -> Finding:
    """Compare mean regrets with the proof's bound where that is below what silence costs.

    `silent` takes players who stay quiet for those of Coordinate and Play.
    """
    section, parts, vacuous = config.scaling, [], []
    for (players, arms, length), rows in summaries.groups(results["scaling"], *SIZE):
        sizes = {"players": players, "arms": arms, "horizon": section.horizon}
        bound = bounds.theorem_4_1_terms(**sizes, block_length=length)
        silence = players * (1 - section.best) * section.horizon
        name = f"K = {players}, N = {arms}, τ = {length}"
        if silence <= bound:
            vacuous.append(name)
            continue
        regret = rows["regret"].to_numpy()
        parts.append(
            level(name, np.full(regret.size, silence) / bound if silent else regret / bound, 1.0)
        )
    exponents = {} if silent else _exponents(results["scaling"], config)
    if not parts:
        return Finding(testable=False, caveat="silence keeps below the bound at every size")
    largest = max(parts, key=lambda part: part.a.mean())
    numbers: dict[str, float | int | str] = {
        f"largest mean over the bound, {largest.name}": float(largest.a.mean()),
        "sizes": len(parts),
        "not judged, as silence keeps below the bound too": "; ".join(vacuous) or "none",
    }
    return all_of(parts, {**numbers, **exponents})


def _exponents(frame: Any, config: Configuration) -> dict[str, str]:
    """Return the exponents in K and in N with the theorem's blocks, where three sizes are there."""
    found = {}
    for column, fixed in (("players", "arms"), ("arms", "players")):
        cells: dict[int, dict[int, Any]] = {}
        for size, length in config.scaling.cases:
            if length == config.scaling.block_length(size, 1.0):
                rows = frame[
                    (frame["players"] == size.players)
                    & (frame["arms"] == size.arms)
                    & (frame["block_length"] == length)
                ]
                value = getattr(size, fixed)
                cells.setdefault(value, {})[getattr(size, column)] = rows["regret"].to_numpy()
        value, runs = max(cells.items(), key=lambda cell: len(cell[1]))
        if len(runs) > 2:
            sizes = sorted(runs)
            fit = fit_exponent(sizes, [runs[one] for one in sizes], confidence=0.95)
            found[f"fitted exponent in {column}, {fixed} {value}:"] = slope_text(fit)
    return found


_BETWEEN = argued("Play, estimate, block", theorem_4_1.between_play_and_block)
_MOMENTS = argued("second moments", theorem_4_1.second_moments)
_NO_PLAY = argued(
    "no Play phase only where vacuous",
    "τ <= (K-1) N means T <= (K-1)³ N² ln N / K² < 64 K N² ln N, up to where 4 Λ >= K T",
)

CHECKS = {
    "section-1-regret-bound": proof(
        argued(
            "from Theorem 4.1's bound",
            "K² <= K^(4/3) N^(2/3) as K < N, so the bound is at most 4 (ln N)^(1/3) + 2 e ln T "
            "times K^(4/3) N^(2/3) T^(2/3)",
        ),
    ),
    "scaling-within-bound": measured(
        lambda results, config: _over_bounds(results, config, silent=False),
        _scaling_needs,
        control=lambda results, config: _over_bounds(results, config, silent=True),
    ),
    "theorem-4-2": proof(
        argued("floor(T/τ) blocks against T/τ", theorem_4_2.whole_blocks),
    ),
    "section-2-unknown-horizon": proof(
        argued("epochs, nearest", theorem_4_1.doubling_cost),
        facts={"factor": theorem_4_1.DOUBLING},
    ),
    "theorem-4-1-play-term": proof(
        argued("N = 8, K = 4", theorem_4_1.play_term),
    ),
    "theorem-4-1-coordinate-term": proof(
        argued("losses in a phase", theorem_4_1.coordinate_losses),
        argued("all phases", theorem_4_1.coordinate_term),
    ),
    "theorem-4-1-rest-term": proof(
        argued("K τ", theorem_4_1.rest_term),
        argued("at most Λ", "K τ <= Λ where K <= N (ln N)² T, and K < N < T with N >= 2"),
    ),
    "theorem-4-1-failure-term": proof(argued("T = 2", theorem_4_1.failure_term)),
    "estimate-between": statement(
        _BETWEEN,
        _MOMENTS,
    ),
    "theorem-4-1": proof(
        argued("sum of the parts", "2 Λ + Λ + Λ, and K T_R + K² <= 2 K T_R"),
        argued(
            "whole rounds",
            "where the bound is below K T, τ >= 4 K N >= 8, so that rounding it adds less than "
            "0.01 Λ to learning and coordination, and the rest is at most 0.2 Λ",
        ),
        _BETWEEN,
        _MOMENTS,
        _NO_PLAY,
        printed=(
            exact("mean of the estimate", theorem_4_1.unbiased),
            exact("room for the Coordinate phase", phase.block_holds_phase, horizon=SHORT),
        ),
        failing="steps of the printed proof that fail",
    ),
    "theorem-4-1-scope": proof(
        exact("Section 5", theorem_4_1.bound_is_informative),
        _NO_PLAY,
        facts=_FACTS,
    ),
}
