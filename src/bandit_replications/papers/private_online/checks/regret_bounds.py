"""Theorem 7 with the constants of the paper's own proof; the table of bounds shows its slack."""

from bandit_replications.ledger.decisions import algebra, argued, proof
from bandit_replications.papers.private_online.checks.full_information import (
    SERIES,
    SINGLETON,
    START,
)

CHECKS = {
    "theorem-7-explicit": proof(
        argued("Lemma 13", "P <= 2 exp(-2^r m / 8), by its own steps"),
        argued(
            "2^(r0+1) with 64", "2^(r0-1) < 16 ln|J_k| / m, as r0 - 1 is a logarithm rounded up"
        ),
        argued(
            "rest beyond r0",
            "2^(r0-1) m / 8 >= ln|J_k|, so |J_k| exp(-2^(r0-1) m / 8) <= 1 and 128 / m is left",
        ),
        *SERIES,
        argued("bracket of one action", "r0 = 0 costs 2 Δ_(k) (2 + 128 e^(-m/16) / m)"),
        algebra("at most 256 Δ_(k) / m", "4*m <= 128*(1 - exp(-m/16))", over={"m": (0, 1)}),
        argued("constants", "4 · 4 · 8 = 128 and 2 (64 ln|J_k| + 128) <= 256 (1 + ln|J_k|)"),
        printed=(START, SINGLETON),
    ),
}
