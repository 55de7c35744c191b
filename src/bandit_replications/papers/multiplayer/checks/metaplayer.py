"""Decisions on the K-Metaplayer and its sampling: Sections 2.1, 3 and 4.1, A.1 and A.4."""

from bandit_replications.ledger.decisions import proof, step
from bandit_replications.papers.multiplayer.theory import lemma_3_1, lemma_4_1

_UNBIASED = step("mean of an estimate", lemma_3_1.unbiased_estimates)
_SECOND = step("second moments", lemma_3_1.second_moments)
_SWAPPED = step("swapped sums", lemma_3_1.swapped_sums)
_WEIGHTS = step("exponential weights, nearest", lemma_3_1.nearest_exponential_weights)
_COUNT = step("ln |M|, nearest", lemma_3_1.nearest_meta_arms)
_RATE = step("at Lemma 3.1's η", lemma_3_1.learning_rate)
_BEST_RATE = step("at other η", lemma_3_1.best_learning_rate)
_EXACT = step("exact regret, K = 1", lemma_3_1.lemma_3_1)
_PRODUCT = step("product", lemma_4_1.factorised_weight)
_PHASE_2 = step("phase 2", lemma_4_1.second_phase)
_ALGORITHM_8 = step("law of Algorithm 8", lemma_4_1.law_of_algorithm_8)
_MARGINALS = step("marginals", lemma_4_1.marginal_by_normalisers)
_OPERATIONS = step("operations over N K", lemma_4_1.operations)

_FACTS = {"lead": lemma_4_1.LEAD, "most_arms": lemma_3_1.MOST_ARMS}

CHECKS = {
    "section-2-exp3": proof(
        _EXACT, step("bound at η, K = 1", lemma_3_1.learning_rate, players=1), _BEST_RATE
    ),
    "section-3-feedback-share": proof(
        step("N = 8, K = 4", lemma_3_1.meta_arms_of_one_arm),
        step("N = 9, K = 2", lemma_3_1.meta_arms_of_one_arm, arms=9, players=2),
        method="enumeration",
    ),
    "section-3-number-of-meta-arms": proof(
        step("(N/K)^K, nearest", lemma_3_1.nearest_fewest_meta_arms),
        printed=(step("K = N - 1", lemma_3_1.meta_arms_with_many_players),),
        failing="not when nearly all arms are played",
        facts=_FACTS,
    ),
    "section-3-against-exp3": proof(
        step("N = 8, K = 4", lemma_3_1.unrelated_meta_arms, arms=8, players=4),
        step("nearest", lemma_3_1.nearest_unrelated_meta_arms),
        facts=_FACTS,
    ),
    "equation-01": proof(step("best meta-arm", lemma_3_1.best_meta_arm), method="enumeration"),
    "algorithm-1": proof(_UNBIASED, method="enumeration"),
    "section-3-coordinator-and-followers": proof(
        step("the coordinator's arm", lemma_3_1.coordinators_arm), method="enumeration"
    ),
    "appendix-1-exponential-weights": proof(
        _WEIGHTS,
        _COUNT,
        step("with η/2, nearest", lemma_3_1.nearest_exponential_weights, factor=0.5),
        facts=_FACTS,
    ),
    "appendix-1-second-moment": proof(
        step("products", lemma_3_1.cross_terms), _SECOND, method="enumeration"
    ),
    "appendix-1-swapped-sums": proof(_SWAPPED, method="enumeration"),
    "appendix-1-learning-rate": proof(_RATE, _BEST_RATE),
    "lemma-3-1": proof(
        _UNBIASED,
        _SECOND,
        _SWAPPED,
        _WEIGHTS,
        _COUNT,
        _RATE,
        _EXACT,
        step("exact regret, K = 2", lemma_3_1.lemma_3_1, players=2, arms=3, horizon=10),
        step("without the proof's losses", lemma_3_1.sharper_constant),
    ),
    "equation-02": proof(_PRODUCT),
    "section-4-naive-cost": proof(
        step("N = 8, K = 4", lemma_4_1.naive_terms),
        step("N = 16, K = 3", lemma_4_1.naive_terms, arms=16, size=3),
        method="enumeration",
    ),
    "algorithm-5": proof(
        step("law", lemma_4_1.law_of_algorithm_5),
        printed=(step("law with one v", lemma_4_1.law_of_algorithm_5, one_vector=True),),
        method="enumeration",
        failing="line 10 read with a single v",
    ),
    "appendix-4-kernel": proof(
        step("K-DPP's law", lemma_4_1.law_of_k_dpp),
        step("determinant", lemma_4_1.factorised_weight),
        method="enumeration",
    ),
    "appendix-4-second-phase": proof(_PHASE_2),
    "appendix-4-algorithm-8": proof(_ALGORITHM_8, _OPERATIONS, method="enumeration"),
    "appendix-4-marginal": proof(_MARGINALS, method="enumeration"),
    "appendix-4-normaliser": proof(
        step("Z_K", lemma_4_1.normaliser), _OPERATIONS, method="enumeration"
    ),
    "lemma-4-1": proof(
        _ALGORITHM_8,
        _MARGINALS,
        _OPERATIONS,
        step("relative error of the marginals", lemma_4_1.marginals_are_sound),
        facts=_FACTS,
    ),
    "appendix-4-subtraction": proof(
        step("relative error by subtraction", lemma_4_1.subtraction_loses_all), facts=_FACTS
    ),
    "section-4-cheaper-than-general": proof(_PHASE_2, method="argued"),
}
