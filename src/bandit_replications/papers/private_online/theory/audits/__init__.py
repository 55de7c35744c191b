"""The privacy audit: every mechanism with a privacy claim, on worst-case neighbours, as a list.

Neighbours differ in one whole reward vector (Definition 1). Exact cases compute the loss, sampled
ones certify a lower bound on it.
"""

from dataclasses import dataclass

import numpy as np

from bandit_replications.bandits.arguments import check_positive
from bandit_replications.papers.private_online.theory.audits.case import AuditCase, Kind
from bandit_replications.papers.private_online.theory.audits.exact import EXACT_CASES
from bandit_replications.papers.private_online.theory.audits.sampled import SAMPLED_CASES

AUDIT_CASES: tuple[AuditCase, ...] = (*EXACT_CASES, *SAMPLED_CASES)


@dataclass(frozen=True, kw_only=True)
class AuditResult:
    """Loss in nats (for kind "statistical" a lower bound on it), what is claimed, and the kind."""

    loss: float
    claimed: float
    kind: Kind


def find_case(*, mechanism: str, case: str) -> AuditCase:
    """Return one of `AUDIT_CASES`.

    Raises
    ------
    ValueError
        If there is no such case.

    """
    for found in AUDIT_CASES:
        if (found.mechanism, found.case) == (mechanism, case):
            return found
    cases = [found.case for found in AUDIT_CASES if found.mechanism == mechanism]
    if not cases:
        known = ", ".join(dict.fromkeys(found.mechanism for found in AUDIT_CASES))
        raise ValueError(f"mechanism: {mechanism!r}; allowed: {known}")
    raise ValueError(f"case: {case!r}; allowed for {mechanism}: {', '.join(cases)}")


def audit(
    *, mechanism: str, case: str, epsilon: float, generator: np.random.Generator, samples: int
) -> AuditResult:
    """Audit one case.

    Parameters
    ----------
    mechanism, case : str
        Names of one of `AUDIT_CASES`.
    epsilon : float
        Claimed privacy parameter ε, > 0.
    generator : numpy.random.Generator
        Used by statistical cases only.
    samples : int
        Runs on each input of a statistical audit, >= 4; more for ε < 0.45.

    Raises
    ------
    TypeError, ValueError
        If there is no such case, or a number is of a wrong type or out of range.

    """
    check_positive(epsilon=epsilon)
    if isinstance(samples, bool) or not isinstance(samples, (int, np.integer)):
        raise TypeError(f"samples: {samples!r}; allowed: an integer")
    if samples < 4:
        raise ValueError(f"samples: {samples}; allowed: >= 4")
    found = find_case(mechanism=mechanism, case=case)
    loss = found.loss(epsilon=epsilon, generator=generator, samples=samples)
    return AuditResult(loss=loss, claimed=found.claimed(epsilon), kind=found.kind)
