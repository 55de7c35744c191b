"""DEMAB (Protocols 1 and 3): elimination shared by M agents, with few numbers sent.

Stage 1: each agent runs Protocol 4 for D steps. Then public random numbers give each arm to one
agent, who keeps it if it has not dropped it. Stage 2: phases l0 + 1, l0 + 2, …; distributed while
more than M arms remain (each agent measures its own arms), centralised afterwards (the server
splits m_l pulls of each arm among the agents).

Time and messages. Messages pass between time steps; one sent after t steps counts at checkpoint t.
No phase begins after T steps, and one that T cuts off sends nothing at its end. A report of the
centralised mode leaves as soon as its segment is done. Agents with pulls to spare repeat their last
arm. Numbers are counted by purpose, see `PURPOSES`; that Centralize has been called reaches the
agents as a signal without a number, unless `announce_centralize`.

If no arm is left (an arm's new owner may have dropped it), agents repeat their last arm to the end.

Source: Protocols 1 and 3 to 7, Appendix A; Theorem 1.

>>> problem = ArmsProblem(means=np.linspace(0.1, 0.9, 20), agents=16, horizon=10**10)
>>> run = simulate(problem, generator=np.random.default_rng(0))
>>> run.burn_in, run.completed_phases, run.sizes[:3]
(31250000, 5, (1, 1, 1))
"""

import numpy as np

from bandit_replications.papers.distributed.algorithms.demab_literal import LiteralRun
from bandit_replications.papers.distributed.algorithms.demab_options import (
    PURPOSES,
    DemabRun,
    Options,
)
from bandit_replications.papers.distributed.algorithms.demab_phases import FastRun
from bandit_replications.papers.distributed.environments.literal_environments import GroupPlayer
from bandit_replications.papers.distributed.environments.problems import ArmsProblem

__all__ = ["PURPOSES", "DemabRun", "Options", "play", "simulate", "simulate_literal"]


def simulate(
    problem: ArmsProblem,
    *,
    generator: np.random.Generator,
    options: Options = Options(),
    run: type[FastRun] = FastRun,
) -> DemabRun:
    """Simulate phase by phase, exact in distribution; a block of pulls is drawn as one sum."""
    return run(problem, options, generator).simulate()


def play(
    problem: ArmsProblem,
    *,
    generator: np.random.Generator,
    options: Options = Options(),
    run: type[LiteralRun] = LiteralRun,
) -> GroupPlayer:
    """Play agents and a server that share a channel, see `demab_literal`."""
    return run(problem, options, generator).play()


def simulate_literal(
    problem: ArmsProblem,
    *,
    generator: np.random.Generator,
    options: Options = Options(),
    run: type[LiteralRun] = LiteralRun,
) -> DemabRun:
    """Simulate step by step."""
    return run(problem, options, generator).simulate()
