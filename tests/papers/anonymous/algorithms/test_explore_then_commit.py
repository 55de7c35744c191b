import math

from bandit_replications.papers.anonymous.algorithms.explore_then_commit import (
    Options,
    exploring_runs,
)
from bandit_replications.papers.anonymous.environments.sizes import Sizes


def test_exploring_rounds_as_printed():
    """T_exp = 10 C^(2/3) K^(1/3) T^(2/3) (ln NKT)^(1/3) exceeds Appendix B's horizon."""
    sizes = Sizes(users=50, arms=5, group_size=4, horizon=100_000)
    assert exploring_runs(sizes, Options()) == 10_000  # all of the horizon
    small = 0.1 * 4 ** (2 / 3) * 5 ** (1 / 3) * 1e5 ** (2 / 3) * math.log(25e6) ** (1 / 3)
    found = exploring_runs(sizes, Options(exploration_constant=0.1))
    assert found == math.ceil(small / 10)
