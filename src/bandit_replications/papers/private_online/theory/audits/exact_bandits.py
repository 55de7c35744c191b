"""The bandit algorithms' cases of the privacy audit whose loss is computed exactly."""

from functools import partial
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from bandit_replications.inference.privacy_audits import exact_loss
from bandit_replications.papers.private_online.theory.audits import lazy_decisions
from bandit_replications.papers.private_online.theory.audits.case import AuditCase, exact_case
from bandit_replications.papers.private_online.theory.audits.hybrid_decisions import (
    Scenario,
    decision_loss,
)
from bandit_replications.papers.private_online.theory.audits.hybrid_released_sums import (
    composed_loss,
    released_sums_loss,
)
from bandit_replications.papers.private_online.theory.audits.losses import (
    FirstEpoch,
    noised_sums_loss,
    selection_loss,
)

LAZY_ROUNDS = 5
TREES_PULLS = 31  # complete trees 1 to 4: all that observations of trees 1 to 3 can give away


def lazy_neighbours() -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return rewards (rounds, arms) for Anytime-Lazy-UCB: all 0, or 1 at arm 0's first pull."""
    first, second = np.zeros((2, LAZY_ROUNDS, 2))
    second[0, 0] = 1.0
    return first, second


# --- Losses as functions of ε ---------------------------------------------------------------


def _lazy_third_round(*, epsilon: float, first_pull: Literal["as-printed", "noised"]) -> float:
    """Round 3 has equal widths and takes the larger mean, after one pull of each arm.

    As printed that is the larger reward, without any noise: (1, 1/2) and (0, 1/2) are
    distinguished with probability 1. Noised it is Report Noisy Max, where one sum moves by 1 and
    the other does not.
    """
    if first_pull == "as-printed":
        return exact_loss([1.0, 0.0], [0.0, 1.0])
    return selection_loss(actions=2, rounds=1, scale=1 / epsilon, monotone=True)


def _lazy_pair(*, epsilon: float) -> float:
    laws = [
        list(lazy_decisions.decision_probabilities(rewards=rewards, epsilon=epsilon).values())
        for rewards in lazy_neighbours()
    ]
    return lazy_decisions.decision_loss(*laws)


def hybrid_decisions_loss(*, epsilon: float, **constants: Any) -> float:
    """Return the loss that Hybrid-UCB's decisions of 12 arms in 18 rounds prove."""
    return decision_loss(scenario=Scenario(epsilon=epsilon, **constants))


def _dp_se(*, epsilon: float, near: bool) -> float:
    epoch = FirstEpoch.shortest(epsilon)
    return epoch.loss(epoch.difference_at(1.0)) if near else epoch.worst_loss()


# --- The cases ------------------------------------------------------------------------------


def _anytime_lazy_ucb() -> list[AuditCase]:
    case = partial(exact_case, "anytime-lazy-ucb")
    third, decisions = "decisions-3-rounds-first-pull", f"decisions-{LAZY_ROUNDS}-rounds-first-pull"
    every = partial(lazy_decisions.worst_loss, rounds=LAZY_ROUNDS)
    return [
        case("noised-sums", "closed-form", noised_sums_loss),
        case(f"{third}-as-printed", "enumeration", _lazy_third_round, first_pull="as-printed"),
        case(f"{third}-noised", "closed-form", _lazy_third_round, first_pull="noised"),
        case(f"{decisions}-noised", "quadrature", _lazy_pair),
        case(f"{decisions}-noised-all-inputs", "quadrature", every),
    ]


def _hybrid_ucb() -> list[AuditCase]:
    case = partial(exact_case, "hybrid-ucb")
    composed = [
        case(f"nodes-and-array-tree-{r}", "closed-form", composed_loss, tree=r) for r in (1, 2, 3)
    ]
    released: dict[str, dict[str, Any]] = {
        **{f"{n}-pulls": {"pulls": n} for n in (3, 4, 5)},
        **{
            f"tree-{r}": {"pulls": TREES_PULLS, "items": tuple(range(2**r, 2 ** (r + 1)))}
            for r in (1, 2, 3)
        },
        "all-trees-repaired": {"pulls": TREES_PULLS, "levels": "repaired"},
        "first-tree-repaired": {"pulls": TREES_PULLS, "levels": "first-tree-repaired"},
        "array-for-full-tree": {"pulls": TREES_PULLS, "full_tree": "array"},
        "noise-each-release-15-pulls": {"pulls": 15, "noise": "each-release"},
    }
    sums = [
        case(f"released-sums-{name}", "closed-form", released_sums_loss, **options)
        for name, options in released.items()
    ]
    name, loss = "decisions-12-arms-18-rounds", hybrid_decisions_loss
    decisions = [
        case(name + suffix, "quadrature", loss, levels=levels)
        for suffix, levels in (("", "as-printed"), ("-all-trees-repaired", "repaired"))
    ]
    return [*composed, *sums, *decisions]


def _dp_se_cases() -> list[AuditCase]:
    case = partial(exact_case, "dp-se")
    return [
        case("noised-sums", "closed-form", noised_sums_loss),
        case("decisions-2-arms-first-epoch", "closed-form", _dp_se, near=False),
        case("decisions-2-arms-near-margin", "enumeration", _dp_se, near=True),
    ]


BANDIT_CASES = (*_anytime_lazy_ucb(), *_hybrid_ucb(), *_dp_se_cases())
