from bandit_replications.papers.cooperative.theory import composition


def test_the_printed_series_is_right_without_privacy():
    assert composition.first_part(epsilon=1.0, series="as-printed").holds
