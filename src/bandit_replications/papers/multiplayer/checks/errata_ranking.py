"""Errata of the ranking: Algorithm 4, and the lengths of it that the experiments take.

The numbers are those of the functions named in the counterexamples, `module.function`, of the
package `derivations`.
"""

from bandit_replications.ledger.claims import Erratum

ERRATA = (
    Erratum(
        slug="ranking-rounds-of-experiments",
        place="Section 5 (T_R = 20) and Appendix A.5 (T_R = 25), against Theorem 4.1",
        as_printed=(
            "The experiments rank for 20 and 25 rounds, and Appendix A.5 compares its runs with "
            "Theorem 4.1, whose ranking takes K e log T rounds."
        ),
        holds_under=(
            "T_R = K e ln T: 134.7 rounds at T = 240000, 125.2 to 153.9 in Appendix A.5. The bound "
            "of Appendix A.2 says 0.64 and 0.40 for the rounds taken."
        ),
        counterexample=(
            "With K = 4 a ranking of 20 rounds fails with probability 0.00555 and one of 25 with "
            "0.00132, exactly, against K/T = 0.0000167 and at most 0.00004 "
            "(ranking.failure_in_experiments). Of the 39030 runs of the algorithm in Appendix A.5 "
            "51.4 are expected to have a failed ranking (ranking.failed_rankings_expected)."
        ),
        repair=(
            "38 to 47 rounds make the exact probability at most K/T for all horizons used "
            "(ranking.rounds_over_needed): a third of K e ln T, and a cost of some 100 in regret."
        ),
        severity="constant",
        theorem_survives="Yes; the runs of Section 5 and Appendix A.5 are not covered by it.",
        claims=("section-4-ranking-high-probability",),
    ),
    Erratum(
        slug="ranking-failure-undefined",
        place="Algorithm 4; Algorithms 2 and 3, whose input is a rank",
        as_printed=(
            "A player returns when it has been alone on an arm. One that is not within T_R rounds "
            "returns no rank, and nothing says what it does from then on, nor what the others do "
            "if rank 1, the coordinator's, was not given."
        ),
        holds_under="Every player gets a rank.",
        counterexample=(
            "With K = 4 and T_R = 20 a player is left without rank in 0.555% of the runs "
            "(ranking.failure_in_experiments). If it stays quiet, the regret of a round on "
            "stationary losses (8 arms, T = 60000) is 1.32 without a follower and 3.48 without "
            "the coordinator, after which nobody learns an arm, against 0.59 with all ranks; "
            "with uniform arms it is 1.57 and 1.87 (failed_ranking.loss_per_round)."
        ),
        repair=(
            "Say what a player without rank does. The proof of Theorem 4.1 charges such a run K T, "
            "the most that any behaviour can lose, so every choice is covered."
        ),
        severity="typo",
        theorem_survives="Yes.",
        claims=("algorithm-4",),
    ),
)
