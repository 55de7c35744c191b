"""Claims on Theorem 6 (Appendix C): without public random numbers."""

from bandit_replications.ledger.proof_steps import derived, step
from bandit_replications.papers.distributed.theory import stage_1_imbalance, theorem_6

EXPONENT, STRINGS, GRID = "hoeffding-exponent", "number-of-strings", "inverse-grid"
IMBALANCE = "stage-1-imbalance"

_PREMISE = stage_1_imbalance.with_coins  # Theorem 6 makes all rewards coins

CLAIMS = (
    derived(
        "theorem-6",
        "Theorem 6, Appendix C",
        "Some protocol without public randomness has DEMAB's regret and expected communication.",
        step("strings with the repaired exponent", theorem_6.mended_strings),
        step("Hoeffding's bound on a two-valued cost", theorem_6.hoeffding_on_it),
        step("log of the family's size", theorem_6.family_logarithm),
        step("cost of announcing a string", theorem_6.packets),
        step("divergence", theorem_6.divergence),
        step("from the grid to all bandits", theorem_6.transfer),
        step("rewards r/2 + 1/4", theorem_6.halved_rewards),
        step("the repair: who outlives phase l0 + 1", stage_1_imbalance.decided_one_phase_later),
        step("the repair: its errors", stage_1_imbalance.small_errors),
        step("the repair: its cost", stage_1_imbalance.cost_of_skipping),
        rule="each step, for DEMAB repaired (stage 1 stops after l0 phases, no Reallocate in phase "
        "l0 + 1), whose expected communication over public strings is at most c1 M log(MK); for "
        "DEMAB as printed this premise fails",
        printed=(
            step("premise: expected communication of DEMAB as printed", _PREMISE),
            step("printed tail bound", theorem_6.exponent_counterexample),
            step("B = 2 C' K² log(MKT)", theorem_6.printed_strings),
        ),
        errata=(EXPONENT, STRINGS, IMBALANCE),
    ),
    derived(
        "theorem-6-premise",
        "Appendix C",
        "For every bandit DEMAB's expected communication over strings is at most c1 M log(MK).",
        step("expected communication, coins on all arms", _PREMISE),
        rule="mean of 400 draws of what the first Reallocate sends, M = 16, K = 10^6, means 3/4 "
        "and 1/4 (in [1/4, 3/4], as footnote 12 has them), is at most the bound of Theorem 1 with "
        "the proof's constants",
        errata=(IMBALANCE,),
    ),
    derived(
        "theorem-6-exponent",
        "Appendix C",
        "Hoeffding's inequality with 2 B c1² M log(MK)/(c2 (1 + K/(M log(MK)))) in the exponent.",
        step("printed against Hoeffding's", theorem_6.exponent),
        step("a two-valued cost", theorem_6.exponent_counterexample),
        rule="the printed bound holds for one string whose cost has two values, exactly",
        errata=(EXPONENT,),
    ),
    derived(
        "theorem-6-strings",
        "Appendix C",
        "B = 2 C' K² log(MKT) strings are enough for the proof's union bound.",
        step("C' that is needed", theorem_6.printed_strings),
        rule="the C' that Hoeffding's exponent needs with that B, c1 = c2 = M = 1, grows at most "
        "tenfold from K = 10^4 to 10^8, as it must if C' is a constant",
        errata=(STRINGS,),
    ),
    derived(
        "theorem-6-family",
        "Appendix C",
        "The family has means a/Δ, a = 0, …, 1/Δ.",
        step("a mean above 1", theorem_6.means_in_range),
        rule="all means are at most 1",
        errata=(GRID,),
    ),
    derived(
        "theorem-6-family-repaired",
        "Appendix C",
        "Means a Δ form a grid of [0, 1], of at most (1/Δ + 1)^K bandits.",
        step("largest mean", theorem_6.means_mended),
        errata=(GRID,),
    ),
    derived(
        "footnote-12",
        "Footnote 12",
        "Rewards r/2 + 1/4 in place of r cost a constant factor of regret.",
        step("gaps", theorem_6.halved_rewards),
    ),
)
