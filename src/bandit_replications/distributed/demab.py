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

import numpy as np

from bandit_replications.distributed import demab_literal
from bandit_replications.distributed.channel import Channel, History, run_network
from bandit_replications.distributed.demab_options import PURPOSES, DemabRun, Options
from bandit_replications.distributed.demab_phases import FastRun
from bandit_replications.distributed.reward_laws import RewardLaws, reward_laws, reward_source
from bandit_replications.distributed.runs import (
    Floats,
    Integers,
    check_arms_run,
    collect_messages,
    regret_of_pulls,
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
    options: Options = Options(),  # noqa: B008 - frozen
    allocation: Integers | None = None,
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
    remaining, completed = run.first_stage()
    arm = np.arange(len(values))
    run.second_stage(np.where(remaining[public, arm], public, -1))
    return run.result(completed)


def simulate_literal(
    *,
    means: Floats,
    agents: int,
    horizon: int,
    checkpoints: Integers,
    generator: np.random.Generator,
    law: str | RewardLaws = "bernoulli",
    options: Options = Options(),  # noqa: B008 - frozen
    allocation: Integers | None = None,
) -> DemabRun:
    """Simulate DEMAB step by step (see `demab_literal`); parameters as for `simulate`."""
    values, points = check_arms_run(
        means=means, agents=agents, horizon=horizon, checkpoints=checkpoints
    )
    arms = len(values)
    public = check_allocation(allocation, arms=arms, agents=agents, generator=generator)
    budget, completed_phases = options.stages(agents=agents, arms=arms, horizon=horizon)
    channel = Channel()
    private = generator.spawn(agents + 1)
    known = demab_literal.Known(agents, arms, horizon, options, channel)
    server = demab_literal.Server(known, private[agents])
    members = [demab_literal.Agent(known, private[name]) for name in range(agents)]
    history = History(reward_source(reward_laws(law, values), generator))
    run_network(
        server=server.start(first_phase=completed_phases + 1),
        agents=[
            member.start(
                name=name,
                public=public.tolist(),
                budget=budget,
                first_phase=completed_phases + 1,
            )
            for name, member in enumerate(members)
        ],
        channel=channel,
        horizon=horizon,
        pull=history.pull,
    )
    messages = collect_messages(channel.events(PURPOSES), PURPOSES)
    pulls = history.counts(points, arms)
    return DemabRun(
        regret=regret_of_pulls(pulls, values),
        communication=messages.until(points),
        phases=len(server.sizes),
        purposes=messages.by_purpose,
        messages=messages,
        pulls=pulls,
        burn_in=budget,
        completed_phases=completed_phases,
        burn_in_phases=np.array([member.burn_in_phases for member in members]),
        finished_phases=server.finished,
        sizes=tuple(server.sizes),
        reallocated=tuple(server.reallocated),
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
