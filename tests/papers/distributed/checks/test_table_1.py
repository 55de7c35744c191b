"""Cells of Table 1, on data that confirm them and on data that refute them."""

import numpy as np
import pytest

from bandit_replications.ledger.parts import holds
from bandit_replications.papers.distributed.analysis.growth import ENTRIES, GAPS, Point, size_of
from bandit_replications.papers.distributed.checks import table_1
from bandit_replications.papers.distributed.table_parameters import Size

# With few agents the growth over them of DisLinUCB's regret is not judged.
DISLINUCB_REGRET = "table-1-linear-dislinucb-regret"
CELLS = [
    one
    for one, decision in table_1.CHECKS.items()
    if one.startswith("table-1-") and decision.method != "argued"
]


@pytest.mark.parametrize("claim_id", CELLS)
def test_cells_are_reproduced_on_data_as_printed(claim_id, made, quick, verdict):
    expected = "reproduced with caveat" if claim_id == DISLINUCB_REGRET else "reproduced"
    assert verdict(claim_id, made, quick) == expected


def grown(made, claim_id, size, power):
    """Return the data that a claim looks at, growing faster along one size by a power."""
    table = "table-1-arms" if claim_id.startswith("table-1-arms") else "table-1-linear"
    if claim_id.endswith("-regret"):
        table = GAPS[table]
    frame = made[table].copy()
    for quantity in ("regret", "communication"):
        frame[quantity] *= frame[size].astype(float) ** power
    return {table: frame}


@pytest.mark.parametrize(("number", "claim_id"), list(enumerate(CELLS)))
def test_faster_growth_along_one_size_refutes_a_cell(number, claim_id, quick, made, verdict):
    size = "horizon" if claim_id == DISLINUCB_REGRET else ("agents", "horizon")[number % 2]
    assert verdict(claim_id, grown(made, claim_id, size, 0.35), quick) == "not reproduced"


def test_slower_growth_confirms_an_upper_bound(quick, made, verdict):
    claim_id = "table-1-linear-dcb-regret"
    assert verdict(claim_id, grown(made, claim_id, "horizon", -0.3), quick) == "reproduced"


@pytest.mark.parametrize(
    ("table", "algorithm"),
    [key[:2] for key, one in ENTRIES.items() if one.every_run and key[1] not in table_1.COUNTED],
)
def test_one_run_refutes_a_bound_on_every_run(table, algorithm, quick, made, finding):
    claim_id = table_1.cell_id(table, algorithm, "communication")
    frame = made[table].copy()
    found = finding(claim_id, {table: frame}, quick)
    assert (found.holds, found.evidence) == (True, None)
    own = frame[frame["algorithm"] == algorithm]
    frame.loc[own["horizon"].idxmax(), "communication"] *= 9
    assert finding(claim_id, {table: frame}, quick).holds is False


def test_growth_is_measured_at_the_longest_horizon_that_a_protocol_runs(made, quick):
    base = quick.table_1_arms.base.horizons
    for algorithm, horizon in (("immediate-sharing", min(base)), ("demab", max(base))):
        lines = table_1.growth_lines(made, quick, "table-1-arms", algorithm, "communication")
        horizons = {against: line[-1].size.horizon for against, _, line in lines}
        assert horizons["agents"] == horizon
    for against, _, line in lines:
        sizes = [size_of(point, against) for point in line]
        assert all(sizes[-1] >= table_1.LEAST_SPAN * size for size in sizes[:-1])


@pytest.mark.parametrize(
    ("table", "algorithm"), [("table-1-arms", "demab"), ("table-1-linear", "delb")]
)
def test_playing_all_options_in_turn_is_refused(table, algorithm, quick):
    entry = ENTRIES[table, algorithm, "regret"]
    place = {"table": table, "quantity": "regret"}
    rises = {
        against: table_1._rises(line, entry, against=against, instance=name, **place)[0][0]
        for against, name, line in table_1.lines_in_turn(quick, table, 10**12)
    }
    assert not holds(rises["horizon"])
    assert not holds(rises["agents"])


def test_more_at_a_smaller_size_keeps_what_is_kept():
    entry, line = ENTRIES["table-1-arms", "demab", "regret"], []
    for agents, ratio in ((64, 1.0), (128, 1.01), (512, 1.2)):  # at most 8^0.1, above 1.01 * 4^0.1
        size = Size(agents, 20, 10**9)
        runs = np.full(2, ratio * entry.value(*size))
        line.append(Point(size=size, regret=runs, communication=runs))
    place = {"table": "table-1-arms", "quantity": "regret", "against": "agents", "instance": ""}
    assert holds(table_1._rises(line, entry, **place)[0][0])


def test_worst_gap_at_the_end_of_the_gaps_is_an_error(made, quick):
    frame = made["gaps-arms"].copy()
    frame.loc[frame["gap"] == frame["gap"].min(), "regret"] *= 100
    with pytest.raises(ValueError, match="the largest regret of demab at"):
        table_1.growth_lines({"gaps-arms": frame}, quick, "table-1-arms", "demab", "regret")
