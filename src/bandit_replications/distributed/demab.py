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

import math
from dataclasses import dataclass
from typing import Literal

import numpy as np
from pydantic import Field

from bandit_replications.distributed import demab_literal
from bandit_replications.distributed.assignment import assign
from bandit_replications.distributed.channel import Channel, History, run_network
from bandit_replications.distributed.demab_kernels import (
    burn_in,
    centralised_phase,
    distributed_phase,
)
from bandit_replications.distributed.elimination import Logarithm, PhaseOptions, logarithm
from bandit_replications.distributed.elimination_kernels import Lengths, new_ledger, phase_pulls
from bandit_replications.distributed.precision import round_randomly
from bandit_replications.distributed.reallocate import DeficitSign, is_balanced, reallocate
from bandit_replications.distributed.reward_laws import RewardLaws, reward_laws, reward_source
from bandit_replications.distributed.runs import (
    ArmsRun,
    Floats,
    Integers,
    check_arms_run,
    collect_messages,
    regret_of_pulls,
)

PURPOSES = (
    "seed",  # M: which allocation of a list, without public randomness (Theorem 6)
    "sizes",  # M: each agent's number of arms
    "centralize",  # 1 for each remaining arm (and M if the call is announced)
    "reallocation",  # 2 M: the word and the average
    "moved-arms",  # 2 for each moved arm
    "length",  # M: the largest number of arms
    "best",  # 2 M: each agent's best arm and its average
    "threshold",  # M: the highest average
    "assignment",  # 2 for each segment: arm and pulls
    "report",  # 1 for each segment: its average
    "commit",  # M: the only arm left, if `single_arm` says so
)


