"""Claims of Section 5 on data that confirm them and on data that refute them."""

import numpy as np
import pandas as pd
import pytest

from bandit_replications.configuration import validation as configuration
from bandit_replications.ledger.claims import examine, find_claim
from bandit_replications.ledger.verdicts import judge
from bandit_replications.papers.cooperative.checks import LEDGER
from bandit_replications.papers.cooperative.checks import experiments as section_5
from bandit_replications.papers.cooperative.experiments import EXPERIMENTS

MEANS = {
    ("private-multi-agent-ucb", "low"): 300.0,
    ("private-multi-agent-ucb", "high"): 110.0,
    ("byzantine-proof-ucb", "low"): 300.0,
    ("byzantine-proof-ucb", "high"): 105.0,
    ("multi-agent-ucb", "low"): 250.0,
    ("multi-agent-ucb", "high"): 104.0,
}
LEVELS = {"ucb1": 1000.0, "dp-ucb-int": 1500.0, "centralised-ucb1": 100.0}


def mean_of(cell):
    algorithm = cell.settings["algorithm"]
    if algorithm in LEVELS:
        return LEVELS[algorithm]
    life = str(cell.settings.get("message_life"))
    if life == "0":
        return 1000.0
    mean = MEANS[algorithm, "low" if life in ("1", "half-diameter-down") else "high"]
    return mean * (1.05 if cell.settings.get("contamination") else 1.0)


def data(config, change=None):
    frames = {}
    for experiment in EXPERIMENTS:
        if experiment.name not in ("private", "byzantine", "message-life", "readings"):
            continue
        parts = []
        for cell in experiment.cells(config):
            noise = np.random.default_rng(len(parts)).normal(1, 0.02, 30)
            mean = (change or {}).get(cell.settings["algorithm"], 1.0) * mean_of(cell)
            part = {"replicate": np.arange(30), "round": 500, "regret": mean * noise}
            parts.append(pd.DataFrame(part).assign(**cell.settings))
        frames[experiment.name] = pd.concat(parts, ignore_index=True)
    return frames


def verdict(claim_id, results, config):
    claim = find_claim(LEDGER.claims, claim_id)
    finding = examine(claim, results, config)
    return judge([claim], [finding], paper="cooperative", config=config)[0].verdict


@pytest.mark.parametrize("claim_id", section_5.CHECKS)
def test_what_the_text_says_is_reproduced_on_data_that_are_so(claim_id, quick_config):
    assert verdict(claim_id, data(quick_config), quick_config) == "reproduced"


@pytest.mark.parametrize(
    ("claim_id", "change"),
    [
        ("section-5-private-ucb1", {"private-multi-agent-ucb": 9.0}),
        ("section-5-private-dp-ucb-int", {"dp-ucb-int": 0.1}),
        ("section-5-price-of-privacy", {"multi-agent-ucb": 2.0}),
        ("section-5-byzantine-ucb1", {"ucb1": 0.2}),
        ("section-5-optimum", {"centralised-ucb1": 0.5}),
        ("remark-no-communication", {"ucb1": 2.0}),
    ],
)
def test_altered_data_refute(claim_id, change, quick_config):
    assert verdict(claim_id, data(quick_config, change), quick_config) == "not reproduced"


def test_a_flat_curve_refutes_the_decline(quick_config):
    results = data(quick_config)
    frame = results["message-life"]
    flat = {**results, "message-life": frame.assign(regret=100 + 0.1 * frame["replicate"])}
    assert verdict("section-5-decline", flat, quick_config) == "not reproduced"


@pytest.mark.parametrize(
    ("factor", "expected"),
    [(1.0, "reproduced with caveat"), (0.8, "not reproduced")],
)
def test_contamination_that_does_no_harm_leaves_a_caveat_or_refutes(factor, expected, quick_config):
    results = data(quick_config)
    frame = results["byzantine"]
    false = (frame["algorithm"] == "byzantine-proof-ucb") & (frame["contamination"] > 0)
    level = np.where(false, factor, 1.0)
    same = frame.assign(regret=level * (100 + 0.1 * ((frame["replicate"] * 7 + frame.index) % 13)))
    results = {**results, "byzantine": same}
    assert verdict("section-5-no-contamination", results, quick_config) == expected


def test_a_run_without_an_algorithm_is_not_applicable(quick_config):
    without = configuration.load(
        "cooperative",
        scale="quick",
        overrides={"private": {"algorithms": ["private-multi-agent-ucb"]}},
    )
    assert verdict("section-5-private-ucb1", data(quick_config), without) == "not applicable"
