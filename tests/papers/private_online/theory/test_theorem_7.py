"""Theorem 7's two forms, and FTNL on the Conclusion's doubling gaps."""

import numpy as np
import pytest

from bandit_replications.papers.private_online.theory import full_information_bounds as bounds
from bandit_replications.papers.private_online.theory import theorem_7 as steps
from bandit_replications.papers.private_online.theory.ftnl_exact import expected_regret


@pytest.mark.parametrize(("epsilon", "noise_scale"), [(0.1, 1.0), (8.0, 2.0)])
def test_exact_regret_is_below_the_bound(epsilon, noise_scale):
    means = np.array([0.75, 0.7, 0.65, 0.65])
    regret = expected_regret(means=means, epsilon=epsilon, horizon=65535, noise_scale=noise_scale)
    bound = bounds.theorem_7_regret(gaps=means.max() - means, epsilon=epsilon / noise_scale)
    assert bound / 1000 < regret <= bound
    assert regret <= bounds.corollary_9_regret(arms=4, horizon=65535, epsilon=epsilon / noise_scale)


@pytest.mark.parametrize("constant", [1.0, 1e6])
def test_printed_forms_fail_for_every_constant(constant):
    # regret is about 2.16 / ε: take ε = 2 / (2 C) and T large beside 1 / ε
    altered = {"epsilon": 1 / constant, "constant": constant, "horizon": 2**40}
    first = steps.first_form_as_printed(**altered)
    assert not first.holds
    assert not steps.second_form_as_printed(**altered).holds
    assert first.left <= bounds.theorem_7_regret(gaps=[0.0, 1.0], epsilon=1 / constant)


def test_printed_forms_hold_where_privacy_costs_little():
    assert steps.first_form_as_printed(epsilon=1.0).holds
    assert steps.second_form_as_printed(epsilon=1.0).holds
