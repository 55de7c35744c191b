"""Section 3.3: the composed guarantee, its two parts and what they rest on.

With releases every f = ceil(1/ε) pulls the losses are ε_j = (j f)^(-v/2), j = 1, …, t/f.
"""

import math

import numpy as np
from scipy.special import zeta

from bandit_replications.inference.checks import Check, at_least, at_most, equal
from bandit_replications.papers.cooperative.algorithms.release_series import Series, release_pulls
from bandit_replications.papers.cooperative.theory.printed import erratum
from bandit_replications.papers.cooperative.theory.privacy_accounting import (
    advanced_loss,
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


def guarantee_at_distance(*, v: float = 1.1, horizon: int = 20) -> Check:
    """The printed guarantee has t - d(m, m'): as it stands it depends on the network.

    The first part at d = 5 against that at d = 0.
    """
    far, none = (
        guarantee(epsilon=0.1, v=v, horizon=horizon - distance, delta=None) for distance in (5, 0)
    )
    return at_least("guarantee at distance 5, against that at 0", far, none)


def squares(*, epsilon: float = 0.3, v: float = 1.2, horizon: int = 1000) -> Check:
    """Σ ε_j² = f^(-v) Σ j^(-v) <= ε ζ(v), for f >= 1/ε and v > 1, ε <= 1."""
    losses = release_losses(epsilon=epsilon, v=v, horizon=horizon, series="constant-interval")
    return at_most("Σ ε_j² against ε ζ(v)", math.fsum(losses**2), epsilon * float(zeta(v)))


def second_part(*, epsilon: float = 1.0, v: float = 1.4, horizon: int = 1000) -> Check:
    """Advanced composition is at most 2 ε ζ(v) + sqrt(2 ε ζ(v) ln(1/δ)); from the two before."""
    delta = 1e-5
    losses = release_losses(epsilon=epsilon, v=v, horizon=horizon, series="constant-interval")
    spread = epsilon * float(zeta(v))
    bound = 2 * spread + math.sqrt(2 * spread * math.log(1 / delta))
    name = "advanced composition at δ' = 1e-5, against the second part"
    return at_most(name, advanced_loss(losses, delta=delta), bound)


@erratum("release-series")
def longest_interval(*, series: Series, epsilon: float = 0.1, v: float = 1.1) -> Check:
    """The lemma's intervals after 1000 pulls against 1/ε, which the text before (6) suggests.

    With the root kept on both sides they tend to 1/ε; as printed they shrink to one pull.
    """
    pulls = release_pulls(epsilon=epsilon, v=v, horizon=2000, series=series)
    mean = float(np.diff(pulls[pulls >= 1000]).mean())
    name = f"mean interval after 1000 pulls, series {series}, against 0.9/ε"
    return at_least(name, mean, 0.9 / epsilon)


@erratum("number-of-updates")
def releases_per_run(*, epsilon: float = 0.1, horizon: int = 1000, printed: bool) -> Check:
    """Section 3.2 says a mean is updated about T/ε times; it is T ε times."""
    releases = float(len(release_pulls(epsilon=epsilon, v=1.1, horizon=horizon)))
    claimed, text = (horizon / epsilon, "/ ε") if printed else (horizon * epsilon, "ε")
    return equal(f"releases in T = 1000 pulls at ε = 0.1, against T {text}", releases, claimed)
