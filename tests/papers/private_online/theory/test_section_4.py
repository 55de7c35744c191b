from bandit_replications.papers.private_online.theory import section_4


def test_an_algorithm_that_uses_the_horizon_is_told_apart():
    assert section_4.known_horizon(algorithm="dp-se").left > 0
    assert section_4.known_horizon().left == 0


def test_releases_and_regret_are_as_said():
    assert section_4.array_ends().holds
    assert section_4.regret_2(rounds=3).holds
