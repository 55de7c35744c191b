"""The paper's algorithms by id. An algorithm's module is its id in snake_case."""

from collections.abc import Container, Mapping

from bandit_replications.papers.cooperative.algorithms import (
    byzantine_proof_ucb,
    centralised_ucb1,
    clipped_release_ucb,
    dp_ucb_int,
    multi_agent_ucb,
    private_multi_agent_ucb,
    released_sums_ucb,
    ucb1,
)
from bandit_replications.papers.cooperative.library import (
    Alone,
    Byzantine,
    LiveAgents,
    LiveByzantine,
    LiveIndependent,
    LiveOneByOne,
    LiveTold,
    Network,
    PrivateAlone,
    PrivateByzantine,
    PrivateNetwork,
    ReleasedSums,
)
from bandit_replications.papers.cooperative.own_algorithms import OwnAlgorithm
from bandit_replications.playing.catalogue import DASHED, SHORT, SOLID, Entry, LineStyle, Own
from bandit_replications.reporting.styles import LineStyles

ENTRIES: Mapping[str, Entry] = {
    "private-multi-agent-ucb": Entry(
        private_multi_agent_ucb,
        PrivateNetwork,
        LiveAgents,
        LineStyle("#0072B2", SOLID, "o", "private multi-agent UCB", "Algorithm 2"),
    ),
    "released-sums-ucb": Entry(
        released_sums_ucb,
        ReleasedSums,
        LiveAgents,
        LineStyle("#CC79A7", SOLID, "P", "private UCB on released sums (ours)"),
    ),
    "byzantine-proof-ucb": Entry(
        byzantine_proof_ucb,
        Byzantine,
        LiveByzantine,
        LineStyle("#D55E00", SOLID, "s", "Byzantine-proof UCB", "Algorithm 3"),
    ),
    "clipped-release-ucb": Entry(
        clipped_release_ucb,
        PrivateByzantine,
        LiveTold,
        LineStyle("#56B4E9", SOLID, "X", "private and robust UCB on batches (ours)"),
    ),
    "multi-agent-ucb": Entry(
        multi_agent_ucb,
        Network,
        LiveAgents,
        LineStyle("#009E73", DASHED, "v", "multi-agent UCB (not private)"),
    ),
    "ucb1": Entry(ucb1, Alone, LiveAgents, LineStyle("#000000", SHORT, "D", "UCB1 (not private)")),
    "dp-ucb-int": Entry(
        dp_ucb_int,
        PrivateAlone,
        LiveIndependent,
        LineStyle("#E69F00", DASHED, "^", "DP-UCB-INT, alone"),
    ),
    "centralised-ucb1": Entry(
        centralised_ucb1,
        Alone,
        LiveOneByOne,
        LineStyle("#7F7F7F", DASHED, "h", "one UCB1 with all pulls"),
    ),
}
PRIVATE = tuple(name for name, one in ENTRIES.items() if "epsilon" in one.own)


def _met(asked: Container[str]) -> type[Network]:
    """Return the keywords for a user's class with ε, a contamination, or neither."""
    if "contamination" in asked:
        return Byzantine
    return ReleasedSums if "epsilon" in asked else Network


STYLES = LineStyles.of_entries(ENTRIES)
OWN = {"network": Own(OwnAlgorithm, _met)}
