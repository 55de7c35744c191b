"""What a rerun says before it starts."""

from bandit_replications.experiments.cells import Cell
from bandit_replications.workflow.reruns import _algorithms


def cells(*settings):
    return [
        Cell(experiment="any", settings=one, stream=(), replicates=1, task=None) for one in settings
    ]


def test_each_algorithm_or_mechanism_is_named_once():
    assert _algorithms(cells({"algorithm": "a"}, {"algorithm": "b"}, {"algorithm": "a"})) == [
        "a",
        "b",
    ]
    assert _algorithms(cells({"mechanism": "m"})) == ["m"]


def test_a_data_set_without_algorithms_names_none():
    assert _algorithms(cells({"players": 2}, {"players": 3})) == []
