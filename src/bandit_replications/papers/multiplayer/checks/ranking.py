"""Decisions on the ranking: Algorithm 4, Section 4 and Appendix A.2."""

from bandit_replications.inference.checks import Check
from bandit_replications.ledger.decisions import exact, proof, sampled, statement
from bandit_replications.papers.multiplayer.theory import ranking

CHAINS = (2, 3, 4, 8)

_FACTS = {
    "sizes": ", ".join(map(str, ranking.PLAYERS)),
    "chains": ", ".join(map(str, CHAINS)),
    "horizons": f"K + 1, {', '.join(map(str, ranking.HORIZONS))}",
}


def _seat_probabilities() -> tuple[Check, ...]:
    return tuple(check for k in CHAINS for check in ranking.seat_probability(players=k))


CHECKS = {
    "algorithm-4": statement(
        exact("shared ranks, K = 2", ranking.ranks_are_distinct, players=2, rounds=4),
        exact("shared ranks, K = 3", ranking.ranks_are_distinct, players=3, rounds=3),
    ),
    "theorem-4-1-ranking": proof(
        sampled("bound at T_R", ranking.theorem_rounds, players=4, horizon=240000),
        sampled("exact, nearest", ranking.nearest_failure_at_theorem_rounds),
        facts=_FACTS,
    ),
    "appendix-2-seat-probability": statement(sampled("q", _seat_probabilities), facts=_FACTS),
    "appendix-2-least-seat-probability": proof(
        sampled("least q", ranking.nearest_least_seat_probability),
        sampled("1/e", ranking.nearest_constant_e),
    ),
    "appendix-2-one-player": statement(
        sampled("exact", ranking.nearest_over_rounds, check=ranking.one_player_unranked),
        sampled("exponential", ranking.exponential, players=4, ranking_rounds=20),
        facts=_FACTS,
    ),
    "appendix-2-union-bound": statement(
        sampled("exact", ranking.nearest_over_rounds, check=ranking.union_bound), facts=_FACTS
    ),
}
