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
    sampled,
    statement,
)
from bandit_replications.ledger.parts import level
from bandit_replications.ledger.rules import all_of
from bandit_replications.papers.multiplayer.checks.coordinate_and_play import SHORT
from bandit_replications.papers.multiplayer.theory import bounds, theorem_4_1, theorem_4_2
from bandit_replications.papers.multiplayer.theory import coordinate_phase as phase
from bandit_replications.papers.multiplayer.theory.horizon_fits import slope_text
from bandit_replications.runtime.errors import NotApplicable

FEWEST_RUNS = 20
SIZE = ("players", "arms", "block_length")

_FACTS = {
    "fewest_arms": min(arms for _, arms in theorem_4_1.SIZES),
    "most_arms": max(arms for _, arms in theorem_4_1.SIZES),
    "games": len(theorem_4_1.GAMES),
    "longest": f"10^{len(str(theorem_4_1.HORIZONS[-1])) - 1}",
    "horizon": theorem_4_1.HORIZON,
}


# --- Sizes ----------------------------------------------------------------------------------


def _scaling_needs(config: Any) -> tuple[Need, ...]:
    if config.scaling.replicates < FEWEST_RUNS:
        raise NotApplicable(f"scaling has fewer than {FEWEST_RUNS} runs")
    return (Need(experiment="scaling"),)


def _over_bounds(results: Results, config: Any, *, silent: bool) -> Finding:
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


def _exponents(frame: Any, config: Any) -> dict[str, str]:
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


CHECKS = {
    "section-1-regret-bound": proof(
        sampled("from Theorem 4.1's bound, nearest", theorem_4_1.order_of_bound),
        facts=_FACTS,
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
        sampled("epochs, nearest", theorem_4_1.doubling_cost),
        facts={"factor": theorem_4_1.DOUBLING},
    ),
    "theorem-4-1-play-term": proof(
        sampled("N = 8, K = 4", theorem_4_1.play_term),
        sampled("N = 32, K = 31", theorem_4_1.play_term, arms=32, players=31),
    ),
    "theorem-4-1-coordinate-term": proof(
        sampled("losses in a phase", theorem_4_1.coordinate_losses),
        sampled("all phases", theorem_4_1.coordinate_term),
    ),
    "theorem-4-1-rest-term": proof(
        sampled("K τ", theorem_4_1.rest_term),
        sampled("nearest", theorem_4_1.nearest_rest_below_leading),
        facts=_FACTS,
    ),
    "theorem-4-1-failure-term": proof(sampled("T = 2", theorem_4_1.failure_term)),
    "estimate-between": statement(
        exact("Play, estimate, block", theorem_4_1.between_play_and_block),
        exact("second moments", theorem_4_1.second_moments),
    ),
    "theorem-4-1": proof(
        sampled("sum of the parts, nearest", theorem_4_1.nearest_total),
        sampled("the same with whole rounds, nearest", theorem_4_1.nearest_total, rounded=True),
        sampled("Play, estimate, block", theorem_4_1.between_play_and_block),
        sampled("second moments", theorem_4_1.second_moments),
        sampled("no Play phase only where vacuous, nearest", theorem_4_1.nearest_short_blocks),
        printed=(
            sampled("mean of the estimate", theorem_4_1.unbiased),
            sampled("room for the Coordinate phase", phase.block_holds_phase, horizon=SHORT),
        ),
        failing="steps of the printed proof that fail",
        facts=_FACTS,
    ),
    "theorem-4-1-scope": proof(
        sampled("Section 5", theorem_4_1.bound_is_informative),
        sampled("short blocks, N = 8, K = 4", theorem_4_1.short_blocks_are_vacuous),
        sampled("short blocks, nearest", theorem_4_1.nearest_short_blocks),
        facts=_FACTS,
    ),
}
