import numpy as np

from bandit_replications.papers.cooperative.theory import frozen_noise


def test_the_bound_is_below_a_sampled_probability():
    """The chance that the other arm's noises stay above -2c, sampled for the first 2000 pulls."""
    v, margin = 1.49, 1.0
    scale = np.arange(1, 2001) ** (v / 2 - 1)
    noise = np.random.default_rng(0).laplace(0, 1, (2, 2000, 2000)) * scale
    sampled = float(np.mean((noise >= -2 * margin).all(axis=(0, 2))))
    assert frozen_noise.stays_above(v=v, margin=margin) <= sampled + 4 * np.sqrt(0.25 / 2000)
    assert frozen_noise.stays_above(v=v, margin=2.0) > 0.9
