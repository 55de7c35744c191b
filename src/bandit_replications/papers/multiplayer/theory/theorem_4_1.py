"""Theorem 4.1, the regret of Coordinate and Play, step by step: each step is a Check.

The proof takes the coordinator for a blocked K-Metaplayer that observes block averages. She
observes less: in the Coordinate phase she also stands on the followers' arms, and Algorithm 2
divides what she saw of her own arm by the whole block (`estimate_moments`). The repair: let m_i be
the mean of the estimate of arm i, given the past. Then

    losses of arm i in the Play phase <= τ m_i <= losses of arm i in the whole block,

because the own arm is seen in all Play rounds and in some others. Charge every player 1 in each
Coordinate round, and use the left inequality for the arms played, the right one for the K best
arms: R <= (T/τ) K (K-1) N + τ Σ_b (m(I^b) - m(I*)), and the last sum is what A.1 bounds, for its
estimates are unbiased for m and have second moments no larger than there. The bias costs nothing.
"""

import itertools
import math
from collections.abc import Mapping
from dataclasses import replace
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from bandit_replications.inference.checks import Check, at_most, below, equal, nearest_check
from bandit_replications.papers.multiplayer.algorithms.blocks import (
    coordinate_rounds,
    theorem_block_length,
)
from bandit_replications.papers.multiplayer.algorithms.subset_sampling import (
    enumerated_marginals,
    subset_distribution,
)
from bandit_replications.papers.multiplayer.theory import bounds

Floats = NDArray[np.float64]
Estimate = Literal["as-printed", "play-rounds"]

PLAYERS, ARMS, HORIZON = 4, 8, 240000
PAPER = {"players": PLAYERS, "arms": ARMS, "horizon": HORIZON}
SIZES = [(k, n) for n in (2, 3, 4, 8, 32) for k in (1, 2, 4, 7, 31) if k < n]
HORIZONS = (2, 10, 10**3, 10**5, 10**7)  # times N, above N as the paper assumes
GAMES = [{"players": k, "arms": n, "horizon": n * factor} for k, n in SIZES for factor in HORIZONS]


def _named(name: str, game: Mapping[str, int]) -> str:
    return f"{name}, K = {game['players']}, N = {game['arms']}, T = {game['horizon']}"


# --- The terms at Theorem 4.1's block length -------------------------------------------------


def play_term(*, players: int = PLAYERS, arms: int = ARMS) -> Check:
    """Check C sqrt(T τ) = 2 K^(4/3) N^(2/3) (ln N)^(1/3) T^(2/3)."""
    game = {"players": players, "arms": arms, "horizon": HORIZON}
    leading = bounds.theorem_4_1_leading(**game)
    return equal("τ R(T/τ) == 2 leading terms", bounds.theorem_4_1_parts(**game).play, 2 * leading)


def coordinate_term() -> Check:
    """Check (T/τ) K² N = K^(4/3) N^(2/3) (ln N)^(1/3) T^(2/3)."""
    return equal(
        "(T/τ) K² N == leading term",
        bounds.theorem_4_1_parts(**PAPER).coordinate,
        bounds.theorem_4_1_leading(**PAPER),
    )


def rest_term() -> Check:
    """Check K τ = K^(5/3) N^(1/3) T^(1/3) / (ln N)^(1/3)."""
    simplified = math.cbrt(PLAYERS**5 * ARMS * HORIZON / math.log(ARMS))
    return equal("K τ", bounds.theorem_4_1_parts(**PAPER).rest, simplified)


def coordinate_losses() -> Check:
    """Check K (K-1) N, what the Coordinate phase can cost in a block, against K² N."""
    most = PLAYERS * coordinate_rounds(players=PLAYERS, arms=ARMS)
    return at_most("K times the rounds of a Coordinate phase", most, PLAYERS**2 * ARMS)


def failure_term(*, horizon: int = 2) -> Check:
    """Check K² (e ln T + 1) <= 2 K² e ln T, in units of K²: 1 <= e ln T."""
    return at_most(f"1 <= e ln T, T = {horizon}", 1.0, math.e * math.log(horizon))


