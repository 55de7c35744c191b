"""Runs behind the pictures: what they keep is what the protocols do."""

import numpy as np
import pandas as pd
import pytest

from bandit_replications.configuration import validation as configuration
from bandit_replications.experiments.tasks import Replicates
from bandit_replications.papers.distributed.experiments import EXPERIMENTS
from bandit_replications.papers.distributed.figures.pictures import PICTURES
from bandit_replications.papers.distributed.simulation import pictures
from bandit_replications.papers.distributed.theory.schedule import least_horizon
from bandit_replications.reporting.figures import png_bytes


def drawn(task, number=1):
    """Return x, y and z of some replicates."""
    stream = Replicates(stream=("pictures",), first=0, last=number, root_seed=2)
    columns = task.simulate(stream)
    return (np.asarray(columns[name]) for name in "xyz")


@pytest.mark.parametrize("protocol", pictures.PROTOCOLS)
def test_time_line_ends_at_the_horizon_with_fewer_arms(protocol):
    task = pictures.TimeLineRuns(protocol=protocol, arms=30, agents=20, horizon=10**8)
    times, arms, sent = drawn(task)
    assert (np.diff(times) > 0).all()
    assert times[-1] == 10**8
    assert (np.diff(arms[1:]) <= 0).all()
    assert arms[-1] < 30
    assert (np.diff(sent) >= 0).all()
    if protocol != "demab":  # 3 M numbers an exchange would be too few
        assert sent[-1] == 4 * 20 * (len(times) - 2)


def test_reallocate_levels_the_arms_and_keeps_their_number():
    size = {"agents": 8, "arms": 400}
    task = pictures.HeldArmsRuns(**size, horizon=least_horizon(phases=1, **size))
    agents, before, after = drawn(task)
    assert agents.tolist() == list(range(1, 9))
    assert before.sum() == after.sum() < 400
    assert after.max() - after.min() <= 1 < before.max() - before.min()


def test_errors_at_the_dropped_action_have_the_known_deviation():
    first, second, _ = drawn(pictures.EstimateRuns(), 2000)
    # 2000 runs: a deviation within 7%, more than 4 of its standard errors
    assert second.std() == pytest.approx(0.634, rel=0.07)
    assert np.abs(first).max() < 0.05


def test_pictures_can_be_drawn():
    config = configuration.load("distributed", scale="quick")
    experiment = next(one for one in EXPERIMENTS if one.name == "pictures")
    frame = pd.concat(
        pd.DataFrame(cell.simulate(0, cell.replicates, root_seed=1)).assign(**cell.settings)
        for cell in experiment.cells(config)
    )
    for picture in PICTURES:
        assert png_bytes(picture.plot({"pictures": frame}, config)[""])
