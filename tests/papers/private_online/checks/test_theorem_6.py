import pytest

from bandit_replications.inference.checks import worst_over
from bandit_replications.papers.private_online.checks.theorem_6 import EPSILONS, ROUNDS
from bandit_replications.papers.private_online.theory import theorem_6


@pytest.mark.parametrize(
    ("check", "axis", "scale"),
    [
        (theorem_6.claim_3_9, {"rounds": ROUNDS}, 1.99),
        (theorem_6.claim_3_9_first_round, {"arms": (3, 8)}, 1.9),
    ],
)
def test_less_noise_than_the_repair_is_not_enough(check, axis, scale):
    assert worst_over(check=check, epsilon=EPSILONS, noise_scale=(2.0,), **axis).holds
    assert not worst_over(check=check, epsilon=EPSILONS, noise_scale=(scale,), **axis).holds
