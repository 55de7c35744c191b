"""Decisions on Coordinate in bits and on tightness: proofs, and regrets over sizes."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np

from bandit_replications.bandits.arrays import Floats
from bandit_replications.experiments.needs import Need
from bandit_replications.inference import summaries
from bandit_replications.ledger.claims import Finding, Results
from bandit_replications.ledger.decisions import (
    Decision,
    algebra,
    argued,
    exact,
    measured,
    proof,
    statement,
)
from bandit_replications.ledger.parts import level
from bandit_replications.ledger.rules import all_of
from bandit_replications.papers.multiplayer.algorithms.blocks import theorem_block_length
from bandit_replications.papers.multiplayer.algorithms.coordinate_in_bits_options import Options
from bandit_replications.papers.multiplayer.checks.coordinate_and_play import (
    SMALL_GAMES,
    in_small_games,
)
from bandit_replications.papers.multiplayer.checks.samples import CHAIRS, COORDINATE
from bandit_replications.papers.multiplayer.parameters import Configuration, Sizes
from bandit_replications.papers.multiplayer.theory import bounds, reacting
from bandit_replications.papers.multiplayer.theory import coordinate_in_bits as bits
from bandit_replications.runtime.errors import NotApplicable

FEWEST_RUNS = 20
BETTER, LAST = "better-arms", "good-arms-last"
IN_ROUND, BETWEEN = "reacts-in-round", "reacts-between-blocks"
IN_BITS = "coordinate-in-bits"


# --- Runs -----------------------------------------------------------------------------------


class _Game(NamedTuple):
    """Runs of an algorithm at one size, with its own block length times a factor."""

    algorithm: str
    players: int
    arms: int
    horizon: int
    factor: float
    regret: Floats

    @property
    def sizes(self) -> dict[str, int]:
        """K, N and T."""
        return {"players": self.players, "arms": self.arms, "horizon": self.horizon}

    def __str__(self) -> str:
        blocks = f", blocks times {self.factor:g}" * (self.factor != 1)
        return f"{self.algorithm}, K = {self.players}, N = {self.arms}, T = {self.horizon}{blocks}"


def _needs(config: Configuration) -> tuple[Need, ...]:
    section = config.sizes
    if section.replicates < FEWEST_RUNS:
        raise NotApplicable(f"sizes has fewer than {FEWEST_RUNS} runs")
    for name in (BETTER, LAST, IN_ROUND, BETWEEN):
        if name not in {sweep.name for sweep in section.sweeps}:
            raise NotApplicable(f"sizes has no sweep {name}")
    return (Need(experiment="sizes"),)


def _games(results: Results, name: str) -> Iterator[_Game]:
    columns = ("algorithm", "players", "arms", "horizon", "block_factor")
    frame = results["sizes"]
    cells = summaries.groups(frame[frame["scenario"] == name], *columns)
    for (algorithm, players, arms, horizon, factor), rows in cells:
        yield _Game(algorithm, players, arms, horizon, factor, rows["regret"].to_numpy())


Bound = Callable[[Sizes, _Game], float | None]  # None where a game has no bound


def _bits_bound(section: Sizes, game: _Game) -> float | None:
    if section.id_of(game.algorithm) != IN_BITS or game.factor != 1:
        return None
    options = Options(**section.options_given(game.algorithm))
    implicit = options.exploration == "implicit"  # its bound is another one
    return None if implicit else bounds.bits_regret(options.sizes(**game.sizes))


def _printed_bound(section: Sizes, game: _Game) -> float | None:
    """Return the bound in Theorem 4.1's proof, before the block length is chosen."""
    if game.algorithm != COORDINATE:
        return None
    length = round(game.factor * theorem_block_length(**game.sizes))
    return bounds.theorem_4_1_terms(**game.sizes, block_length=length)


def _within(
    results: Results, config: Configuration, bound: Bound, *, uniform: bool = False
) -> Finding:
    """Compare mean regrets with a bound where that is below the cost of silence.

    `uniform` takes players on uniform arms for those that played, with their expected regret.
    """
    section, parts, vacuous = config.sizes, [], 0
    good, bad = next((one.good, one.others) for one in section.sweeps if one.name == BETTER)
    for game in _games(results, BETTER):
        silence, limit = (1 - good) * game.players * game.horizon, bound(section, game)
        if limit is not None and silence <= limit:
            vacuous += 1
        elif limit is not None:
            alone, better = (1 - 1 / game.arms) ** (game.players - 1), game.players / game.arms
            saved = alone * (1 - bad + better * (bad - good)) / (1 - good)
            regret = np.full(game.regret.size, silence * (1 - saved)) if uniform else game.regret
            parts.append(level(str(game), regret / limit, 1.0))
    if not parts:
        return Finding(testable=False, caveat="silence keeps below the bound at every size")
    largest = max(parts, key=lambda part: part.a.mean())
    numbers = {f"largest mean over the bound, {largest.name}": float(largest.a.mean())}
    others = {"sizes": len(parts), "sizes where silence keeps below the bound, too": vacuous}
    return all_of(parts, {**numbers, **others})


