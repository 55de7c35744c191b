"""Decisions on Theorem 6, FTNL's privacy, step by step, and on naive FTNL's."""

from bandit_replications.inference.checks import Check, at_most
from bandit_replications.ledger.decisions import Step, proof, sampled, statement
from bandit_replications.papers.private_online.algorithms.ftnl_exact import expected_regret
from bandit_replications.papers.private_online.checks.privacy import loss_against
from bandit_replications.papers.private_online.theory import theorem_6
from bandit_replications.papers.private_online.theory.audits.exact import ftnl_loss
from bandit_replications.papers.private_online.theory.grids import worst_over

EPSILONS = (0.1, 0.5, 1.0, 8.0)
ROUNDS = tuple(2**r for r in range(16))
ARMS = (3, 8)
GAP = 0.1
HORIZON = 65535


def _losses(word: str, scale: float) -> tuple[Step, Step, Step]:
    """Return that the losses of choices and of all decisions are at most ε, at a noise scale."""
    return (
        sampled(
            f"loss of a choice, 2 actions ({word})",
            worst_over,
            check=theorem_6.claim_3_9,
            rounds=ROUNDS,
            epsilon=EPSILONS,
            noise_scale=(scale,),
        ),
        sampled(
            f"loss of the first choice, 3 and 8 actions ({word})",
            worst_over,
            check=theorem_6.claim_3_9_first_round,
            arms=ARMS,
            epsilon=EPSILONS,
            noise_scale=(scale,),
        ),
        sampled(
            f"loss of the decisions of 8 rounds ({word})",
            loss_against,
            loss=ftnl_loss,
            actions=2,
            noise_scale=scale,
        ),
    )


def repaired_regret(*, arms: int, epsilon: float) -> Check:
    """Compare FTNL's exact regret with noise of scale 2/ε with twice that with 1/ε."""
    means = [0.75 - GAP] * (arms - 1) + [0.75]
    single, double = (
        expected_regret(means=means, epsilon=epsilon, horizon=HORIZON, noise_scale=scale)
        for scale in (1.0, 2.0)
    )
    return at_most(f"regret with noise of scale 2/ε, ε = {epsilon:g}", double, 2 * single)


_EPOCH, _ROUND, _DECISIONS = _losses("printed", 1.0)
_SEQUENCE = sampled("loss of all decisions and of one choice", theorem_6.sequence_loss)

_EPSILON_LIST = ", ".join(f"{epsilon:g}" for epsilon in EPSILONS)
_FACTS = {
    "grid": f"n = 1, 2, 4, …, {ROUNDS[-1]} and ε = {_EPSILON_LIST}",
    "epsilons": _EPSILON_LIST,
    "arms": " or ".join(map(str, ARMS)),
    "gap": GAP,
    "horizon": HORIZON,
}

CHECKS = {
    "theorem-6": statement(_EPOCH, _ROUND, _DECISIONS, facts=_FACTS),
    "theorem-6-repaired": statement(*_losses("repaired", 2.0), _SEQUENCE, facts=_FACTS),
    "theorem-6-repair-cost": statement(
        *(
            sampled(
                f"{arms} actions",
                worst_over,
                check=repaired_regret,
                arms=(arms,),
                epsilon=EPSILONS,
            )
            for arms in (8, 128)
        ),
        facts=_FACTS,
    ),
    "section-5-fresh-observations": statement(
        sampled("loss of one choice", theorem_6.reused_observations, releases=1),
        sampled("loss of two choices above ε", theorem_6.reused_observations, relation=">"),
    ),
    "section-5-naive-ftnl-privacy": statement(
        *(
            sampled(
                f"loss of the decisions, K = {actions}",
                loss_against,
                loss=ftnl_loss,
                actions=actions,
                noise_scale=actions,
            )
            for actions in (2, 8)
        ),
    ),
    "equation-49": proof(_DECISIONS),
    "equation-50": proof(
        _SEQUENCE,
        printed=(sampled("last round of epoch 0 (printed)", theorem_6.last_round_of_epoch),),
    ),
    "equation-52": proof(_EPOCH, _ROUND),
    "equation-54": proof(_SEQUENCE),
}
