"""M agents that each run Protocol 4 alone for the whole horizon: no message, M times the regret.

An agent alone knows K and T, not how many others there are, so that its m_l has ln(KT) where DEMAB
has ln(MKT); `pulls_logarithm: agents-arms-horizon` gives it DEMAB's.

Source: Section 3.1 and Protocol 4; the baseline without communication of Section 3.4.

>>> problem = ArmsProblem(means=np.array([0.9, 0.1]), agents=3, horizon=10_000)
>>> run = simulate(problem, generator=np.random.default_rng(0))
>>> run.pulls.tolist(), run.phases, run.communication.tolist()
([[22392, 7608]], 2, [0])
"""

import numpy as np
from pydantic import Field

from bandit_replications.papers.distributed.algorithms.elimination import (
    Logarithm,
    PhaseOptions,
    Setting,
    eliminate_literal,
)
from bandit_replications.papers.distributed.algorithms.elimination_kernels import (
    eliminate_alone,
    no_pulls,
)
from bandit_replications.papers.distributed.algorithms.runs import Run, even_run
from bandit_replications.papers.distributed.environments.channel import (
    Channel,
    Coroutine,
    play_network,
)
from bandit_replications.papers.distributed.environments.literal_environments import (
    GroupPlayer,
    pulls_of,
)
from bandit_replications.papers.distributed.environments.problems import ArmsProblem


class Options(PhaseOptions):
    """As for Protocol 4, by default with what an agent alone knows: ln(KT)."""

    pulls_logarithm: Logarithm = Field(
        default="arms-horizon", description="the logarithm in m_l; DEMAB's has M too"
    )


def simulate(
    problem: ArmsProblem, *, generator: np.random.Generator, options: Options = Options()
) -> Run:
    """Simulate each agent phase by phase, a block of pulls drawn as one sum.

    The run's `phases` are the most that an agent began.
    """
    setting = Setting(problem.agents, problem.arms, problem.horizon)
    counts = no_pulls(problem.points, problem.agents, problem.arms)
    phases, _, _ = eliminate_alone(
        counts, problem.laws, options.rule(setting), problem.horizon, generator
    )
    pulls = np.cumsum(counts.between, axis=0)
    return even_run(problem, problem.regret(pulls), phases=phases, pulls=pulls)


def play(
    problem: ArmsProblem,
    *,
    generator: np.random.Generator,
    options: Options = Options(),
    phases: list[int] | None = None,
) -> GroupPlayer:
    """Play Protocol 4 for each agent; at the end their numbers of phases stand in `phases`."""
    setting = Setting(problem.agents, problem.arms, problem.horizon)
    begun = [] if phases is None else phases

    def agent() -> Coroutine:
        _, own = yield from eliminate_literal(
            setting=setting, budget=problem.horizon, options=options
        )
        begun.append(own)

    agents = [agent() for _ in range(problem.agents)]
    return play_network(agents=agents, channel=Channel(), horizon=problem.horizon)


def simulate_literal(
    problem: ArmsProblem, *, generator: np.random.Generator, options: Options = Options()
) -> Run:
    """Simulate each agent pull by pull."""
    phases: list[int] = []
    player = play(problem, generator=generator, options=options, phases=phases)
    pulls = pulls_of(player, problem, generator)
    return even_run(problem, problem.regret(pulls), phases=max(phases), pulls=pulls)
