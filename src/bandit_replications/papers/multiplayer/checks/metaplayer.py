"""Decisions on the K-Metaplayer and its sampling: Sections 2.1, 3 and 4.1, A.1 and A.4."""

from bandit_replications.ledger.decisions import exact, proof, sampled, statement
from bandit_replications.papers.multiplayer.theory import lemma_3_1, lemma_4_1

SUBSTANTIALLY = 1.25

_UNBIASED = sampled("mean of an estimate", lemma_3_1.unbiased_estimates)
_SECOND = sampled("second moments", lemma_3_1.second_moments)
_SWAPPED = sampled("swapped sums", lemma_3_1.swapped_sums)
_WEIGHTS = sampled("exponential weights, nearest", lemma_3_1.nearest_exponential_weights)
_COUNT = sampled("ln |M|, nearest", lemma_3_1.nearest_meta_arms)
_RATE = sampled("at Lemma 3.1's η", lemma_3_1.learning_rate)
_BEST_RATE = sampled("at other η", lemma_3_1.best_learning_rate)
_EXACT = sampled("exact regret, K = 1", lemma_3_1.lemma_3_1)
_EXACT_2 = sampled("exact regret, K = 2", lemma_3_1.lemma_3_1, players=2)
_PHASE_2 = sampled("phase 2", lemma_4_1.second_phase)
_ALGORITHM_8 = sampled("law of Algorithm 8", lemma_4_1.law_of_algorithm_8)
_MARGINALS = sampled("marginals", lemma_4_1.marginal_by_normalisers)
_NORMALISER = sampled("Z_K", lemma_4_1.normaliser)
_OPERATIONS = sampled("counted, and of the recursion", lemma_4_1.operations)
_ORDER = sampled("of the recursion, and 5 N K, nearest", lemma_4_1.nearest_order)

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
    "section-2-exp3": proof(
        _EXACT,
        facts=_FACTS,
    ),
    "section-3-against-exp3": statement(
        sampled("N = 8, K = 4", lemma_3_1.unrelated_meta_arms, arms=8, players=4),
        sampled("nearest", lemma_3_1.nearest_unrelated_meta_arms, factor=SUBSTANTIALLY),
        printed=(
            sampled("K = 1 and K = N - 1", lemma_3_1.few_meta_arms, factor=SUBSTANTIALLY),
            sampled("|M| grows with K", lemma_3_1.more_players_more_meta_arms),
        ),
        facts=_FACTS,
    ),
    "section-3-coordinator-and-followers": statement(
        exact("the coordinator's arm", lemma_3_1.coordinators_arm)
    ),
    "appendix-1-unbiased": statement(_UNBIASED),
    "appendix-1-exponential-weights": proof(
        _WEIGHTS,
        _COUNT,
        facts=_FACTS,
    ),
    "lemma-3-1-sharper": proof(
        sampled(
            "with half of the squares, nearest", lemma_3_1.nearest_exponential_weights, factor=0.5
        ),
        sampled("with ln C(N, K)", lemma_3_1.sharper_constant),
        facts=_FACTS,
    ),
    "appendix-1-second-moment": statement(exact("products", lemma_3_1.cross_terms), _SECOND),
    "appendix-1-swapped-sums": statement(_SWAPPED),
    "appendix-1-learning-rate": proof(_RATE, _BEST_RATE),
    "lemma-3-1": proof(
        _UNBIASED,
        _SECOND,
        _SWAPPED,
        _WEIGHTS,
        _COUNT,
        _RATE,
        _EXACT,
        _EXACT_2,
        facts=_FACTS,
    ),
    "algorithm-5": statement(exact("law", lemma_4_1.law_of_algorithm_5)),
    "appendix-4-kernel": statement(
        exact("K-DPP's law", lemma_4_1.law_of_k_dpp),
        exact("determinant", lemma_4_1.factorised_weight),
    ),
    "appendix-4-second-phase": statement(_PHASE_2),
    "appendix-4-algorithm-8": statement(_ALGORITHM_8),
    "appendix-4-marginal": statement(_MARGINALS),
    "appendix-4-normaliser": statement(_NORMALISER),
    "lemma-4-1": proof(_ALGORITHM_8, _MARGINALS, _NORMALISER, _OPERATIONS, _ORDER, facts=_FACTS),
    "appendix-4-subtraction": statement(
        sampled("relative error by subtraction", lemma_4_1.subtraction_loses_all),
        sampled("relative error by tables", lemma_4_1.marginals_are_sound),
        facts=_FACTS,
    ),
    "section-4-cheaper-than-general": proof(_PHASE_2),
}
