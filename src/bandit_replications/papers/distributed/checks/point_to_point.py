"""Claims of Appendix I: Procedures 9 and 10, Theorems 7 and 8."""

from bandit_replications.ledger.decisions import algebra, proof

CHECKS = {
    "procedure-09": proof(algebra("what agent i + 1 gets at step i against its own", "i = i + 1")),
    "theorem-7": proof(printed=(algebra("M steps for Reallocate", "8*(62 - 31) <= 16"),)),
}
