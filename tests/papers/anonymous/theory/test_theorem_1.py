"""Theorem 1: wrong eliminations by simulation, and the instances that refute it."""

import math
import re

import numpy as np
import pytest

from bandit_replications.papers.anonymous.theory import theorem_1


def test_wrong_elimination_by_simulation():
    # six standard errors: false alarm below 1e-8
    size, pulls, product = 4, 50, 1e6
    check = theorem_1.wrong_elimination(group_size=size, product=product)
    stream = np.random.default_rng(0)
    averages = stream.normal(0, math.sqrt((4 * size + 1) / pulls), (2, 200_000))
    drop = averages[0] - averages[1] >= math.sqrt(6 * math.log(product) / pulls)
    error = math.sqrt(check.left / drop.size)
    assert abs(drop.mean() - check.left) < 6 * error


@pytest.mark.parametrize("group_size", [50, 1000])
def test_refuting_instances_have_enough_users(group_size):
    # α = 1 needs U >= K(C + 1), hence N >= K²(C + 1), and more if users lose their best arm
    step = theorem_1.absolute_constant(group_size=group_size).step
    (users,) = re.findall(r"N = (\d+)", step)
    assert int(users) >= 2 * 2 * (group_size + 1) + group_size + 1
