"""The paper's algorithms for the library's front door, with the keywords of their problems.

A learner against something live: three agents in a line, of whom the last reports the contrary of
what it sees. Without `reports` all report what they see.

>>> import numpy as np
>>> import bandit_replications as br
>>> chance = np.random.default_rng(4)
>>> line = [[0, 1, 0], [1, 0, 1], [0, 1, 0]]
>>> group = br.learner(
...     "byzantine-proof-ucb", arms=2, network=line, message_life=1, assumed_contamination=0.01,
...     horizon=300,
... )
>>> best = np.zeros(3, dtype=int)
>>> for _ in range(group.steps):
...     arms = group.choose()
...     rewards = (chance.random(3) < np.array([0.9, 0.1])[arms]).astype(float)
...     group.update(rewards, reports=[*rewards[:2], 1 - rewards[2]])
...     best += arms == 0
>>> bool(best[0] > 200)
True
"""

from collections.abc import Container, Mapping
from typing import Any

import numpy as np
from pydantic import Field
from scipy.sparse import csgraph

from bandit_replications.bandits.literal import Player
from bandit_replications.bandits.problems import Integers
from bandit_replications.papers.cooperative.catalogue import ALGORITHMS as MODULES
from bandit_replications.papers.cooperative.catalogue import COMMUNICATING
from bandit_replications.papers.cooperative.environments.contamination import (
    ContaminationEntry,
    Source,
)
from bandit_replications.papers.cooperative.environments.problems import (
    ByzantineProblem,
    GroupProblem,
    PrivateProblem,
)
from bandit_replications.papers.cooperative.own_algorithms import OwnAlgorithm
from bandit_replications.playing.keywords import (
    ArmsKeywords,
    Entry,
    Epsilon,
    Form,
    LiveArms,
    Own,
    Rounds,
    Steps,
)
from bandit_replications.runtime.errors import BadValue

_WORDS = ("diameter", "half-diameter-down", "half-diameter-up")


def _networks() -> Any:
    from bandit_replications.papers.cooperative.environments import (  # noqa: PLC0415
        networks,
    )

    return networks


class Alone(ArmsKeywords):
    """Agents who tell each other nothing."""

    agents: int = Field(ge=1, description="number of agents, an integer >= 1")

    def problem(self, rounds: Rounds) -> GroupProblem:
        """Return what a run is up against."""
        return self._problem(
            rewards=self.instance().reward_table(),
            horizon=rounds.horizon,
            checkpoints=rounds.checkpoints,
            distances=1 - np.eye(self.agents, dtype=np.int64),
        )

    def _problem(self, **common: Any) -> GroupProblem:
        return GroupProblem(**common)


class PrivateAlone(Alone):
    """Private ones."""

    epsilon: Epsilon
    v: float = Field(gt=1, lt=1.5, description="exponent of the noise, between 1 and 1.5")

    def _problem(self, **common: Any) -> GroupProblem:
        return PrivateProblem(epsilon=self.epsilon, v=self.v, **common)


