"""DEMAB phase by phase: the fast simulator's two stages and its messages."""

import numpy as np
from numpy.typing import NDArray

from bandit_replications.bandits.arrays import Floats, Integers
from bandit_replications.papers.distributed.algorithms.assignment import Assignment, assign
from bandit_replications.papers.distributed.algorithms.demab_kernels import (
    centralised_phase,
    distributed_phase,
)
from bandit_replications.papers.distributed.algorithms.demab_options import (
    PURPOSES,
    DemabRun,
    Options,
    demab_run,
)
from bandit_replications.papers.distributed.algorithms.elimination import Setting
from bandit_replications.papers.distributed.algorithms.elimination_kernels import (
    draw_together,
    drawn_together,
    eliminate_alone,
    no_pulls,
    phase_pulls,
    record_waiting,
)
from bandit_replications.papers.distributed.algorithms.precision import round_randomly
from bandit_replications.papers.distributed.algorithms.reallocate import (
    holdings,
    is_balanced,
    move_arms,
)
from bandit_replications.papers.distributed.environments.problems import ArmsProblem

Booleans = NDArray[np.bool_]


class FastRun:
    """One run of DEMAB with a server: call `simulate`."""

    def __init__(
        self, problem: ArmsProblem, options: Options, generator: np.random.Generator
    ) -> None:
        self.problem, self.options, self.generator = problem, options, generator
        self.agents, self.horizon = problem.agents, problem.horizon
        setting = Setting(problem.agents, problem.arms, problem.horizon)
        self.rule = options.rule(setting)
        self.budget, self.completed_phases = options.stages(setting)
        self.rule = self.rule._replace(kept_phase=options.kept_phase(self.completed_phases))
        self.skipped = False
        self.counts = no_pulls(problem.points, problem.agents, problem.arms)
        self.time = 0
        self.events: list[tuple[int, int, int, int]] = []
        self.sizes: list[int] = []
        self.reallocated: list[int] = []
        self.finished = 0

    def simulate(self) -> DemabRun:
        """Run both stages and return the run."""
        public, number = self.options.allocation(self.problem, self.generator)
        self.skipped = self.options.skips(public, self.agents)
        if number is not None:
            self.to_agents("seed", 1)
        remaining, completed = self.first_stage()
        kept = remaining[public, np.arange(self.problem.arms)]
        self.second_stage(np.where(kept, public, -1))
        return demab_run(
            self.problem,
            np.cumsum(self.counts.between, axis=0),
            np.array(self.events, dtype=np.int64).reshape(-1, 4),
            burn_in=self.budget,
            completed_phases=self.completed_phases,
            burn_in_phases=completed,
            finished_phases=self.finished,
            sizes=tuple(self.sizes),
            reallocated=tuple(self.reallocated),
        )

    # --- Messages: all agents to the server, or the server to all agents ------------------------

    def to_server(self, purpose: str, numbers: int | Integers) -> None:
        """Send that many numbers from each agent: the same from all, or an array (agents,)."""
        self.send(purpose, numbers, from_server=False)

    def to_agents(self, purpose: str, numbers: int | Integers) -> None:
        """Send that many numbers to each agent: the same to all, or an array (agents,)."""
        self.send(purpose, numbers, from_server=True)

    def send(self, purpose: str, numbers: int | Integers, *, from_server: bool) -> None:
        """Record a message of each agent, or to each."""
        total = numbers * self.agents if isinstance(numbers, int) else int(numbers.sum())
        self.events.append((self.time, PURPOSES.index(purpose), int(from_server), total))

    def send_moved_arms(self, numbers: Integers) -> None:
        """Send donated arms to their new owners, before the length."""
        self.to_agents("moved-arms", numbers)

    def send_assignment(self, plan: Assignment) -> None:
        """Send the arm and the pulls of each segment."""
        self.to_agents("assignment", 2 * np.bincount(plan.agent, minlength=self.agents))

    def send_reports(self, plan: Assignment, start: int) -> None:
        """Send one report for each segment when it is done."""
        moments, reports = np.unique(start + plan.start + plan.pulls, return_counts=True)
        for time, number in zip(moments.tolist(), reports.tolist(), strict=True):
            self.events.append((time, PURPOSES.index("report"), 0, number))

    # --- Stages ------------------------------------------------------------------------------

    def first_stage(self) -> tuple[Booleans, Integers]:
        """Let each agent run Protocol 4 alone; return remaining arms and completed phases."""
        _, remaining, completed = eliminate_alone(
            self.counts, self.problem.laws, self.rule, self.budget, self.generator
        )
        self.time = self.budget
        return remaining, completed

    def second_stage(self, owner: Integers) -> None:
        """Run Protocols 1, 3 and 7: distributed phases, then centralised ones, to the horizon."""
        phase = self.completed_phases + 1
        while self.time < self.horizon:
            held = holdings(owner, self.agents)
            self.to_server("sizes", 1)
            if self.time >= self.horizon:
                return
            if held.arms.size <= self.agents:
                self.to_agents("centralize", int(self.options.announce_centralize))
                self.to_server("centralize", held.sizes)
                self.centralised_stage(np.flatnonzero(owner >= 0), phase)
                return
            owner = self.distributed(owner, phase)
            phase += 1

    def distributed(self, owner: Integers, phase: int) -> Integers:
        """Run one phase of the distributed mode; return the owner of each arm after it."""
        held = holdings(owner, self.agents)
        self.sizes.append(held.arms.size)
        longest = int(held.sizes.max())
        skipped = self.skipped and phase == self.completed_phases + 1
        if not (skipped or is_balanced(held.sizes)):
            owner = self.reallocate(owner, held.sizes)
            held = holdings(owner, self.agents)
            if not self.options.longest_before_reallocation:
                longest = int(held.sizes.max())
        self.to_agents("length", 1)
        pulls = min(phase_pulls(self.rule, phase), self.horizon + 1)
        averages, bests = distributed_phase(
            self.counts,
            self.problem.laws,
            held,
            pulls,
            self.time,
            longest * pulls,
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
        owner[held.arms[~self.survives(averages, float(sent.max()), phase)]] = -1
        return owner

    def reallocate(self, owner: Integers, sizes: Integers) -> Integers:
        """Run Protocols 5 and 6; return the owner of each arm."""
        self.reallocated.append(int(sizes.sum()))
        moved, donated = move_arms(owner, self.agents, self.options.deficit_sign == "repaired")
        after = holdings(moved, self.agents).sizes
        self.to_agents("reallocation", 2)
        self.to_server("moved-arms", donated)
        self.send_moved_arms(after - (sizes - donated))
        return moved

    def centralised_stage(self, arms: Integers, phase: int) -> None:
        """Run phases of the centralised mode up to the horizon."""
        while self.time < self.horizon and len(arms) > 0:
            if len(arms) == 1 and self.options.single_arm == "commit":
                self.to_agents("commit", 1)
                self.counts.last_arm[:] = arms[0]
                break
            arms = self.centralised(arms, phase)
            phase += 1
        record_waiting(self.counts, True, self.time, self.horizon)

    def centralised(self, arms: Integers, phase: int) -> Integers:
        """Run one phase of the centralised mode; return the arms that remain."""
        self.sizes.append(len(arms))
        # The cap keeps the products below 2^62; a phase as long never ends.
        pulls = min(phase_pulls(self.rule, phase), 2**62 // len(arms))
        plan = assign(arms=len(arms), pulls=pulls, agents=self.agents)
        self.send_assignment(plan)
        start, laws, bits = self.time, self.problem.laws, self.options.precision_bits
        pulled, drawn = np.bincount(plan.arm, weights=plan.pulls), np.empty(0)
        if bits is None and drawn_together(laws, self.agents):
            drawn = draw_together(laws, arms, pulled.astype(np.int64), self.generator)
        averages = centralised_phase(self.counts, laws, plan, arms, start, drawn, self.generator)
        self.time += plan.length
        self.send_reports(plan, start)
        if self.time > self.horizon:
            return arms
        self.finished += 1
        sent = round_randomly(averages, bits=bits, generator=self.generator)
        means = np.bincount(plan.arm, weights=sent * plan.pulls) / pulled
        return arms[self.survives(means, float(means.max()), phase)]

    def survives(self, averages: Floats, best: float, phase: int) -> Booleans:
        """Return a mask of the arms kept, shape (arms,)."""
        width = 2.0**-phase
        if self.options.strict_distributed_elimination:
            return np.asarray(averages + width > best)
        return np.asarray(averages + width >= best)
