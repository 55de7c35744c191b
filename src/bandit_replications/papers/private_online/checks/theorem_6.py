"""Claims on Theorem 6, FTNL's privacy, step by step, and on naive FTNL's."""

from bandit_replications.inference.checks import Check, above, at_most, equal, nearest_check
from bandit_replications.ledger.proof_steps import definition, derived, equation, step
from bandit_replications.papers.private_online.checks.later_derivations import expected_regret
from bandit_replications.papers.private_online.theory import theorem_6
from bandit_replications.papers.private_online.theory.audits.losses import (
    epoch_outputs_loss,
    noised_sums_loss,
)

MONOTONE, INDEXING = "report-noisy-max-monotone", "ftnl-indexing"

EPSILONS = (0.1, 0.5, 1.0, 8.0)
ROUNDS = tuple(2**r for r in range(16))

# --- Theorem 6 ------------------------------------------------------------------------------


def largest_loss(*, noise_scale: float = 1.0) -> Check:
    """Return the choice whose loss is largest beside ε: two actions, epochs up to 32768 rounds."""
    return nearest_check(
        [
            theorem_6.claim_3_9(rounds=rounds, epsilon=epsilon, noise_scale=noise_scale)
            for rounds in ROUNDS
            for epsilon in EPSILONS
        ]
    )


def first_round_loss(*, noise_scale: float = 1.0) -> Check:
    """Return the same after one round with 3 or 8 actions."""
    return nearest_check(
        [
            theorem_6.claim_3_9_first_round(arms=arms, epsilon=epsilon, noise_scale=noise_scale)
            for arms in (3, 8)
            for epsilon in EPSILONS
        ]
    )


def decisions_loss(*, epsilon: float = 1.0, noise_scale: float = 1.0) -> Check:
    """Compare the exact loss of all decisions of 8 rounds of FTNL with ε."""
    return at_most(
        "(49): loss of the decisions of 8 rounds, 2 actions",
        epoch_outputs_loss(actions=2, rounds=8, scale=noise_scale / epsilon),
        epsilon,
    )


def repaired_regret(*, arms: int = 8, min_gap: float = 0.1, horizon: int = 65535) -> Check:
    """Compare FTNL's exact regret with noise of scale 2/ε with twice that with 1/ε, worst ε."""
    means = [0.75 - min_gap] * (arms - 1) + [0.75]
    return nearest_check(
        [
            at_most(
                f"regret with noise of scale 2/ε, ε = {epsilon:g}",
                expected_regret(means=means, epsilon=epsilon, horizon=horizon, noise_scale=2.0),
                2 * expected_regret(means=means, epsilon=epsilon, horizon=horizon),
            )
            for epsilon in EPSILONS
        ]
    )


def reuse_loses() -> Check:
    """Return the same comparison the other way round: the loss of two choices exceeds ε."""
    check = theorem_6.reused_observations()
    return above(check.step, check.left, check.right)


def naive_loss(*, actions: int, epsilon: float = 1.0) -> Check:
    """Compare the exact loss of naive FTNL's decisions over 8 rounds with ε."""
    return at_most(
        f"naive FTNL: loss of the decisions of 8 rounds, K = {actions}",
        epoch_outputs_loss(actions=actions, rounds=8, scale=actions / epsilon),
        epsilon,
    )


def naive_sums_loss(*, actions: int, epsilon: float = 1.0) -> Check:
    """Compare the exact loss of the K noised sums of an epoch with ε."""
    return equal(
        f"naive FTNL: loss of {actions} noised sums",
        noised_sums_loss(epsilon=epsilon, noise_scale=actions, sums=actions),
        epsilon,
    )


_EPOCH = step("loss of a choice, 2 actions (printed)", largest_loss)
_ROUND = step("loss of the first choice, 3 and 8 actions (printed)", first_round_loss)
_DECISIONS = step("loss of the decisions of 8 rounds (printed)", decisions_loss)
_SEQUENCE = step("loss of all decisions and of one choice", theorem_6.sequence_loss)
_LAST_ROUND = step("last round of epoch 0 (printed)", theorem_6.last_round_of_epoch)