def _below(bound: Bound) -> Decision:
    return measured(
        lambda results, config: _within(results, config, bound),
        _needs,
        control=lambda results, config: _within(results, config, bound, uniform=True),
    )


def _tight(results: Results, config: Configuration, *, algorithm: str = COORDINATE) -> Finding:
    """Compare mean regrets with the good arms last with a quarter of the order of the bound."""
    parts = [
        level(str(game), game.regret / bounds.theorem_4_1_leading(**game.sizes), 0.25, below=False)
        for game in _games(results, LAST)
        if game.algorithm == algorithm
    ]
    if not parts:
        raise NotApplicable(f"sizes lacks {algorithm}")
    numbers = {f"over Λ, {part.name}": float(part.a.mean()) for part in parts}
    return all_of(parts, numbers)


def _linear(results: Results, config: Configuration, *, name: str = IN_ROUND) -> Finding:
    """Compare mean regrets with the least one against an adversary that reacts in each round."""
    section, parts = config.sizes, []
    for game in _games(results, name):
        own, blocks = section.options_given(game.algorithm), {}
        if section.id_of(game.algorithm) == IN_BITS:
            played = Options(**own).blocks(**game.sizes)
            blocks = {"block_length": played.length, "messages": played.length - played.play}
        least = reacting.least_regret(**game.sizes, **blocks)
        parts.append(level(str(game), game.regret / least, 1.0, below=False))
    if not parts:
        raise NotApplicable(f"sizes has no sweep {name}")
    return all_of(parts, {f"over the least, {part.name}": float(part.a.mean()) for part in parts})


# --- Proofs ---------------------------------------------------------------------------------

# c rounds of messages for a follower, estimates of second moment V at most, L = ln N.
_TAU, _LEADING = "K*(c**2*T/(V*L))**(1/3)", "K*(c*V*L)**(1/3)*T**(2/3)"
_COMMON = (
    in_small_games("what followers read", bits.everyone_reads_the_arm),
    algebra("e^-x", "exp(-x) <= 1 - x + x**2/2", over={"x": (0, "oo")}),
    algebra("best η", "D/eta + eta*V*B/2 = sqrt(2*D*V*B)", eta="sqrt(2*D/(B*V))"),
    algebra("learning", f"sqrt(K*L*V*tau*T) = {_LEADING}", tau=_TAU),
    algebra("messages", f"K**2*c*T/tau = {_LEADING}", tau=_TAU),
    algebra("at T = c V ln N", f"K*T = {_LEADING}", T="c*V*L"),
    algebra(
        "rest over the leading term there", f"K*tau/({_LEADING}) = K/(V*L)", tau=_TAU, T="c*V*L"
    ),
)
_NEGATIVE = algebra(
    "q_i q_j - q_ij, times e_K²",
    "v*w*(b + w*c)*(b + v*c) - v*w*c*(a + (v + w)*b + v*w*c) = v*w*(b**2 - a*c)",
)

CHECKS = {
    "coordinate-in-bits": proof(
        *_COMMON,
        algebra(
            "sum, z² = ln(N/K)/ln N, N = 3 being the worst",
            "sqrt(7/3)*z + 1 + 7/6*exp(-log(3)*z**2)/log(3) <= 3",
            over={"z": (0, 1)},
        ),
        facts=SMALL_GAMES,
    ),
    "report-bit": proof(
        *_COMMON,
        _NEGATIVE,
        argued("moments of five arms", bits.moments_of_the_estimates, players=3, reports=True),
        algebra("K/V", "K/(K**2 + 1) <= 2/5", over={"K": (2, "oo")}),
        algebra("sum", "sqrt(7/3) + 1 + 7/6*2/5/log(3) <= 3", over={}),
    ),
    "bits-without-report": proof(
        *_COMMON,
        argued("moments of five arms", bits.moments_of_the_estimates, players=3, reports=False),
        algebra("sum", "sqrt(5/2) + 1 + 5/4/(3*log(3)) <= 3", over={}),
    ),
    "theorem-4-1-non-oblivious": statement(
        exact("losses that see past rounds", reacting.within_theorem_4_1),
        facts={"horizon": reacting.HORIZON},
    ),
    "reacts-between-blocks": proof(
        algebra("a logarithm", "z/(1 + z/2) <= log(1 + z)", over={"z": (0, "oo")}),
        _NEGATIVE,
        algebra(
            "sum with γ = η/2: c = 1, V = N + K (K - 1) in bits; c = K, V = K N for the printed",
            "(2*D + l)/eta + eta*B*V + c*l = 2*sqrt(2*D*V*B) + l*(c + sqrt(B*V/(2*D)))",
            eta="sqrt(2*D/(B*V))",
        ),
    ),
    "coordinate-in-bits-within-bound": _below(_bits_bound),
    "scaling-within-bound": _below(_printed_bound),
    "reacting-adversaries-measured": measured(
        _linear, _needs, control=lambda results, config: _linear(results, config, name=BETWEEN)
    ),
    "theorem-4-1-tight-measured": measured(
        _tight, _needs, control=lambda results, config: _tight(results, config, algorithm=CHAIRS)
    ),
}
