"""Bounds with explicit constants, on data below and above them."""

import numpy as np
import pytest

from bandit_replications.ledger.verdicts import decide
from bandit_replications.papers.distributed.analysis.growth import ENTRIES, WIDTHS, Size
from bandit_replications.papers.distributed.checks import measured_bounds
from bandit_replications.papers.distributed.checks.measured_bounds import BOUNDS
from bandit_replications.papers.distributed.theory import bounds

VACUOUS = "theorem-4-regret-measured"  # at horizons of which every step can be simulated
AT_GAPS = "theorem-5-regret-measured"
SHARED = "immediate-sharing-bound"


def scaled(made, claim_id, factor):
    """Return data whose mean is a factor times the bound of a claim at every size."""
    table, algorithm, quantity, bound = BOUNDS[claim_id]
    frame = made[table][made[table]["algorithm"] == algorithm].reset_index(drop=True)
    sizes = frame[["agents", WIDTHS[table], "horizon"]].astype(int)
    values = {size: bound(Size(*size), np.empty(0)) for size in set(sizes.itertuples(index=False))}
    at_size = np.array([values[size] for size in sizes.itertuples(index=False)])
    frame[quantity] = factor * at_size * (1 + 0.001 * (frame.index % 7 - 3))
    return {table: frame}


@pytest.mark.parametrize(
    "claim_id", [name for name in BOUNDS if name not in (VACUOUS, AT_GAPS, SHARED)]
)
def test_bound_holds_below_it_and_breaks_above(claim_id, quick, made, verdict):
    # without the runs of its control the rule has refused nothing
    assert verdict(claim_id, scaled(made, claim_id, 0.9), quick) == "not contradicted"
    assert verdict(claim_id, scaled(made, claim_id, 1.1), quick) == "not reproduced"


def test_bound_that_no_regret_can_exceed_is_not_testable(quick, made, verdict):
    assert verdict(VACUOUS, scaled(made, VACUOUS, 0.9), quick) == "not testable here"
    size, gaps = Size(8, 5, 10**7), np.array([2.0])  # a long horizon could break it
    assert BOUNDS[VACUOUS].value(size, gaps) < measured_bounds.largest_regret(size, gaps)


def test_one_size_above_its_bound_refutes_it(quick, made, verdict):
    claim_id = "theorem-1-communication-measured"
    results = scaled(made, claim_id, 0.5)
    frame = results["table-1-arms"]
    frame.loc[frame["horizon"] == frame["horizon"].max(), "communication"] *= 3
    assert verdict(claim_id, results, quick) == "not reproduced"


@pytest.mark.parametrize("number", [3, 4])
def test_one_run_refutes_a_bound_on_every_run(number, quick, made, finding):
    claim_id = f"theorem-{number}-communication-measured"
    results = scaled(made, claim_id, 0.5)
    assert finding(claim_id, results, quick).holds is True
    results["table-1-linear"].loc[0, "communication"] *= 9
    assert finding(claim_id, results, quick).holds is False


@pytest.mark.parametrize("claim_id", [AT_GAPS, SHARED])
@pytest.mark.parametrize(
    ("factor", "expected"), [(1e-6, "not contradicted"), (1e6, "not reproduced")]
)
def test_bounds_of_gaps_follow_the_runs(claim_id, factor, expected, quick, made):
    frame = made["table-1-arms"]
    results = {"table-1-arms": frame.assign(regret=factor * frame["regret"])}
    found = measured_bounds._below(results, quick, claim_id=claim_id)
    assert decide("bound", found) == expected


def test_most_that_can_be_lost_is_the_largest_gap_in_every_pull(quick):
    size = Size(16, 20, 10**6)
    gaps = measured_bounds.gaps_of(quick, "table-1-arms", "linear", size)  # 0.9 down to 0.1
    assert measured_bounds.largest_regret(size, gaps) == pytest.approx(0.8 * 16e6)


@pytest.mark.parametrize("horizon", [10**6, 10**9, 10**12])
def test_sum_of_theorem_4_grows_like_the_agents_until_the_entry_says(horizon):
    turn = ENTRIES["table-1-linear", "dislinucb", "regret"].agents_from(horizon)

    def exponent(agents):
        few, many = (
            bounds.theorem_4_regret(dimension=5, agents=number, horizon=horizon)
            for number in (agents, 2 * agents)
        )
        return np.log2(many / few)

    assert exponent(int(turn / 16)) > 0.9
    assert exponent(int(2 * turn)) < 0.65
