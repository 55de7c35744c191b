"""M agents that run LinUCB and send each other nothing: the baseline of cooperation.

They meet the same sets of actions; each knows T only, so that δ = 1/T. Source: Section 4.4 and
Appendix G, with one agent.

>>> problem = LinearProblem(
...     action_set=np.eye(3), parameter=np.array([0.9, 0.1, 0.1]), agents=2, horizon=300
... )
>>> run = simulate(problem, generator=np.random.default_rng(0))
>>> run.regret.round(1).tolist(), run.communication.tolist()
([64.8], [0])
"""

import math
from collections.abc import Callable

import numpy as np

from bandit_replications.bandits.arrays import Floats
from bandit_replications.papers.distributed.algorithms.dislinucb_kernels import (
    SynchronisationRule,
    run_agents,
)
from bandit_replications.papers.distributed.algorithms.linucb import (
    LinUCBOptions,
    Statistics,
    optimistic_action,
)
from bandit_replications.papers.distributed.algorithms.runs import Run, even_run
from bandit_replications.papers.distributed.environments.literal_environments import (
    GroupPlayer,
    LinearEnvironment,
    play_all_rounds,
)
from bandit_replications.papers.distributed.environments.problems import LinearProblem


class Options(LinUCBOptions):
    """Constants of LinUCB."""

    delta_agents = 0


def simulate(
    problem: LinearProblem, *, generator: np.random.Generator, options: Options = Options()
) -> Run:
    """Simulate in compiled code, as DisLinUCB that never synchronises.

    Agents play the same actions as in `simulate_literal`.
    """
    rule = SynchronisationRule(
        regularisation=options.regularisation,
        log_inverse_delta=-math.log(options.delta_of(problem)),
        threshold=math.inf,
        at_once=False,
        before_merging=False,
        signs=False,
    )
    regret, _ = run_agents(problem.arrays, rule, generator)
    return even_run(problem, regret)


def play(
    problem: LinearProblem,
    *,
    generator: np.random.Generator,
    options: Options = Options(),
    observe: Callable[[int], Floats] | None = None,
) -> GroupPlayer:
    """Play LinUCB on each agent's own samples; `observe(t)` gives the actions of step t."""
    observe = observe or LinearEnvironment(problem, generator).observe
    delta = options.delta_of(problem)
    group = [Statistics(problem.dimension, options.regularisation) for _ in range(problem.agents)]
    for t in range(1, problem.horizon + 1):
        actions = observe(t)
        played = [
            optimistic_action(actions, own.v, own.u, options.regularisation, delta) for own in group
        ]
        rewards = yield tuple(played)
        for own, action, reward in zip(group, played, rewards, strict=True):
            own.learn(actions[action], reward)


def simulate_literal(
    problem: LinearProblem, *, generator: np.random.Generator, options: Options = Options()
) -> Run:
    """Simulate time step by time step."""
    environment = LinearEnvironment(problem, generator)
    player = play(problem, generator=generator, options=options, observe=environment.observe)
    play_all_rounds(player, environment.respond, rounds=problem.horizon)
    return even_run(problem, environment.regret())
