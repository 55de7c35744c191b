from bandit_replications.papers.cooperative.theory import trimmed_estimator as proof


def test_more_samples_of_a_fair_coin_suffice():
    assert proof.negative_points(number=60).holds
    assert proof.confidence_bound(number=200, mean=0.5).holds
