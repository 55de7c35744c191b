import numpy as np
import pytest

from bandit_replications.papers.cooperative.algorithms import byzantine_proof_ucb as module
from bandit_replications.papers.cooperative.algorithms import multi_agent_ucb
from support.cooperative import byzantine, group


def test_honest_mean_is_multi_agent_ucb():
    # width sqrt(σ c ln t / n) = sqrt(2 ln t / n) for σ = 1, c = 2
    options = module.Options(sigma=1.0, delta_exponent=2.0, estimator="mean")
    honest = byzantine(law=("uniform", 0.0, None), assumed_contamination=0.0)
    found = module.simulate(honest, generator=np.random.default_rng(0), options=options)
    expected = multi_agent_ucb.simulate(group(), generator=np.random.default_rng(0))
    assert np.array_equal(found.pulls, expected.pulls)


def test_an_assumed_contamination_of_one_half_is_refused():
    problem, options = byzantine(), module.Options(assumed_factor=5.0)
    for simulate in (module.simulate, module.simulate_literal):
        with pytest.raises(ValueError, match=r"contamination: 0\.5; allowed: probability"):
            simulate(problem, generator=np.random.default_rng(0), options=options)
