"""Section 3.3: the composed guarantee and its two parts.

With releases every f = ceil(1/ε) pulls the losses are ε_j = (j f)^(-v/2), j = 1, …, t/f.
"""

import math

import numpy as np

from bandit_replications.inference.checks import Check, at_least, at_most, erratum
from bandit_replications.papers.cooperative.algorithms.release_series import Series, release_pulls
from bandit_replications.papers.cooperative.theory.privacy_accounting import (
    guarantee,
    release_losses,
)


@erratum("release-series")
def first_part(
    *, epsilon: float = 0.1, v: float = 1.1, horizon: int = 1000, series: Series
) -> Check:
    """Losses add up to at most ε t^(1 - v/2)/(1 - v/2).

    Terms fall, so f times the sum of (j f)^(-v/2) is at most the integral of x^(-v/2) from 0 to t,
    and 1/f <= ε. As printed, the series releases far more often and the sum is larger.
    """
    losses = release_losses(epsilon=epsilon, v=v, horizon=horizon, series=series)
    bound = guarantee(epsilon=epsilon, v=v, horizon=horizon, delta=None)
    name = f"sum of the losses, series {series}, against the first part"
    return at_most(name, math.fsum(losses), bound)


@erratum("release-series")
def longest_interval(*, series: Series, epsilon: float = 0.1, v: float = 1.1) -> Check:
    """Compare the lemma's intervals after 1000 pulls with 1/ε, as the text before (6) has them.

    With the root kept on both sides they tend to ceil(1/ε); as printed they shrink to one pull.
    """
    pulls = release_pulls(epsilon=epsilon, v=v, horizon=2000, series=series)
    mean = float(np.diff(pulls[pulls >= 1000]).mean())
    name = f"mean interval after 1000 pulls, series {series}, against 0.9/ε"
    return at_least(name, mean, 0.9 / epsilon)
