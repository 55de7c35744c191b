"""Claims on Theorem 6 (Appendix C): without public random numbers."""

from bandit_replications.ledger.decisions import step
from bandit_replications.papers.distributed.checks.steps import derived
from bandit_replications.papers.distributed.theory import lemma_b_5, theorem_1_repaired, theorem_6

_PREMISE = lemma_b_5.with_coins

CHECKS = {
    "theorem-6": derived(
        step("strings with the repaired exponent", theorem_6.repaired_strings),
        step("Hoeffding's bound on a two-valued cost", theorem_6.tail, printed=False),
        step("log of the family's size", theorem_6.family_logarithm),
        step("cost of announcing a string", theorem_6.packets),
        step("worst case: arms that a Reallocate moves", lemma_b_5.worst_case_holds),
        step("divergence", theorem_6.divergence),
        step("from the grid to all bandits", theorem_6.transfer),
        step("rewards r/2 + 1/4", theorem_6.halved_rewards),
        step("the repair: who outlives phase l0 + 1", theorem_1_repaired.decided_one_phase_later),
        step("the repair: its errors", theorem_1_repaired.small_errors),
        step("the repair: its cost", theorem_1_repaired.cost_of_skipping),
        printed=(
            step("premise: expected communication of DEMAB as printed", _PREMISE),
            step("printed tail bound", theorem_6.tail),
            step("B = 2 C' K² log(MKT)", theorem_6.printed_strings),
        ),
    ),
    "theorem-6-premise": derived(step("expected communication, coins on all arms", _PREMISE)),
    "theorem-6-exponent": derived(
        step("printed against Hoeffding's", theorem_6.exponent),
        step("a two-valued cost", theorem_6.tail),
    ),
    "theorem-6-strings": derived(step("C' that is needed", theorem_6.printed_strings)),
    "theorem-6-family": derived(step("a mean above 1", theorem_6.largest_mean)),
}
