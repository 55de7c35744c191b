"""An explicit bound on the regret of immediate sharing under UCB1 (Table 1, first row; ours).

With n = M T, after s pulls, a bad arm with u of them is chosen only if the best arm's average is
its width sqrt(2 ln(s) / n_a) too low, the bad one's as much too high, or u <= 8 ln(n) / Δ².
The last round of the third kind, or the start in turn, adds at most M pulls to 8 ln(n) / Δ². By
Hoeffding's inequality and a union over at most s counts the others have probability s^-3 each, and
cost M pulls a round, s = M t: at most 2 ζ(3) / M² pulls in all. Gaps of at most
sqrt(8 (K - 1) ln(n) / n) and larger ones cost as much, so that the regret is O(sqrt(MKT log(MT)))
as long as K M <= T log(MT).
"""

import math
from collections.abc import Sequence

import numpy as np
from scipy.special import zeta


def regret(*, gaps: Sequence[float], agents: int, horizon: int) -> float:
    """Return the sum over bad arms of 8 ln(MT) / Δ + (M + 2 ζ(3) / M²) Δ.

    Parameters
    ----------
    gaps : sequence of float, shape (arms,)
        Best mean minus each mean, in [0, 1].
    agents, horizon : int
        M, T.

    """
    bad = np.array([gap for gap in gaps if gap > 0])
    batch = agents + 2 * float(zeta(3)) / agents**2
    return float(np.sum(8 * math.log(agents * horizon) / bad + batch * bad))
