"""Theorems 3 and 7 against data: explicit bounds, and what stands beside a proof.

The bounds have the constants of the paper's own proofs (`bounds`), so no constant is fitted. That
they hold is decided by the steps of the proofs; the table of bounds shows their slack.
"""

from typing import Any

from bandit_replications.ledger.decisions import proof, sampled
from bandit_replications.papers.private_online.checks.cells import Cell
from bandit_replications.papers.private_online.theory import bounds, theorem_7


def theorem_3_bound(cell: Cell, config: Any) -> float:
    """Return Theorem 3's explicit bound."""
    gaps, epsilon = cell.gaps, cell.epsilon
    return float(bounds.theorem_3_regret(gaps=gaps, epsilon=epsilon, horizon=cell.horizon).total)


CHECKS = {
    "theorem-7-explicit": proof(
        sampled("Lemma 13, tightest", theorem_7.lemma_13_tightest),
        sampled("2^(r0+1) with 64", theorem_7.starting_epoch_constant, constant=64.0),
        sampled("rest beyond r0", theorem_7.starting_epoch_tail),
        sampled("series from r0 = 1", theorem_7.series_bound, first_epoch=1),
        sampled("bracket of one action", theorem_7.singleton_repair),
        sampled("constant 256", theorem_7.bracket_constant),
        printed=(
            sampled("2^(r0+1) with 32 (printed)", theorem_7.starting_epoch_constant),
            sampled("argument of the logarithm (printed)", theorem_7.singleton_start),
        ),
    ),
}
