"""Decisions on Section 5 that need no runs; the comparisons of means stand in claims.yaml."""

from bandit_replications.ledger.decisions import algebra, proof, sampled, statement
from bandit_replications.papers.multiplayer.theory.block_trace import BLOCKS, figure_1

CHECKS = {
    "figure-01": statement(
        sampled("K = 4, N = 8", figure_1, players=4, arms=8),
        sampled("K = 3, N = 5", figure_1, players=3, arms=5),
        facts={"blocks": BLOCKS},
    ),
    "experiment-2-onset-exact": proof(
        algebra(
            "link 1's sum meets that of an arm with 0.3 at t = 1/3, not at 1/4",
            "1/10*1/4 + 9/10*(t - 1/4) = 3/10*t",
            t="1/3",
        ),
    ),
}