def nearest_total(*, rounded: bool = False) -> Check:
    """Check that all parts together are at most the printed bound; returned where nearest.

    `rounded` takes whole rounds for τ and T_R, the latter rounded up.
    """
    checks = []
    for game in GAMES:
        length, ranking = None, None
        if rounded:
            length = theorem_block_length(**game)
            ranking = math.ceil(game["players"] * math.e * math.log(game["horizon"]))
        parts = bounds.theorem_4_1_parts(**game, block_length=length, ranking_rounds=ranking)
        bound = bounds.theorem_4_1_regret(**game)
        checks.append(at_most(_named("sum of the parts", game), parts.total, bound))
    return nearest_check(checks)


DOUBLING = 2 ** (2 / 3) / (2 ** (2 / 3) - 1)  # the sum of 2^(-2 j / 3) over j >= 0


def doubling_cost(*, first: int = 256, factor: float = DOUBLING) -> Check:
    """Check that epochs of L, 2 L, 4 L, … rounds cost a factor in the leading term; the nearest.

    The epochs before the last, of 2^m L rounds, have L (2^m - 1) < T rounds: 2^m L < T + L.

    Parameters
    ----------
    first : int
        L.
    factor : float

    """
    checks = []
    for horizon in (10**3, 10**4, 10**5, HORIZON, 10**6, 10**7):
        epochs, length = 0.0, first
        while length < horizon + first:
            epochs += bounds.theorem_4_1_leading(**{**PAPER, "horizon": length})
            length *= 2
        whole = bounds.theorem_4_1_leading(**{**PAPER, "horizon": horizon + first})
        checks.append(at_most(f"epochs' leading terms, T = {horizon}", epochs, factor * whole))
    return nearest_check(checks)


def bound_is_informative(*, horizon: int = HORIZON) -> Check:
    """Check that the printed bound is below K T, what no play exceeds, at the paper's sizes."""
    bound = bounds.theorem_4_1_regret(players=PLAYERS, arms=ARMS, horizon=horizon)
    return below(f"Theorem 4.1's bound against K T, T = {horizon}", bound, PLAYERS * horizon)


# --- What the coordinator observes: Algorithm 2, lines 15 and 16 -----------------------------


def own_rounds(order: tuple[int, ...], *, arms: int, block_length: int) -> NDArray[np.bool_]:
    """Return in which rounds of a block the coordinator is on its own arm, shape (rounds,).

    Parameters
    ----------
    order : tuple of int
        (I_1, …, I_K) from 0: the coordinator's arm, then the followers'. Follower r, going through
        the arms in order, meets the coordinator in round I_r + 1 of its sub-block.
    arms, block_length : int

    """
    own = np.ones(block_length, dtype=np.bool_)
    for sub_block, arm in enumerate(order[1:]):
        own[sub_block * arms : sub_block * arms + arm + 1] = False
    return own


def estimate_moments(
    losses: Floats, *, log_weights: Floats, players: int, estimate: Estimate = "as-printed"
) -> tuple[Floats, Floats]:
    """Return means (arms,) and second moments (arms,) of line 16's estimates, by enumeration.

    Parameters
    ----------
    losses : float64 array, shape (rounds of the block, arms)
    log_weights : float64 array, shape (arms,)
        -η L at the block's start.
    players : int
        K.
    estimate : {"as-printed", "play-rounds"}
        What is averaged: all that was seen of the own arm over the block's length, as printed, or
        the Play phase alone over its own length.

    """
    length, arms = losses.shape
    first = coordinate_rounds(players=players, arms=arms)
    included = enumerated_marginals(log_weights, size=players)
    means, squares = np.zeros(arms), np.zeros(arms)
    for subset, chance in zip(*subset_distribution(log_weights, size=players), strict=True):
        orders = list(itertools.permutations(subset))
        for order in orders:
            own = order[0]
            if estimate == "play-rounds":
                average = losses[first:, own].mean()
            else:
                seen = own_rounds(order, arms=arms, block_length=length)
                average = losses[seen, own].sum() / length
            value = players * average / included[own]
            means[own] += chance / len(orders) * value
            squares[own] += chance / len(orders) * value**2
    return means, squares


