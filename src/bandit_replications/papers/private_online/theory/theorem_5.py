"""Size of Hybrid-UCB's first group of observations (Section 4.2), against Algorithm 4.

Other steps of Theorem 5 are lines of algebra or sentences, with the claims and in the notebook; the
losses of its released sums are in `audits.hybrid_released_sums`.
"""

import math
from typing import Literal

from bandit_replications.inference.checks import Check, equal, erratum


def first_group_sizes(*, pulls: int, reading: Literal["printed", "initial-pull-apart"]) -> int:
    """Return Section 4.2's number of observations that the logarithmic mechanism covers.

    "printed": 2^(floor(log2(O/2 + 1)) + 1) - 2 with O all pulls. "initial-pull-apart": the same
    formula for the pulls after the initial one, plus the initial one.
    """
    later = pulls if reading == "printed" else pulls - 1
    size = 2 ** (int(math.log2(later / 2 + 1)) + 1) - 2
    return size if reading == "printed" else size + 1


@erratum("first-group-size")
def first_group(
    *, largest: int = 64, reading: Literal["printed", "initial-pull-apart"] = "printed"
) -> Check:
    """Section 4.2: size of the first group against Algorithm 4, for O = 2..largest.

    Algorithm 4 and (32) put arrays 0..r-1 into the first group, r being the tree of the last
    observation: 2^floor(log2 O) - 1 observations. The printed size belongs to arrays 2, 4, 8, …
    without the initial pull. With the initial pull counted apart it agrees except when a tree
    has just become full: there Section 4.2 moves the array to the first group at once, and
    Algorithm 4 only after a release from the tree's root. The former is also what Chan et al. do.
    """
    differing = [
        pulls
        for pulls in range(2, largest + 1)
        if first_group_sizes(pulls=pulls, reading=reading) != 2 ** (pulls.bit_length() - 1) - 1
    ]
    return equal(
        f"Section 4.2: values of O from 2 to {largest} with another size than Algorithm 4's",
        len(differing),
        0.0,
    )
