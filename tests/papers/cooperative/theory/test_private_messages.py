from bandit_replications.papers.cooperative.theory import private_messages as proof


def test_refuted_steps_hold_where_they_are_right():
    assert proof.laplace_mechanism(scale=1.0, printed=True).holds
    assert proof.between_releases(epsilon=1.0).holds
    assert proof.messages_together(epsilon=0.1, pulls=10).holds
    assert not proof.messages_together().holds