class Options(PhaseOptions):
    """Constants and readings of DEMAB; defaults as printed in Protocol 3 or as its proof needs."""

    burn_in: int | None = Field(
        default=None, ge=0, description="D; by default T / (MK) rounded up (at most T)"
    )
    completed_phases: int | None = Field(
        default=None, ge=-60, le=60, description="l0; by default from D as printed"
    )
    burn_in_constant: float = Field(
        default=67 / 3, gt=0, allow_inf_nan=False, description="C2 in l0"
    )
    completed_logarithm: Logarithm = Field(
        default="agents-arms-horizon", description="the logarithm in l0"
    )
    negative_completed_phases: Literal["as-printed", "zero"] = Field(
        default="as-printed", description="a negative l0 starts before phase 1, or counts as 0"
    )
    strict_distributed_elimination: bool = Field(
        default=False, description="stage 2 also drops an arm exactly 2^-l below the best"
    )
    padding: Literal["own-arms", "all-arms"] = Field(
        default="own-arms",
        description="Protocol 3 fills a phase up by N_max less the agent's own number of arms "
        "(round-robin), or less that of all (printed; nothing, it repeats its last arm)",
    )
    longest_before_reallocation: bool = Field(
        default=False, description="N_max from before Reallocate, as printed, or from after it"
    )
    deficit_sign: DeficitSign = Field(
        default="repaired", description="sign of the number of arms that Protocol 5 sends"
    )
    single_arm: Literal["phases", "commit"] = Field(
        default="phases",
        description="with one arm left phases go on, as printed, or the server says so once",
    )
    announce_centralize: bool = Field(
        default=False, description="count M numbers for the call of Centralize"
    )
    precision_bits: int | None = Field(
        default=None, ge=1, le=52, description="bits after the point of each real, rounded randomly"
    )

    def stages(self, *, agents: int, arms: int, horizon: int) -> tuple[int, int]:
        """Return D and l0.

        Raises
        ------
        ValueError
            If D is 0 and l0 is left to the formula, which needs D >= 1.

        """
        budget = -(-horizon // (agents * arms)) if self.burn_in is None else self.burn_in
        budget = min(budget, horizon)
        if self.completed_phases is not None:
            return budget, self.completed_phases
        if budget == 0:
            raise ValueError("completed_phases: None; allowed with burn_in 0: an integer")
        log = logarithm(self.completed_logarithm, agents=agents, arms=arms, horizon=horizon)
        # ln T is 0 for T = 1: a horizon of one step ends in the burn-in whatever l0 is.
        exact = math.log(budget / (self.burn_in_constant * arms * log), 4) if log > 0 else 0.0
        completed = math.floor(exact)
        if self.negative_completed_phases == "zero":
            completed = max(completed, 0)
        return budget, completed


@dataclass(frozen=True)
class DemabRun(ArmsRun):
    """One run of DEMAB; `phases` are those of stage 2 begun.

    Attributes
    ----------
    burn_in : int
        D.
    completed_phases : int
        l0, the number of phases that stage 1 is to complete.
    burn_in_phases : int64 array, shape (agents,)
        Phases that each agent did complete in stage 1.
    finished_phases : int
        Phases of stage 2 that ended, at most `phases`.
    sizes : tuple of int
        Arms remaining at the start of each phase of stage 2.
    reallocated : tuple of int
        Arms remaining each time that Reallocate was called.

    """

    burn_in: int = 0
    completed_phases: int = 0
    burn_in_phases: Integers | None = None
    finished_phases: int = 0
    sizes: tuple[int, ...] = ()
    reallocated: tuple[int, ...] = ()


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
    run = _Run(values, agents, horizon, points, generator, reward_laws(law, values), options)
    remaining, completed = run.first_stage()
    arm = np.arange(len(values))
    run.second_stage(np.where(remaining[public, arm], public, -1))
    return run.result(completed)


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


class _Run:
    """One fast run while it lasts."""

    def __init__(
        self,
        means: Floats,
        agents: int,
        horizon: int,
        checkpoints: Integers,
        generator: np.random.Generator,
        laws: RewardLaws,
        options: Options,
    ) -> None:
        arms = len(means)
        self.means, self.agents, self.horizon, self.options = means, agents, horizon, options
        self.generator, self.laws = generator, laws
        self.lengths: Lengths = options.lengths(agents=agents, arms=arms, horizon=horizon)
        self.budget, self.completed_phases = options.stages(
            agents=agents, arms=arms, horizon=horizon
        )
        self.ledger = new_ledger(checkpoints, agents, arms)
        self.time = 0
        self.events: list[tuple[int, int, int, int]] = []
        self.sizes: list[int] = []
        self.reallocated: list[int] = []
        self.finished = 0

    # --- Messages: all agents to the server, or the server to all agents ------------------------

    def to_server(self, purpose: str, numbers: Integers) -> None:
        """Send that many numbers from each agent, shape (agents,)."""
        self.events.append((self.time, PURPOSES.index(purpose), 0, int(numbers.sum())))

    def to_agents(self, purpose: str, numbers: Integers) -> None:
        """Send that many numbers to each agent, shape (agents,)."""
        self.events.append((self.time, PURPOSES.index(purpose), 1, int(numbers.sum())))

    def report(self, times: Integers) -> None:
        """Send one report for each segment when it is done; those after the horizon are not."""
        moments, reports = np.unique(times[times <= self.horizon], return_counts=True)
        for time, number in zip(moments.tolist(), reports.tolist(), strict=True):
            self.events.append((time, PURPOSES.index("report"), 0, number))

    def each(self, numbers: int) -> Integers:
        """Return the same number of numbers for all agents."""
        return np.full(self.agents, numbers)

    # --- Stages ------------------------------------------------------------------------------

    def first_stage(self) -> tuple[np.ndarray, Integers]:
        """Let each agent eliminate alone; return remaining arms and completed phases."""
        options = self.options
        stage: tuple[np.ndarray, Integers] = burn_in(
            self.ledger,
            self.laws,
            self.lengths,
            self.budget,
            options.first_phase,
            options.strict_elimination,
            options.elimination_inside_loop,
            self.generator,
        )
        self.time = self.budget
        return stage

    def second_stage(self, owner: Integers) -> None:
        """Run distributed phases and then centralised ones, up to the horizon."""
        phase = self.completed_phases + 1
        while self.time < self.horizon:
            sizes = np.bincount(owner[owner >= 0], minlength=self.agents)
            self.to_server("sizes", self.each(1))
            if sizes.sum() <= self.agents:
                if self.options.announce_centralize:
                    self.to_agents("centralize", self.each(1))
                self.to_server("centralize", sizes)
                self.centralised_stage(np.flatnonzero(owner >= 0), phase)
                return
            owner = self.distributed(owner, sizes, phase)
            phase += 1

    def distributed(self, owner: Integers, sizes: Integers, phase: int) -> Integers:
        """Run one phase of the distributed mode; return who holds which arm after it."""
        self.sizes.append(int(sizes.sum()))
        longest = int(sizes.max())
        if not is_balanced(sizes):
            owner, sizes = self.reallocate(owner, sizes)
            if not self.options.longest_before_reallocation:
                longest = int(sizes.max())
        self.to_agents("length", self.each(1))
        pulls = min(phase_pulls(self.lengths, phase), self.horizon + 1)
        held = np.flatnonzero(owner >= 0)
        held = held[np.argsort(owner[held], kind="stable")]
        averages = distributed_phase(
            self.ledger,
            self.laws,
            held,
            np.concatenate([[0], np.cumsum(sizes)]),
            pulls,
            self.time,
            longest * pulls,
            self.horizon,
            self.options.padding == "own-arms",
            self.generator,
        )
        self.time += longest * pulls
        if self.time > self.horizon:
            return owner
        self.to_server("best", self.each(2))
        self.to_agents("threshold", self.each(1))
        self.finished += 1
        bests = np.maximum.reduceat(averages, np.searchsorted(owner[held], np.unique(owner[held])))
        sent = round_randomly(bests, bits=self.options.precision_bits, generator=self.generator)
        kept = self.survives(averages, float(sent.max()), phase)
        return np.where(np.isin(np.arange(len(owner)), held[kept]), owner, -1)

    def reallocate(self, owner: Integers, sizes: Integers) -> tuple[Integers, Integers]:
        """Move arms; return who holds which and how many each agent holds."""
        self.reallocated.append(int(sizes.sum()))
        moved, _ = reallocate(
            owner=owner, agents=self.agents, deficit_sign=self.options.deficit_sign
        )
        average = int(sizes.sum()) // self.agents
        donated = np.maximum(sizes - average, 0)
        after = np.bincount(moved[moved >= 0], minlength=self.agents)
        self.to_agents("reallocation", self.each(2))
        self.to_server("moved-arms", donated)
        self.to_agents("moved-arms", after - (sizes - donated))
        return moved, after

    def centralised_stage(self, arms: Integers, phase: int) -> None:
        """Run phases of the centralised mode up to the horizon."""
        while self.time < self.horizon and len(arms) > 0:
            if len(arms) == 1 and self.options.single_arm == "commit":
                self.to_agents("commit", self.each(1))
                self.ledger.last_arm[:] = arms[0]
                break
            arms = self.centralised(arms, phase)
            phase += 1
        self.repeat_last_arms(self.horizon)

    def centralised(self, arms: Integers, phase: int) -> Integers:
        """Run one phase of the centralised mode; return the arms that remain."""
        self.sizes.append(len(arms))
        # The cap keeps the products below 2^62; a phase as long never ends.
        pulls = min(phase_pulls(self.lengths, phase), 2**62 // len(arms))
        plan = assign(arms=len(arms), pulls=pulls, agents=self.agents)
        self.to_agents("assignment", 2 * np.bincount(plan.agent, minlength=self.agents))
        start = self.time
        averages = centralised_phase(
            self.ledger,
            self.laws,
            plan.agent,
            arms[plan.arm],
            plan.start,
            plan.count,
            start,
            plan.length,
            self.horizon,
            self.generator,
        )
        self.time += plan.length
        self.report(start + plan.start + plan.count)
        if self.time > self.horizon:
            return arms
        self.finished += 1
        sent = round_randomly(averages, bits=self.options.precision_bits, generator=self.generator)
        totals = np.bincount(plan.arm, weights=sent * plan.count)
        means = totals / np.bincount(plan.arm, weights=plan.count)
        return arms[self.survives(means, float(means.max()), phase)]

    def survives(self, averages: Floats, best: float, phase: int) -> np.ndarray:
        """Return which arms are kept, shape (arms,)."""
        width = 2.0**-phase
        if self.options.strict_distributed_elimination:
            return np.asarray(averages + width > best)
        return np.asarray(averages + width >= best)

    def repeat_last_arms(self, end: int) -> None:
        """Let each agent pull its last arm up to a time step; counts only."""
        if self.time >= end:
            return
        position = int(np.searchsorted(self.ledger.checkpoints, self.time, side="right"))
        bounds = np.minimum(np.concatenate([[self.time], self.ledger.checkpoints[position:]]), end)
        times_pulled = np.bincount(self.ledger.last_arm, minlength=len(self.means))
        self.ledger.between[position:] += np.diff(bounds)[:, None] * times_pulled
        self.time = end

    def result(self, completed: Integers) -> DemabRun:
        """Return what the run leaves behind."""
        pulls = np.cumsum(self.ledger.between, axis=0)
        events = np.array(self.events, dtype=np.int64).reshape(-1, 4)
        messages = collect_messages(events, PURPOSES)
        return DemabRun(
            regret=regret_of_pulls(pulls, self.means),
            communication=messages.until(self.ledger.checkpoints),
            phases=len(self.sizes),
            purposes=messages.by_purpose,
            messages=messages,
            pulls=pulls,
            burn_in=self.budget,
            completed_phases=self.completed_phases,
            burn_in_phases=completed,
            finished_phases=self.finished,
            sizes=tuple(self.sizes),
            reallocated=tuple(self.reallocated),
        )


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
    network = [
        kind(
            agents=agents,
            arms=arms,
            horizon=horizon,
            phases=options,
            readings=options,
            channel=channel,
            generator=private[place],
        )
        for place, kind in enumerate([demab_literal.Server, *[demab_literal.Agent] * agents])
    ]
    server, members = network[0], network[1:]
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
