"""The cases of the privacy audit whose loss is computed exactly."""

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from bandit_replications.inference.privacy_audits import exact_loss
from bandit_replications.papers.private_online.algorithms import (
    binary_mechanism,
    hybrid_mechanism,
    logarithmic_mechanism,
)
from bandit_replications.papers.private_online.theory.audits import lazy_decisions
from bandit_replications.papers.private_online.theory.audits.case import AuditCase, Kind
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
    epoch_outputs_loss,
    noised_sums_loss,
    selection_loss,
)

Case = tuple[str, Kind, Callable[..., float]]

LAZY_ROUNDS = 5
TREES_PULLS = 31  # complete trees 1 to 4: all that observations of trees 1 to 3 can give away

# --- Losses as functions of ε ---------------------------------------------------------------


def _stream(*, epsilon: float, mechanism: Any, items: int, **options: Any) -> float:
    return binary_mechanism.privacy_loss(
        *mechanism.noised_sums(length=items, epsilon=epsilon, **options)
    )


def _noisy_max(*, epsilon: float, noise_scale: float = 1.0, **epoch: Any) -> float:
    return selection_loss(scale=noise_scale / epsilon, **epoch)


def ftnl_loss(*, epsilon: float, actions: int, noise_scale: float = 1.0) -> float:
    """Return the loss of FTNL's decisions of 8 rounds; of naive FTNL's at the scale `actions`."""
    return epoch_outputs_loss(actions=actions, rounds=8, scale=noise_scale / epsilon)


def _lazy_without_noise(*, epsilon: float) -> float:
    """Return the loss of round 3, the larger of two rewards: (1, 1/2) or (0, 1/2)."""
    return exact_loss([1.0, 0.0], [0.0, 1.0])


def _lazy_pair(*, epsilon: float) -> float:
    """Return the loss of the decisions on rewards that are all 0, or 1 at arm 0's first pull."""
    rewards = np.zeros((2, LAZY_ROUNDS, 2))
    rewards[1, 0, 0] = 1.0
    laws = [lazy_decisions.decision_probabilities(rewards=one, epsilon=epsilon) for one in rewards]
    return lazy_decisions.decision_loss(*(list(law.values()) for law in laws))


def hybrid_decisions_loss(*, epsilon: float, **constants: Any) -> float:
    """Return the loss that Hybrid-UCB's decisions of two arms prove, arm 0 being pulled 8 times."""
    return decision_loss(scenario=Scenario(epsilon=epsilon, **constants))


def _dp_se(*, epsilon: float, near: bool) -> float:
    epoch = FirstEpoch.shortest(epsilon)
    return epoch.loss(epoch.difference_at(1.0)) if near else epoch.worst_loss()


# --- The cases by mechanism -----------------------------------------------------------------


def _epoch(actions: int, rounds: int, suffix: str = "", **options: Any) -> Case:
    name = f"{actions}-actions-{rounds}-round" + "s" * (rounds > 1) + suffix
    closed = actions == 2 or options.get("noise") == "gumbel"
    loss = partial(_noisy_max, actions=actions, rounds=rounds, **options)
    return name, "closed-form" if closed else "quadrature", loss


def _ftnl(actions: int, scale: float = 1.0, suffix: str = "") -> Case:
    loss = partial(ftnl_loss, actions=actions, noise_scale=scale)
    return f"decisions-{actions}-actions-8-rounds{suffix}", "enumeration", loss


def _sums(name: str = "noised-sums", **options: Any) -> Case:
    return name, "closed-form", partial(noised_sums_loss, **options)


def _items(mechanism: Any, items: int = 1024, suffix: str = "", **options: Any) -> Case:
    loss = partial(_stream, mechanism=mechanism, items=items, **options)
    return f"{items}-items{suffix}", "closed-form", loss


def _released(name: str, pulls: int = TREES_PULLS, **options: Any) -> Case:
    loss = partial(released_sums_loss, pulls=pulls, **options)
    return f"released-sums-{name}", "closed-form", loss


