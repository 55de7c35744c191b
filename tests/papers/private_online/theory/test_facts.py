"""The law behind Facts 1 and 2."""

import math

import pytest

from bandit_replications.bandits.laplace import laplace_sum_tail


@pytest.mark.parametrize("x", [0.0, 0.3, 2.0, 30.0])
def test_sums_of_up_to_three_laplace_variables_have_a_closed_form(x):
    # integrating exp(-|x|)/2, (1 + |x|) exp(-|x|)/4 and (3 + 3|x| + x²) exp(-|x|)/16
    shares = [laplace_sum_tail(count=n, threshold=x) * math.exp(x) for n in (1, 2, 3)]
    assert shares == pytest.approx([1 / 2, (2 + x) / 4, (8 + 5 * x + x**2) / 16])
