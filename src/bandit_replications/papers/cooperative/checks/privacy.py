"""Decisions on Sections 3.1 to 3.3: what messages lose, one by one and together."""

from typing import Any

from bandit_replications.experiments.needs import Need
from bandit_replications.ledger.claims import Finding, Results
from bandit_replications.ledger.decisions import measured, proof, step
from bandit_replications.papers.cooperative.theory import composition, private_messages
from bandit_replications.runtime.errors import NotApplicable

_RELEASE = step("loss at a release", private_messages.at_release)


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


CHECKS = {
    "lemma-laplace-mechanism": proof(
        step("loss (printed)", private_messages.laplace_mechanism, printed=True),
    ),
    "lemma-laplace-mechanism-repaired": proof(
        step("loss", private_messages.laplace_mechanism, printed=False),
    ),
    "section-3-2-updates": proof(
        step("releases against T/ε (printed)", composition.releases_per_run, printed=True),
        step("releases against T ε", composition.releases_per_run, printed=False),
    ),
    "lemma-release-series": proof(
        step(
            "interval with a root on both sides",
            composition.longest_interval,
            series="square-root",
        ),
        step("losses with a root on both sides", composition.first_part, series="square-root"),
        printed=(
            step("interval as printed", composition.longest_interval, series="as-printed"),
            step("losses as printed", composition.first_part, series="as-printed"),
        ),
    ),
    "lemma-private-messages": proof(
        _RELEASE,
        step("loss between releases", private_messages.between_releases),
    ),
    "lemma-private-messages-repaired": proof(
        _RELEASE,
        step("at a release", private_messages.between_releases, pulls=20),
    ),
    "section-3-2-running-agent": proof(
        step("counts after one reward changed", private_messages.unhidden_counts),
    ),
    "algorithm-2": proof(
        step("first release", composition.forced_pulls_reach_the_first_release),
    ),
    "lemma-privacy-guarantee": measured(_guarantee, _needs, method="exact"),
    "lemma-privacy-guarantee-proof": proof(
        step("first part", composition.first_part, series="constant-interval"),
        step("sum of squares", composition.squares),
        step("(e^x - 1)/x", composition.exponentials),
        step("second part", composition.second_part),
    ),
    "remark-no-privacy": proof(step("guarantee at ε = 1", composition.no_privacy_at_one)),
}
