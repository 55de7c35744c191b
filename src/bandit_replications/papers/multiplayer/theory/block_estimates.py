"""What the bias of a block's estimate costs: as printed against Play rounds alone, simulated.

Algorithm 2, lines 15 and 16. The coordinator is away from her own arm for longer the lower its
number is, if followers try the arms from arm 1 on: an arm of high number looks worse than it is.
"""

import math

import numpy as np
from numpy.typing import NDArray

from bandit_replications.papers.multiplayer.algorithms import coordinate_and_play
from bandit_replications.papers.multiplayer.environments.losses import bernoulli_losses

PLAYERS, ARMS, HORIZON, RANKING_ROUNDS = 4, 8, 240000, 60
NORMAL = 1.959963984540054  # the 97.5% point of the normal law


def final_regrets(
    *, best: float, others: float, best_last: bool, estimate: str, games: int
) -> NDArray[np.float64]:
    """Return the regret at T = 240000 of so many games, shape (games,), from fixed seeds.

    Parameters
    ----------
    best, others : float
        Mean losses of the K = 4 best arms and of the four others.
    best_last : bool
        Whether the best arms have the highest numbers, or the lowest.
    estimate : {"as-printed", "play-rounds"}
    games : int

    """
    means = [best] * PLAYERS + [others] * (ARMS - PLAYERS)
    losses = bernoulli_losses(means[::-1] if best_last else means)
    options = coordinate_and_play.Options.model_validate(
        {"ranking_rounds": RANKING_ROUNDS, "estimate": estimate}
    )
    seed = 1 if estimate == "as-printed" else 2
    return np.array(
        [
            coordinate_and_play.simulate(
                losses=losses,
                players=PLAYERS,
                horizon=HORIZON,
                checkpoints=np.array([HORIZON]),
                generator=stream,
                options=options,
            ).regret[0]
            for stream in np.random.default_rng(seed).spawn(games)
        ]
    )


def extra_cost(
    *, best: float, others: float, best_last: bool, games: int = 1000
) -> tuple[float, float, float]:
    """Return what the printed estimate costs beyond the repaired one, and its 95% interval.

    As a share of the mean regret with the repaired one; the interval is that of a normal law for
    the logarithm of the ratio of both means.
    """
    printed, repaired = (
        final_regrets(best=best, others=others, best_last=best_last, estimate=estimate, games=games)
        for estimate in ("as-printed", "play-rounds")
    )
    ratio = float(printed.mean() / repaired.mean())
    error = math.hypot(
        *(float(x.std(ddof=1) / x.mean() / math.sqrt(x.size)) for x in (printed, repaired))
    )
    spread = math.exp(NORMAL * error)
    return ratio - 1, ratio / spread - 1, ratio * spread - 1


def cost_text(*, best: float, others: float, best_last: bool, games: int = 1000) -> str:
    """Return `extra_cost` as one line for a reader."""
    extra, low, high = extra_cost(best=best, others=others, best_last=best_last, games=games)
    return (
        f"losses {best:g} and {others:g}, best arms {'last' if best_last else 'first'}: "
        f"{extra:+.1%} (95% interval {low:+.1%} to {high:+.1%})"
    )
