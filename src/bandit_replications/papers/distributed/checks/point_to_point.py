"""Claims of Appendix I: Procedures 9 and 10, Theorems 7 and 8."""

from bandit_replications.inference.exact import identity, inequality
from bandit_replications.ledger.decisions import exact, proof

CHECKS = {
    "procedure-09": proof(
        exact("what agent i + 1 gets at step i against its own", identity, "i", "i + 1")
    ),
    "theorem-7": proof(printed=(exact("M steps for Reallocate", inequality, "8*(62 - 31)", "16"),)),
}
