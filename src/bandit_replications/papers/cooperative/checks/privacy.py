"""Decisions on Sections 3.1 to 3.3: privacy losses of messages, one by one and together."""

from bandit_replications.ledger.decisions import (
    Decision,
    algebra,
    argued,
    by_interpretation,
    exact,
    proof,
    sampled,
    statement,
)
from bandit_replications.papers.cooperative.algorithms.release_series import Series
from bandit_replications.papers.cooperative.theory import composition, kept_index, private_messages

_RUNNING = "the agent goes on by Algorithm 2"
_COUNTS = statement(exact("counts after one reward changed", private_messages.unhidden_counts))


def _between(series: Series) -> Decision:
    return statement(
        exact("loss between releases", private_messages.between_releases, series=series)
    )


_PARTS = (
    argued("first part", composition.first_part, series="constant-interval"),
    argued("sum of squares", "f^(-v) Σ j^(-v) <= ζ(v)/f <= ε ζ(v), as f >= 1 and v > 1"),
    argued("(e^x - 1)/x", "it rises, and is e - 1 < 2 at x = 1"),
    argued(
        "second part",
        "Σ ε_j (e^ε_j - 1) <= 2 Σ ε_j², and Σ ε_j² <= ε ζ(v) stands under the root, too",
    ),
)
_OTHER_SERIES = {
    "a root on both sides": _between("square-root"),
    "the series as printed": _between("as-printed"),
}

CHECKS = {
    "lemma-laplace-mechanism": statement(
        argued("loss", "(|y - s| - |y|)/β is at most s/β, and equal to it for y <= 0"),
        printed=(algebra("loss as printed, s = 1, β = 1/2", "s/b = b/s", s="1", b="1/2"),),
    ),
    "section-3-2-updates": statement(
        argued("releases every 1/ε of T pulls", "T/(1/ε) = T ε, where 1/ε is an integer"),
        printed=(algebra("releases at ε = 0.1 as printed", "T*eps = T/eps", eps="1/10"),),
    ),
    "kept-index-regret": statement(
        exact("share of the rounds", kept_index.kept_index),
        exact("exponent with a new width", kept_index.new_width),
    ),
    "section-3-2-overhead": by_interpretation(
        statement(exact("whole bound", private_messages.more_agents)),
        **{
            "the term with ln T": statement(
                argued("term with ln T", "χ̄ · 8 ln T Σ 1/Δ_k has no M but in χ̄, 1 at the diameter")
            )
        },
    ),
    "lemma-release-series": proof(
        sampled(
            "interval with a root on both sides", composition.longest_interval, series="square-root"
        ),
        sampled("losses with a root on both sides", composition.first_part, series="square-root"),
        printed=(
            sampled("interval as printed", composition.longest_interval, series="as-printed"),
            sampled("losses as printed", composition.first_part, series="as-printed"),
        ),
    ),
    "lemma-private-messages": by_interpretation(_between("constant-interval"), **_OTHER_SERIES),
    "section-3-2-running-agent": by_interpretation(
        statement(
            argued(
                "sequence of messages",
                "given the actions a reward moves the mean of each later release of its arm alone, "
                "and the losses of these releases add up to the guarantee of Section 3.3",
            )
        ),
        **{_RUNNING: _COUNTS},
    ),
    "remark-defection": statement(
        printed=(
            algebra(
                "a new noise at each of M messages, variance at equal losses added up, M = 200",
                "(M*c)**2 <= M*c**2",
                M="200",
                c="1",
            ),
        )
    ),
    "remark-graph-and-privacy": statement(
        argued(
            "upper bound",
            "the first part of the guarantee, at t - d(m, m'), rises with its argument, the "
            "second has none: at every distance it is at most that at distance 0",
        ),
        printed=(
            algebra(
                "first part at t = 20, d = 5 and 0",
                "t**(1 - v/2) <= (t - 5)**(1 - v/2)",
                t="20",
                v="11/10",
            ),
        ),
    ),
    "lemma-privacy-guarantee": statement(
        *_PARTS,
        printed=(
            exact("losses as printed", composition.first_part, series="as-printed"),
            exact("counts of a running agent", private_messages.unhidden_counts),
        ),
    ),
    "lemma-privacy-guarantee-proof": proof(*_PARTS),
}
