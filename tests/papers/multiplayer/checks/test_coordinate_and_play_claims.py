import numpy as np
import pandas as pd
import pytest

from bandit_replications.configuration import validation as configuration
from bandit_replications.ledger.claims import examine, find_claim, judge
from bandit_replications.papers.multiplayer.checks import (
    coordinate_and_play,
    errata_coordinate_and_play,
)
from bandit_replications.papers.multiplayer.theory import coordinate_phase, staying_quiet
from bandit_replications.runtime.errors import NotApplicable

CAVEAT = {"algorithm-2", "section-4-remaining-rounds", "appendix-3-relaxed"}
ON_DATA = "section-2-unknown-horizon"


@pytest.fixture(scope="module")
def config():
    return configuration.load("multiplayer", scale="quick")


def verdict(claim, config, results=None):
    found = examine(claim, results or {}, config)
    return judge([claim], [found], paper="multiplayer", config=config)[0]


@pytest.mark.parametrize(
    "claim",
    [claim for claim in coordinate_and_play.CLAIMS if claim.id != ON_DATA],
    ids=lambda claim: claim.id,
)
def test_verdicts_without_data(claim, config):
    row = verdict(claim, config)
    caveat = claim.id in CAVEAT
    assert row.verdict == ("reproduced with caveat" if caveat else "reproduced")
    assert bool(claim.errata) == caveat


def online(config, ratio):
    rng = np.random.default_rng(1)
    rows = [
        {
            "algorithm": algorithm,
            "scenario": scenario.name,
            "replicate": run,
            "round": config.online_regret.horizon,
            "regret": mean * rng.gamma(100, 1 / 100),
        }
        for scenario in config.online_regret.scenarios
        for algorithm, mean in (("coordinate-and-play", 1000.0), ("doubling", 1000.0 * ratio))
        for run in range(40)
    ]
    return {"online-regret": pd.DataFrame(rows)}


def test_doubling_is_judged_by_its_ratio(config):
    claim = find_claim(coordinate_and_play.CLAIMS, ON_DATA)
    (need,) = claim.needs(config)
    assert need.experiment == "online-regret"
    assert verdict(claim, config, online(config, 1.3)).verdict == "reproduced"
    assert verdict(claim, config, online(config, 3.5)).verdict == "not reproduced"
    assert verdict(claim, config, online(config, coordinate_and_play.DOUBLING)).verdict == (
        "undecided"
    )


def test_doubling_needs_both_algorithms():
    alone = configuration.load(
        "multiplayer",
        scale="quick",
        overrides={"online_regret": {"algorithms": ["coordinate-and-play"], "options": {}}},
    )
    claim = find_claim(coordinate_and_play.CLAIMS, ON_DATA)
    with pytest.raises(NotApplicable):
        claim.needs(alone)


@pytest.mark.parametrize(
    ("claim_id", "source", "module", "old", "new"),
    [
        ("algorithm-2", "phase", coordinate_phase, "left=float(misled(", "left=1 + float(misled("),
        ("algorithm-3", "phase", coordinate_phase, "most = max(most, 1 +", "most = max(most, 9 +"),
        ("section-4-coordinate-rounds", "phase", coordinate_phase, "players - 2", "players - 1"),
        ("section-4-remaining-rounds", "phase", coordinate_phase, "horizon % length", "horizon"),
        ("appendix-3-relaxed", "quiet", staying_quiet, "left=float(misled(", "left=1 + float(misled("),  # noqa: E501
    ],
)  # fmt: skip
def test_altered_derivations_flip_the_verdict(
    altered, monkeypatch, config, claim_id, source, module, old, new
):
    mutant = altered(module, old, new)
    monkeypatch.setattr(coordinate_and_play, source, lambda: mutant)
    row = verdict(find_claim(coordinate_and_play.CLAIMS, claim_id), config)
    assert row.verdict == "false as stated"


def test_errata_and_claims_name_each_other():
    for erratum in errata_coordinate_and_play.ERRATA:
        naming = {claim.id for claim in coordinate_and_play.CLAIMS if erratum.slug in claim.errata}
        assert naming == set(erratum.claims)


def test_errata_carry_the_computed_numbers():
    count, short, first_arm = errata_coordinate_and_play.ERRATA
    printed = coordinate_phase.blocks_fit(horizon=239855, ranking_rounds=20)
    assert f"{printed.left:.0f}" in count.counterexample
    assert (
        f"{coordinate_phase.horizons_that_overrun().left:.0f} of the 1301" in count.counterexample
    )
    assert f"from {coordinate_phase.least_horizon()} on" in short.holds_under
    assert (
        f"{coordinate_phase.block_holds_phase(horizon=200).left:.0f} rounds" in short.counterexample
    )
    assert "72 of the 120" in first_arm.counterexample
    four, two = (
        [check.left for check in staying_quiet.order_of_tries(players=k, arms=n)]
        for k, n in ((4, 5), (2, 4))
    )
    assert four == [72, 54, 54, 54, 54]
    assert "and in 54 when it is another" in first_arm.counterexample
    assert two == [3, 0, 1, 2]
    assert "in 3, 0, 1 or 2 of the 12 choices for N = 4" in first_arm.counterexample
    assert staying_quiet.misled(players=4, arms=5, waiting="first-arm") == (72, 120)
