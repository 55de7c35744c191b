"""Errata of the coordinator's estimate and of the sampling.

The numbers are those of the functions named in the counterexamples, `module.function`, of the
package `derivations`.
"""

from bandit_replications.ledger.claims import Erratum

ERRATA: tuple[Erratum, ...] = (
    Erratum(
        slug="coordinate-estimate-biased",
        place="Algorithm 2, lines 15 and 16; proof of Theorem 4.1, case 2; Section 4",
        as_printed=(
            "The coordinator's losses on her own arm, summed over the block, are divided by the "
            "block length τ and taken for the arm's average loss; the proof then treats the "
            "blocks as Algorithm 1 with unbiased estimates."
        ),
        holds_under=(
            "The coordinator is on her own arm in every round of the block. In the Coordinate "
            "phase she also waits on each follower's arm, for as many rounds as its number."
        ),
        counterexample=(
            "With N = 8, K = 4, τ = 245 and all arms alike the mean of the estimate is 0.939 of "
            "the loss for arm 1 and 0.951 for arm 8 (theorem_4_1.bias_of_paper): low-numbered "
            "arms look better, and arm 8 at loss 0.495 looks worse than arm 1 at 0.5 "
            "(theorem_4_1.order_of_estimates). In blocks of 20 rounds, N = 5 and K = 3, the mean "
            "is 17% to 35% below the average loss (theorem_4_1.unbiased)."
        ),
        repair=(
            "Either of the algorithm: average the Play phase over its own rounds, which is "
            "unbiased for those rounds whatever the losses (theorem_4_1.unbiased with "
            "estimate='play-rounds'). Or of the proof: the mean of τ times the estimate lies "
            "between the arm's losses in the Play phase and in the block "
            "(theorem_4_1.between_play_and_block); charge each player 1 in each Coordinate round, "
            "as the proof does, and use the lower end for the arms played and the upper one for "
            "the K best arms."
        ),
        severity="gap in a proof",
        theorem_survives="Yes, with the same constants.",
        claims=("section-4-average-loss", "theorem-4-1"),
    ),
    Erratum(
        slug="algorithm-5-summand",
        place="Algorithm 5, line 10",
        as_printed="The sum over the vectors of V has an index that its summand does not contain.",
        holds_under="The index is v, as in Kulesza and Taskar's Algorithm 1.",
        counterexample=(
            "Nothing says which v is meant. With a single one of V the chances add up to 1, but "
            "sets are not drawn with their probabilities unless the kernel is diagonal "
            "(lemma_4_1.law_of_algorithm_5 with one_vector=True)."
        ),
        repair="Let the sum run over v in V.",
        severity="typo",
        theorem_survives="Yes.",
        claims=("algorithm-5",),
    ),
)
