"""Decisions on blocks and on the regret of Coordinate and Play: Theorems 4.1 and 4.2."""

from bandit_replications.ledger.decisions import proof, step
from bandit_replications.papers.multiplayer.theory import theorem_4_1, theorem_4_2

_UNBIASED = step("mean of the estimate", theorem_4_1.unbiased)

_FACTS = {
    "fewest_arms": min(arms for _, arms in theorem_4_1.SIZES),
    "most_arms": max(arms for _, arms in theorem_4_1.SIZES),
    "longest": f"10^{len(str(theorem_4_1.HORIZONS[-1])) - 1}",
    "horizon": theorem_4_1.HORIZON,
}

CHECKS = {
    "section-1-regret-bound": proof(
        step("from Theorem 4.1's bound, nearest", theorem_4_1.order_of_bound), facts=_FACTS
    ),
    "theorem-4-2": proof(
        step("exact, by regrets", theorem_4_2.blocks_and_rest),
        step("exact, by Lemma 3.1", theorem_4_2.theorem_4_2),
        step("whole blocks only", theorem_4_2.whole_blocks),
        facts={"rounds": theorem_4_2.HORIZON, "block": theorem_4_2.BLOCK},
    ),
    "section-4-rest": proof(step("exact", theorem_4_2.blocks_and_rest)),
    "section-4-blocks-degrade": proof(step("bounds", theorem_4_2.blocks_degrade)),
    "section-4-average-loss": proof(_UNBIASED, method="enumeration"),
    "theorem-4-1-play-term": proof(
        step("N = 8, K = 4", theorem_4_1.play_term),
        step("N = 32, K = 31", theorem_4_1.play_term, arms=32, players=31),
    ),
    "theorem-4-1-coordinate-term": proof(
        step("losses in a phase", theorem_4_1.coordinate_losses),
        step("all phases", theorem_4_1.coordinate_term),
    ),
    "theorem-4-1-rest-term": proof(
        step("K τ", theorem_4_1.rest_term),
        step("nearest", theorem_4_1.nearest_rest_below_leading),
        facts=_FACTS,
    ),
    "theorem-4-1-failure-term": proof(step("T = 2", theorem_4_1.failure_term)),
    "theorem-4-1": proof(
        step("sum of the parts, nearest", theorem_4_1.nearest_total),
        step("the same with whole rounds, nearest", theorem_4_1.nearest_total, rounded=True),
        step("Play, estimate, block", theorem_4_1.between_play_and_block),
        step("second moments", theorem_4_1.second_moments),
        step("mean of the Play phase's estimate", theorem_4_1.unbiased, estimate="play-rounds"),
        printed=(_UNBIASED,),
        failing="the printed proof takes as unbiased what is not",
        facts=_FACTS,
    ),
    "theorem-4-1-scope": proof(
        step("Section 5", theorem_4_1.bound_is_informative),
        step("short blocks, N = 8, K = 4", theorem_4_1.short_blocks_are_vacuous),
        step("short blocks, nearest", theorem_4_1.nearest_short_blocks),
        facts=_FACTS,
    ),
}
