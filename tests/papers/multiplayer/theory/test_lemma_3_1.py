from bandit_replications.papers.multiplayer.theory import lemma_3_1


def test_altered_steps_fail():
    assert not all(check.holds for check in lemma_3_1.unbiased_estimates(factor=1.0))
    assert not lemma_3_1.unrelated_meta_arms(arms=4, players=2, factor=1.5).holds
    assert lemma_3_1.nearest_exponential_weights(factor=0.5).holds
    assert not lemma_3_1.nearest_exponential_weights(factor=0.0).holds
    assert not any(check.holds for check in lemma_3_1.few_meta_arms(factor=1.25))
    assert not lemma_3_1.more_players_more_meta_arms().holds


def test_the_hard_sequence_refuses_who_hardly_learns():
    for players in (1, 2):
        assert lemma_3_1.lemma_3_1(players=players).holds
        assert not lemma_3_1.lemma_3_1(players=players, slowed=100.0).holds
