"""Theorem 6: each Check comes out as stated, and flips when the step is altered."""

import pytest

from bandit_replications.inference.checks import worst_over
from bandit_replications.papers.private_online.checks.theorem_6 import EPSILONS, ROUNDS
from bandit_replications.papers.private_online.theory import theorem_6 as steps


@pytest.mark.parametrize("epsilon", [0.01, 1.0, 8.0])
@pytest.mark.parametrize(("actions", "rounds"), [(2, 1), (2, 2), (2, 4096), (3, 1), (32, 1)])
def test_choice_is_private_for_two_after_one_round(actions, rounds, epsilon):
    sizes = {"actions": actions, "rounds": rounds, "epsilon": epsilon}
    printed = steps.claim_3_9(**sizes)
    assert printed.holds == (actions * rounds == 2)
    assert printed.left <= 2 * epsilon * (1 + 1e-9)
    assert steps.claim_3_9(**sizes, noise_scale=2.0).holds


@pytest.mark.parametrize(
    ("axes", "scale"), [({"rounds": ROUNDS}, 1.99), ({"actions": (3, 8), "rounds": (1,)}, 1.9)]
)
def test_less_noise_than_the_repair_is_not_enough(axes, scale):
    def holds(scale):
        check = steps.claim_3_9
        return worst_over(check=check, epsilon=EPSILONS, noise_scale=(scale,), **axes).holds

    assert holds(2.0)
    assert not holds(scale)


@pytest.mark.parametrize("means", [[1.0, 0.0], [0.3, 0.9, 0.5], [0.6, 0.6, 0.9, 0.2]])
@pytest.mark.parametrize(("epsilon", "horizon"), [(0.1, 7), (1.0, 3), (4.0, 16383)])
def test_twice_the_noise_halves_the_rounds(means, epsilon, horizon):
    checks = steps.doubled_noise(means=means, epsilon=epsilon, horizon=horizon)
    assert all(check.holds for check in checks)


@pytest.mark.parametrize(
    "altered",
    [
        {"means": [0.0, 1.0], "epsilon": 1.0, "horizon": 1},
        {"means": [0.5, 0.75], "epsilon": 4.0, "horizon": 1023, "law": "bernoulli"},
    ],
)
def test_halved_rounds_need_three_without_variance(altered):
    identity, _ = steps.doubled_noise(**altered)
    assert not identity.holds


@pytest.mark.parametrize(("epsilon", "factor"), [(1.0, 2.57), (4.0, 6.64), (10.0, 88.6)])
def test_regret_can_more_than_double(epsilon, factor):
    check = steps.at_most_doubled(epsilon=epsilon)
    assert not check.holds
    assert 2 * check.left / check.right == pytest.approx(factor, rel=0.002)


@pytest.mark.parametrize("epsilon", [0.1, 1.0, 5.0])
@pytest.mark.parametrize("means", [(0.2, 0.9), (0.55, 0.5)])
def test_two_random_actions_cost_at_most_four_times(means, epsilon):
    assert steps.two_random_actions(means=means, epsilon=epsilon).holds
