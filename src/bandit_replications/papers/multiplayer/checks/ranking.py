"""Decisions on the ranking: Algorithm 4, Section 4 and Appendix A.2."""

from bandit_replications.inference.checks import Check
from bandit_replications.ledger.decisions import argued, proof, statement
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
        argued("shared ranks, K = 2", ranking.ranks_are_distinct, players=2, rounds=4),
        argued("shared ranks, K = 3", ranking.ranks_are_distinct, players=3, rounds=3),
    ),
    "theorem-4-1-ranking": proof(
        argued("bound at T_R", "K exp(-T_R / (K e)) = K / T at T_R = K e ln T, less rounded up"),
        facts=_FACTS,
    ),
    "appendix-2-seat-probability": statement(argued("q", _seat_probabilities), facts=_FACTS),
    "appendix-2-least-seat-probability": proof(
        argued("least q", ranking.nearest_least_seat_probability),
        argued("1/e", "(K-1) ln(1 - 1/K) = -(K-1) ln(1 + 1/(K-1)) >= -1, and 1 >= 1/e at K = 1"),
    ),
    "appendix-2-one-player": statement(
        argued("exact", ranking.nearest_over_rounds, check=ranking.one_player_unranked),
        argued("exponential", ranking.exponential, players=4, ranking_rounds=20),
        facts=_FACTS,
    ),
    "appendix-2-union-bound": statement(
        argued("exact", ranking.nearest_over_rounds, check=ranking.union_bound), facts=_FACTS
    ),
}
