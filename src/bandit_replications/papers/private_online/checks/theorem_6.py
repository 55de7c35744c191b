"""Decisions on Theorem 6, FTNL's privacy, step by step, and on naive FTNL's."""

from collections.abc import Callable

from bandit_replications.inference.checks import worst_over
from bandit_replications.ledger.decisions import Step, algebra, argued, exact, proof, statement
from bandit_replications.papers.private_online.checks.privacy import loss_against
from bandit_replications.papers.private_online.theory import theorem_6
from bandit_replications.papers.private_online.theory.audits.exact import ftnl_loss

EPSILONS = (0.1, 0.5, 1.0, 8.0)
ROUNDS = tuple(2**r for r in range(16))
ARMS = (3, 8)


def _losses(step: Callable[..., Step], word: str, scale: float) -> tuple[Step, Step, Step]:
    """Return that the losses of choices and of all decisions are at most ε, at a noise scale."""
    return (
        step(
            f"loss of a choice, 2 actions ({word})",
            worst_over,
            check=theorem_6.claim_3_9,
            rounds=ROUNDS,
            epsilon=EPSILONS,
            noise_scale=(scale,),
        ),
        step(
            f"loss of the first choice, 3 and 8 actions ({word})",
            worst_over,
            check=theorem_6.claim_3_9,
            actions=ARMS,
            rounds=(1,),
            epsilon=EPSILONS,
            noise_scale=(scale,),
        ),
        step(
            f"loss of the decisions of 8 rounds ({word})",
            loss_against,
            loss=ftnl_loss,
            actions=2,
            noise_scale=scale,
        ),
    )


_EPOCH, _ROUND, _DECISIONS = _losses(exact, "printed", 1.0)
_EPSILON_LIST = ", ".join(f"{epsilon:g}" for epsilon in EPSILONS)
_FACTS = {
    "grid": f"n = 1, 2, 4, …, {ROUNDS[-1]} and ε = {_EPSILON_LIST}",
    "arms": " or ".join(map(str, ARMS)),
}

CHECKS = {
    "theorem-6": statement(_EPOCH, _ROUND, _DECISIONS, facts=_FACTS),
    "theorem-6-repaired": statement(*_losses(argued, "repaired", 2.0), facts=_FACTS),
    "theorem-6-repair-cost": statement(
        argued(
            "identity and bound, four actions, ε = 0.5, T = 101",
            theorem_6.doubled_noise,
            means=(0.6, 0.6, 0.9, 0.2),
            epsilon=0.5,
            horizon=101,
        ),
        *(
            exact(
                f"more than twice the regret, rewards always 1 and 0, ε = {epsilon:g}",
                theorem_6.at_most_doubled,
                epsilon=epsilon,
                relation=">",
            )
            for epsilon in (1.0, 4.0)
        ),
    ),
    "theorem-6-repair-cost-random": proof(
        argued("means 0.5 and 0.6, ε = 0.5", theorem_6.two_random_actions),
        exact(
            "control: without 2 Δ it fails, rewards always 1 and 0, ε = 4",
            theorem_6.two_random_actions,
            means=(1.0, 0.0),
            epsilon=4.0,
            law="deterministic",
            gaps=0.0,
            relation=">",
        ),
    ),
    "section-5-fresh-observations": statement(
        exact("loss of one choice", theorem_6.reused_observations, releases=1),
        exact("loss of two choices above ε", theorem_6.reused_observations, relation=">"),
    ),
    "section-5-naive-ftnl-privacy": statement(
        *(
            argued(
                f"loss of the decisions, K = {actions}",
                loss_against,
                loss=ftnl_loss,
                actions=actions,
                noise_scale=actions,
            )
            for actions in (2, 8)
        )
    ),
    "equation-49": proof(_DECISIONS),
    "equation-50": proof(
        printed=(algebra("last round of epoch s = 0 (printed)", "s = 2**(s + 1) - 1", s="0"),)
    ),
    "equation-52": proof(_EPOCH, _ROUND),
}
