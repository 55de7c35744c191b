"""The paper's algorithms by id. An algorithm's module is its id in snake_case."""

from collections.abc import Mapping

from bandit_replications.bandits.problems import Simulator
from bandit_replications.papers.cooperative.algorithms import (
    byzantine_proof_ucb,
    centralised_ucb1,
    dp_ucb_int,
    multi_agent_ucb,
    private_multi_agent_ucb,
    released_sums_ucb,
    ucb1,
)

COMMUNICATING: Mapping[str, Simulator] = {
    "private-multi-agent-ucb": private_multi_agent_ucb,
    "released-sums-ucb": released_sums_ucb,
    "byzantine-proof-ucb": byzantine_proof_ucb,
    "multi-agent-ucb": multi_agent_ucb,
}
ALONE: Mapping[str, Simulator] = {
    "ucb1": ucb1,
    "dp-ucb-int": dp_ucb_int,
    "centralised-ucb1": centralised_ucb1,
}
ALGORITHMS = {**COMMUNICATING, **ALONE}
NOISE_EXPONENT = ("private-multi-agent-ucb", "dp-ucb-int")
PRIVATE = (*NOISE_EXPONENT, "released-sums-ucb")
BYZANTINE = ("byzantine-proof-ucb",)
