"""Claims on the introduction and the setting: Sections 1 and 2."""

from bandit_replications.inference.checks import Check
from bandit_replications.ledger.proof_steps import Step, definition, derived, not_testable


def _order() -> tuple[Check, ...]:
    from bandit_replications.papers.multiplayer.theory import theorem_4_1  # noqa: PLC0415

    return theorem_4_1.order_of_bound()


CLAIMS = (
    not_testable(
        "section-1-first-algorithm",
        "Abstract, Section 1",
        "The algorithm is the first with guarantees for several players whose losses an adversary "
        "chooses, and settles a question that Rosenski et al. left open.",
        "a statement about the literature",
    ),
    not_testable(
        "section-1-related-work",
        "Section 1, related work",
        "Earlier work on several players treats stationary losses, or lets players communicate.",
        "a statement about the literature",
    ),
    derived(
        "section-1-regret-bound",
        "Section 1",
        "The regret is of order K^(4/3) N^(2/3) T^(2/3) up to logarithmic factors.",
        Step("from Theorem 4.1's bound, nearest", _order),
        rule=(
            "Theorem 4.1's bound is at most 4 (ln N)^(1/3) + 2 e ln T times that, as "
            "K² <= K^(4/3) N^(2/3) for K < N; N from 2 to 32 and T from N to 10^7 N"
        ),
    ),
    definition(
        "section-2-regret",
        "Section 2.2",
        "The regret is what all players lose, a collision costing each of its players 1, minus the "
        "loss of the K distinct arms that are best in hindsight.",
    ),
    definition(
        "section-2-feedback",
        "Section 2.2",
        "A player learns whether it collided, and without a collision the loss of its own arm.",
    ),
    definition(
        "section-2-quiet",
        "Section 2.2",
        "A quiet player causes no collision and loses 1.",
    ),
    definition(
        "section-2-assumptions",
        "Section 2.2",
        "Every player knows T, N and K, with K < N < T, and the players stay the same.",
    ),
    not_testable(
        "section-2-non-oblivious",
        "Section 2.2; after Theorem 4.1",
        "Standard techniques extend the algorithm to adversaries that are not oblivious.",
        "the extension is named, not given: there is no algorithm to run and no bound to check",
    ),
)
