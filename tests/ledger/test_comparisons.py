"""Comparisons as data: rows that they select, inequalities, findings, needs.

Controls, interpretations, sentences and names are tried on the papers' own in `tests/papers`.
"""

from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest

from bandit_replications.ledger.comparison_records import ComparisonRecord
from bandit_replications.ledger.comparisons import decision, related
from bandit_replications.ledger.samples import Reader, Samples, at_round, require
from bandit_replications.ledger.verdicts import refuses
from bandit_replications.runtime.errors import NotApplicable

MEANS = {("ours", 0.5): 10.0, ("ours", 2.0): 5.0, ("theirs", np.nan): 8.0, ("worse", np.nan): 40.0}
CONFIG = SimpleNamespace(
    regret=SimpleNamespace(
        algorithms=["ours", "theirs", "worse"], epsilons=[0.5, 2.0], replicates_of=lambda name: 50
    )
)
SAMPLES = Samples(place="tests:SAMPLES", computed={"nothing": lambda *_: np.full(2, 900.0)})


def rows_of(algorithm, regret, point=9, epsilon=np.nan):
    rows = {"replicate": range(len(regret)), "round": point, "regret": regret}
    return pd.DataFrame({**rows, "algorithm": algorithm, "epsilon": epsilon})


@pytest.fixture
def results():
    """Regrets at T/2 and T = 100; theirs has no epsilon and is on no network."""
    stream = np.random.default_rng(1)
    parts = [
        rows_of(algorithm, mean * point / 100 * stream.normal(1, 0.05, 50), point, epsilon)
        for (algorithm, epsilon), mean in MEANS.items()
        for point in (50, 100)
    ]
    return {"regret": pd.concat(parts, ignore_index=True).sample(frac=1, random_state=2)}


def compared(hold, **fields):
    return ComparisonRecord(data="regret", hold=hold, **fields)


def found(results, record):
    return decision(record, SAMPLES, {}).decide(results, CONFIG)


# --- Selection ------------------------------------------------------------------------------


def test_reader_selects_one_cell_at_a_round(results):
    reader = Reader(SAMPLES, results, CONFIG)
    ours = {"data": "regret", "algorithm": "ours", "epsilon": 0.5}
    assert reader(ours).mean() == pytest.approx(10, rel=0.05)
    assert reader({**ours, "round": "1/2"}).mean() == pytest.approx(5, rel=0.05)
    assert np.array_equal(reader({**ours, "round": 50}), reader({**ours, "round": "1/2"}))
    growth = reader(ours) - reader({**ours, "round": 50})
    assert np.array_equal(reader({**ours, "since": "1/2"}), growth)
    assert reader({**ours, "algorithm": "theirs"}).size == 50  # has no epsilon
    with pytest.raises(ValueError, match="several cells"):
        reader({"data": "regret", "algorithm": "ours"})
    with pytest.raises(NotApplicable, match="epsilon 7"):
        reader({**ours, "epsilon": 7.0})


def test_end_is_each_cells_own():
    frame = pd.DataFrame({"round": [5, 10, 5, 10], "replicate": [1, 1, 0, 0], "regret": range(4)})
    assert list(at_round(frame)["regret"]) == [3, 1]


def test_a_run_has_enough_runs_of_each_algorithm():
    require(CONFIG, "regret", ["ours"], fewest=50)
    with pytest.raises(NotApplicable, match="50 runs of ours"):
        require(CONFIG, "regret", ["ours"], fewest=51)
    with pytest.raises(NotApplicable, match="no other"):
        require(CONFIG, "regret", ["other"])


# --- Relations ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("relation", "factors"),
    [
        ("below", [(1.0, True)]),
        ("above", [(1.0, False)]),
        ("markedly below", [(0.8, True)]),
        ("markedly above", [(1.25, False)]),
        ("not markedly above", [(1.25, True)]),
        ("not markedly below", [(0.8, False)]),
        ("similar to", [(1.25, True), (0.8, False)]),
        ("about 10 times", [(12.5, True), (8.0, False)]),
        ("at most 2 times", [(2.0, True)]),
        ("at least 0.5 times", [(0.5, False)]),
    ],
)
def test_relations_stand_for_factors(relation, factors):
    parts = related("x", np.ones(3), np.ones(3), relation, paired=False)
    assert [(part.factors[0], part.below) for part in parts] == factors
    with pytest.raises(KeyError):
        related("x", np.ones(3), np.ones(3), f"nearly {relation}", paired=False)


# --- Findings -------------------------------------------------------------------------------

EPSILONS = {"epsilon": "every"}
VERDICTS = [
    ({"over": EPSILONS, "hold": [["ours", "below", "worse"]]}, True),
    ({"over": EPSILONS, "hold": [["ours", "below", "theirs"]]}, False),
    ({"over": EPSILONS, "hold": [["ours", "below", "theirs"]], "needed": "any"}, True),
    ({"over": EPSILONS, "hold": [["ours", "above", "worse"]], "needed": "any"}, False),
    ({"over": EPSILONS, "hold": [["ours", "below", "worse"]], "needed": "most"}, True),
    ({"over": EPSILONS, "hold": [["ours", "above", "worse"]], "needed": "most"}, False),
    ({"hold": [["ours", "flat over", {"epsilon": [0.5, 2.0]}]]}, False),
    ({"hold": [["theirs", "flat over", {"epsilon": [0.5, 2.0]}]]}, True),
    ({"hold": [[{"algorithm": "theirs", "round": "1/2"}, "at most 0.6 times", "theirs"]]}, True),
    ({"hold": [["nothing", "below", "theirs"]]}, False),
]


@pytest.mark.parametrize(("fields", "expected"), VERDICTS)
def test_verdicts_of_means(fields, expected, results):
    finding = found(results, compared(**fields))
    assert (finding.evidence.p_for < 0.01) is expected
    assert (finding.evidence.p_against < 0.01) is not expected


@pytest.mark.parametrize(("spread", "refused"), [(0.05, True), (0.9, False)])
def test_worsened_runs_are_refused_where_there_is_power(spread, refused):
    regret = 10 + 10 * spread * np.random.default_rng(3).standard_normal(40)
    frame = pd.concat([rows_of("ours", regret[:20]), rows_of("theirs", regret[20:])])
    record = compared([["ours", "similar to", "theirs"]], control="worsened")
    finding = found({"regret": frame}, record)
    assert refuses("statistical", finding.control) is refused


def test_needs_are_of_all_that_is_compared():
    record = compared(
        [["ours", "below", "theirs"], ["ours", "below", "nothing"]],
        over=EPSILONS,
        control={"replace": {"algorithm": {"ours": {"data": "other", "reading": "strange"}}}},
    )
    with pytest.raises(AttributeError):  # of a data set that the configuration lacks
        decision(record, SAMPLES, {}).needs(CONFIG)
    config = SimpleNamespace(regret=CONFIG.regret, other=CONFIG.regret)
    first, second = decision(record, SAMPLES, {}).needs(config)
    assert first.where == {"algorithm": ("ours", "theirs"), "epsilon": (0.5, 2.0)}
    assert second.experiment == "other"
    assert second.where["reading"] == ("strange",)


def test_a_comparison_without_control_is_a_bound():
    hold = [["ours", "below", "worse"]]
    assert decision(compared(hold), SAMPLES, {}).method == "bound"
    assert decision(compared(hold, control="worsened"), SAMPLES, {}).method == "statistical"
