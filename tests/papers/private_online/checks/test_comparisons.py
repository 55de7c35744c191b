"""Claims about means hold on data as the text says, refuse their control and flip otherwise."""

import math

import pytest
from tests.support.private_online_results import NAMES, load, verdict, with_means

from bandit_replications.configuration import validation as configuration

AS_SAID = {
    "anytime-lazy-ucb": lambda epsilon: 50 * epsilon**-0.1,
    "remembering-lazy-ucb": lambda epsilon: 40 * epsilon**-0.1,
    "hybrid-ucb": lambda epsilon: 15 + 8 / epsilon + 300 * (epsilon < 2),
    "dp-se": lambda epsilon: 70.0,
    "ucb1": lambda epsilon: 16.0,
}
NO_BETTER = {"remembering-lazy-ucb": lambda epsilon: 90.0}


@pytest.fixture(scope="module")
def config():
    return configuration.load("private_online")


def regrets(config, means):
    """Return both data sets; another reading changes nothing."""

    def mean(algorithm, *settings):
        return means[algorithm](settings[-1])

    return {
        **with_means(config, "regret", mean, shape=400),
        **with_means(config, "readings", mean, shape=400),
    }


def over_arms(config, ftnl=0, naive=1):
    """Return regrets with full information, with powers of K beside ln K."""

    def mean(algorithm, reading, instance, arms, *settings):
        return 100 * math.log(arms) * arms ** (naive if algorithm == "naive-ftnl" else ftnl)

    return with_means(config, "full-information", mean)


def lazy(config, *, power=0.1, of_epsilon=1.0):
    """Return regrets of Anytime-Lazy-UCB at T/8 and T that grow like powers of t and 1/ε."""

    def mean(algorithm, setting, epsilon):
        return 1000 * epsilon**-of_epsilon if algorithm == "anytime-lazy-ucb" else 1.0

    frame = with_means(config, "regret", mean, shape=400)["regret"]
    early = frame.assign(round=frame["round"] // 8, regret=frame["regret"] / 8**power)
    return {"regret": early.merge(frame, how="outer")}


def restarts(config, *, factor=2.0, largest=2.0):
    """Return regrets of restarts over that of DP-SE; `largest` at the largest first horizon."""

    def mean(algorithm, growth, first, *settings):
        return 100 * {"anytime-lazy-ucb": 1, "dp-se": 1}.get(
            algorithm, largest if first == 100 else factor
        )

    return with_means(config, "anytime", mean, shape=400)


ROWS = [
    ("section-7-doubling-trick", restarts, {}, "reproduced"),
    ("section-7-doubling-trick", restarts, {"factor": 1.1, "largest": 1.1}, "not reproduced"),
    ("section-7-doubling-trick", restarts, {"largest": 1.1}, "depends on the interpretation"),
    ("section-5-rnm-removes-k", over_arms, {}, "reproduced"),
    ("section-5-rnm-removes-k", over_arms, {"ftnl": 1}, "not reproduced"),
    ("section-5-rnm-removes-k", over_arms, {"naive": 0}, "not reproduced"),
    ("theorem-3-growth", lazy, {"power": 0.1}, "reproduced"),
    ("theorem-3-growth", lazy, {"power": 0.7}, "not reproduced"),
    ("theorem-3-growth-epsilon", lazy, {"of_epsilon": 1.0}, "reproduced"),
    ("theorem-3-growth-epsilon", lazy, {"of_epsilon": 1.6}, "not reproduced"),
    ("figure-06", regrets, {"means": AS_SAID}, "reproduced"),
    ("section-6-hybrid-is-ucb1", regrets, {"means": AS_SAID}, "reproduced"),
    ("remembering-runs", regrets, {"means": AS_SAID}, "reproduced"),
    ("remembering-runs", regrets, {"means": AS_SAID | NO_BETTER}, "not reproduced"),
]


@pytest.mark.parametrize(("claim_id", "data", "law", "expected"), ROWS)
def test_verdict_follows_the_means(claim_id, data, law, expected, config):
    row = verdict(claim_id, data(config, **law), config)
    assert row.verdict == expected, row.numbers
    assert row.control.startswith("refused") or expected != "reproduced"


def test_streams_of_restarts_name_other_first_horizons_alone(config):
    cells = NAMES["anytime"].cells(config)
    for cell in cells:
        _, *own, first, setting, epsilon, horizon = cell.settings.values()
        named = (*own, setting, epsilon, horizon)
        others = () if first in (None, 16) else (first,)
        assert cell.stream[2:] == (cell.settings["algorithm"], *named, *others)
    assert len({cell.stream for cell in cells}) == len(cells)


def test_natural_logarithms_run_in_every_cell_and_longest_near_the_margin(config):
    runs = {
        (cell.settings["setting"], cell.settings["epsilon"]): cell.replicates
        for cell in NAMES["readings"].cells(config)
        if cell.settings["reading"] == "logarithm-natural"
    }
    assert len(runs) == 21
    assert runs.pop(("setting-2", 8)) == 300
    assert set(runs.values()) == {15}


def test_steps_up_are_a_caveat(config):
    data = regrets(config, AS_SAID)
    frame = data["regret"]
    one = (frame["setting"] == "setting-1") & (frame["epsilon"] == 8)
    frame.loc[one & (frame["algorithm"] == "anytime-lazy-ucb"), "regret"] *= 1.5
    row = verdict("figure-05", data, config)
    assert row.verdict == "reproduced with caveat"
    assert "anytime-lazy-ucb, ε = 8 / 1" in row.caveat


def test_readings_decide_by_their_own_data(config):
    data = regrets(config, AS_SAID)
    frame = data["readings"]
    frame.loc[frame["reading"] == "logarithm-base-2", "regret"] /= 10
    row = verdict("figure-01", data, config)
    assert row.verdict == "depends on the interpretation"
    assert "DP-SE's logarithms to base 2: not reproduced" in row.readings


@pytest.mark.parametrize(
    ("claim_id", "overrides"),
    [
        ("figure-05", {"regret": {"options": {"dp-se": {"rounding": "down"}}}}),
        ("section-7-doubling-trick", {"anytime": {"restarts": ["doubling"]}}),
        ("section-5-rnm-removes-k", {"full_information": {"arms": [8, 16]}}),
        ("section-5-rnm-removes-k", {"full_information": {"instances": ["doubling"]}}),
        (
            "section-5-rnm-removes-k",
            {"full_information": {"options": {"ftnl": {"noise": "gumbel"}}}},
        ),
        ("theorem-3-growth", {"regret": {"replicates": {"default": 7}}}),
        ("theorem-3-growth", {"regret": {"options": {"anytime-lazy-ucb": {"noise_scale": 0.5}}}}),
        ("theorem-3-growth-epsilon", {"regret": {"epsilons": [1]}}),
    ],
)
def test_runs_without_what_a_claim_is_about(claim_id, overrides):
    assert verdict(claim_id, {}, load(**overrides)).verdict == "not applicable"
