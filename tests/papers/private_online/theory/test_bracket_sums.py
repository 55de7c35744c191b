"""Theorem 7's two forms: each Check comes out as stated, and flips when altered."""

import numpy as np
import pytest

from bandit_replications.papers.private_online.theory import bracket_sums as steps


@pytest.mark.parametrize(("epsilon", "noise_scale"), [(0.1, 1.0), (8.0, 2.0)])
def test_theorem_7_before_simplification(epsilon, noise_scale):
    check = steps.theorem_7(means=[0.75, 0.7, 0.65, 0.65], epsilon=epsilon, noise_scale=noise_scale)
    assert check.holds
    # its constant is generous, but not without end
    assert check.left > check.right / 1000


@pytest.mark.parametrize("constant", [1.0, 1e6])
def test_printed_forms_fail_for_every_constant(constant):
    # regret is about 2.16 / ε: take ε = 2 / (2 C) and T large beside 1 / ε
    altered = {"epsilon": 1 / constant, "constant": constant, "horizon": 2**40}
    assert not steps.first_form_as_printed(**altered).holds
    assert not steps.second_form_as_printed(**altered).holds
    assert all(check.holds for check in steps.forms_repaired(epsilon=1 / constant, horizon=2**40))


def test_printed_forms_hold_where_privacy_costs_little():
    assert steps.first_form_as_printed(epsilon=1.0).holds
    assert steps.second_form_as_printed(epsilon=1.0).holds


@pytest.mark.parametrize("epsilon", [0.01, 1.0])
def test_simplification(epsilon):
    gaps = np.array([0, 0.1, 0.1, 0.15, 0.2, 0.5, 0.9])
    assert all(check.holds for check in steps.simplification(gaps=gaps, epsilon=epsilon))


def test_forms_are_not_equal():
    assert not steps.forms_equal().holds
    one_octave = steps.forms_equal(min_gap=0.5)
    assert one_octave.left == pytest.approx(one_octave.right, rel=0.01)
