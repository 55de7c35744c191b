"""Claims on the K-Metaplayer and its sampling: Sections 2.1, 3 and 4.1, Appendices A.1 and A.4."""

from types import ModuleType

from bandit_replications.inference.checks import Check
from bandit_replications.ledger.claims import Claim
from bandit_replications.ledger.proof_steps import Step, definition, derived

SUMMAND = "algorithm-5-summand"


def regret() -> ModuleType:
    """Return the derivations of Lemma 3.1, loaded when a claim is checked."""
    from bandit_replications.papers.multiplayer.theory import lemma_3_1  # noqa: PLC0415

    return lemma_3_1


def sampling() -> ModuleType:
    """Return the derivations of Lemma 4.1, loaded when a claim is checked."""
    from bandit_replications.papers.multiplayer.theory import lemma_4_1  # noqa: PLC0415

    return lemma_4_1


def _sharp_second_moments() -> Check:
    return regret().nearest_exponential_weights(factor=0.5)


_UNBIASED = Step("mean of an estimate", lambda: regret().unbiased_estimates())
_CROSS = Step("products", lambda: regret().cross_terms())
_SECOND = Step("second moments", lambda: regret().second_moments())
_SWAPPED = Step("swapped sums", lambda: regret().swapped_sums())
_WEIGHTS = Step("exponential weights, nearest", lambda: regret().nearest_exponential_weights())
_COUNT = Step("ln |M|, nearest", lambda: regret().nearest_meta_arms())
_RATE = Step("at Lemma 3.1's η", lambda: regret().learning_rate())
_BEST_RATE = Step("at other η", lambda: regret().best_learning_rate())
_SHARPER = Step("without the proof's losses", lambda: regret().sharper_constant())
_EXACT_1 = Step("exact regret, K = 1", lambda: regret().lemma_3_1())
_EXACT_2 = Step("exact regret, K = 2", lambda: regret().lemma_3_1(players=2, arms=3, horizon=10))
_LAW = Step("K-DPP's law", lambda: sampling().law_of_k_dpp())
_PHASE_2 = Step("phase 2", lambda: sampling().second_phase())
_ALGORITHM_8 = Step("law of Algorithm 8", lambda: sampling().law_of_algorithm_8())
_MARGINALS = Step("marginals", lambda: sampling().marginal_by_normalisers())
_NORMALISER = Step("Z_K", lambda: sampling().normaliser())
_OPERATIONS = Step("operations over N K", lambda: sampling().operations())
_TABLES = Step("relative error of the marginals", lambda: sampling().marginals_are_sound())
_LOST = Step("relative error by subtraction", lambda: sampling().subtraction_loses_all())

