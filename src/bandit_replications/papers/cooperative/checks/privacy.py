"""Claims of Sections 3.1 to 3.3: what messages lose, one by one and together."""

from typing import Any

from bandit_replications.experiments.needs import Need
from bandit_replications.ledger.claims import Claim, Finding, Results
from bandit_replications.ledger.proof_steps import definition, derived, equation, not_testable, step
from bandit_replications.papers.cooperative.theory import composition, private_messages
from bandit_replications.runtime.errors import NotApplicable

LAPLACE, SERIES, STALE = "laplace-scale", "release-series", "loss-between-releases"
COUNTS, AGEING, UPDATES = "counts-not-hidden", "message-ageing", "number-of-updates"
HAT, FORCED = "missing-hat", "forced-rounds"

_RELEASE = step("loss at a release", private_messages.at_release)
_FIRST = step("first part", composition.first_part)
_SECOND = step("second part", composition.second_part)
_SQUARES = step("sum of squares", composition.squares)
_EXPONENTIALS = step("(e^x - 1)/x", composition.exponentials)


def _needs_privacy(config: Any) -> tuple[Need, ...]:
    if "exact" not in config.privacy.accountings:
        raise NotApplicable("the run has no exact composition")
    if "constant-interval" not in config.privacy.series:
        raise NotApplicable("the run has no releases at constant intervals")
    return (Need(experiment="privacy"),)


def _worst(results: Results, series: str) -> tuple[float, int]:
    """Return the largest loss over bound of all settings of a series, and their number."""
    frame = results["privacy"]
    part = frame[frame["series"] == series]
    # advanced composition is a bound on the loss, and may be worse than adding up
    part = part[part["accounting"] != "advanced"]
    return float((part["loss"] / part["bound"]).max()), len(part)


def _guarantee(results: Results, config: Any) -> Finding:
    ratio, settings = _worst(results, "constant-interval")
    numbers: dict[str, float | int | str] = {
        "largest loss over bound": ratio,
        "settings": settings,
    }
    for series in config.privacy.series:
        if series != "constant-interval":
            numbers[f"with the series {series}"] = _worst(results, series)[0]
    return Finding(
        numbers=numbers,
        holds=ratio <= 1,
        caveat="for rewards with the actions held fixed, releases every ceil(1/ε) pulls, and δ' "
        "where the second part is the smaller",
    )


GUARANTEE = Claim(
    id="lemma-privacy-guarantee",
    source="Section 3.3, lemma on the privacy guarantee",
    statement="All messages of a run lose at most the smaller of ε t^(1 - v/2)/(1 - v/2) and the "
    "bound from advanced composition.",
    kind="exact",
    rule="in every setting the losses added up (δ = 0) are at most the first part, and the exact "
    "composed loss at δ' at most the minimum",
    needs=_needs_privacy,
    check=_guarantee,
    errata=(SERIES, COUNTS),
)


CLAIMS = (
    definition(
        "definition-private-message",
        "Section 3.1",
        "A message is ε-private if each of its functions changes its law by at most e^ε when one "
        "reward changes.",
        errata=(COUNTS,),
    ),
    equation(5, "Section 3.1", "Sensitivity of a function."),
    derived(
        "lemma-laplace-mechanism",
        "Section 3.1, lemma cited from Dwork and Roth",
        "Laplace noise of scale β makes a function β/s(f)-private.",
        step("loss (printed)", private_messages.laplace_mechanism, printed=True),
        rule="the largest log ratio of the two densities is β/s(f), at β = 1/2, s = 1",
        errata=(LAPLACE,),
    ),
    derived(
        "lemma-laplace-mechanism-repaired",
        "Section 3.1",
        "The loss is s(f)/β.",
        step("loss", private_messages.laplace_mechanism, printed=False),
        rule="the largest log ratio of the two densities is s(f)/β, at β = 1/2, s = 1",
        errata=(LAPLACE,),
    ),
    not_testable(
        "theorem-dp-ucb",
        "Section 3.2, theorem cited from Tossou and Dimitrakakis",
        "Regret of single-agent DP-UCB.",
        "a cited result about an algorithm that the paper does not use",
    ),
    derived(
        "section-3-2-updates",
        "Section 3.2",
        "The interval mechanism updates a mean about T/ε times.",
        step("releases against T/ε (printed)", composition.releases_per_run, printed=True),
        step("releases against T ε", composition.releases_per_run, printed=False),
        rule="the number of releases in 1000 pulls at ε = 0.1 is T/ε; shown beside it: T ε",
        errata=(UPDATES,),
    ),
    equation(6, "Section 3.2", "The private message: noisy means and pull counts."),
    derived(
        "lemma-release-series",
        "Section 3.2, lemma on private release of means",
        "Means are released after intervals w_n of a series that follows from ε and v.",
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
        rule="with the lost root intervals tend to 1/ε and the losses stay within the guarantee",
        errata=(SERIES,),
    ),
    definition(
        "algorithm-1",
        "Algorithm 1",
        "Private message-passing: what an agent releases and how it averages.",
        errata=(AGEING, HAT, SERIES),
    ),
    derived(
        "lemma-private-messages",
        "Section 3.2, lemma on the privacy of outgoing messages",
        "Each outgoing message is n^(-v/2)-private, n the pulls made so far.",
        _RELEASE,
        step("loss between releases", private_messages.between_releases),
        rule="the loss of the mean in a message is n^(-v/2), at and between releases",
        errata=(STALE,),
    ),
    derived(
        "lemma-private-messages-repaired",
        "Section 3.2",
        "A message loses n'^(-v/2), n' the pulls at the arm's last release.",
        _RELEASE,
        step("at a release", private_messages.between_releases, pulls=20),
        rule="the loss at a release is that of n' = n pulls",
        errata=(STALE,),
    ),
    derived(
        "section-3-2-running-agent",
        "Section 3.1 and Remark on robustness to strategy",
        "The messages of a running agent are private with respect to its rewards.",
        step("counts after one reward changed", private_messages.unhidden_counts),
        rule="given the messages received, no set of counts is e times as likely when one reward "
        "changes and the agent goes on by Algorithm 2",
        errata=(COUNTS,),
    ),
    derived(
        "algorithm-2",
        "Algorithm 2",
        "Private Multi-Agent UCB: forced rounds, then UCB on the group means.",
        step("first release", composition.forced_pulls_reach_the_first_release),
        rule="after the forced rounds each arm has had the pulls of its first release, at ε = 0.3",
        errata=(FORCED,),
    ),
    GUARANTEE,
    derived(
        "lemma-privacy-guarantee-proof",
        "Section 3.3, proof of the lemma",
        "Both parts of the guarantee follow from the composition theorems.",
        _FIRST,
        _SQUARES,
        _EXPONENTIALS,
        _SECOND,
        errata=(SERIES,),
    ),
    not_testable(
        "remark-defection",
        "Remark on robustness to defection",
        "Noise at the source protects from the receiver; noise at the receiver would guarantee "
        "more and would not.",
        "a comparison with a protocol that is not run",
    ),
    not_testable(
        "remark-graph-and-privacy",
        "Remark on the dependence on γ",
        "The privacy loss does not depend on the network or γ.",
        "the guarantee has no such term; its t - d(m, m') only makes it smaller",
    ),
)
