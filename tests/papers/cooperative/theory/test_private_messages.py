from bandit_replications.papers.cooperative.theory import private_messages as proof


def test_refuted_steps_hold_where_they_are_right():
    assert proof.laplace_mechanism(scale=1.0, printed=True).holds
    assert proof.between_releases(epsilon=1.0, series="constant-interval").holds
    once = proof.messages_together(epsilon=0.1, pulls=10)
    assert once.left == once.right  # a single release
    assert proof.messages_together().left > 10 * proof.messages_together().right
