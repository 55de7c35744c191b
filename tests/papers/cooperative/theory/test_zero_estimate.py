from fractions import Fraction

import numpy as np
import pytest

from bandit_replications.bandits.rewards import finite_table
from bandit_replications.papers.cooperative.algorithms import byzantine_proof_ucb
from bandit_replications.papers.cooperative.environments.contamination import ContaminationEntry
from bandit_replications.papers.cooperative.environments.problems import ByzantineProblem
from bandit_replications.papers.cooperative.theory.constant_rewards import theorem_fails
from bandit_replications.papers.cooperative.theory.zero_estimate import Instance

HORIZON, RUNS = 3000, 40


@pytest.mark.parametrize("agents", [1, 3])
def test_chance_is_that_of_a_walk(agents):
    """The walk's law step by step, for 1500 steps, without paths that leave E."""
    instance = Instance(agents=agents, by_sender=True)
    law, best = np.zeros(3001), float(instance.best)
    law[1500] = 1.0
    for number in range(1, 1501):
        law = (1 - best) * np.roll(law, 1) + best * np.roll(law, -1)
        if number >= instance.first:
            law[: 1500 + instance.lead] = 0.0
    assert float(instance.chance()) == pytest.approx(law.sum(), abs=1e-10)


def pulls_of_best(instance, other, **options):
    """Return the pulls of arm 1 by Algorithm 3 in each of some runs, and those that E allows."""
    problem = ByzantineProblem(
        rewards=finite_table([[0, 1], [other]], [[0.6, 0.4], [1]]),
        distances=1 - np.eye(instance.agents, dtype=np.int64),
        message_life=1,
        horizon=HORIZON,
        contamination=ContaminationEntry(probability=0.0).for_arms([0.4, other]),
        assumed_contamination=0.0,
    )
    given = byzantine_proof_ucb.Options(**options)
    runs = [
        byzantine_proof_ucb.simulate(problem, generator=np.random.default_rng(i), options=given)
        for i in range(RUNS)
    ]
    return np.array([run.pulls[0, 0] for run in runs]), instance.most_pulls(HORIZON)


@pytest.mark.parametrize(
    ("instance", "options"),
    [
        *((Instance(), {"ties": ties}) for ties in ("most-points", "average", "leftmost")),
        (Instance(exponent=4.0, of_width=4.0), {"delta_exponent": 4.0}),
        (Instance(agents=2), {}),
        (Instance(agents=2, by_sender=True), {"halves": "sender-turns"}),
    ],
    ids=str,
)
def test_best_arm_is_seldom_pulled_as_often_as_proved(instance, options):
    pulls, most = pulls_of_best(instance, 0.2, **options)
    chance = float(instance.chance())
    # four standard errors below: false alarm below 1e-4
    assert np.mean(pulls <= most) >= chance - 4 * np.sqrt(chance * (1 - chance) / RUNS)


@pytest.mark.parametrize(("other", "options"), [(0.1, {}), (0.2, {"estimator": "mean"})])
def test_mean_and_smaller_constant_do_not_lock(other, options):
    pulls, most = pulls_of_best(Instance(), other, **options)
    assert np.mean(pulls <= most) < 0.1


@pytest.mark.parametrize("means", [{"other": Fraction(1, 10)}, {"best": Fraction(3, 5)}])
def test_other_means_are_refused(means):
    with pytest.raises(ValueError, match="allowed"):
        Instance(**means)


def test_proved_horizons():
    found = [Instance(agents=agents).smallest_horizon() for agents in (1, 2)]
    assert found == [1452, 1170]
    assert Instance(exponent=4.0, of_width=4.0).smallest_horizon() == 1502
    assert Instance(agents=20).chance() == 0


@pytest.mark.parametrize("change", [{"sigma": 0.5}, {"factor": 2 / 0.1706}])
def test_constant_rewards_need_the_small_deviation(change):
    assert theorem_fails(**change).holds
    assert not theorem_fails().holds
