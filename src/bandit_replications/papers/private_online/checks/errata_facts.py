"""Values that `errata.yaml` names in braces, from the derivations that decide claims."""

import math
from collections.abc import Callable, Mapping

from bandit_replications.inference.checks import Check
from bandit_replications.papers.private_online.theory import (
    equation_43,
    theorem_2,
    theorem_5,
    theorem_6,
    theorem_7,
    theorem_10,
)
from bandit_replications.papers.private_online.theory.audits.hybrid_decisions import Scenario
from bandit_replications.papers.private_online.theory.audits.hybrid_released_sums import (
    composed_loss,
    released_sums_loss,
)

Values = Mapping[str, float]


def _sides(*checks: Check) -> dict[str, float]:
    """Return both sides of Checks as left, right, left_2, right_2, and so on."""
    values: dict[str, float] = {}
    for number, check in enumerate(checks, start=1):
        suffix = "" if number == 1 else f"_{number}"
        values |= {f"left{suffix}": check.left, f"right{suffix}": check.right}
    return values


def _initial_pull() -> Values:
    noised = theorem_2.initial_pull(noised=True)
    likely = noised.left
    return {"likely": likely, "rare": 1 - likely, "loss": math.log(likely / (1 - likely))}


def _lost_rewards() -> Values:
    found = {f"loss_{rounds}": theorem_6.claim_3_9(rounds=rounds).left for rounds in (2, 4, 64)}
    return found | {
        f"arms_{arms}": theorem_6.claim_3_9(actions=arms, rounds=1).left for arms in (3, 8)
    }


def _singleton() -> Values:
    found = {
        f"regret_{n}": theorem_7.first_form_as_printed(epsilon=10.0**-n).left for n in (1, 2, 3)
    }
    return found | {"factor": found["regret_3"] / 1000}


def _tree_root() -> Values:
    return {
        "decision_rounds": Scenario(epsilon=1.0).horizon,
        "sums": released_sums_loss(pulls=7, epsilon=1.0),
        **{f"tree_{r}": composed_loss(tree=r, epsilon=1.0) for r in (1, 2, 3)},
    }


FACTS: Mapping[str, Callable[[], Values]] = {
    "initial-pull-noise": _initial_pull,
    "neighbour-decomposition": lambda: _sides(theorem_2.decomposition_12()),
    "conditioning-on-a-set": lambda: _sides(theorem_2.conditioning_17(pointwise=False)),
    "noise-width-split": lambda: _sides(equation_43.split_43()),
    "tree-root-level": _tree_root,
    "first-group-size": lambda: _sides(
        theorem_5.first_group(), theorem_5.first_group(reading="initial-pull-apart")
    ),
    "report-noisy-max-monotone": _lost_rewards,
    "singleton-brackets": _singleton,
    "second-form-range": lambda: _sides(theorem_7.second_form_as_printed()),
    "lower-bound-gap-range": lambda: _sides(theorem_10.range_of_statement()),
}