_GRID = "n = 1, 2, 4, …, 32768 and ε = 0.1, 0.5, 1, 8"

ITEMS = (
    definition("algorithm-2", "Algorithm 2, Section 5.1", "FTNL.", errata=(INDEXING,)),
    definition("algorithm-3", "Algorithm 3, Section 5.1", "Report Noisy Max."),
    derived(
        "theorem-6",
        "Theorem 6, Section 5.1, Appendix F",
        "FTNL, with noise Lap(1/ε) on each sum of an epoch, is ε-differentially private.",
        _EPOCH,
        _ROUND,
        _DECISIONS,
        rule=(
            f"the exact loss of a choice after n rounds of two actions is at most ε at {_GRID}; "
            "so is that after one round of 3 or 8 actions, and that of the decisions of 8 "
            "rounds at ε = 1; the worst are shown"
        ),
        errata=(MONOTONE,),
    ),
    derived(
        "theorem-6-repaired",
        "Theorem 6, repaired",
        "With noise Lap(2/ε) on each sum FTNL is ε-differentially private.",
        step("loss of a choice, 2 actions (repaired)", largest_loss, noise_scale=2.0),
        step(
            "loss of the first choice, 3 and 8 actions (repaired)",
            first_round_loss,
            noise_scale=2.0,
        ),
        step("loss of the decisions of 8 rounds (repaired)", decisions_loss, noise_scale=2.0),
        _SEQUENCE,
        rule=f"as theorem-6, at {_GRID}, with noise of scale 2/ε",
        errata=(MONOTONE,),
    ),
    derived(
        "theorem-6-repair-cost",
        "Theorem 6, repaired",
        "Noise of scale 2/ε instead of 1/ε at most doubles FTNL's regret.",
        step("8 actions", repaired_regret),
        step("128 actions", repaired_regret, arms=128),
        rule="exact regrets at T = 65535, gaps 0.1, ε = 0.1, 0.5, 1, 8: factor at most 2",
        errata=(MONOTONE,),
        kind="bound",
    ),
    derived(
        "section-5-fresh-observations",
        "Section 5.1",
        "Choices from observations that an earlier choice has used are not ε-private.",
        step("loss of one choice", theorem_6.reused_observations, releases=1),
        step("loss of two choices above ε", reuse_loses),
        rule=(
            "with the noise that makes one choice from 2 rounds ε-private, two choices from the "
            "same rounds lose more than ε = 1"
        ),
    ),
    derived(
        "section-5-naive-ftnl-privacy",
        "Section 5, first paragraph",
        "Naive FTNL, with the budget split over the K sums of an epoch, is ε-private.",
        step("loss of the decisions, K = 2", naive_loss, actions=2),
        step("loss of the decisions, K = 8", naive_loss, actions=8),
        step("loss of the released sums, K = 8", naive_sums_loss, actions=8),
        rule=(
            "exact losses at most ε = 1: that of the decisions of 8 rounds for 2 and 8 actions, "
            "and (to a relative 1e-9) that of the noised sums"
        ),
    ),
)


EQUATIONS = (
    equation(
        49,
        "Appendix F",
        "For each sequence of decisions of FTNL the probabilities differ by at most e^ε.",
        _DECISIONS,
        errata=(MONOTONE,),
    ),
    *(
        equation(
            number,
            "Appendix F",
            f"On {which} the law of the decisions is a product over epochs.",
            _SEQUENCE,
            printed=(_LAST_ROUND,),
            errata=(INDEXING,),
            kind="enumeration",
        )
        for number, which in ((50, "one input"), (51, "its neighbour"))
    ),
    *(
        equation(
            number,
            "Appendix F",
            f"The law of {what} changes by a factor of at most e^ε.",
            _EPOCH,
            _ROUND,
            errata=(MONOTONE,),
        )
        for number, what in (
            (52, "an epoch's choice"),
            (53, "the next epoch's first decision"),
        )
    ),
    equation(
        54,
        "Appendix F",
        "Given an epoch's first decision, the others have the same law on both inputs.",
        _SEQUENCE,
        kind="enumeration",
    ),
)

CLAIMS = (*ITEMS, *EQUATIONS)
