import pytest

from bandit_replications.papers.private_online.algorithms.binary_mechanism import privacy_loss
from bandit_replications.papers.private_online.algorithms.hybrid_mechanism import (
    noised_sums,
)


@pytest.mark.parametrize("length", [1, 2, 3, 4, 5, 8, 13, 33])
def test_exact_privacy_loss_of_all_releases_is_epsilon(length):
    # an item off the powers of two meets both mechanisms; up to time 2 there is none, and the
    # logarithmic one has not yet spoken on item 3 at time 3
    expected = 0.7 if length >= 4 else 0.35
    loss = privacy_loss(*noised_sums(length=length, epsilon=0.7))
    assert loss == pytest.approx(expected, rel=1e-12)


def test_four_items():
    # times 1, 2, 4 are the logarithmic mechanism's, time 3 is one p-sum beyond item 2
    matrix, scales = noised_sums(length=4, epsilon=1.0)
    assert matrix.tolist() == [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 1], [0, 0, 1, 0]]
    assert scales.tolist() == [2.0, 2.0, 2.0, 2.0]
