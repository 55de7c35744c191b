"""Decisions on blocks and on the regret of Coordinate and Play: Theorems 4.1 and 4.2."""

from typing import Any

import numpy as np

from bandit_replications.experiments.needs import Need
from bandit_replications.inference import summaries
from bandit_replications.inference.power_laws import fit_exponent
from bandit_replications.ledger.claims import Finding, Results
from bandit_replications.ledger.decisions import (
    algebra,
    exact,
    measured,
    proof,
)
from bandit_replications.ledger.parts import level
from bandit_replications.ledger.rules import all_of
from bandit_replications.papers.multiplayer.analysis.horizon_fits import slope_text
from bandit_replications.papers.multiplayer.analysis.scaling import with_theorem_blocks
from bandit_replications.papers.multiplayer.checks.coordinate_and_play import SHORT
from bandit_replications.papers.multiplayer.parameters import Configuration
from bandit_replications.papers.multiplayer.theory import bounds, theorem_4_1
from bandit_replications.papers.multiplayer.theory import coordinate_phase as phase
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
    """Compare mean regrets with the proof's bound where that is below the cost of silence.

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
    found, tuned = {}, with_theorem_blocks(config, frame)
    for column, fixed in (("players", "arms"), ("arms", "players")):
        value = tuned.groupby(fixed)[column].nunique().idxmax()
        cells = tuned[tuned[fixed] == value].groupby(column)["regret"]
        runs: dict[Any, Any] = {size: regret.to_numpy() for size, regret in cells}
        if len(runs) > 2:
            fit = fit_exponent(list(runs), list(runs.values()), confidence=0.95)
            found[f"fitted exponent in {column}, {fixed} {value}:"] = slope_text(fit)
    return found


_TAU = "(K**2*N*T/L)**(1/3)"  # L = ln N
_TURNS = "(K*N*T/L)**(1/3)"
_LEADING = "(K**4*N**2*L*T**2)**(1/3)"

CHECKS = {
    "scaling-within-bound": measured(
        lambda results, config: _over_bounds(results, config, silent=False),
        _scaling_needs,
        control=lambda results, config: _over_bounds(results, config, silent=True),
    ),
    "section-2-unknown-horizon": proof(
        algebra("their sum", "Sum(2**(-2*j/3), (j, 0, oo)) = 2**(2/3)/(2**(2/3) - 1)"),
        facts={"factor": 2 ** (2 / 3) / (2 ** (2 / 3) - 1)},
    ),
    "theorem-4-1-play-term": proof(
        algebra("2 Λ", f"tau*C*sqrt(T/tau) = 2*{_LEADING}", C="2*K*sqrt(N*L)", tau=_TAU),
    ),
    "theorem-4-1-coordinate-term": proof(
        algebra("all phases", f"T/tau*K**2*N = {_LEADING}", tau=_TAU),
    ),
    "theorem-4-1-rest-term": proof(
        algebra("K τ", "K*tau = (K**5*N*T/L)**(1/3)", tau=_TAU),
        algebra("N", "N <= N*T*log(N)**2", over={"N": (2, "oo"), "T": (3, "oo")}),
    ),
    "theorem-4-1-failure-term": proof(
        algebra(
            "from T = 2 on", "K**2 <= K**2*exp(1)*log(T)", over={"T": (2, "oo"), "K": (1, "oo")}
        ),
    ),
    "theorem-4-1": proof(
        printed=(
            exact("mean of the estimate", theorem_4_1.unbiased),
            exact("room for the Coordinate phase", phase.block_holds_phase, horizon=SHORT),
        ),
        failing="steps of the printed proof that fail",
    ),
    "coordinators-in-turn": proof(
        algebra(
            "blocks of one",
            "tau*(K*L/eta + eta*K*N*B/2) = tau*K*sqrt(2*N*L*B)",
            eta="sqrt(2*L/(B*N))",
        ),
        algebra(
            "learning, blocks tuned",
            "sqrt(K)*K*sqrt(2*N*L*tau*T) = sqrt(2)*(K**5*N**2*L*T**2)**(1/3)",
            tau=_TURNS,
        ),
        algebra("coordination", "K**2*N*T/tau = (K**5*N**2*L*T**2)**(1/3)", tau=_TURNS),
        algebra("over Λ", f"(K**5*N**2*L*T**2)**(1/3)/({_LEADING}) = K**(1/3)"),
    ),
    "theorem-4-1-scope": proof(
        algebra(
            "Section 5",
            "4*(K**4*N**2*log(N)*T**2)**(1/3) + 2*K**2*exp(1)*log(T) <= K*T",
            over={"T": (theorem_4_1.HORIZON, "oo")},
            K="4",
            N="8",
        ),
        facts=_FACTS,
    ),
}
