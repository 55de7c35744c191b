from bandit_replications.papers.cooperative.theory import private_messages as proof


def test_messages_hold_where_each_pull_is_released():
    assert proof.between_releases(epsilon=1.0, series="constant-interval").holds