def _composed(tree: int) -> Case:
    return f"nodes-and-array-tree-{tree}", "closed-form", partial(composed_loss, tree=tree)


def _hybrid(suffix: str, levels: str) -> Case:
    loss = partial(hybrid_decisions_loss, levels=levels)
    return f"decisions-2-arms-8-pulls{suffix}", "closed-form", loss


_THIRD, _DECISIONS = "decisions-3-rounds-first-pull", f"decisions-{LAZY_ROUNDS}-rounds-first-pull"

MECHANISMS: tuple[tuple[str, tuple[Case, ...]], ...] = (
    (
        "report-noisy-max",
        (
            *(_epoch(2, rounds) for rounds in (1, 2, 64, 65536)),
            *(_epoch(*sizes) for sizes in ((3, 1), (3, 8), (8, 1), (32, 1))),
            # Claim 3.9 of Dwork and Roth: all rewards of the vector move the same way
            _epoch(8, 64, "-monotone-neighbours", monotone=True),
            *(
                _epoch(8, 64, f"-doubled-{noise}", noise=noise, noise_scale=2.0)
                for noise in ("laplace", "exponential", "gumbel")
            ),
        ),
    ),
    ("ftnl", (_ftnl(2), _ftnl(8), *(_ftnl(k, 2.0, "-doubled-noise") for k in (2, 8)))),
    ("naive-ftnl", (_ftnl(2, 2.0), _ftnl(8, 8.0))),
    ("naive-ftnl", (_sums("noised-sums-8-actions", noise_scale=8.0, sums=8),)),
    (
        "anytime-lazy-ucb",
        (
            _sums(),
            (f"{_THIRD}-as-printed", "enumeration", _lazy_without_noise),
            # both widths are equal: Report Noisy Max, where one sum moves by 1
            (f"{_THIRD}-noised", *_epoch(2, 1, monotone=True)[1:]),
            (f"{_DECISIONS}-noised", "quadrature", _lazy_pair),
            (
                f"{_DECISIONS}-noised-all-inputs",
                "quadrature",
                partial(lazy_decisions.worst_loss, rounds=LAZY_ROUNDS),
            ),
        ),
    ),
    (
        "hybrid-ucb",
        (
            *(_composed(tree) for tree in (1, 2, 3)),
            *(_released(f"{pulls}-pulls", pulls) for pulls in (3, 4, 5)),
            *(_released(f"tree-{r}", items=tuple(range(2**r, 2 ** (r + 1)))) for r in (1, 2, 3)),
            _released("all-trees-repaired", levels="repaired"),
            _released("first-tree-repaired", levels="first-tree-repaired"),
            _released("array-for-full-tree", full_tree="array"),
            _released("noise-each-release-15-pulls", 15, noise="each-release"),
            _hybrid("", "as-printed"),
            _hybrid("-all-trees-repaired", "repaired"),
        ),
    ),
    (
        "dp-se",
        (
            _sums(),
            ("decisions-2-arms-first-epoch", "closed-form", partial(_dp_se, near=False)),
            ("decisions-2-arms-near-margin", "enumeration", partial(_dp_se, near=True)),
        ),
    ),
    ("laplace-sum", (_sums("one-sum"),)),
    ("laplace-sum-broken", (_sums("one-sum", noise_scale=1 / 1.5),)),
    (
        "binary-mechanism",
        (
            _items(binary_mechanism, 2),
            _items(binary_mechanism),
            _items(binary_mechanism, suffix="-repaired", levels="repaired"),
        ),
    ),
    ("logarithmic-mechanism", (_items(logarithmic_mechanism),)),
    ("hybrid-mechanism", (_items(hybrid_mechanism),)),
)

EXACT_CASES = [AuditCase(mechanism, *case) for mechanism, cases in MECHANISMS for case in cases]
