"""Values that nothing can mean, through every door of the library: each is refused in one line."""

import random

import numpy as np
import pytest

import bandit_replications as br
from bandit_replications.runtime.errors import UserError

ARMS = {"means": [0.9, 0.5], "epsilon": 1.0, "horizon": 9}
NONSENSE = [object(), "x" * 400, "\x07", np.array([]), np.nan, 10**30, [[1], [2, 3]], b"x", {}]
DOORS = {
    "algorithm": lambda value: br.simulate(value, horizon=9),
    "learner": lambda value: br.learner(value, horizon=9),
    "paper": lambda value: br.simulate("dp-se", paper=value, **ARMS),
    "compared": lambda value: br.compare(value, horizon=9),
    "varied": lambda value: br.compare("dp-se", **{**ARMS, "epsilon": value}),
    "load": br.load,
    "published paper": lambda value: br.load_results(value, "regret"),
    "published data": lambda value: br.load_results("anonymous", value),
    "arms": lambda value: br.learner("dp-se", arms=value, epsilon=1.0, horizon=9),
}


def refused(call):
    """Check the one line of a refusal."""
    with pytest.raises(UserError) as caught:
        call()
    said = str(caught.value)
    assert "llowed" in said, said
    assert said.isprintable()


@pytest.mark.checkout
@pytest.mark.parametrize("door", DOORS)
def test_nonsense_is_refused_in_one_line(door):
    for value in NONSENSE:
        refused(lambda value=value: DOORS[door](value))


def test_nonsense_for_a_keyword_is_refused_in_one_line():
    known = [
        (paper, name, key)
        for paper, algorithms in br.algorithms().items()
        for name, keywords in algorithms.items()
        for key in (*keywords, "horizon", "runs", "seed", "checkpoints")
    ]
    chance = random.Random(7)
    for paper, name, key in chance.sample(known, 150):
        given = {**ARMS, key: chance.choice(NONSENSE)}
        refused(lambda name=name, paper=paper, given=given: br.simulate(name, paper=paper, **given))
