"""The paper's algorithms by id. An algorithm's module is its id in snake_case."""

from collections.abc import Mapping

from bandit_replications.bandits.problems import Simulator
from bandit_replications.papers.private_online.algorithms import (
    anytime_lazy_ucb,
    dp_se,
    dp_se_restarted,
    follow_the_leader,
    ftnl,
    hybrid_ucb,
    naive_ftnl,
    ucb1,
)

BANDIT: Mapping[str, Simulator] = {
    "anytime-lazy-ucb": anytime_lazy_ucb,
    "hybrid-ucb": hybrid_ucb,
    "dp-se": dp_se,
    "dp-se-restarted": dp_se_restarted,
    "ucb1": ucb1,
}
FULL_INFORMATION: Mapping[str, Simulator] = {
    "ftnl": ftnl,
    "naive-ftnl": naive_ftnl,
    "follow-the-leader": follow_the_leader,
}
ALGORITHMS = {**BANDIT, **FULL_INFORMATION}
NON_PRIVATE = ("ucb1", "follow-the-leader")
# The others take about the same time at any horizon.
ROUND_BY_ROUND = ("hybrid-ucb", "ucb1", "follow-the-leader")
