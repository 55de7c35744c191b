from bandit_replications.papers.multiplayer.theory import lemma_4_1


def test_altered_steps_fail():
    assert not lemma_4_1.law_of_algorithm_5(one_vector=True).holds
    assert not lemma_4_1.marginals_are_sound(subtraction=True).holds
    assert not lemma_4_1.subtraction_loses_all(gap=2.0).holds
    assert lemma_4_1.marginals_are_sound(gap=2.0, subtraction=True).holds
