import numpy as np
import pytest
from tests.support.private_online_runs import every_round

from bandit_replications.bandits.rewards import bernoulli_table
from bandit_replications.papers.private_online.algorithms import ftnl, naive_ftnl

OPTIONS = {"tie_breaking": "uniform", "first_action": 1}


@pytest.mark.parametrize("form", ["simulate", "simulate_literal"])
@pytest.mark.parametrize("means", [[0.5, 0.6], [0.2, 0.9, 0.5, 0.9]])
def test_it_is_ftnl_with_noise_of_scale_arms_over_epsilon(form, means):
    def pulls(module, seed, noise_scale):
        return every_round(
            getattr(module, form),
            bernoulli_table(means),
            horizon=255,
            seed=seed,
            epsilon=0.5,
            options=module.Options(noise_scale=noise_scale, **OPTIONS),
        )

    arms, differs = len(means), False
    for seed in range(15):
        for scale in (0.5, 1e-30):  # the second: ties, as noise is lost in rounding
            naive = pulls(naive_ftnl, seed, scale)
            np.testing.assert_array_equal(naive, pulls(ftnl, seed, scale * arms))
            differs |= bool(np.any(naive != pulls(ftnl, seed, scale * (arms - 1))))
    assert differs
