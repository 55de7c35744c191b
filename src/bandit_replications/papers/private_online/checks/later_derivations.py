"""Derivations and bounds of the full-information half, loaded when a claim is checked.

They bring scipy and cvxpy, which take seconds to load and which plans do without.
"""

from types import ModuleType
from typing import Any


def theorem_7() -> ModuleType:
    """Return the derivations of Theorem 7's proof."""
    from bandit_replications.papers.private_online.theory import theorem_7  # noqa: PLC0415

    return theorem_7


def bracket_sums() -> ModuleType:
    """Return the derivations of Theorem 7's two forms."""
    from bandit_replications.papers.private_online.theory import bracket_sums  # noqa: PLC0415

    return bracket_sums


def corollaries() -> ModuleType:
    """Return the derivations of Corollaries 8 and 9, the minimax bound and the Conclusion."""
    from bandit_replications.papers.private_online.theory import corollaries  # noqa: PLC0415

    return corollaries


def theorem_10() -> ModuleType:
    """Return the derivations of Theorem 10."""
    from bandit_replications.papers.private_online.theory import theorem_10  # noqa: PLC0415

    return theorem_10


def expected_regret(**arguments: Any) -> float:
    """Return FTNL's exact regret (`ftnl_exact.expected_regret`)."""
    from bandit_replications.papers.private_online.algorithms import ftnl_exact  # noqa: PLC0415

    return ftnl_exact.expected_regret(**arguments)
