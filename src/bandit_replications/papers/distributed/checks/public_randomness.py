"""Claims on Theorem 6 (Appendix C): without public random numbers."""

from bandit_replications.ledger.decisions import proof, sampled
from bandit_replications.papers.distributed.theory import lemma_b_5, theorem_1_repaired, theorem_6

_PREMISE = lemma_b_5.with_coins

CHECKS = {
    "theorem-6": proof(
        sampled("strings with the repaired exponent", theorem_6.repaired_strings),
        sampled("Hoeffding's bound on a two-valued cost", theorem_6.tail, printed=False),
        sampled("log of the family's size", theorem_6.family_logarithm),
        sampled("cost of announcing a string", theorem_6.packets),
        sampled("worst case: arms that a Reallocate moves", lemma_b_5.worst_case_holds),
        sampled("divergence", theorem_6.divergence),
        sampled("from the grid to all bandits", theorem_6.transfer),
        sampled("rewards r/2 + 1/4", theorem_6.halved_rewards),
        sampled(
            "the repair: who outlives phase l0 + 1", theorem_1_repaired.decided_one_phase_later
        ),
        sampled("the repair: its errors", theorem_1_repaired.small_errors),
        sampled("the repair: its cost", theorem_1_repaired.cost_of_skipping),
        printed=(
            sampled("premise: expected communication of DEMAB as printed", _PREMISE),
            sampled("printed tail bound", theorem_6.tail),
            sampled("B = 2 C' K² log(MKT)", theorem_6.printed_strings),
        ),
    ),
    "theorem-6-premise": proof(sampled("expected communication, coins on all arms", _PREMISE)),
    "theorem-6-exponent": proof(
        sampled("printed against Hoeffding's", theorem_6.exponent),
        sampled("a two-valued cost", theorem_6.tail),
    ),
    "theorem-6-strings": proof(sampled("C' that is needed", theorem_6.printed_strings)),
    "theorem-6-family": proof(sampled("a mean above 1", theorem_6.largest_mean)),
}
