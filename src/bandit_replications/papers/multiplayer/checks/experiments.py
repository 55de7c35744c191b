"""Decisions on Section 5 that need no runs; the comparisons of means stand in claims.yaml."""

from bandit_replications.ledger.decisions import exact, proof, sampled, statement
from bandit_replications.papers.multiplayer.theory import change_points
from bandit_replications.papers.multiplayer.theory.block_trace import BLOCKS, figure_1

CHECKS = {
    "figure-01": statement(
        sampled("K = 4, N = 8", figure_1, players=4, arms=8),
        sampled("K = 3, N = 5", figure_1, players=3, arms=5),
        facts={"blocks": BLOCKS},
    ),
    "experiment-2-onset-exact": proof(
        exact("after T/4", change_points.first_link_leaves),
        exact("at T/3", change_points.first_link_leaves_as_the_second_fails),
    ),
}
