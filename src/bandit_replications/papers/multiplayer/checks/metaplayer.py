"""Decisions on the K-Metaplayer and its sampling: Sections 2.1, 3 and 4.1, A.1 and A.4."""

from bandit_replications.ledger.decisions import argued, exact, proof, sampled, statement
from bandit_replications.papers.multiplayer.theory import lemma_3_1, lemma_4_1

SUBSTANTIALLY = 1.25

# The notebook's Section 4.1 has the lines of the first six for all sizes, 4.2 those of the last.
_UNBIASED = argued("mean of an estimate", lemma_3_1.unbiased_estimates)
_SECOND = argued("second moments", lemma_3_1.second_moments)
_SWAPPED = argued("swapped sums", lemma_3_1.swapped_sums)
_WEIGHTS = argued("exponential weights, nearest", lemma_3_1.nearest_exponential_weights)
_COUNT = argued("ln |M|", "there are C(N, K) <= N^K meta-arms")
_RATE = argued("at Lemma 3.1's η", "both terms are K sqrt(T N ln N) at η = sqrt(ln N / (T N))")
_PHASE_2 = argued("phase 2", lemma_4_1.second_phase)
_ALGORITHM_8 = argued("law of Algorithm 8", lemma_4_1.law_of_algorithm_8)
_MARGINALS = argued("marginals", lemma_4_1.marginal_by_normalisers)
_NORMALISER = argued("Z_K", lemma_4_1.normaliser)
_OPERATIONS = argued("counted, and of the recursion", lemma_4_1.operations)
_ORDER = argued(
    "of the recursion, and 5 N K",
    "2 N K + 3 N <= 5 N K, and 4 N K - 2 N - 2 K + 4 <= 5 N K as N >= 2 and K >= 1",
)

_FACTS = {
    "lead": lemma_4_1.LEAD,
    "most_arms": lemma_3_1.MOST_ARMS,
    "substantially": SUBSTANTIALLY,
    "rounds": lemma_3_1.HARD_ROUNDS,
    "sequences": lemma_3_1.SEQUENCES,
    "rates": ", ".join(f"{rate:g}" for rate in lemma_3_1.RATES),
    "counted": ", ".join(map(str, lemma_4_1.COUNTED)),
}

CHECKS = {
    "section-2-exp3": statement(
        argued("O(sqrt(T N log N))", "EXP3 is Algorithm 1 with K = 1, and Lemma 3.1 holds"),
        printed=(argued("optimal, as sqrt(T N) is reached (cited)", lemma_3_1.over_minimax_order),),
        facts=_FACTS,
    ),
    "section-3-against-exp3": statement(
        argued("number of meta-arms, K <= N/2", "C(N, K) >= (N/K)^K >= 2^K"),
        argued(
            "2 <= K <= N - 2",
            "C(N, K) >= N (N - 1) / 2, so the bounds' ratio is at least "
            "sqrt((N - 1) / 2 · ln(N (N - 1) / 2) / ln N), which grows with N from 1.39 at N = 4",
        ),
        printed=(
            exact("K = 1 and K = N - 1", lemma_3_1.few_meta_arms, factor=SUBSTANTIALLY),
            exact("|M| grows with K", lemma_3_1.more_players_more_meta_arms),
        ),
        facts=_FACTS,
    ),
    "section-3-coordinator-and-followers": statement(
        argued("the coordinator's arm", lemma_3_1.coordinators_arm)
    ),
    "appendix-1-unbiased": statement(_UNBIASED),
    "appendix-1-exponential-weights": proof(
        _WEIGHTS,
        _COUNT,
        facts=_FACTS,
    ),
    "lemma-3-1-sharper": proof(
        argued(
            "with half of the squares, nearest", lemma_3_1.nearest_exponential_weights, factor=0.5
        ),
        argued("at the same η", "(1/2 + 1) K sqrt(T N ln N) is 3/4 of the printed bound"),
        facts=_FACTS,
    ),
    "appendix-1-second-moment": statement(argued("products", lemma_3_1.cross_terms), _SECOND),
    "appendix-1-swapped-sums": statement(_SWAPPED),
    "appendix-1-learning-rate": proof(
        _RATE, argued("at other η", "a η + b / η is least where both terms are equal")
    ),
    "lemma-3-1": proof(
        _UNBIASED,
        _SECOND,
        _SWAPPED,
        _WEIGHTS,
        _COUNT,
        _RATE,
        facts=_FACTS,
    ),
    "algorithm-5": statement(sampled("law", lemma_4_1.law_of_algorithm_5)),
    "appendix-4-kernel": statement(
        argued("K-DPP's law", lemma_4_1.law_of_k_dpp),
        argued("determinant", lemma_4_1.factorised_weight),
    ),
    "appendix-4-second-phase": statement(_PHASE_2),
    "appendix-4-algorithm-8": statement(_ALGORITHM_8),
    "appendix-4-marginal": statement(_MARGINALS),
    "appendix-4-normaliser": statement(_NORMALISER),
    "lemma-4-1": proof(_ALGORITHM_8, _MARGINALS, _NORMALISER, _OPERATIONS, _ORDER, facts=_FACTS),
    "appendix-4-subtraction": statement(
        exact("relative error by subtraction", lemma_4_1.subtraction_loses_all),
        exact("relative error by tables", lemma_4_1.marginals_are_sound),
        facts=_FACTS,
    ),
    "section-4-cheaper-than-general": proof(_PHASE_2),
}
