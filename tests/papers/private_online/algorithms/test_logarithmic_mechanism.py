import numpy as np
import pytest

from bandit_replications.papers.private_online.algorithms.binary_mechanism import privacy_loss
from bandit_replications.papers.private_online.algorithms.logarithmic_mechanism import noised_sums


@pytest.mark.parametrize("length", [1, 2, 3, 8, 21, 64])
def test_each_item_up_to_the_last_power_of_two_is_in_one_noised_sum(length):
    matrix, scales = noised_sums(length=length, epsilon=0.3)
    last = 2 ** (length.bit_length() - 1)
    np.testing.assert_array_equal(matrix.sum(axis=0), np.arange(1, length + 1) <= last)
    assert privacy_loss(matrix, scales) == pytest.approx(0.3, rel=1e-12)
