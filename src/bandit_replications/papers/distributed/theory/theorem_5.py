"""Theorem 5: DEMAB without stage 1, D = l0 = 0; its bounds depend on the instance.

With P <= max(1, log4(MT) - 2) phases the expected communication is at most 11 M P + M + 4 · 21 M
log(2 P² K²) + 4. As M, K < T, P <= max(1, 2 log4 T - 2), so that 2 P² <= T (at P = 1, and since
e^(x/2) >= 2.04 x - 1.66 >= sqrt(2) (2 x/log 4 - 2)), and the logarithm is at most 3 log T.
"""

import math

from bandit_replications.inference.checks import Check, at_most
from bandit_replications.papers.distributed.theory import bounds
from bandit_replications.papers.distributed.theory.settings import SETTINGS

# 4 · 21 · 3 log T for the first Reallocate, 11 · 2 log4 T for the phases, M + 4 <= 5 M log T/log 3
CONSTANT = 12 * bounds.CHERNOFF + 22 / math.log(4) + 5 / math.log(3)


def expected_communication() -> Check:
    """Theorem 5: with δ = 1/K the expected communication is at most 273 M log T, for all M, K, T.

    The argument is the module's. Left: the largest ratio over settings.
    """
    ratio = max(
        bounds.theorem_5_communication(**size) / (size["agents"] * math.log(size["horizon"]))
        for size in SETTINGS
    )
    return at_most("expected communication with D = l0 = 0 over M log T, largest", ratio, CONSTANT)
