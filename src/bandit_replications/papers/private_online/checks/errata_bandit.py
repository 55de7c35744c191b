"""Errata of the bandit half: Sections 3, 4 and 6, Appendices A to E.

The numbers are those of the functions named in the counterexamples, `module.function`, of the
packages `derivations` and `audits`.
"""

from bandit_replications.ledger.claims import Erratum

ERRATA = (
    Erratum(
        slug="initial-pull-noise",
        place="Algorithm 1, initialisation; Theorem 2",
        as_printed=(
            "Each arm's private mean starts from one pull, and no noise is mentioned for it."
        ),
        holds_under=(
            "(3) read at array 0: the tilde on the first mean suggests it, and Algorithm 4 prints "
            "the noise of its first pull."
        ),
        counterexample=(
            "Two arms, rewards (1, 1/2) against (0, 1/2) in the initial rounds: both indices of "
            "round 3 have the same width, so arm 1 is played with probability 1 on the one input "
            "and 0 on its neighbour, an infinite loss. With noise at ε = 1 the probabilities are "
            "0.6209 and 0.3791, a loss of 0.493 (theorem_2.initial_pull)."
        ),
        repair=(
            "Add Lap(1/ε) to the initial observation. The regret bound pays nothing for it: (23) "
            "at array 0 already assumes this noise."
        ),
        severity="statement false",
        theorem_survives="Yes, with the noise; under the literal reading Theorem 2 is false.",
        claims=("theorem-2", "algorithm-1", "privacy-anytime-lazy-ucb"),
    ),
    Erratum(
        slug="neighbour-decomposition",
        place="(12) and (13), Appendix B",
        as_printed=(
            "The law of the future is a sum over the arrays from 1 on and over fill times up to T."
        ),
        holds_under=(
            "The changed round is not an initial pull, and its array is full by the end of the run."
        ),
        counterexample=(
            "Two arms, T = 7: of 224 pairs of a decision sequence and a round the sum covers 104 "
            "(theorem_2.decomposition_12)."
        ),
        repair=(
            "Let the array's index start at 0 and add the event that the array is never filled, "
            "on which the changed reward is not used and both probabilities agree."
        ),
        severity="gap in a proof",
        theorem_survives="Yes, together with the noise of the initial pull.",
        claims=("theorem-2", "theorem-2-proof", "equation-12", "equation-13"),
    ),
    Erratum(
        slug="conditioning-on-a-set",
        place="(17), Appendix B",
        as_printed=(
            "Given that the noisy sum lies in a set, the future has the same law on both inputs."
        ),
        holds_under="The set is a single value.",
        counterexample=(
            "With the whole line as the set both futures would have the same law outright. Take "
            "sums 0 and -1, ε = 1, and an arm that is played when its noisy sum is at least -1/2: "
            "0.6967 against 0.3033 (theorem_2.conditioning_17)."
        ),
        repair=(
            "Condition on the value of the noisy sum and integrate over it; its densities differ "
            "by a factor of at most e^ε."
        ),
        severity="gap in a proof",
        theorem_survives="Yes.",
        claims=("theorem-2", "theorem-2-proof", "equation-17"),
    ),
    Erratum(
        slug="initial-pull-uncounted",
        place="(5), (19) and (20), Theorem 3",
        as_printed=(
            "The pulls of an arm are at most the slots of its arrays from 1 on, and this goes into "
            "the regret (2)."
        ),
        holds_under=(
            "Pulls are counted without the initial one, as the text before (18) does; (2) counts "
            "it."
        ),
        counterexample=(
            "(20) applies a bound on the pulls without the initial one to (2), which counts it: "
            "the count is off by exactly 1 whenever the last array is full (theorem_3.pulls_18)."
        ),
        repair="Add 1 to the pulls of each arm and the sum of the gaps to the regret.",
        severity="constant",
        theorem_survives="Yes, the order is unchanged.",
        claims=("theorem-3", "equation-05", "equation-19", "equation-20"),
    ),
    Erratum(
        slug="split-equality",
        place="(18), Appendix C, and (36), Appendix E.3.2",
        as_printed=(
            "The slots up to the last array equal those up to the critical array plus the rest."
        ),
        holds_under="The last array is the critical one or a later one.",
        counterexample=(
            "Last array 3, critical array 5: 14 slots against 62 (theorem_3.split_18)."
        ),
        repair="Replace the equality by an upper bound, which is all that the proof uses.",
        severity="typo",
        theorem_survives="Yes.",
        claims=("equation-18", "equation-36"),
    ),
    Erratum(
        slug="lemma-11-chain",
        place="Appendix C, before Lemma 11",
        as_printed="log x <= 2^d <= 2 log x, with x = 24 ln T / (Δ min(Δ, ε)).",
        holds_under="The logarithms are left out: x <= 2^d <= 2 x, which (27) uses.",
        counterexample=(
            "T = 2^22, Δ = 0.05, ε = 0.5: 262144 > 34.32. The upper half is false for every "
            "T >= 2, since x is at least 16.6 and x > 2 log2 x beyond 4 (lemma_11.chain_lemma_11)."
        ),
        repair="Drop the logarithms.",
        severity="typo",
        theorem_survives="Yes.",
        claims=("lemma-11", "lemma-11-chain"),
    ),
    Erratum(
        slug="sum-integral-limit",
        place="(28), Appendix C",
        as_printed="The sum of t^-2 from a to T is at most the integral from a to T.",
        holds_under="The integral starts at a - 1.",
        counterexample=(
            "a = 62, T = 2^20: 0.0162589 > 0.0161281; at a = T something positive would be at "
            "most 0 (lemma_11.integral_28)."
        ),
        repair=(
            "Start at a - 1. The ratio of ω^(s) to ω^(s-1) - 1 stays below 3 for s >= 6, so that "
            "Lemma 11 keeps its O(1)."
        ),
        severity="constant",
        theorem_survives="Yes.",
        claims=("lemma-11", "equation-28"),
    ),
    Erratum(
        slug="noise-width-split",
        place="(43), second inequality, Appendix E.3.2",
        as_printed=(
            "The index's width for the noise is split into a threshold for the arrays and one for "
            "the tree, each of which is the whole width again."
        ),
        holds_under=(
            "No reading: with a width twice as large (47) gives 0.53 > 0.5 at the constant 256, "
            "and with halved thresholds Fact 2's condition fails for the tree (1.08 < 2)."
        ),
        counterexample=(
            "The thresholds sum to 33.94 times log(t) s / ε, the width is 16.97 times that. At "
            "s = 9 the noise exceeds the width with at least 1.134 times the probability that the "
            "tree alone does, the two printed terms sum to 1.000 times that "
            "(equation_43.halves_43, split_43)."
        ),
        repair=(
            "Apply the concentration of sums of Laplace variables, which allows unequal scales, "
            "once to all arrays and nodes: (43) and (44) are at most t^-8 + 2 t^-4, and no "
            "constant changes (equation_43.whole_noise_43)."
        ),
        severity="gap in a proof",
        theorem_survives="Yes, with every constant as printed.",
        claims=("equation-43", "equation-44", "lemma-12", "theorem-5-regret"),
    ),
    Erratum(
        slug="tree-root-level",
        place="Algorithm 4, (33) and Appendix E.3.1; privacy in Theorem 5",
        as_printed=(
            "Node noise Lap(r / (0.5 ε)) makes a tree with 2^r leaves ε/2-private, and tree and "
            "array together ε-private."
        ),
        holds_under=(
            "The root is never released: a full array moves at once to the other mechanism, as in "
            "Chan and others and in Section 4.2's group size. Algorithm 4 and the proof of (43) "
            "do use the root."
        ),
        counterexample=(
            "A tree's first leaf is in r + 1 released nodes: by composition a budget of 1.5, 1.25 "
            "and 1.167 ε in trees 1, 2 and 3 (theorem_5.composition_e31). In the exact loss of the "
            "released sums only tree 1 exceeds ε, through an arm's second pull: an arm's first "
            "seven released sums have a loss that tends to 1.5 ε (theorem_5.released_sums_loss). "
            "One sequence of decisions of 12 arms in 18 rounds proves a loss of 1.249 at ε = 1 "
            "(hybrid_decisions.decision_loss)."
        ),
        repair=(
            "Use the array as soon as it is full: exactly ε, with less noise. Or noise "
            "Lap((r + 1) / (0.5 ε)): the noise exceeds the printed width with probability below "
            "2 t^-4 (equation_43.noise_probability_44), so that every constant of the regret "
            "bound stays."
        ),
        severity="statement false",
        theorem_survives=(
            "The privacy of Algorithm 4 as printed does not; after either repair both halves do."
        ),
        claims=(
            "theorem-5-privacy",
            "algorithm-4",
            "equation-33",
            "section-4-2-first-group",
            "privacy-hybrid-ucb",
            "privacy-binary-mechanism",
        ),
    ),
    Erratum(
        slug="first-group-size",
        place="Section 4.2",
        as_printed=(
            "Of O observations the first 2^(floor(log2(O/2 + 1)) + 1) - 2 belong to the "
            "logarithmic mechanism."
        ),
        holds_under=(
            "Arrays of sizes 2, 4, 8, …, the initial pull not in O, and full arrays moved at once."
        ),
        counterexample=(
            "O = 2: 2 against Algorithm 4's 1. Of O = 2 to 64, 63 differ; with the initial pull "
            "counted apart 5 do (3, 7, 15, 31, 63) (theorem_5.first_group)."
        ),
        repair="2^floor(log2 O) - 1 observations, from the second pull on.",
        severity="constant",
        theorem_survives="Not concerned; the printed rule is the private one of tree-root-level.",
        claims=("section-4-2-first-group",),
    ),
    Erratum(
        slug="first-tree-level",
        place="Appendix E.2, (33) and (34)",
        as_printed=(
            "The tree's index is that of the last observation, so 0 after the initial pull."
        ),
        holds_under="Algorithm 4's own start: the first mean has Lap(2/ε), the index is 1.",
        counterexample=(
            "At index 0 the tree's noise has scale log2(1) = 0 and the first group is empty "
            "(theorem_5.noise_of_first_pull)."
        ),
        repair="State (33) and (34) from the second pull on.",
        severity="typo",
        theorem_survives="Yes.",
        claims=("equation-33", "equation-34", "algorithm-4"),
    ),
    Erratum(
        slug="decreasing-function-domain",
        place="(46), Appendix E.3.2",
        as_printed=(
            "s/2^s < z/2^z with z = log2(y log2 y), y = 256 log2(T) / (ε Δ), for all parameters."
        ),
        holds_under="z >= 1, that is ε Δ <= 128 log2 T.",
        counterexample=(
            "y = 1.56, z = 0.0012, s = 9: 0.01758 > 0.00117; for y <= 1, z is not defined "
            "(lemma_12.domain_46)."
        ),
        repair=(
            "For y < 2 use s >= 9: s/2^s <= 9/512 < 2/y. The first term of the maximum then "
            "decides the critical tree."
        ),
        severity="gap in a proof",
        theorem_survives="Yes; only ε beyond 128 log2 T is concerned, 2816 at T = 2^22.",
        claims=("equation-46", "lemma-12", "theorem-5-regret"),
    ),
    Erratum(
        slug="omega-summand",
        place="Appendix C (twice) and Appendix E.3.2",
        as_printed="ω^(r) is a sum over s up to r of 2^r.",
        holds_under="The summand is 2^s, which gives the value printed beside it.",
        counterexample="r = 3: 24 against 14 (theorem_3.slots_omega).",
        repair="Sum 2^s.",
        severity="typo",
        theorem_survives="Yes.",
        claims=("lemma-11", "theorem-3", "theorem-5-regret"),
    ),
    Erratum(
        slug="section-3-tree-pulls",
        place="Section 3, on Mishra and Thakurta",
        as_printed=(
            "With a tree of T leaves an arm is pulled O(log T / (Δ min(Δ, ε))) times, so the "
            "regret is sub-optimal."
        ),
        holds_under="A further factor that grows with T: the nodes' noise is Lap(log2(T) / ε).",
        counterexample=(
            "The count is that of Theorem 3, which is optimal. After 24 ln T / (Δ ε) pulls one "
            "node's noise exceeds Δ/8 with probability 1/16 = 0.0625 at every T, where T^-3 would "
            "be needed (facts.section_3_tree)."
        ),
        repair="Add the factor.",
        severity="typo",
        theorem_survives="Not concerned.",
        claims=("section-3-tree-pulls",),
    ),
    Erratum(
        slug="algorithm-typography",
        place="Algorithms 1 and 4; (25), (28), (30)",
        as_printed=(
            "The next arm is in a maximum (an argument of it is meant); Algorithm 1's update has "
            "the index of another arm; the integral in (28) has a subscript for its differential; "
            "equalities stand before O(·)."
        ),
        holds_under="The obvious corrections.",
        counterexample="None is needed.",
        repair="Arg max, the played arm's index, dt, and upper bounds in place of equalities.",
        severity="typo",
        theorem_survives="Yes.",
        claims=("algorithm-1", "algorithm-4", "equation-28"),
    ),
    Erratum(
        slug="hybrid-ucb1-constant",
        place="Section 6",
        as_printed="Hybrid-UCB with a large ε is basically UCB1.",
        holds_under="Up to a constant factor.",
        counterexample=(
            "The index's width tends to sqrt(4.33 ln t / O), UCB1 has sqrt(2 ln t / O): at ε = ∞ "
            "the leading regret is 3 / (2 ln 2) = 2.164 times UCB1's "
            "(theorem_5.width_against_ucb1)."
        ),
        repair="Say: a UCB with 2.16 times the leading regret of UCB1.",
        severity="constant",
        theorem_survives="Not concerned.",
        claims=("section-6-hybrid-is-ucb1", "section-6-hybrid-ucb1-widths"),
    ),
)
