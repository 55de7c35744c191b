"""Mean regrets of short games, fast and literal, as the notebook shows them."""

from collections.abc import Callable
from typing import Any

import numpy as np

from bandit_replications.inference.intervals import mean_interval
from bandit_replications.papers.multiplayer.environments.problems import MultiplayerProblem


def mean_regret(
    simulate: Callable[..., Any],
    problem: MultiplayerProblem,
    *,
    games: int,
    seed: int,
    options: Any = None,
) -> str:
    """Return the mean final regret of so many games with its 95% interval, for a reader.

    Parameters
    ----------
    simulate : callable
        An algorithm's `simulate` or `simulate_literal`.
    problem : MultiplayerProblem
    games, seed : int
    options : Options, optional
        The algorithm's own by default.

    """
    given = {} if options is None else {"options": options}
    streams = np.random.default_rng(seed).spawn(games + 1)
    regrets = np.array(
        [simulate(problem, generator=one, **given).regret[-1] for one in streams[1:]]
    )
    low, high = mean_interval(regrets, confidence=0.95, generator=streams[0])
    return f"{regrets.mean():.0f} (95% interval {float(low):.0f} to {float(high):.0f})"


def both_forms(module: Any, problem: MultiplayerProblem, *, seed: int, options: Any = None) -> str:
    """Return the mean final regrets of 200 fast games and of 40 literal ones, with intervals."""
    fast = mean_regret(module.simulate, problem, games=200, seed=seed, options=options)
    literal = mean_regret(
        module.simulate_literal, problem, games=40, seed=seed + 1, options=options
    )
    return f"fast {fast}, literal {literal}"