# A block's losses, shape (rounds, arms), and log-weights at its start, for three players.
EXAMPLE_LOSSES = np.random.default_rng(5).random((20, 5))
EXAMPLE_LOG_WEIGHTS = np.array([0.0, -1.0, -0.3, -2.0, -0.6])
EXAMPLE_PLAY = EXAMPLE_LOSSES[coordinate_rounds(players=3, arms=5) :]


def _example_moments(estimate: Estimate) -> tuple[Floats, Floats]:
    return estimate_moments(
        EXAMPLE_LOSSES, log_weights=EXAMPLE_LOG_WEIGHTS, players=3, estimate=estimate
    )


def _as_printed(check: Check) -> Check:
    return replace(check, erratum="coordinate-estimate-biased")


def unbiased(*, estimate: Estimate = "as-printed") -> tuple[Check, ...]:
    """Check E[estimate] = average loss of the block, for each arm; of Play in "play-rounds".

    As printed it fails, and lies below: the coordinator is away in some rounds.
    """
    means, _ = _example_moments(estimate)
    averaged = EXAMPLE_PLAY if estimate == "play-rounds" else EXAMPLE_LOSSES
    return tuple(
        _as_printed(equal(f"mean of {estimate} estimate, arm {arm}", float(mean), float(value)))
        for arm, (mean, value) in enumerate(zip(means, averaged.mean(axis=0), strict=True), start=1)
    )


def between_play_and_block() -> tuple[Check, ...]:
    """Check Play losses <= τ m_i <= losses of the block, on which the repaired proof rests."""
    middle = len(EXAMPLE_LOSSES) * _example_moments("as-printed")[0]
    sides = zip(EXAMPLE_PLAY.sum(axis=0), middle, EXAMPLE_LOSSES.sum(axis=0), strict=True)
    checks: list[Check] = []
    for arm, (play, mean, block) in enumerate(sides, start=1):
        checks.append(at_most(f"losses in Play <= τ m, arm {arm}", float(play), float(mean)))
        checks.append(at_most(f"τ m <= losses in the block, arm {arm}", float(mean), float(block)))
    return tuple(checks)


def second_moments() -> Check:
    """Check Σ_i q_i E[estimate_i²] <= K N, what A.1 needs of the second moments."""
    included = enumerated_marginals(EXAMPLE_LOG_WEIGHTS, size=3)
    moment = float(included @ _example_moments("as-printed")[1])
    return at_most("second moments of the estimates", moment, 3 * EXAMPLE_LOSSES.shape[1])


def expected_share(
    arm: int, *, players: int = PLAYERS, arms: int = ARMS, block_length: int | None = None
) -> float:
    """Return what share of a block the coordinator spends on its own arm (from 1), all arms alike.

    The followers' arms are K - 1 of the others, drawn uniformly: off the own arm for the sum of
    their numbers, (K-1) (N (N+1)/2 - arm) / (N-1) on average. With none, Theorem 4.1's τ.
    """
    length = block_length or theorem_block_length(players=players, arms=arms, horizon=HORIZON)
    others = (arms * (arms + 1) / 2 - arm) / (arms - 1)
    return 1 - (players - 1) * others / length


def bias_of_paper(*, arm: int = 1) -> Check:
    """Check that at the paper's sizes the estimate of an arm has the right mean, all arms alike."""
    name = f"mean of the estimate over the mean loss, arm {arm}"
    return _as_printed(equal(name, expected_share(arm), 1.0))


LOSS, GAP = 0.5, 0.005


def order_of_estimates(*, gap: float = GAP, loss: float = LOSS) -> Check:
    """Check that the better one of two arms has the lower estimate: arm 8, by a gap, over arm 1.

    It fails for gaps of up to 1.2% of the loss: arm 1 is away from the coordinator for longer.
    """
    return _as_printed(
        below(
            f"estimate of arm 8 (loss {loss - gap:g}) < estimate of arm 1 (loss {loss:g})",
            (loss - gap) * expected_share(ARMS),
            loss * expected_share(1),
        )
    )
