import numpy as np
import pytest
from tests.support.private_online_runs import GivenNoise

from bandit_replications.bandits.literal import drive
from bandit_replications.bandits.problems import BanditProblem
from bandit_replications.bandits.rewards import BERNOULLI, RewardTable
from bandit_replications.papers.private_online.algorithms import hybrid_ucb
from bandit_replications.papers.private_online.theory.audits.hybrid_released_sums import (
    composed_loss,
    noise_names,
    noise_scale,
    released_sums_loss,
)


def pseudo_code_noise(pulls, epsilon, monkeypatch, **options):
    """Noises in each sum that the pseudo-code releases: {scale of a noise: its number}, by pull.

    One arm, all rewards 0, and the k-th noise that is drawn is 2^k: the index, without its widths
    and times the pulls, names the noises in the sum. Numbers of noises are those of their drawing.
    """
    generator, released = GivenNoise(lambda number, _: 2.0**number), []
    monkeypatch.setattr(hybrid_ucb, "choose", lambda index, *_: released.append(index[0]) or 0)
    one_arm = RewardTable(BERNOULLI, np.zeros((1, 1)), None)
    player = hybrid_ucb.play(
        BanditProblem(rewards=one_arm, horizon=pulls + 1, epsilon=epsilon),
        generator=generator,
        options=hybrid_ucb.Options(
            exploration_constant=1e-30, noise_width_constant=1e-30, **options
        ),
    )
    list(drive(player, lambda _: 0.0, rounds=pulls + 1))
    scales = generator.scales
    sums = [round(mean * pull) for pull, mean in enumerate(released[:pulls], start=1)]
    return [{k: scales[k] for k in range(len(scales)) if total >> k & 1} for total in sums]


@pytest.mark.parametrize("levels", ["as-printed", "repaired"])
def test_released_noises_are_those_of_the_pseudo_code(levels, monkeypatch):
    epsilon, pulls = 0.5, 15
    expected = pseudo_code_noise(pulls, epsilon, monkeypatch, tree_levels=levels, full_tree="root")
    numbers = {}  # number of each noise, in the order of drawing
    for pull, drawn in enumerate(expected, start=1):
        names = noise_names(pull=pull)
        for name, number in zip(
            [name for name in names if name not in numbers],
            sorted(set(drawn) - set(numbers.values())),
            strict=True,
        ):
            numbers[name] = number
        scales = {numbers[n]: noise_scale(n, epsilon=epsilon, levels=levels) for n in names}
        assert scales == pytest.approx(drawn)


def test_loss_of_the_first_pulls():
    # By hand, second reward: leaf and root 1/2 each; the next leaf, which explains one sum, 1/4;
    # then array 1 or two nodes of tree 2, 1/2.
    losses = [released_sums_loss(pulls=pulls, epsilon=3.0) for pulls in range(1, 10)]
    expected = [0.5, 0.5, 1, 1.25, 1.5, 1.5, 1.5, 1.5, 1.5]
    np.testing.assert_allclose(losses, np.multiply(expected, 3.0))


def test_only_the_first_tree_breaks_the_claim():
    def loss(tree, **repair):
        items = tuple(range(2**tree, 2 ** (tree + 1)))
        return released_sums_loss(pulls=31, epsilon=1.0, items=items, **repair)

    assert loss(1) == pytest.approx(1.5)
    assert released_sums_loss(pulls=31, epsilon=1.0, items=(2,)) == pytest.approx(1.5)
    assert released_sums_loss(pulls=31, epsilon=1.0, items=(1, *range(3, 32))) <= 1 + 1e-9
    # from tree 2 on, the array before hides what the nodes would give away
    assert [loss(tree) for tree in (2, 3)] == pytest.approx([1.0, 1.0])
    assert [composed_loss(tree=r, epsilon=1.0) for r in (1, 2, 3)] == pytest.approx(
        [1.5, 1.25, 7 / 6]
    )


@pytest.mark.parametrize(
    "repair", [{"levels": "repaired"}, {"levels": "first-tree-repaired"}, {"full_tree": "array"}]
)
def test_repairs_meet_the_claim(repair):
    for pulls in (3, 5, 7, 31):
        assert released_sums_loss(pulls=pulls, epsilon=0.7, **repair) <= 0.7 * (1 + 1e-9)


def test_noise_at_each_release_adds_up():
    # Each release costs 1 over its largest scale: 2 up to pull 3, then 4, then 6.
    loss = released_sums_loss(pulls=15, epsilon=1.0, noise="each-release")
    assert loss == pytest.approx(3 / 2 + 4 / 4 + 8 / 6)
