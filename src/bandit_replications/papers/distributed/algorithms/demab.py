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
"""

from typing import Any

import numpy as np

from bandit_replications.papers.distributed.algorithms import demab_literal
from bandit_replications.papers.distributed.algorithms.demab_options import (
    PURPOSES,
    DemabRun,
    Options,
)
from bandit_replications.papers.distributed.algorithms.demab_phases import FastRun, run_protocol
from bandit_replications.papers.distributed.algorithms.runs import (
    Floats,
    Integers,
    check_arms_run,
    regret_of_pulls,
)
from bandit_replications.papers.distributed.environments.channel import Channel, History
from bandit_replications.papers.distributed.environments.reward_laws import (
    RewardLaws,
    reward_laws,
    reward_source,
)

__all__ = ["PURPOSES", "DemabRun", "Options", "check_allocation", "simulate", "simulate_literal"]


def simulate(
    *,
    means: Floats,
    agents: int,
    horizon: int,
    checkpoints: Integers,
    generator: np.random.Generator,
    law: str | RewardLaws = "bernoulli",
    options: Options = Options(),
    allocation: Integers | None = None,
    announced: int | None = None,
) -> DemabRun:
    """Simulate DEMAB phase by phase, exact in distribution; a block of pulls is drawn as one sum.

    Source: Protocols 1 and 3 to 7, Appendix A; Theorem 1.

    Parameters
    ----------
    means : float64 array, shape (arms,), in [0, 1]
    agents : int
        M >= 1.
    horizon : int
        T >= 1, with M T <= 2^52.
    checkpoints : int64 array, increasing, the last one the horizon
    generator : numpy.random.Generator
    law : str or RewardLaws
        As in `reward_laws.reward_laws`.
    options : Options
    allocation : int64 array, shape (arms,), or None
        The public random numbers r_a, from 0 to M - 1; drawn (first of all) by default.
    announced : int or None
        If the server names the allocation by a number, that number: M more are sent at first.

    Returns
    -------
    DemabRun

    Raises
    ------
    TypeError, ValueError
        If an argument is of a wrong type or out of range.

    """
    values, points = check_arms_run(
        means=means, agents=agents, horizon=horizon, checkpoints=checkpoints
    )
    public = check_allocation(allocation, arms=len(values), agents=agents, generator=generator)
    run = FastRun(values, agents, horizon, points, generator, reward_laws(law, values), options)
    return run_protocol(run, public, announced=announced is not None)


def simulate_literal(
    *,
    means: Floats,
    agents: int,
    horizon: int,
    checkpoints: Integers,
    generator: np.random.Generator,
    law: str | RewardLaws = "bernoulli",
    options: Options = Options(),
    allocation: Integers | None = None,
    announced: int | None = None,
) -> DemabRun:
    """Simulate DEMAB step by step (see `demab_literal`); parameters as for `simulate`."""
    values, points = check_arms_run(
        means=means, agents=agents, horizon=horizon, checkpoints=checkpoints
    )
    arms = len(values)
    public = check_allocation(allocation, arms=arms, agents=agents, generator=generator)
    channel = Channel()
    private = generator.spawn(agents + 1)
    known = demab_literal.Known(agents, arms, horizon, options, channel)
    history = History(reward_source(reward_laws(law, values), generator))
    left = demab_literal.run_protocol(
        known=known,
        members=[demab_literal.Agent(known, private[name]) for name in range(agents)],
        server=demab_literal.Server(known, private[agents]),
        public=public,
        announced=announced,
        pull=history.pull,
    )
    return literal_run(left, history, values, points)


def literal_run(
    left: dict[str, Any], history: History, means: Floats, checkpoints: Integers
) -> DemabRun:
    """Return the run that a literal protocol left behind."""
    pulls = history.counts(checkpoints, len(means))
    return DemabRun(
        regret=regret_of_pulls(pulls, means),
        communication=left["messages"].until(checkpoints),
        pulls=pulls,
        **left,
    )


def check_allocation(
    allocation: Integers | None, *, arms: int, agents: int, generator: np.random.Generator
) -> Integers:
    """Return the public random numbers after checking them, or draw them.

    Raises
    ------
    ValueError
        If they are not one agent's number for each arm.

    """
    if allocation is None:
        return generator.integers(0, agents, size=arms)
    numbers = np.asarray(allocation, dtype=np.int64)
    if numbers.shape != (arms,) or not np.all((numbers >= 0) & (numbers < agents)):
        raise ValueError(f"allocation: {allocation!r}; allowed: {arms} integers below {agents}")
    return numbers
