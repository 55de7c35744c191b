from bandit_replications.papers.cooperative.theory import setting


def test_the_printed_lower_bound_holds_at_other_means():
    assert setting.lower_bound_direction(best=0.5, other=0.1).holds
