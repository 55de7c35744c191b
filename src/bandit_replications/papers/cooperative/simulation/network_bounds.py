"""The theorems' bounds on the networks and means of Figure 1, replicate by replicate."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from bandit_replications.experiments.tasks import Columns, Replicates, rows
from bandit_replications.papers.cooperative.environments.instances import MeansEntry, draw
from bandit_replications.papers.cooperative.environments.networks import (
    NetworkEntry,
    greedy_clique_cover,
    power_graph,
)
from bandit_replications.papers.cooperative.environments.problems import life_in_rounds
from bandit_replications.papers.cooperative.theory import bounds, repaired_regret


@dataclass(frozen=True, kw_only=True)
class NetworkBounds:
    """Bounds for the environments of the runs with the same network, means and replicate.

    Attributes
    ----------
    algorithm : str
        Whose bound: of a printed algorithm, or of its repair.
    level : float
        ε, of the algorithm's privacy or contamination.
    network, means, message_life, horizon
        As for `simulation.Runs`.

    """

    algorithm: str
    level: float
    network: NetworkEntry
    means: MeansEntry
    message_life: int | str
    horizon: int

    def simulate(self, replicates: Replicates) -> Columns:
        """Return replicate, bound (null where it says nothing), cover, and regret in turn."""
        return rows((number, self._row(replicates.root_seed, number)) for number, _ in replicates)

    def _row(self, root_seed: int, replicate: int) -> dict[str, float]:
        environment = draw(self.network, self.means, root_seed=root_seed, replicate=replicate)
        life = min(life_in_rounds(self.message_life, environment.diameter), environment.diameter)
        agents = cover = len(environment.lengths)
        if life:
            cover = len(greedy_clique_cover(power_graph(environment.lengths, message_life=life)))
        shared: dict[str, Any] = {"gaps": environment.gaps, "horizon": self.horizon}
        shared |= {"agents": agents, "message_life": life, "clique_cover": cover}
        if self.algorithm == "private-multi-agent-ucb":
            bound = bounds.private_regret(**shared, epsilon=self.level)
        elif self.algorithm == "released-sums-ucb":
            bound = repaired_regret.private_regret(**shared, epsilon=self.level)
        elif self.algorithm == "byzantine-proof-ucb":
            bound = bounds.byzantine_regret(**shared, contamination=self.level, sigma=0.5)
        else:
            bound = repaired_regret.byzantine_regret(**shared, contamination=self.level)
        return {
            "bound": bound if np.isfinite(bound) else np.nan,
            "clique_cover": cover,
            "in_turn": agents * self.horizon * float(environment.gaps.mean()),
        }
