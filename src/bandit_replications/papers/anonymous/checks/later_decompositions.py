"""Derivations of Sections 3.2 and 3.4, loaded when a claim is checked: they bring scipy and cvxpy.

Each function takes the name of a check and its arguments.
"""

from typing import Any

from bandit_replications.ledger.proof_steps import Checks


def section_3_2(check: str, **arguments: Any) -> Checks:
    """Return a check on batched graphs or on the greedy decomposition."""
    from bandit_replications.papers.anonymous.theory import section_3_2 as module  # noqa: PLC0415

    return _run(module, check, arguments)


def lemma_3(check: str, **arguments: Any) -> Checks:
    """Return a check of Lemma 3's proof."""
    from bandit_replications.papers.anonymous.theory import lemma_3 as module  # noqa: PLC0415

    return _run(module, check, arguments)


def lemma_4(check: str, **arguments: Any) -> Checks:
    """Return a check of Lemma 4's proof."""
    from bandit_replications.papers.anonymous.theory import lemma_4 as module  # noqa: PLC0415

    return _run(module, check, arguments)


def lemma_5(check: str, **arguments: Any) -> Checks:
    """Return a check of Lemma 5's proof or of the argument before it."""
    from bandit_replications.papers.anonymous.theory import lemma_5 as module  # noqa: PLC0415

    return _run(module, check, arguments)


def lemma_6(check: str, **arguments: Any) -> Checks:
    """Return a check of Lemma 6's proof."""
    from bandit_replications.papers.anonymous.theory import lemma_6 as module  # noqa: PLC0415

    return _run(module, check, arguments)


def corollary_1(check: str, **arguments: Any) -> Checks:
    """Return a check of Corollary 1."""
    from bandit_replications.papers.anonymous.theory import corollary_1 as module  # noqa: PLC0415

    return _run(module, check, arguments)


def corollary_2(check: str, **arguments: Any) -> Checks:
    """Return a check of Corollary 2."""
    from bandit_replications.papers.anonymous.theory import corollary_2 as module  # noqa: PLC0415

    return _run(module, check, arguments)


def open_problem_1(check: str, **arguments: Any) -> Checks:
    """Return a check of the answer to Open Problem 1."""
    from bandit_replications.papers.anonymous.theory import open_problem_1 as module  # noqa: PLC0415

    return _run(module, check, arguments)


def _run(module: Any, check: str, arguments: dict[str, Any]) -> Checks:
    checks: Checks = getattr(module, check)(**arguments)
    return checks
