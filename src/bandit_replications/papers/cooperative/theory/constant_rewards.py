"""The Byzantine regret theorem on rewards that an estimator cannot miss: false on every path. Ours.

One agent, rewards 1 and Bernoulli(p), any estimates in [0, 1], σ = sqrt(p (1 - p)). Arm 2's
index is at least its width, arm 1's at most 1 plus its own, and σ sqrt(ε) cancels for any assumed
ε: arm 2 is pulled whenever sqrt(2 σ ln t/n2) > 1 + sqrt(2 σ ln t/n1). Let the numbers n1 = n2 = 1
grow by these pulls alone, arm 1 in all other rounds. The algorithm has pulled arm 2 at least n2
times: its own number, once equal, comes with an equal one of arm 1 and makes the same pull. So the
regret is at least Δ n2 on every path, about 2 σ Δ ln T. At ε = 0 the bound is 4 σ²/Δ² ln T + 3 Δ:
broken in the limit if 2 σ < Δ³. With 8 σ in the place of 4 σ², as (39) has it, it is not.
"""

import math

from bandit_replications.inference.checks import Check, at_most, erratum
from bandit_replications.papers.cooperative.theory.bounds import (
    byzantine_regret,
    on_complete_network,
)


def least_pulls(*, sigma: float, horizon: int) -> int:
    """Return the least number of pulls of arm 2, n2."""
    n1 = n2 = 1
    for t in range(3, horizon + 1):
        width = math.sqrt(2 * sigma * math.log(t))
        forced = width / math.sqrt(n2) > 1 + width / math.sqrt(n1)
        n1, n2 = n1 + (not forced), n2 + forced
    return n2


@erratum("event-c-constant")
def theorem_fails(
    *, mean: float = 0.03, horizon: int = 140_153, sigma: float | None = None, factor: float = 1.0
) -> Check:
    """The theorem's bound, its first term times a factor, against the regret of every path.

    `sigma` is the worse arm's deviation unless given.
    """
    sigma = math.sqrt(mean * (1 - mean)) if sigma is None else sigma
    gap = 1 - mean
    group = on_complete_network(1)
    bound, fixed = (
        byzantine_regret(gaps=[0.0, gap], horizon=end, contamination=0.0, sigma=sigma, **group)
        for end in (horizon, 1)
    )
    name = f"regret of every path at T = {horizon}, σ = {sigma:.3f}, against the bound"
    regret = gap * least_pulls(sigma=sigma, horizon=horizon)
    return at_most(name, regret, fixed + factor * (bound - fixed))
