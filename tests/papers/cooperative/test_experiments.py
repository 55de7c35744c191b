import pytest

from bandit_replications.configuration import validation as configuration
from bandit_replications.papers.cooperative.experiments import EXPERIMENTS
from bandit_replications.runtime.errors import ConfigurationError


def test_cells_have_the_scale_of_the_paper():
    # Section 5: M = 200, K = 5, G(200, 0.1), 100 trials
    config, names = configuration.load("cooperative"), ("private", "byzantine", "message-life")
    panels = [c for one in EXPERIMENTS if one.name in names for c in one.cells(config)]
    assert {c.task.network.agents for c in panels} == {200}
    assert {c.task.network.edge_probability for c in panels} == {0.1}
    assert {c.task.means.arms for c in panels} == {5}
    assert all(c.replicates >= 100 for c in panels)
    byzantine = [c for c in panels if c.experiment == "byzantine"]
    assert {c.task.means.lowest for c in byzantine} == {0.3}
    assert 0.001 in {c.settings["contamination"] for c in byzantine}
    # a run with halves by senders keeps its streams, also where receivers are the main choice
    assert {c.settings["halves"]: c.key[-1] for c in byzantine if c.settings["estimator"]} == {
        **{None: "half-diameter-up", "sender-turns": "half-diameter-up"},
        "receiver-turns": "halves=receiver-turns",
    }


@pytest.mark.parametrize(
    ("override", "message"),
    [
        ({"private": {"message_lives": [-1]}}, "message_life: -1; allowed: an integer >= 0, diam"),
        ({"private": {"horizon": 4}}, "at least the number of arms, 5"),
        ({"overestimated": {"contaminations": [{"probability": 0.01}]}}, "assumes 100 times"),
    ],
)
def test_bad_input_gets_one_message(override, message):
    with pytest.raises(ConfigurationError, match=message):
        configuration.load("cooperative", overrides=override)
