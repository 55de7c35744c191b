"""When a private agent releases a new mean of an arm: the series W_n before Algorithm 1.

The printed definition has lost its exponents: W_{n+1} is the least x' > W_n for which the sum of
1/sqrt(i^v) over i = W_n + 1, …, x' reaches 1/(ε y'^v), where neither i^v under the root nor y' is
explained. Tossou and Dimitrakakis (2016), whom it cites, release after every ceil(1/ε) pulls.
Three interpretations:

`constant-interval`  every ceil(1/ε) pulls.
`square-root`        y' is x' and its power stands under the root as on the left: the sum of
                     i^(-v/2) reaches x'^(-v/2) / ε. Terms fall: at most ceil(1/ε) pulls.
`as-printed`         y' is x' without a root: the sum of i^(-v/2) reaches x'^(-v) / ε. Intervals
                     shrink to a single pull.

>>> release_pulls(epsilon=0.3, v=1.1, horizon=20)
array([ 4,  8, 12, 16, 20])
>>> release_pulls(epsilon=0.3, v=1.1, horizon=20, series="as-printed")
array([ 2,  4,  6,  8,  9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20])
"""

import math
from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

from bandit_replications.bandits.arguments import check_choice, check_positive
from bandit_replications.bandits.quantities import Exponent, check_quantity

Series = Literal["constant-interval", "square-root", "as-printed"]


def release_pulls(
    *, epsilon: float, v: float, horizon: int, series: Series = "constant-interval"
) -> NDArray[np.int64]:
    """Return the pull counts W_1 < W_2 < … <= horizon of the releases of an arm's mean.

    Source: the lemma on private release of means, Section 3.2.

    Parameters
    ----------
    epsilon : float
        ε > 0.
    v : float
        1 < v < 1.5.
    horizon : int
        Largest number of pulls.
    series : {"constant-interval", "square-root", "as-printed"}

    Raises
    ------
    TypeError, ValueError
        If an argument is of a wrong type or out of range.

    """
    check_positive(epsilon=epsilon)
    check_quantity(Exponent, v=v)
    check_choice("series", series, get_args(Series))
    if series == "constant-interval":
        step = math.ceil(1 / epsilon)
        return np.arange(step, horizon + 1, step, dtype=np.int64)
    power = v / 2 if series == "square-root" else v
    found, total = [], 0.0
    for x in range(1, horizon + 1):
        total += x ** (-v / 2)
        if total * epsilon >= x**-power:
            found.append(x)
            total = 0.0
    return np.array(found, dtype=np.int64)
