import numpy as np
import pytest

from bandit_replications.bandits.rewards import bernoulli_table
from bandit_replications.papers.cooperative.algorithms import byzantine_proof_ucb
from bandit_replications.papers.cooperative.environments.contamination import ContaminationEntry
from bandit_replications.papers.cooperative.environments.problems import ByzantineProblem
from bandit_replications.papers.cooperative.theory import locked_estimates as proof


def test_too_few_agents_prove_nothing():
    assert proof.missed(agents=100, exponent=2.0, pulls=30) > 1


def run(agents, horizon, **options):
    law = ContaminationEntry(probability=proof.CONTAMINATION, source="point-mass", value=1.0)
    problem = ByzantineProblem(
        rewards=bernoulli_table([1.0, proof.OTHER]),
        distances=1 - np.eye(agents, dtype=np.int64),
        message_life=1,
        horizon=horizon,
        contamination=law.for_arms([1.0, proof.OTHER]),
        assumed_contamination=proof.CONTAMINATION,
    )
    options = {"sigma": proof.SIGMA, **options}
    given, generator = byzantine_proof_ucb.Options(**options), np.random.default_rng(0)
    return byzantine_proof_ucb.simulate(problem, generator=generator, options=given).pulls[-1]


@pytest.mark.parametrize("own_samples", ["true", "reported"])
@pytest.mark.parametrize("ties", ["most-points", "average", "leftmost"])
def test_agents_divide_their_pulls(ties, own_samples):
    assert run(1500, 20, ties=ties, own_samples=own_samples).tolist() == [1500 * 10] * 2


def test_agents_divide_their_pulls_at_size_of_paper():
    # the plain mean pulls the worse arm about once each; the bound is 2488
    assert run(200, 300)[1] > 0.99 * 200 * 150
    assert run(200, 300, estimator="mean")[1] < 3 * 200
