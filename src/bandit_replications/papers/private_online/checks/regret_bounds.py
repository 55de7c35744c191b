"""Theorem 7 with the constants of the paper's own proof; the table of bounds shows its slack."""

from bandit_replications.ledger.decisions import argued, exact, proof
from bandit_replications.papers.private_online.theory import theorem_7

CHECKS = {
    "theorem-7-explicit": proof(
        argued("Lemma 13, tightest", theorem_7.lemma_13_tightest),
        argued("2^(r0+1) with 64", theorem_7.starting_epoch_constant, constant=64.0),
        argued(
            "rest beyond r0",
            "2^(r0-1) m / 8 >= ln|J_k|, so |J_k| exp(-2^(r0-1) m / 8) <= 1 and 128 / m is left",
        ),
        argued("series from r0 = 1", theorem_7.series_bound, first_epoch=1),
        argued("series from r0 = 0", theorem_7.series_bound),
        argued(
            "bracket of one action",
            "r0 = 0 costs 2 Δ_(k) (2 + 128 e^(-m/16) / m), at most 256 Δ_(k) / m, as 128 (1 - "
            "e^(-m/16)) >= 4m for m <= 1",
        ),
        argued("constants", "4 · 4 · 8 = 128 and 2 (64 ln|J_k| + 128) <= 256 (1 + ln|J_k|)"),
        printed=(
            exact("2^(r0+1) with 32 (printed)", theorem_7.starting_epoch_constant),
            exact("argument of the logarithm (printed)", theorem_7.singleton_start),
        ),
    ),
}