CLAIMS: tuple[Claim, ...] = (
    derived(
        "section-2-exp3",
        "Section 2.1",
        "EXP3, which draws an arm in proportion to exp(-η L) of unbiased loss estimates, has "
        "regret O(sqrt(T N log N)).",
        _EXACT_1,
        Step("bound at η, K = 1", lambda: regret().learning_rate(players=1)),
        _BEST_RATE,
        rule=(
            "Algorithm 1 with K = 1 is EXP3; its bound is 2 sqrt(T N ln N) to a relative 1e-9, and "
            "holds for the exact regret of 14 rounds of losses 0 and 1"
        ),
    ),
    derived(
        "section-3-feedback-share",
        "Section 3",
        "The loss of one arm is feedback for |M| K/N of the meta-arms.",
        Step("N = 8, K = 4", lambda: regret().meta_arms_of_one_arm()),
        Step("N = 9, K = 2", lambda: regret().meta_arms_of_one_arm(arms=9, players=2)),
        kind="enumeration",
    ),
    derived(
        "section-3-number-of-meta-arms",
        "Section 3",
        "There are C(N, K) meta-arms, exponentially many in K.",
        Step("(N/K)^K, nearest", lambda: regret().nearest_fewest_meta_arms()),
        printed=(Step("K = N - 1", lambda: regret().meta_arms_with_many_players()),),
        rule="C(N, K) >= (N/K)^K for 2 <= K <= N/2 and N up to 40; the nearest is shown",
        failing="not when nearly all arms are played",
    ),
    derived(
        "section-3-against-exp3",
        "Section 3",
        "EXP3 applied to meta-arms directly has a guarantee that grows with their number; "
        "Algorithm 1's is substantially smaller.",
        Step("N = 8, K = 4", lambda: regret().unrelated_meta_arms(arms=8, players=4)),
        Step("nearest", lambda: regret().nearest_unrelated_meta_arms()),
        rule="2 K sqrt(T N ln N) is at most 2 K sqrt(T |M| ln |M|) for all K < N up to 40",
    ),
    derived(
        "equation-01",
        "(1), Section 3",
        "A meta-arm's loss is the sum of its arms' losses, so that the best meta-arm in hindsight "
        "consists of the K best arms.",
        Step("best meta-arm", lambda: regret().best_meta_arm()),
        kind="enumeration",
    ),
    derived(
        "algorithm-1",
        "Algorithm 1, line 8",
        "The K-Metaplayer's loss estimate, from the one arm it watches, is unbiased for every arm.",
        _UNBIASED,
        kind="enumeration",
    ),
    derived(
        "section-3-coordinator-and-followers",
        "Section 3, end",
        "A coordinator who draws K arms, takes one of them at random and assigns the others plays "
        "and learns exactly as Algorithm 1.",
        Step("the coordinator's arm", lambda: regret().coordinators_arm()),
        kind="enumeration",
    ),
    derived(
        "appendix-1-unbiased",
        "A.1, point 2",
        "By linearity a meta-arm's estimate is unbiased, as each arm's is.",
        _UNBIASED,
        kind="enumeration",
    ),
    derived(
        "appendix-1-exponential-weights",
        "A.1 and Section 3, cited inequality",
        "Regret is at most η times the expected squares of the estimates plus K ln(N) / η.",
        _WEIGHTS,
        _COUNT,
        Step("with η/2, nearest", _sharp_second_moments),
        rule=(
            "on 30 sequences of nonnegative estimates with η from 0.01 to 3, and with half of the "
            "squares too; ln C(N, K) <= K ln N up to N = 40; the nearest are shown"
        ),
    ),
    derived(
        "appendix-1-second-moment",
        "A.1 and Section 3, variance term",
        "Only one arm's estimate is not 0, so a meta-arm's second moment is K Σ l²/q over its "
        "arms.",
        _CROSS,
        _SECOND,
        kind="enumeration",
    ),
    derived(
        "appendix-1-swapped-sums",
        "A.1, (★)",
        "Summed over meta-arms first, the marginals cancel and Σ l² over all arms is left.",
        _SWAPPED,
        kind="enumeration",
    ),
    derived(
        "appendix-1-learning-rate",
        "A.1, last display",
        "K T N η + K ln(N) / η is 2 K sqrt(T N ln N) at Lemma 3.1's η.",
        _RATE,
        _BEST_RATE,
        rule="equal to a relative 1e-9, and no smaller at 1.1 η and η / 1.1",
    ),
    derived(
        "lemma-3-1",
        "Lemma 3.1",
        "With η = sqrt(ln(N) / (T N)) the K-Metaplayer's expected regret is at most "
        "2 K sqrt(T N ln N).",
        _UNBIASED,
        _SECOND,
        _SWAPPED,
        _WEIGHTS,
        _COUNT,
        _RATE,
        _EXACT_1,
        _EXACT_2,
        _SHARPER,
        rule=(
            "each step of A.1 holds, as does the bound for two exact regrets, and the proof gives "
            "at most 3/4 of the bound when nothing is given away"
        ),
    ),
    derived(
        "equation-02",
        "(2), Section 4.1",
        "The coordinator's probability of a meta-arm is proportional to a product over its arms.",
        Step("product", lambda: sampling().factorised_weight()),
    ),
    derived(
        "section-4-naive-cost",
        "Section 4.1",
        "Done naively, with K fixed, probabilities cost Θ(N^K) and a marginal Θ(N^(K-1)).",
        Step("N = 8, K = 4", lambda: sampling().naive_terms()),
        Step("N = 16, K = 3", lambda: sampling().naive_terms(arms=16, size=3)),
        rule=(
            "the sums have C(N, K) and C(N-1, K-1) terms, at most N^K / K! and N^(K-1) / (K-1)!, "
            "at least (N/K)^K and ((N-1)/(K-1))^(K-1)"
        ),
        kind="enumeration",
    ),
    definition(
        "section-4-k-dpp",
        "Section 4.1 and A.4",
        "A K-DPP draws a K-subset with probability proportional to its kernel's minor.",
    ),
    derived(
        "algorithm-5",
        "Algorithm 5, A.4",
        "The two phases draw from a determinantal point process: eigenvectors, then elements.",
        Step("law", lambda: sampling().law_of_algorithm_5()),
        printed=(Step("law with one v", lambda: sampling().law_of_algorithm_5(one_vector=True)),),
        errata=(SUMMAND,),
        rule="the law of all sets of three elements, for a kernel that is not diagonal, is exact",
        failing="line 10 read with a single v",
        kind="enumeration",
    ),
    derived(
        "appendix-4-kernel",
        "A.4",
        "The K-DPP of the diagonal kernel exp(-η L_i) has the coordinator's law.",
        _LAW,
        Step("determinant", lambda: sampling().factorised_weight()),
        kind="enumeration",
    ),
    derived(
        "appendix-4-second-phase",
        "A.4",
        "For a diagonal kernel phase 2 of Algorithm 5 returns the chosen J, so phase 1 suffices.",
        _PHASE_2,
    ),
    derived(
        "appendix-4-algorithm-8",
        "A.4",
        "Kulesza and Taskar's Algorithm 8 draws exactly K eigenvectors with the K-DPP's law, in "
        "O(N K).",
        _ALGORITHM_8,
        _OPERATIONS,
        kind="enumeration",
    ),
    derived(
        "appendix-4-marginal",
        "A.4",
        "An arm's marginal is its weight times the normaliser of a (K-1)-DPP without it, over Z_K.",
        _MARGINALS,
        kind="enumeration",
    ),
    derived(
        "appendix-4-normaliser",
        "A.4",
        "The normalisers follow from a recursion of O(N K) steps.",
        _NORMALISER,
        _OPERATIONS,
        kind="enumeration",
    ),
    derived(
        "lemma-4-1",
        "Lemma 4.1",
        "Drawing a meta-arm costs O(N K), as does the marginal of an arm.",
        _ALGORITHM_8,
        _MARGINALS,
        _OPERATIONS,
        _TABLES,
        rule=(
            "Algorithm 8 and the two normalisers of a marginal take at most 5 N K additions, "
            "multiplications, divisions and comparisons, counted for (N, K) = (8, 4), (64, 8), "
            "(64, 16) and (256, 16); their law and marginals are exact by enumeration, and the "
            "tables' relative error is at most 1e-9 where one arm leads by 14"
        ),
    ),
    derived(
        "appendix-4-subtraction",
        "A.4, beyond what is said",
        "One table for all arms, out of which each arm is taken by subtraction, is O(N K) too but "
        "no marginals can be had from it in floating-point numbers once one arm leads.",
        _LOST,
        rule="where one arm leads by 14, the relative error of a marginal is at least 1",
    ),
    derived(
        "section-4-cheaper-than-general",
        "Section 4.1, end",
        "Sampling here is cheaper than from a general K-DPP, since the kernel is diagonal.",
        _PHASE_2,
        rule=(
            "an argument, operations are not compared: a diagonal kernel needs no "
            "eigendecomposition, and phase 2 returns what phase 1 chose"
        ),
    ),
)