class Network(ArmsKeywords):
    """Agents who pass messages on a network."""

    network: Any = Field(
        description="an adjacency matrix, a networkx graph, a family such as 'ring' (with agents), "
        "or a mapping such as {family: erdos-renyi, agents: 30, edge_probability: 0.2}"
    )
    agents: int | None = Field(default=None, ge=1, description="agents of a family of networks")
    message_life: int | str = Field(
        description=f"how often a message is forwarded: an integer >= 0, {', '.join(_WORDS)}"
    )

    def problem(self, rounds: Rounds) -> GroupProblem:
        """Return what a run is up against; a random network is drawn for it."""
        lengths = self._distances(rounds)
        diameter = int(lengths.max(initial=0))
        words = dict(zip(_WORDS, (diameter, diameter // 2, -(-diameter // 2)), strict=True))
        if isinstance(self.message_life, str) and self.message_life not in words:
            described = type(self).model_fields["message_life"].description
            raise BadValue(f"message_life: {self.message_life!r}; allowed: {described}")
        return self._problem(
            rewards=self.instance().reward_table(),
            horizon=rounds.horizon,
            checkpoints=rounds.checkpoints,
            distances=lengths,
            message_life=words.get(str(self.message_life), self.message_life),
        )

    def _problem(self, **common: Any) -> GroupProblem:
        return GroupProblem(**common)

    def _distances(self, rounds: Rounds) -> Integers:
        described = type(self).model_fields["network"].description
        is_family, is_graph = (
            isinstance(self.network, str | Mapping),
            hasattr(self.network, "nodes"),
        )
        if self.agents is not None and not isinstance(self.network, str):
            raise BadValue(f"agents: {self.agents}; allowed: with a family of networks by name")
        if not (is_family or is_graph):
            return _of_matrix(self.network, described)
        try:
            networks = _networks()
        except ModuleNotFoundError as error:
            raise BadValue(
                f"network: {self.network!r} without {error.name}; allowed: "
                "pip install '.[networks]' in a checkout, or an adjacency matrix"
            ) from error
        if is_graph:
            networks.check_network(self.network)
            return networks.distances(networks.nx.convert_node_labels_to_integers(self.network))
        entry = {"family": self.network, "agents": self.agents}
        if isinstance(self.network, Mapping):
            entry = dict(self.network)
        network = networks.NetworkEntry(**{"name": "network", **entry})
        return network.draw_distances(rounds.stream("network", fixed=network.fixed))


class PrivateNetwork(Network):
    """Private ones, whose noise has an exponent."""

    epsilon: Epsilon
    v: float = Field(gt=1, lt=1.5, description="exponent of the noise, between 1 and 1.5")

    def _problem(self, **common: Any) -> GroupProblem:
        return PrivateProblem(epsilon=self.epsilon, v=self.v, **common)


class ReleasedSums(Network):
    """Private ones, whose noise has none."""

    epsilon: Epsilon

    def _problem(self, **common: Any) -> GroupProblem:
        return PrivateProblem(epsilon=self.epsilon, v=1.1, **common)  # v is not used


class Byzantine(Network):
    """Agents some of whom report false rewards."""

    contamination: float = Field(
        ge=0, lt=0.5, description="probability of a false report, at least 0 and less than 1/2"
    )
    source: Source = Field(default="adversarial", description="law of false rewards")
    value: float | None = Field(
        default=None, description="point-mass: the value; outliers: their largest size"
    )
    assumed_contamination: float | None = Field(
        default=None, ge=0, lt=0.5, description="what the algorithm is given; default: the true one"
    )
    byzantine: list[int] | None = Field(
        default=None, description="the Byzantine agents, from 0; default: all"
    )
    noise_scale: float = Field(
        default=0.0, ge=0, allow_inf_nan=False, description="scale of Laplace noise on each report"
    )

    def _problem(self, **common: Any) -> GroupProblem:
        assumed, true = self.assumed_contamination, self.contamination
        entry = ContaminationEntry(probability=true, source=self.source, value=self.value)
        return ByzantineProblem(
            contamination=entry.for_arms(np.array(self.instance().resolve_means())),
            assumed_contamination=true if assumed is None else assumed,
            byzantine=self.byzantine,
            noise_scale=self.noise_scale,
            **common,
        )


def _of_matrix(matrix: Any, described: str | None) -> Integers:
    """Return the lengths of shortest paths in the network of an adjacency matrix."""
    try:
        joined = np.asarray(matrix, dtype=np.float64)
    except (TypeError, ValueError):
        raise BadValue(f"network: {matrix!r}; allowed: {described}") from None
    if joined.ndim != 2 or joined.shape[0] != joined.shape[1] or joined.shape[0] == 0:
        raise BadValue(f"network: shape {joined.shape}; allowed: {described}")
    if not (np.isin(joined, (0, 1)).all() and (joined == joined.T).all() and not joined.trace()):
        raise BadValue("network: allowed: a symmetric matrix of 0 and 1 with 0 on the diagonal")
    lengths = csgraph.shortest_path(joined, unweighted=True)
    return np.where(np.isinf(lengths), -1, lengths).astype(np.int64)


class LiveAgents(LiveArms):
    """Agents who see their own rewards and pass messages among themselves."""

    observed = "rewards"

    def width(self, problem: GroupProblem) -> int | None:
        """Return the number of agents."""
        return problem.agents


class LiveOneByOne(LiveAgents):
    """One agent in the place of all: it sees each reward before its next pull."""

    def width(self, problem: GroupProblem) -> int:
        """Return 1."""
        return 1

    def steps(self, form: Form) -> Steps:
        """Return the literal form, pull by pull."""
        pulls = form.problem.agents * form.problem.horizon
        return Steps(form.play(), pulls, self.width(form.problem))


class LiveIndependent(LiveAgents):
    """Agents each of whom is a literal form of its own."""

    def steps(self, form: Form) -> Steps:
        """Return all of them side by side, so each draws its noise from a stream of its own."""
        problem = form.problem
        alone = [form.play(generator=own) for own in form.generator.spawn(problem.agents)]
        return Steps(_side_by_side(alone), problem.horizon, self.width(problem))


class LiveByzantine(LiveAgents):
    """Agents some of whom report other rewards than they see."""

    hides = (*LiveArms.hides, *(Byzantine.model_fields.keys() - Network.model_fields.keys()))
    reported = True

    assumed_contamination: float = Field(
        ge=0, lt=0.5, description="probability of a false report that the algorithm is given"
    )

    def stand_in(self) -> dict[str, Any]:
        """Return arms that are all alike, and nobody who reports anything false."""
        return {
            **super().stand_in(),
            "contamination": 0.0,
            "assumed_contamination": self.assumed_contamination,
        }

    def answer(
        self, action: Any, observed: list[float], reports: list[float] | None
    ) -> list[tuple[float, float]]:
        """Return each agent's reward and what it reports of it."""
        return list(zip(observed, observed if reports is None else reports, strict=True))


def _side_by_side(players: list[Player[int, float]]) -> Player[tuple[int, ...], list[float]]:
    """Play literal forms of single agents as one of all of them."""
    arms = tuple(next(player) for player in players)
    while True:
        rewards = yield arms
        arms = tuple(player.send(own) for player, own in zip(players, rewards, strict=True))


_LIVE: Mapping[str, type[LiveAgents]] = {
    "byzantine-proof-ucb": LiveByzantine,
    "dp-ucb-int": LiveIndependent,
    "centralised-ucb1": LiveOneByOne,
}
_KEYWORDS: Mapping[str, type[ArmsKeywords]] = {
    "private-multi-agent-ucb": PrivateNetwork,
    "released-sums-ucb": ReleasedSums,
    "byzantine-proof-ucb": Byzantine,
    "dp-ucb-int": PrivateAlone,
}
ALGORITHMS = {
    name: Entry(
        module,
        _KEYWORDS.get(name, Network if name in COMMUNICATING else Alone),
        _LIVE.get(name, LiveAgents),
    )
    for name, module in MODULES.items()
}


def _met(asked: Container[str]) -> type[Network]:
    """Return what a user's class meets, as it asks for ε, or a contamination, or neither."""
    return (
        Byzantine if "contamination" in asked else ReleasedSums if "epsilon" in asked else Network
    )


OWN = {
    "network": Own(OwnAlgorithm, _met),
}
