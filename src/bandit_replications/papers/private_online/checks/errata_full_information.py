"""Errata of the full-information half: Section 5, Appendices F to H, Section 7.

The numbers are those of the functions named in the counterexamples, `module.function`, of the
packages `derivations` and `audits`.
"""

from bandit_replications.ledger.claims import Erratum

ERRATA = (
    Erratum(
        slug="report-noisy-max-monotone",
        place="Theorem 6; proof sketch in Section 5.1; (49), (52) and (53), Appendix F",
        as_printed=(
            "Claim 3.9 of Dwork and Roth (2014) makes each epoch's choice ε-private with Lap(1/ε) "
            "on each sum."
        ),
        holds_under=(
            "The rewards of the replaced vector all move the same way, as counts do when a record "
            "is added or removed, which is that claim's setting; or only one action's reward "
            "moves. Under Definition 1 also the first epoch with two actions."
        ),
        counterexample=(
            "Replacing a vector moves a difference of two sums by up to 2. Two actions, n rounds "
            "of (0, 1), one of which becomes (1, 0): the loss is 2ε - ln(1 + 2ε / (2 + ε(n-2))), "
            "more than ε from n = 2 on, and tends to 2ε; at ε = 1 it is 1.307, 1.595, 1.969 for "
            "n = 2, 4, 64 (theorem_6.claim_3_9). After one round with 3 and 8 actions it is 1.425 "
            "and 1.905 (theorem_6.claim_3_9_first_round)."
        ),
        repair=(
            "Noise of scale 2/ε, Laplace, exponential or Gumbel; no smaller scale of Laplace noise "
            "serves for every horizon. The privacy terms of the regret bounds double at most."
        ),
        severity="statement false",
        theorem_survives=(
            "With 2ε in place of ε, or with noise of scale 2/ε; Theorem 7 and its corollaries then "
            "hold with ε/2 for ε."
        ),
        claims=(
            "theorem-6",
            "theorem-6-repaired",
            "theorem-6-repair-cost",
            "equation-49",
            "equation-52",
            "equation-53",
            "privacy-report-noisy-max",
            "privacy-ftnl",
        ),
    ),
    Erratum(
        slug="ftnl-indexing",
        place="Section 5.1; (50) and (51), Appendix F; (56), Appendix G",
        as_printed=(
            "Epochs s = 0, 1, … have 2^s rounds and epoch s plays J^(s-1), but the first action is "
            "J^(0); the last round of epoch 0 is 0; action 1, played first, is the best without "
            "loss of generality."
        ),
        holds_under=(
            "Epochs numbered from 1 with 2^(r-1) rounds in Appendix F; J^(-1) in Section 5.1; the "
            "first action best, or the term r = 0 of (56) bounded by 1."
        ),
        counterexample=(
            "Epoch 0 has one round, so its last round is 1 and not 0 "
            "(theorem_6.last_round_of_epoch). A bad first action is played with probability 1, "
            "while two noises alone give 1/2 (theorem_7.first_epoch)."
        ),
        repair=(
            "Start with J^(-1) = 1 and let the products begin at r = 0; epoch 0 costs at most the "
            "gap of its action, which 2^(r0+1) covers."
        ),
        severity="typo",
        theorem_survives="Yes.",
        claims=("algorithm-2", "equation-50", "equation-51", "equation-56"),
    ),
    Erratum(
        slug="series-first-epoch",
        place="Appendix G, the series after (56)",
        as_printed=(
            "For any r0 >= 0 a sum over 2^r equal terms is twice a sum over 2^(r-1) of them."
        ),
        holds_under="r0 >= 1: at r = 0 there is no half of one term.",
        counterexample=(
            "r0 = 0, α = 0.05: 27.87 against 26.92, the term e^-α being lost "
            "(theorem_7.split_in_halves)."
        ),
        repair=(
            "The end result 4 e^(-2^(r0-1) α) / α is true at r0 = 0 as well, as e^-α is at most "
            "4 (e^(-α/2) - e^-α) / α (theorem_7.series_bound)."
        ),
        severity="gap in a proof",
        theorem_survives="Yes, with the same constants.",
        claims=("appendix-g-series",),
    ),
    Erratum(
        slug="starting-epoch-constant",
        place="Appendix G, after the choice of r0",
        as_printed="2^(r0+1) is at most 32 ln|J_k| / m, with m = Δ_(k) min(Δ_(k), ε).",
        holds_under="8 ln|J_k| / m is a power of two.",
        counterexample=(
            "r0 rounds a logarithm up and adds 1, so 2^(r0+1) lies between 32 and 64 times "
            "ln|J_k| / m. Seven actions, Δ = 0.05, ε = 0.5: 32768 against 24908 "
            "(theorem_7.starting_epoch_constant)."
        ),
        repair="64 for 32: 128 ln|J_k| + 256 is at most 256 (1 + ln|J_k|), the printed end result.",
        severity="constant",
        theorem_survives="Yes, with the final constant 256 as it is.",
        claims=("appendix-g-starting-epoch", "theorem-7-explicit"),
    ),
    Erratum(
        slug="singleton-brackets",
        place="Theorem 7, first form; Appendix G, choice of r0 and the sentence after (57)",
        as_printed=(
            "r0 is set through log(8 ln|J_k| / m) for every non-empty bracket, and a bracket with "
            "Δ_(k) > ε costs log|J_k| / ε."
        ),
        holds_under="Every bracket with Δ_(k) > ε has two actions or more.",
        counterexample=(
            "For |J_k| = 1 the logarithm of 0 has no value, and the printed bound loses the "
            "bracket. Two actions, rewards always 1 and 0: the printed order is 1 for every ε, "
            "while the exact regret at ε = 0.1, 0.01, 0.001 is 20.66, 215.4, 2163, about 2.16 / ε "
            "(bracket_sums.first_form_as_printed)."
        ),
        repair=(
            "Take r0 = 0 for one action; the bracket then costs 256 / min(Δ_(k), ε), so that the "
            "sum of 256 (1 + ln|J_k|) / min(Δ_(k), ε) holds, and the first form with 1 + log|J_k|."
        ),
        severity="statement false",
        theorem_survives=(
            "With 1 + log|J_k| for log|J_k|. Corollaries 8 and 9 stand, as log K absorbs the 1."
        ),
        claims=(
            "theorem-7",
            "theorem-7-repaired",
            "theorem-7-explicit",
            "appendix-g-starting-epoch",
        ),
    ),
    Erratum(
        slug="bracket-count",
        place="Theorem 7, second form; Appendix G, last paragraph; abstract; Contribution 2",
        as_printed=(
            "At most log(1/Δ_min) and at most log T brackets are not empty; the two forms of the "
            "bound are equal."
        ),
        holds_under="Up to a constant factor, where Δ_min is at most 1/2; and with <= for =.",
        counterexample=(
            "Gaps 1/2 and 1 make two brackets, and log2(2) = 1. A single gap of 1 makes one, and "
            "log2(1) = 0: the second form loses its privacy term, 2163 against 512 at ε = 0.001 "
            "with constant 512 (bracket_sums.second_form_as_printed). T = 3, gaps 0.4 and 0.8: 2 "
            "against 1.585. Of 127 equal gaps of 0.001 at ε = 0.00001 the two orders are 7.06e5 "
            "and 6.98e6 (bracket_sums.forms_equal)."
        ),
        repair="floor(log2(1/Δ_min)) + 1 and ceil(log2 T), so 1 + log(1/Δ_min) in the second form.",
        severity="constant",
        theorem_survives="With one bracket more.",
        claims=(
            "theorem-7-second-form",
            "theorem-7-repaired",
            "abstract-full-information",
            "appendix-g-bracket-count",
        ),
    ),
    Erratum(
        slug="closed-interval",
        place="Proof of Corollary 8 (ii)",
        as_printed="If all gaps are in [Δ_min, 2 Δ_min], then J_1 consists of all actions.",
        holds_under="The interval is half-open, and the best action is left out.",
        counterexample=(
            "Gaps 0, 0.1, 0.1, 0.2: J_1 has two actions, 0.2 is in J_2 and the best in none "
            "(corollaries.corollary_8_first_bracket)."
        ),
        repair="Two brackets, and 512 for 256 (corollaries.corollary_8_two_brackets).",
        severity="gap in a proof",
        theorem_survives="Yes.",
        claims=("corollary-8-ii",),
    ),
    Erratum(
        slug="corollary-9-direction",
        place="Proof of Corollary 9",
        as_printed="Only the groups with Δ_(k) at most Δ* = sqrt(log K / T) remain.",
        holds_under="At least Δ*.",
        counterexample=(
            "The sentence before has just accounted for the smaller gaps: of Δ* = 0.1 and a gap of "
            "0.5 the action remains (corollaries.corollary_9_groups)."
        ),
        repair=(
            "Read >=, with brackets that start at Δ*; for T >= 2 there are at most log2(T) of them."
        ),
        severity="typo",
        theorem_survives=(
            "Yes; the explicit bound is at most 548 times the order "
            "(corollaries.corollary_9_order)."
        ),
        claims=("corollary-9",),
    ),
    Erratum(
        slug="naive-ftnl-regret",
        place="Section 5, first paragraph",
        as_printed=(
            "A straightforward analysis gives O(max(log K / Δ_min, K log K / ε)) for naive FTNL."
        ),
        holds_under="All gaps lie in one bracket, within a factor of 2.",
        counterexample=(
            "None is known: the measured means are at most about twice the order. But this is "
            "Theorem 7 with ε/K and without the number of brackets, the very step that the paper "
            "withdraws for FTNL after Corollary 9."
        ),
        repair="log K / Δ_min plus the sum of K (1 + log|J_k|) / ε over the brackets.",
        severity="gap in a proof",
        theorem_survives="Open for several brackets.",
        claims=("section-5-naive-ftnl-regret",),
    ),
    Erratum(
        slug="lower-bound-gap-range",
        place="Theorem 10; Appendix H, step 1",
        as_printed="The lower bound is stated for every Δ_min > 0.",
        holds_under=(
            "Δ_min at most 1/2, where 1/2 + Δ_min is a mean reward; with means (1 - Δ)/2 and "
            "(1 + Δ)/2 the privacy term holds up to 1."
        ),
        counterexample=(
            "No instance has gaps above 1. At Δ_min = 1 the best action always yields 1 and the "
            "others 0: FTNL with noise of scale 2/ε is ε-private, and at ε = 4 ln K its regret is "
            "at most 1.00001 for K = 2^20 against 0.098 ln K = 1.359; as K grows it tends to 1, so "
            "that no constant is left (theorem_10.range_of_statement)."
        ),
        repair=(
            "State Δ_min <= 1/2. On the packing the non-private term is then exactly at least "
            "ln K / (40 Δ) wherever we computed it (theorem_10.non_private_term)."
        ),
        severity="statement false",
        theorem_survives="Yes, for Δ_min <= 1/2.",
        claims=("theorem-10", "theorem-10-range"),
    ),
    Erratum(
        slug="lower-bound-rounds",
        place="Appendix H, step 3",
        as_printed="The first m* = ln K / (10 ε Δ) rounds are counted, as if m* were whole.",
        holds_under="m* rounded down, where it is at least 1.",
        counterexample=(
            "K = 8, Δ = ε = 0.1: m* = 20.79; at ε = 8 it is 0.26, and no round is left "
            "(theorem_10.rounds_are_whole, theorem_10.rounds_below_one)."
        ),
        repair=(
            "floor(m*) is at least m*/2 where m* >= 1. Otherwise the first round, played blind, "
            "costs (1 - 1/K) Δ on average over the packing, more than ln K / (20 ε)."
        ),
        severity="gap in a proof",
        theorem_survives="Yes: regret at least 0.098 floor(m*) Δ.",
        claims=("theorem-10", "theorem-10-batch-to-online"),
    ),
    Erratum(
        slug="minimax-private-term",
        place="Section 5, after Theorem 10; Contribution 3",
        as_printed=(
            "With Δ_min = sqrt(ln K / T) a minimax bound of order max(sqrt(T log K), log K / ε), "
            "now with a privacy term, holds for T >= ln K / (100 ε²)."
        ),
        holds_under="T >= 4 ln K as well, which keeps Δ_min at most 1/2; it matters for ε > 1/20.",
        counterexample=(
            "At ε = 1 and the least T allowed Δ_min would be 10 (corollaries.minimax_gap). And the "
            "condition is the same as ln K / ε <= 10 sqrt(T ln K), so that the privacy term never "
            "adds more than a constant: K = 32, ε = 0.01, T 1% above the least: 346.6 against "
            "348.3 (corollaries.minimax_private_term)."
        ),
        repair=(
            "Take Δ_min = 1/2 for the privacy term: it then holds for T >= ln K / (5 ε) and "
            "T >= 4 ln K, and for ε < 1/2 there are T at which it is the larger one."
        ),
        severity="constant",
        theorem_survives=(
            "With T >= 4 ln K added the statement is true but empty; a better one holds."
        ),
        claims=("section-5-minimax",),
    ),
    Erratum(
        slug="doubling-order",
        place="Section 7",
        as_printed=(
            "Upper and lower bound differ most on the doubling instance, gaps Δ_min 2^(j-2), where "
            "the upper bound is of order log K / Δ_min + log K log T / ε."
        ),
        holds_under="For the second, coarser form of Theorem 7, with log(1/Δ_min) of order log T.",
        counterexample=(
            "Every bracket has one action: the first form, repaired, is log K / Δ_min + (K-1) / ε, "
            "smaller by a factor ln K (K = 31: 30 against 99.6, corollaries.doubling_order). The "
            "instance exists for at most 2 + log2(1/Δ_min) actions. And eight brackets of 16 "
            "actions are a wider gap than eight of one: 6.21 against 3.64 "
            "(corollaries.widest_gap)."
        ),
        repair=(
            "The order is (K-1) / ε, and the gap is widest with several actions in each bracket. "
            "The intuition stands: FTNL's exact regret there is below that of equal gaps by less "
            "than 0.1% where privacy dominates (corollaries.doubling_not_harder)."
        ),
        severity="statement false",
        theorem_survives="No theorem rests on it; the conjecture is untouched.",
        claims=("section-7-doubling-order", "section-7-doubling-not-harder"),
    ),
)
