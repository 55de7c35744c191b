"""Decisions on Sections 3.1 to 3.3: what messages lose, one by one and together."""

from typing import Any

from bandit_replications.experiments.needs import Need
from bandit_replications.ledger.claims import Finding, Results
from bandit_replications.ledger.decisions import (
    Decision,
    argued,
    by_reading,
    measured,
    proof,
    sampled,
    statement,
)
from bandit_replications.papers.cooperative.algorithms.release_series import Series
from bandit_replications.papers.cooperative.theory import composition, private_messages
from bandit_replications.runtime.errors import NotApplicable


def _needs(config: Any) -> tuple[Need, ...]:
    if "exact" not in config.privacy.accountings:
        raise NotApplicable("the run has no exact composition")
    if "constant-interval" not in config.privacy.series:
        raise NotApplicable("the run has no releases at constant intervals")
    return (Need(experiment="privacy"),)


def _guarantee(results: Results, config: Any) -> Finding:
    frame = results["privacy"]
    # advanced composition is a bound on the loss, and may be worse than adding up
    frame = frame[frame["accounting"] != "advanced"]
    series = frame["series"]
    worst = (frame["loss"] / frame["bound"]).groupby(series).max()
    return Finding(
        numbers={
            "largest loss over bound": float(worst["constant-interval"]),
            "settings": int((series == "constant-interval").sum()),
            **{
                f"with the series {name}": float(worst[name])
                for name in config.privacy.series
                if name != "constant-interval"
            },
        },
        holds=bool(worst["constant-interval"] <= 1),
        caveat="for rewards with the actions held fixed, releases every ceil(1/ε) pulls, and δ' "
        "where the second part is the smaller",
    )


_RUNNING = "the agent goes on by Algorithm 2"
_COUNTS = statement(sampled("counts after one reward changed", private_messages.unhidden_counts))


def _between(series: Series) -> Decision:
    return statement(
        sampled("loss between releases", private_messages.between_releases, series=series)
    )


_OTHER_SERIES = {
    "a root on both sides": _between("square-root"),
    "the series as printed": _between("as-printed"),
}

CHECKS = {
    "lemma-laplace-mechanism": statement(
        sampled("loss", private_messages.laplace_mechanism, printed=False),
        printed=(sampled("loss as printed", private_messages.laplace_mechanism, printed=True),),
    ),
    "section-3-2-updates": statement(
        sampled("releases against T ε", composition.releases_per_run, printed=False),
        printed=(sampled("releases against T/ε", composition.releases_per_run, printed=True),),
    ),
    "section-3-2-overhead": by_reading(
        statement(sampled("whole bound", private_messages.more_agents, logarithmic=False)),
        **{
            "the term with ln T": statement(
                sampled("term with ln T", private_messages.more_agents, logarithmic=True)
            )
        },
    ),
    "lemma-release-series": proof(
        sampled(
            "interval with a root on both sides",
            composition.longest_interval,
            series="square-root",
        ),
        sampled("losses with a root on both sides", composition.first_part, series="square-root"),
        printed=(
            sampled("interval as printed", composition.longest_interval, series="as-printed"),
            sampled("losses as printed", composition.first_part, series="as-printed"),
        ),
    ),
    "lemma-private-messages": by_reading(_between("constant-interval"), **_OTHER_SERIES),
    "private-messages-at-release": statement(
        sampled("audit of real messages", private_messages.audited)
    ),
    "section-3-2-running-agent": by_reading(
        statement(sampled("audit with the actions fixed", private_messages.audited)),
        **{_RUNNING: _COUNTS},
    ),
    "remark-graph-and-privacy": by_reading(
        statement(
            sampled("upper bound", composition.guarantee_at_distance, equal_to_none=False),
        ),
        **{
            "the printed guarantee itself": statement(
                sampled("no change", composition.guarantee_at_distance, equal_to_none=True)
            )
        },
    ),
    "lemma-privacy-guarantee": by_reading(
        measured(_guarantee, _needs, method="exact"), **{_RUNNING: _COUNTS}
    ),
    "lemma-privacy-guarantee-proof": proof(
        sampled("first part", composition.first_part, series="constant-interval"),
        sampled("sum of squares", composition.squares),
        sampled("(e^x - 1)/x", composition.exponentials),
        sampled("second part", composition.second_part),
    ),
    "released-sums-private": proof(
        argued("loss of a release", private_messages.released_once),
        argued("pulls while a batch is not released", private_messages.hidden_counts),
    ),
}
