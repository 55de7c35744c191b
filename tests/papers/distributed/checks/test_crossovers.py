"""Comparisons of regrets at equal sizes, on data with either sign."""

import pytest

from bandit_replications.configuration import validation as configuration
from bandit_replications.papers.distributed.analysis.growth import GAPS, Size
from bandit_replications.papers.distributed.checks import crossovers
from bandit_replications.papers.distributed.checks.crossovers import CROSSOVERS
from bandit_replications.papers.distributed.checks.table_1 import IN_TURN


@pytest.mark.parametrize("claim_id", CROSSOVERS)
def test_crossovers_follow_the_regrets(claim_id, quick, made, verdict):
    crossover = CROSSOVERS[claim_id]
    table, pair, below = crossover.table, crossover.pair, crossover.below
    if crossover.where == "worst gap":
        table = GAPS[table]

    def regrets(factor):
        frame = made[table][made[table]["algorithm"].isin(pair)].copy()
        frame.loc[frame["algorithm"] == pair[0], "regret"] *= factor
        return {table: frame}

    little, much = verdict(claim_id, regrets(1e-3), quick), verdict(claim_id, regrets(1e3), quick)
    good, bad = (little, much)[:: 1 if below else -1]
    # without the runs of its control the rule has refused nothing
    has_control = crossover.control in (IN_TURN, pair[1])
    assert good == ("reproduced" if has_control else "not contradicted")
    assert bad == "not reproduced"


def test_a_control_on_the_other_side_is_refused(made, quick, verdict):
    frame = made["table-1-arms"].copy()
    for name, factor in (("demab", 1e3), ("independent-ucb1", 1.0), ("immediate-sharing", 1e-3)):
        frame.loc[frame["algorithm"] == name, "regret"] *= factor
    assert verdict("crossover-demab-ucb1", {"table-1-arms": frame}, quick) == "reproduced"


def test_the_burn_in_is_short_until_it_holds_a_first_phase():
    # 20 arms, 256 ln(16 * 20 * T) pulls of each: T / 320 steps are more from 36 million on
    assert crossovers._short_burn_in(Size(16, 20, 30_000_000))
    assert not crossovers._short_burn_in(Size(16, 20, 45_000_000))


def test_equal_regrets_are_not_called_a_gain(quick, made, verdict):
    frame = made["table-1-arms"].copy()
    frame["regret"] = 100.0 + 0.1 * ((frame["replicate"] * 7 + frame.index) % 13)
    found = verdict("crossover-demab-ucb1", {"table-1-arms": frame}, quick)
    assert found in ("undecided", "not reproduced")


def test_a_run_without_an_algorithm_is_not_applicable(made, verdict):
    without = configuration.load(
        "distributed", scale="quick", overrides={"table_1_arms": {"algorithms": ["demab"]}}
    )
    assert verdict("crossover-demab-ucb1", made, without) == "not applicable"
    assert verdict("theorem-5-regret-measured", made, without) == "not applicable"
