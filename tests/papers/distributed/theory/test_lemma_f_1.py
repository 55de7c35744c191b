"""Lemma F.1 against other ways to the same numbers."""

import math

import numpy as np

from bandit_replications.papers.distributed.theory import lemma_f_1


def test_estimate_far_off_by_simulation():
    # least squares on two actions 1e-2 apart, 10^4 pulls each, noise ±1; 2000 draws, sd 0.01
    angle, pulls = 1e-2, 10_000
    generator = np.random.default_rng(3)
    actions = np.array([[1.0, 0.0], [math.cos(angle), math.sin(angle)]])
    noise = (2 * generator.binomial(pulls, 0.5, size=(2000, 2)) - pulls) / pulls
    errors = np.linalg.solve(actions, noise.T)
    share = float(np.mean(np.linalg.norm(errors, axis=0) > 2))
    lower = lemma_f_1.far_estimate(angle=angle, pulls=pulls).left
    assert lower - 0.04 <= share <= lower + 0.06


def test_an_eliminated_actions_error_against_draws():
    # least squares on e1 and (cos φ, sin φ), half of the pulls each, noise ±1; 20000 draws, 5 sd
    angle, phase = 0.01, 3
    pulls = math.ceil(600 * 4**phase * 9 * math.log(1e8) / 2)
    generator = np.random.default_rng(6)
    actions = np.array([[1.0, 0.0], [math.cos(angle), math.sin(angle)]])
    noise = (2 * generator.binomial(pulls, 0.5, size=(20_000, 2)) - pulls) / pulls
    errors = np.linalg.solve(actions, noise.T)[1]
    share = float(np.mean(np.abs(errors) > 2.0**-phase))
    check = lemma_f_1.eliminated_action(angle=angle)
    assert share - 0.04 <= check.left <= share + 0.017
    assert not check.holds
