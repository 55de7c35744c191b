import numpy as np
import pytest

from bandit_replications.papers.private_online.theory import theorem_5 as steps


def test_first_group_differs_where_a_tree_is_full_only():
    differing = [
        pulls
        for pulls in range(1, 200)
        if steps.first_group_sizes(pulls=pulls, reading="initial-pull-apart")
        != 2 ** (pulls.bit_length() - 1) - 1
    ]
    assert differing == [1, 3, 7, 15, 31, 63, 127]


def test_first_leaf_has_all_its_nodes_released_and_the_last_only_the_root():
    release = "root-of-the-full-tree"
    nodes = [steps.released_nodes(levels=3, leaf=leaf, release=release) for leaf in range(1, 9)]
    assert nodes == [4, 3, 3, 2, 3, 2, 2, 1]


@pytest.mark.parametrize("release", ["root-of-the-full-tree", "array-at-once"])
def test_composition_and_exact_loss_agree_for_the_first_tree(release):
    budget = steps.composition_e31(release=release).left
    assert steps.released_sums_loss(far=200.0, release=release).left == pytest.approx(budget)


def test_density_behind_the_loss_of_the_array():
    # closed form of the convolution of Lap(2/ε) with three equal values of Lap(4/ε), ε = 1
    z = np.linspace(-200, 200, 400_001)

    def density(v):
        return np.trapezoid(np.exp(-0.5 * np.abs(z) - 0.75 * np.abs(v - z)), z)

    numeric = 1.0 + float(np.log(density(9.0) / density(10.0)))
    assert steps.released_sums_loss(far=10.0).left == pytest.approx(numeric, rel=1e-6)
