"""Claims of the bandit half: Sections 1 to 4 and 7, Appendices A to E, equations (1) to (48)."""

from bandit_replications.papers.private_online.checks import hybrid_ucb as claims_hybrid_ucb
from bandit_replications.papers.private_online.checks import lazy_ucb as claims_lazy_ucb

CLAIMS = (*claims_lazy_ucb.CLAIMS, *claims_hybrid_ucb.CLAIMS)
