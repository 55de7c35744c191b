import pytest

from bandit_replications.papers.cooperative.theory import byzantine_regret as proof


@pytest.mark.parametrize(
    "check",
    [
        proof.event_c(sigma=2.0, printed=True),
        proof.condition_on_contamination(contamination=0.01, printed=False),
        proof.saturated_arm(contamination=0.01),
        proof.reversed_arms(contamination=0.05),
        proof.sign_after_44(message_life=1),
        proof.union_45(t=1),
        proof.delta_45(horizon=2, exponent=2.0),
        proof.additive_constant(cliques=2, per_agent=4.0),
    ],
)
def test_refuted_steps_hold_where_they_are_right(check):
    assert check.holds


def test_more_contamination_saturates_the_arm():
    assert not proof.saturated_arm(contamination=0.2).holds
