"""Derivations of the bounds and lower bounds, loaded when a claim is checked: they bring numba.

Each function but the first takes the name of a check and its arguments.
"""

from types import ModuleType
from typing import Any

from bandit_replications.ledger.proof_steps import Checks


def bounds() -> ModuleType:
    """Return the bounds."""
    from bandit_replications.papers.anonymous.theory import bounds as module  # noqa: PLC0415

    return module


def feedback_elicitation(check: str, **arguments: Any) -> Checks:
    """Return a check on the sub-algorithm of Section 3.1."""
    from bandit_replications.papers.anonymous.theory import feedback_elicitation as module  # noqa: PLC0415

    return _run(module, check, arguments)


def base_grid(check: str, **arguments: Any) -> Checks:
    """Return a check on the grid of Appendix A."""
    from bandit_replications.papers.anonymous.theory import base_grid as module  # noqa: PLC0415

    return _run(module, check, arguments)


def lemma_1(check: str, **arguments: Any) -> Checks:
    """Return a check of Lemma 1's proof."""
    from bandit_replications.papers.anonymous.theory import lemma_1 as module  # noqa: PLC0415

    return _run(module, check, arguments)


def lemma_2(check: str, **arguments: Any) -> Checks:
    """Return a check of Lemma 2's proof."""
    from bandit_replications.papers.anonymous.theory import lemma_2 as module  # noqa: PLC0415

    return _run(module, check, arguments)


def theorem_1(check: str, **arguments: Any) -> Checks:
    """Return a check of Theorem 1's proof."""
    from bandit_replications.papers.anonymous.theory import theorem_1 as module  # noqa: PLC0415

    return _run(module, check, arguments)


def theorem_2(check: str, **arguments: Any) -> Checks:
    """Return a check of Theorem 2's proof."""
    from bandit_replications.papers.anonymous.theory import theorem_2 as module  # noqa: PLC0415

    return _run(module, check, arguments)


def theorem_3(check: str, **arguments: Any) -> Checks:
    """Return a check of Theorem 3's proof."""
    from bandit_replications.papers.anonymous.theory import theorem_3 as module  # noqa: PLC0415

    return _run(module, check, arguments)


def theorem_4(check: str, **arguments: Any) -> Checks:
    """Return a check of Theorem 4's proof."""
    from bandit_replications.papers.anonymous.theory import theorem_4 as module  # noqa: PLC0415

    return _run(module, check, arguments)


def theorem_5(check: str, **arguments: Any) -> Checks:
    """Return a check of Theorem 5's proof."""
    from bandit_replications.papers.anonymous.theory import theorem_5 as module  # noqa: PLC0415

    return _run(module, check, arguments)


def _run(module: Any, check: str, arguments: dict[str, Any]) -> Checks:
    checks: Checks = getattr(module, check)(**arguments)
    return checks
