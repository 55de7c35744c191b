import numpy as np
import pytest

from bandit_replications.configuration import validation as configuration
from bandit_replications.papers.cooperative.environments.instances import draw
from bandit_replications.papers.cooperative.experiments import EXPERIMENTS
from bandit_replications.runtime.errors import ConfigurationError

FILE = {"name": "x", "family": "file", "file": "no", "agents": None, "edge_probability": None}


@pytest.fixture(scope="module")
def cells():
    config = configuration.load("cooperative")
    return [cell for experiment in EXPERIMENTS for cell in experiment.cells(config)]


def test_the_papers_scale(cells):
    # Section 5: M = 200, K = 5, G(200, 0.1), 100 trials
    panels = [c for c in cells if c.experiment in ("private", "byzantine", "message-life")]
    assert {c.task.network.agents for c in panels} == {200}
    assert {c.task.network.edge_probability for c in panels} == {0.1}
    assert {c.task.means.arms for c in panels} == {5}
    assert all(c.replicates >= 100 for c in panels)
    byzantine = [c for c in panels if c.experiment == "byzantine"]
    assert {c.task.means.lowest for c in byzantine} == {0.3}
    assert 0.001 in {c.settings["contamination"] for c in byzantine}


def test_algorithms_meet_the_same_environments(cells):
    chosen = [c for c in cells if c.experiment == "private"][:3]
    draws = [draw(cell.task.network, cell.task.means, root_seed=5, replicate=2) for cell in chosen]
    for one in draws[1:]:
        assert np.array_equal(one.lengths, draws[0].lengths)
        assert np.array_equal(one.means, draws[0].means)


@pytest.mark.parametrize(
    ("override", "message"),
    [
        ({"private": {"message_lives": [-1]}}, "message_life: -1; allowed: an integer >= 0, diam"),
        ({"private": {"horizon": 4}}, "at least the number of arms, 5"),
        ({"byzantine": {"contaminations": [{"probability": 0.1, "source": "outliers"}]}}, "value"),
        ({"readings": {"contaminations": [{"probability": 0.01}]}}, "assumes 100 times"),
        ({"private": {"network": FILE}}, "edge list"),
    ],
)
def test_bad_input_is_answered_with_one_message(override, message):
    with pytest.raises(ConfigurationError, match=message):
        configuration.load("cooperative", overrides=override)
