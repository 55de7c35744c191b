"""Keywords of the paper's problems and of its learners.

A learner against something live: three agents in a line, of whom the last reports the contrary of
what it sees. Without `reports` all report what they see.

>>> import numpy as np
>>> import bandit_replications as br
>>> chance = np.random.default_rng(4)
>>> line = [(0, 1), (1, 2)]  # its edges; or an adjacency matrix, or a networkx graph
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

from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np
from pydantic import Field

from bandit_replications.bandits.arrays import Floats, Integers
from bandit_replications.bandits.literal import Player
from bandit_replications.bandits.problems import Problem
from bandit_replications.bandits.quantities import Corruption, Epsilon, Exponent, NoiseScale
from bandit_replications.papers.cooperative.environments.contamination import (
    ContaminationEntry,
    Source,
)
from bandit_replications.papers.cooperative.environments.problems import (
    LIVES,
    ByzantineProblem,
    GroupProblem,
    PrivateProblem,
    life_in_rounds,
)
from bandit_replications.playing.keywords import HIDDEN, ArmsKeywords, Form, LiveArms, Rounds, Steps
from bandit_replications.runtime.errors import BadValue


class Alone(ArmsKeywords):
    """Keywords of agents without messages."""

    kind: ClassVar[type[Problem]] = GroupProblem

    agents: int = Field(ge=1, description="number of agents, an integer >= 1")

    def attributes(self, rounds: Rounds) -> dict[str, Any]:
        """Return the rewards and a distance of 1 between all agents."""
        drawn = super().attributes(rounds)
        agents = drawn.pop("agents")
        return {**drawn, "distances": 1 - np.eye(agents, dtype=np.int64)}


class PrivateAlone(Alone):
    """Private ones."""

    kind = PrivateProblem

    epsilon: Epsilon
    v: Exponent


class Network(ArmsKeywords):
    """Keywords of agents on a network."""

    kind: ClassVar[type[Problem]] = GroupProblem

    network: Any = Field(
        description="an adjacency matrix, edges such as [[0, 1], [1, 2]], a networkx graph, a "
        "family such as 'ring' (with agents), or a mapping such as {family: erdos-renyi, "
        "agents: 30, edge_probability: 0.2}"
    )
    agents: int | None = Field(default=None, ge=1, description="agents of a family of networks")
    message_life: int | str = Field(
        description=f"how often a message is forwarded: an integer >= 0, {', '.join(LIVES)}"
    )

    def attributes(self, rounds: Rounds) -> dict[str, Any]:
        """Return the rewards, and distances in the network; a random one is drawn for it."""
        lengths, life = self._distances(rounds), self.message_life
        if isinstance(life, str):
            if life not in LIVES:
                described = type(self).model_fields["message_life"].description
                raise BadValue(f"message_life: {life!r}; allowed: {described}")
            life = life_in_rounds(life, int(lengths.max(initial=0)))
        drawn = {**super().attributes(rounds), "distances": lengths, "message_life": life}
        return {name: given for name, given in drawn.items() if name not in ("network", "agents")}

    def _distances(self, rounds: Rounds) -> Integers:
        described = type(self).model_fields["network"].description
        is_family = isinstance(self.network, str | Mapping)
        is_graph = hasattr(self.network, "nodes")
        if self.agents is not None and not isinstance(self.network, str):
            raise BadValue(f"agents: {self.agents}; allowed: none, since the network has its own")
        if not (is_family or is_graph):
            return _of_matrix(self.network, described)
        try:
            from bandit_replications.papers.cooperative.environments import (  # noqa: PLC0415
                networks,
            )
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

    kind = PrivateProblem

    epsilon: Epsilon
    v: Exponent


class ReleasedSums(Network):
    """Private ones, whose noise has none."""

    kind = PrivateProblem

    epsilon: Epsilon

    def attributes(self, rounds: Rounds) -> dict[str, Any]:
        """Return the attributes of a private group; its exponent is not used."""
        return {**super().attributes(rounds), "v": 1.1}


class FalseMessages(Network):
    """Keywords of agents with false messages."""

    kind = ByzantineProblem

    contamination: Corruption = Field(json_schema_extra=HIDDEN)
    source: Source = Field(
        default="adversarial", description="law of false rewards", json_schema_extra=HIDDEN
    )
    value: float | None = Field(
        default=None,
        description="point-mass: the value; outliers: their largest size",
        json_schema_extra=HIDDEN,
    )
    assumed_contamination: Corruption | None = Field(
        default=None,
        description="what the algorithm is given; default: the true one",
        json_schema_extra=HIDDEN,
    )
    byzantine: list[int] | None = Field(
        default=None,
        description="the Byzantine agents, from 0; default: all",
        json_schema_extra=HIDDEN,
    )

    def attributes(self, rounds: Rounds) -> dict[str, Any]:
        """Return the attributes of the group; by default with its true contamination."""
        drawn = super().attributes(rounds)
        entry = ContaminationEntry(
            probability=self.contamination, source=drawn.pop("source"), value=drawn.pop("value")
        )
        assumed = self.assumed_contamination
        return {
            **drawn,
            "contamination": entry.for_arms(np.array(self.instance().resolve_means())),
            "assumed_contamination": self.contamination if assumed is None else assumed,
        }


class Byzantine(FalseMessages):
    """Those whose reports may have noise, too."""

    noise_scale: NoiseScale = Field(default=0.0, json_schema_extra=HIDDEN)


class PrivateByzantine(FalseMessages):
    """Private ones."""

    epsilon: Epsilon


def _of_matrix(matrix: Any, described: str | None) -> Integers:
    """Return the lengths of shortest paths in the network of an adjacency matrix or of edges."""
    try:
        joined = _joined(np.asarray(matrix, dtype=np.float64))
    except (TypeError, ValueError):
        raise BadValue(f"network: {matrix!r}; allowed: {described}") from None
    if joined.ndim != 2 or joined.shape[0] != joined.shape[1] or joined.shape[0] == 0:
        raise BadValue(f"network: shape {joined.shape}; allowed: {described}")
    if not (np.isin(joined, (0, 1)).all() and (joined == joined.T).all() and not joined.trace()):
        raise BadValue("network: allowed: a symmetric matrix of 0 and 1 with 0 on the diagonal")
    from scipy.sparse import csgraph  # noqa: PLC0415  it loads linear algebra

    lengths = csgraph.shortest_path(joined, unweighted=True)
    return np.where(np.isinf(lengths), -1, lengths).astype(np.int64)


def _joined(given: Floats) -> Floats:
    """Return the adjacency matrix of edges, each given once; else what is given."""
    if given.ndim != 2 or given.shape[1] != 2:
        return given
    edges = np.unique(np.sort(given, axis=1), axis=0)
    most = len(edges) + 1  # agents of a connected network
    first, second = edges.T
    if len(edges) < len(given) or (first == second).any() or not np.isin(edges, range(most)).all():
        return given
    first, second = edges.astype(np.int64).T
    joined = np.zeros((second.max() + 1,) * 2)
    joined[first, second] = joined[second, first] = 1
    return joined


class LiveAgents(LiveArms):
    """Agents with rewards of their own and messages among themselves."""

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


class LiveTold(LiveAgents):
    """Agents that are told how many messages are false; those of a learner are true."""

    assumed_contamination: Corruption = Field(
        description="probability of a false report that the algorithm is given"
    )

    def stand_in(self) -> dict[str, Any]:
        """Return equal arms and no false reports."""
        return {
            **super().stand_in(),
            "contamination": 0.0,
            "assumed_contamination": self.assumed_contamination,
        }


class LiveByzantine(LiveTold):
    """Agents with reports that may differ from their rewards."""

    reported = True

    def answer(
        self, action: Any, observed: list[float], reports: list[float] | None
    ) -> list[tuple[float, float]]:
        """Return each agent's reward and its report."""
        return list(zip(observed, observed if reports is None else reports, strict=True))


def _side_by_side(players: list[Player[int, float]]) -> Player[tuple[int, ...], list[float]]:
    """Play literal forms of single agents as one of all of them."""
    arms = tuple(next(player) for player in players)
    while True:
        rewards = yield arms
        arms = tuple(player.send(own) for player, own in zip(players, rewards, strict=True))
