"""DEMAB phase by phase: the fast simulator's two stages, its messages and its ledger of pulls."""

import numpy as np
from numpy.typing import NDArray

from bandit_replications.papers.distributed.algorithms.assignment import Assignment, assign, tally
from bandit_replications.papers.distributed.algorithms.demab_kernels import (
    centralised_phase,
    distributed_phase,
)
from bandit_replications.papers.distributed.algorithms.demab_options import (
    PURPOSES,
    DemabRun,
    Options,
)
from bandit_replications.papers.distributed.algorithms.elimination_kernels import (
    Lengths,
    eliminate_alone,
    new_ledger,
    phase_pulls,
    record_waiting,
)
from bandit_replications.papers.distributed.algorithms.reallocate import (
    holdings,
    is_balanced,
    move_arms,
)
from bandit_replications.papers.distributed.algorithms.runs import (
    Floats,
    Integers,
    collect_messages,
    regret_of_pulls,
)
from bandit_replications.papers.distributed.environments.reward_laws import RewardLaws
from bandit_replications.papers.distributed.theory.precision import round_randomly

Booleans = NDArray[np.bool_]


class FastRun:
    """One run while it lasts: call `first_stage`, `second_stage`, `result`."""

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

    def to_server(self, purpose: str, numbers: int | Integers) -> None:
        """Send that many numbers from each agent: the same from all, or an array (agents,)."""
        self.send(purpose, numbers, from_server=False)

    def to_agents(self, purpose: str, numbers: int | Integers) -> None:
        """Send that many numbers to each agent: the same to all, or an array (agents,)."""
        self.send(purpose, numbers, from_server=True)

    def send(self, purpose: str, numbers: int | Integers, *, from_server: bool) -> None:
        """Write down a message of each agent, or to each."""
        total = numbers * self.agents if isinstance(numbers, int) else int(numbers.sum())
        self.events.append((self.time, PURPOSES.index(purpose), int(from_server), total))

    def deal(self, numbers: Integers) -> None:
        """Send donated arms to their new owners, before the length."""
        self.to_agents("moved-arms", numbers)

    def assign(self, plan: Assignment) -> None:
        """Send the arm and the pulls of each segment."""
        self.to_agents("assignment", 2 * np.bincount(plan.agent, minlength=self.agents))

    def report(self, plan: Assignment, start: int) -> None:
        """Send one report for each segment when it is done."""
        moments, reports = tally(start + plan.start + plan.pulls)
        for time, number in zip(moments.tolist(), reports.tolist(), strict=True):
            self.events.append((time, PURPOSES.index("report"), 0, number))

    # --- Stages ------------------------------------------------------------------------------

    def first_stage(self) -> tuple[Booleans, Integers]:
        """Let each agent eliminate alone; return remaining arms and completed phases."""
        options = self.options
        _, remaining, completed = eliminate_alone(
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
        return remaining, completed

    def second_stage(self, owner: Integers) -> None:
        """Run distributed phases and then centralised ones, up to the horizon."""
        phase = self.completed_phases + 1
        while self.time < self.horizon:
            sizes, held, _ = holdings(owner, self.agents)
            self.to_server("sizes", 1)
            if self.time >= self.horizon:
                return
            if held.size <= self.agents:
                self.to_agents("centralize", int(self.options.announce_centralize))
                self.to_server("centralize", sizes)
                self.centralised_stage(np.flatnonzero(owner >= 0), phase)
                return
            owner = self.distributed(owner, phase)
            phase += 1

    def distributed(self, owner: Integers, phase: int) -> Integers:
        """Run one phase of the distributed mode; return who holds which arm after it."""
        sizes, held, first = holdings(owner, self.agents)
        self.sizes.append(held.size)
        longest = int(sizes.max())
        if not is_balanced(sizes):
            owner = self.reallocate(owner, sizes)
            sizes, held, first = holdings(owner, self.agents)
            if not self.options.longest_before_reallocation:
                longest = int(sizes.max())
        self.to_agents("length", 1)
        pulls = min(phase_pulls(self.lengths, phase), self.horizon + 1)
        averages, bests = distributed_phase(
            self.ledger,
            self.laws,
            held,
            first,
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
        self.to_server("best", 2)
        if self.time > self.horizon:
            return owner
        self.finished += 1
        self.to_agents("threshold", 1)
        sent = round_randomly(bests, bits=self.options.precision_bits, generator=self.generator)
        owner = owner.copy()
        owner[held[~self.survives(averages, float(sent.max()), phase)]] = -1
        return owner

    def reallocate(self, owner: Integers, sizes: Integers) -> Integers:
        """Move arms; return who holds which."""
        self.reallocated.append(int(sizes.sum()))
        moved, donated = move_arms(owner, self.agents, self.options.deficit_sign == "repaired")
        after, _, _ = holdings(moved, self.agents)
        self.to_agents("reallocation", 2)
        self.to_server("moved-arms", donated)
        self.deal(after - (sizes - donated))
        return moved

    def centralised_stage(self, arms: Integers, phase: int) -> None:
        """Run phases of the centralised mode up to the horizon."""
        while self.time < self.horizon and len(arms) > 0:
            if len(arms) == 1 and self.options.single_arm == "commit":
                self.to_agents("commit", 1)
                self.ledger.last_arm[:] = arms[0]
                break
            arms = self.centralised(arms, phase)
            phase += 1
        record_waiting(self.ledger, True, self.time, self.horizon)

    def centralised(self, arms: Integers, phase: int) -> Integers:
        """Run one phase of the centralised mode; return the arms that remain."""
        self.sizes.append(len(arms))
        # The cap keeps the products below 2^62; a phase as long never ends.
        pulls = min(phase_pulls(self.lengths, phase), 2**62 // len(arms))
        plan = assign(arms=len(arms), pulls=pulls, agents=self.agents)
        self.assign(plan)
        start = self.time
        averages = centralised_phase(
            self.ledger,
            self.laws,
            plan.agent,
            arms[plan.arm],
            plan.start,
            plan.pulls,
            start,
            plan.length,
            self.horizon,
            self.generator,
        )
        self.time += plan.length
        self.report(plan, start)
        if self.time > self.horizon:
            return arms
        self.finished += 1
        sent = round_randomly(averages, bits=self.options.precision_bits, generator=self.generator)
        totals = np.bincount(plan.arm, weights=sent * plan.pulls)
        means = totals / np.bincount(plan.arm, weights=plan.pulls)
        return arms[self.survives(means, float(means.max()), phase)]

    def survives(self, averages: Floats, best: float, phase: int) -> Booleans:
        """Return which arms are kept, shape (arms,)."""
        width = 2.0**-phase
        if self.options.strict_distributed_elimination:
            return np.asarray(averages + width > best)
        return np.asarray(averages + width >= best)

    def result(self, completed: Integers) -> DemabRun:
        """Return what the run leaves behind."""
        pulls = np.cumsum(self.ledger.between, axis=0)
        events = np.array(self.events, dtype=np.int64).reshape(-1, 4)
        events = events[events[:, 0] <= self.horizon]
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


def run_protocol(run: FastRun, public: Integers, *, announced: bool) -> DemabRun:
    """Run both stages with the given public random numbers, announced by the server or not."""
    if announced:
        run.to_agents("seed", 1)
    remaining, completed = run.first_stage()
    arm = np.arange(len(public))
    run.second_stage(np.where(remaining[public, arm], public, -1))
    return run.result(completed)
