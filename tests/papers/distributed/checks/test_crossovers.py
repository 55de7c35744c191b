"""Comparisons of regrets at equal sizes, on data with either sign."""

from bandit_replications.configuration import validation as configuration
from bandit_replications.papers.distributed.checks.samples import short_burn_in
from bandit_replications.papers.distributed.table_parameters import Size


def test_a_control_on_the_other_side_is_refused(made, quick, verdict):
    frame = made["table-1-arms"].copy()
    for name, factor in (("demab", 1e3), ("independent-ucb1", 1.0), ("immediate-sharing", 1e-3)):
        frame.loc[frame["algorithm"] == name, "regret"] *= factor
    assert verdict("crossover-demab-ucb1", {"table-1-arms": frame}, quick) == "reproduced"


def test_the_burn_in_is_short_until_it_holds_a_first_phase():
    # 20 arms, 256 ln(16 * 20 * T) pulls of each: T / 320 steps are more from 36 million on
    assert short_burn_in(Size(16, 20, 30_000_000))
    assert not short_burn_in(Size(16, 20, 45_000_000))


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
