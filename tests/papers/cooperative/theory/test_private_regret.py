import pytest

from bandit_replications.papers.cooperative.theory import private_regret as proof


@pytest.mark.parametrize(
    "check",
    [
        proof.mean_of_means(agents=1),
        proof.sign_of_event_b(noise=0.0),
        proof.equality_19(threshold=0.5, width=0.5, printed=True),
        proof.hoeffding_22(pulls=1, shortfall=0.3),
        proof.forced_twice_28(epsilon=0.9),
        proof.forced_rounds(epsilon=0.5, printed=True),
        proof.sigma_in_the_theorem(sigma=1.0),
        proof.complete_or_connected(agents=2),
    ],
)
def test_refuted_steps_hold_where_they_are_right(check):
    assert check.holds


def test_a_smaller_factor_breaks_the_repaired_sum():
    assert not proof.zeta_30(factor=3.9).holds
