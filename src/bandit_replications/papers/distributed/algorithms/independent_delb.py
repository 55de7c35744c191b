"""M independent copies of DELB with one agent each: the baseline of cooperation.

No messages are sent; each agent is its own server and knows T only, so that its m_l has ln T.

>>> problem = LinearProblem(
...     action_set=np.eye(2), parameter=np.array([0.55, 0.25]), agents=4, horizon=10**6
... )
>>> run = simulate(problem, generator=np.random.default_rng(0))
>>> run.phases, run.regret.round(1).tolist()
(3, [397887.6])
"""

from dataclasses import replace

import numpy as np

from bandit_replications.papers.distributed.algorithms import delb
from bandit_replications.papers.distributed.algorithms.delb_options import Options
from bandit_replications.papers.distributed.algorithms.delb_phases import Designs
from bandit_replications.papers.distributed.algorithms.runs import Run, even_run
from bandit_replications.papers.distributed.environments.literal_environments import (
    GroupPlayer,
    LinearEnvironment,
    play_all_rounds,
)
from bandit_replications.papers.distributed.environments.problems import LinearProblem

__all__ = ["Options", "play", "simulate", "simulate_literal"]


def simulate(
    problem: LinearProblem, *, generator: np.random.Generator, options: Options = Options()
) -> Run:
    """Simulate one agent after the other by phases.

    The run's phases are the most that an agent has begun.
    """
    alone, exact = replace(problem, agents=1), _without_network(options)
    designs = Designs(problem.fixed_set(), options.accuracy, options.start)
    runs = [
        delb.run_phases(alone, options=exact, designs=designs, generator=generator)
        for _ in range(problem.agents)
    ]
    regret = np.sum([run.regret for run in runs], axis=0)
    return even_run(problem, regret, phases=max(run.phases for run in runs))


def play(
    problem: LinearProblem,
    *,
    generator: np.random.Generator,
    options: Options = Options(),
    sizes: list[list[int]] | None = None,
) -> GroupPlayer:
    """Play all copies; `sizes`, a list for each, is filled as by `delb.play`."""
    alone, exact = replace(problem, agents=1), _without_network(options)
    sizes = [[] for _ in range(problem.agents)] if sizes is None else sizes
    copies = [delb.play(alone, generator=generator, options=exact, sizes=own) for own in sizes]
    played = [next(copy) for copy in copies]
    for _ in range(problem.horizon - 1):
        rewards = yield tuple(action for (action,) in played)
        played = [copy.send((reward,)) for copy, reward in zip(copies, rewards, strict=True)]
    yield tuple(action for (action,) in played)


def simulate_literal(
    problem: LinearProblem, *, generator: np.random.Generator, options: Options = Options()
) -> Run:
    """Simulate all copies time step by time step."""
    problem.fixed_set()
    environment = LinearEnvironment(problem, generator)
    sizes: list[list[int]] = [[] for _ in range(problem.agents)]
    player = play(problem, generator=generator, options=options, sizes=sizes)
    play_all_rounds(player, environment.respond, rounds=problem.horizon)
    return even_run(problem, environment.regret(), phases=max(map(len, sizes)))


def _without_network(options: Options) -> Options:
    """Return the options of an agent alone, which sends nothing and so rounds nothing."""
    return options.model_copy(update={"precision_bits": None, "network": "server"})
