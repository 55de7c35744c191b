"""The privacy audit: every mechanism with a privacy claim, on worst-case neighbours, as a list.

Neighbours differ in one whole reward vector (Definition 1). Exact cases compute the loss, sampled
ones certify a lower bound on it.
"""

from bandit_replications.papers.private_online.theory.audits.case import AuditCase
from bandit_replications.papers.private_online.theory.audits.exact import EXACT_CASES
from bandit_replications.papers.private_online.theory.audits.sampled import SAMPLED_CASES

AUDIT_CASES: dict[tuple[str, str], AuditCase] = {
    (one.mechanism, one.case): one for one in (*EXACT_CASES, *SAMPLED_CASES)
}
