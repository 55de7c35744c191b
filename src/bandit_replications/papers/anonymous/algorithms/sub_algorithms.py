"""The two ways in which an assignment informs: Section 3.1's and regrouping (ours)."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Literal

import numpy as np

from bandit_replications.papers.anonymous.algorithms import feedback_elicitation, regrouping

SubAlgorithm = Literal["leave-one-out", "regroup"]
WORDS = (
    "how an assignment informs: leave-one-out as in Section 3.1, 2C + 2 rounds on arms of C + 1 "
    "users, or regroup (ours), one round on arms of 2C users"
)
ENOUGH = {"leave-one-out": "group_size + 1", "regroup": "2 group_size"}  # as in messages
RUNS: Mapping[str, Callable[..., Any]] = {
    "leave-one-out": feedback_elicitation.elicit,
    "regroup": regrouping.regroup,
}


def rounds_of(name: SubAlgorithm, group_size: int) -> int:
    """Return the rounds of one run: 2C + 2, or 1 with regrouping."""
    return 1 if name == "regroup" else feedback_elicitation.rounds_of(group_size)


def enough_for(name: SubAlgorithm, group_size: int) -> int:
    """Return the users from which on an arm informs: C + 1, or 2C with regrouping."""
    return regrouping.enough_for(group_size) if name == "regroup" else group_size + 1


def too_few(name: SubAlgorithm, group_size: int) -> str:
    """Return the users up to which an arm does not inform, in words and as a number."""
    words = "2 group_size - 1" if name == "regroup" else "group_size"
    return f"{words}, {enough_for(name, group_size) - 1}"


def proxy_of(name: SubAlgorithm, group_size: int) -> float:
    """Return v such that an estimate is v-subgaussian: 4C + 1 (Lemma 2), or 9C/2."""
    return 4.5 * group_size if name == "regroup" else 4 * group_size + 1


def literal(name: SubAlgorithm, generator: np.random.Generator) -> Callable[..., Any]:
    """Return the coroutine of a single run; regrouping draws its groups from the generator."""
    if name == "regroup":
        return partial(regrouping.regroup_literal, generator=generator)
    return feedback_elicitation.elicit_literal
