"""Claims on blocks and on the regret of Coordinate and Play: Theorems 4.1 and 4.2."""

from types import ModuleType

from bandit_replications.inference.checks import Check
from bandit_replications.ledger.claims import Claim
from bandit_replications.ledger.proof_steps import Step, derived, not_testable

BIASED = "coordinate-estimate-biased"


def blocks() -> ModuleType:
    """Return the derivations of Theorem 4.2, loaded when a claim is checked."""
    from bandit_replications.papers.multiplayer.theory import theorem_4_2  # noqa: PLC0415

    return theorem_4_2


def steps() -> ModuleType:
    """Return the derivations of Theorem 4.1, loaded when a claim is checked."""
    from bandit_replications.papers.multiplayer.theory import theorem_4_1  # noqa: PLC0415

    return theorem_4_1


def _play_average() -> tuple[Check, ...]:
    return steps().unbiased(estimate="play-rounds")


_TOTAL = Step("sum of the parts, nearest", lambda: steps().nearest_total())
_ROUNDED = Step("the same with whole rounds, nearest", lambda: steps().nearest_total(rounded=True))
_BETWEEN = Step("Play, estimate, block", lambda: steps().between_play_and_block())
_MOMENTS = Step("second moments", lambda: steps().second_moments())
_UNBIASED = Step("mean of the estimate", lambda: steps().unbiased())
_REPAIRED = Step("mean of the Play phase's estimate", _play_average)

CLAIMS: tuple[Claim, ...] = (
    derived(
        "theorem-4-2",
        "Theorem 4.2 (Dekel et al., 2012)",
        "Blocks of τ rounds turn a regret bound R(T) into τ R(T/τ) + τ; with K players the last "
        "term is K τ.",
        Step("exact, by regrets", lambda: blocks().blocks_and_rest()),
        Step("exact, by Lemma 3.1", lambda: blocks().theorem_4_2()),
        Step("whole blocks only", lambda: blocks().whole_blocks()),
        rule=(
            "the exact regret of the blocked K-Metaplayer on 31 rounds in blocks of 4 is at most "
            "τ times that on the block averages plus K (T mod τ), and Lemma 3.1's bound for T/τ "
            "covers floor(T/τ) blocks"
        ),
    ),
    derived(
        "section-4-rest",
        "Section 4",
        "Rounds after the last whole block add at most K τ to the regret, played at random.",
        Step("exact", lambda: blocks().blocks_and_rest()),
    ),
    derived(
        "section-4-blocks-degrade",
        "Section 4, Infrequent switches",
        "Blocks worsen the regret guarantee.",
        Step("bounds", lambda: blocks().blocks_degrade()),
        rule="at the paper's sizes Theorem 4.2's bound exceeds Lemma 3.1's",
    ),
    derived(
        "section-4-average-loss",
        "Section 4, Infrequent switches; Algorithm 2, lines 15 and 16",
        "The coordinator feeds her arm's average loss in the block back into Algorithm 1.",
        _UNBIASED,
        errata=(BIASED,),
        rule=(
            "the printed estimate of each arm has the arm's average loss in the block for its "
            "mean, by enumeration of one block"
        ),
        kind="enumeration",
    ),
    derived(
        "theorem-4-1-play-term",
        "Proof of Theorem 4.1",
        "With the theorem's block length the blocked K-Metaplayer's C sqrt(T τ) is "
        "2 K^(4/3) N^(2/3) (ln N)^(1/3) T^(2/3).",
        Step("N = 8, K = 4", lambda: steps().play_term()),
        Step("N = 32, K = 31", lambda: steps().play_term(arms=32, players=31)),
    ),
    derived(
        "theorem-4-1-coordinate-term",
        "Proof of Theorem 4.1",
        "The Coordinate phases cost at most (T/τ) (K-1) N K, below (T/τ) K² N, which is "
        "K^(4/3) N^(2/3) (ln N)^(1/3) T^(2/3).",
        Step("losses in a phase", lambda: steps().coordinate_losses()),
        Step("all phases", lambda: steps().coordinate_term()),
    ),
    derived(
        "theorem-4-1-rest-term",
        "Proof of Theorem 4.1, last line of the display",
        "K τ is K^(5/3) N^(1/3) T^(1/3) / (ln N)^(1/3), at most one more leading term.",
        Step("K τ", lambda: steps().rest_term()),
        Step("nearest", lambda: steps().nearest_rest_below_leading()),
        rule="for N from 2 to 32, K < N and T from N to 10^7 N; the nearest is shown",
    ),
    derived(
        "theorem-4-1-failure-term",
        "Proof of Theorem 4.1, last display",
        "A failed ranking adds at most K/T times K T, and K² (e ln T + 1) <= 2 K² e ln T.",
        Step("T = 2", lambda: steps().failure_term()),
        rule="1 <= e ln T from T = 2 on",
    ),
    derived(
        "theorem-4-1",
        "Theorem 4.1",
        "With T_R = K e ln T and the block length and learning rate given, expected regret is at "
        "most 4 K^(4/3) N^(2/3) (ln N)^(1/3) T^(2/3) + 2 K² e ln T.",
        _TOTAL,
        _ROUNDED,
        _BETWEEN,
        _MOMENTS,
        _REPAIRED,
        printed=(_UNBIASED,),
        errata=(BIASED,),
        rule=(
            "the parts add up to no more than the bound for N from 2 to 32, K < N and T from N to "
            "10^7 N, also with whole rounds; τ times the estimate's mean lies between an arm's "
            "losses in Play and in the block, and its second moments are A.1's (repaired proof)"
        ),
        failing="the printed proof takes as unbiased what is not",
    ),
    derived(
        "theorem-4-1-scope",
        "Theorem 4.1",
        "The bound says something at the sizes of Section 5, and wherever the theorem's blocks "
        "leave no Play phase it says nothing.",
        Step("Section 5", lambda: steps().bound_says_something()),
        Step("short blocks, N = 8, K = 4", lambda: steps().short_blocks_are_vacuous()),
        Step("short blocks, nearest", lambda: steps().nearest_short_blocks()),
        rule=(
            "below K T at T = 240000, and above K T up to the largest T whose block length is at "
            "most (K-1) N, for N from 2 to 32 and K < N; the nearest is shown"
        ),
    ),
    not_testable(
        "theorem-4-1-non-oblivious",
        "After Theorem 4.1",
        "A standard mixing technique extends the result to adversaries that react.",
        "a remark: neither the algorithm that it means nor its bound is given",
    ),
)
