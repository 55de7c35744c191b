"""Errata of Coordinate and Play: blocks that do not fit, and Appendix A.3's arm 1.

The numbers are those of the functions named in the counterexamples, `module.function`, of the
package `derivations`.
"""

from bandit_replications.ledger.claims import Erratum

ERRATA = (
    Erratum(
        slug="block-count-ignores-ranking",
        place="Algorithms 2 and 3, line 2; Section 4",
        as_printed="There are T/τ blocks, rounded down, and the ranking takes T_R rounds.",
        holds_under="The ranking's rounds are not counted, or T mod τ is at least T_R.",
        counterexample=(
            "T = 239855 and τ = 245: 979 blocks and 20 rounds of ranking take 239875 rounds "
            "(coordinate_phase.blocks_fit). So do the blocks at 103 of the 1301 horizons of "
            "Appendix A.5 with T_R = 25 (coordinate_phase.horizons_that_overrun)."
        ),
        repair="Play floor((T - T_R) / τ) blocks.",
        severity="typo",
        theorem_survives="Yes.",
        claims=("section-4-remaining-rounds",),
    ),
    Erratum(
        slug="block-shorter-than-phase",
        place="Theorem 4.1's block length, Algorithm 2",
        as_printed="The block length is (K² N T / log N)^(1/3), and T > N is all that is assumed.",
        holds_under="T is large enough: from 239 on for K = 4 and N = 8.",
        counterexample=(
            "K = 4, N = 8, T = 200: a block of 23 rounds, and (K - 1) N = 24 rounds of Coordinate "
            "phase in it (coordinate_phase.block_holds_phase)."
        ),
        repair="Ask for τ > (K - 1) N. Shorter games are those where the bound exceeds K T.",
        severity="gap in a proof",
        theorem_survives="Yes, its bound is above K T for such T.",
        claims=("algorithm-2",),
    ),
    Erratum(
        slug="first-arm-left",
        place="Appendix A.3 with Algorithm 2, line 10",
        as_printed=(
            "Followers who wait stay on arm 1, and the coordinator leaves a follower's arm at her "
            "first collision. A follower that collides on arm 1 only takes arm 1."
        ),
        holds_under="Arm 1 is not among the followers' arms.",
        counterexample=(
            "If a follower's arm is arm 1 the coordinator collides there at once with those who "
            "wait. She goes to her own arm, where the follower, unless it has tried that one "
            "already, meets her and stays: both lose 1 in every round of Play. This is so for "
            "every K >= 3, whichever arm the followers try first: in 72 of the 120 choices for "
            "K = 4 and N = 5 when that is arm 1, a share (K - 1) / N of all choices, and in 54 "
            "when it is another (staying_quiet.order_of_tries, staying_quiet.share_misled). With "
            "K = 2 nobody waits; the follower itself collides on arm 1, learns nothing from it, "
            "and is misled in 3, 0, 1 or 2 of the 12 choices for N = 4 when the tries start on "
            "arm 1, 2, 3 or 4."
        ),
        repair=(
            "On arm 1 the coordinator stays for the whole sub-block. Then nobody is misled, and "
            "the regret is about what it is with quiet players (staying_quiet.mean_regret)."
        ),
        severity="gap in a proof",
        theorem_survives="Yes; it is stated for players who stay quiet.",
        claims=("appendix-3-relaxed",),
    ),
)
