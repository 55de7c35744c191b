"""Theorems 7 and 8 (Appendix I): agents that hear one other agent a step."""

import math

from bandit_replications.inference.checks import Check, at_most, equal
from bandit_replications.papers.distributed.theory import bounds


def message_index(*, agents: int = 5, offset: int = 0) -> Check:
    """Procedure 9: at step i agent 1 sends m_i to agent i + 1, who takes it for m_(i+1).

    Both lines of the procedure, step by step. Left: the agents who get another's message; with
    offset 1 agent 1 sends m_(i+1), which is the repair.
    """
    sent = {step: (step + 1, step + offset) for step in range(1, agents)}  # receiver, message
    taken = {agent - 1: (agent, agent) for agent in range(2, agents + 1)}
    return equal(
        f"Procedure 9: agents with another's message, M = {agents}, sent m_(i+{offset})",
        sum(sent.get(step) != expected for step, expected in taken.items()),
        0,
    )


def message_index_back(*, agents: int = 5, offset: int = 1) -> Check:
    """Procedure 10 has it right: agent i sends m_i at step i - 1, agent 1 takes m_(i+1) at step i.

    Both lines, step by step. Left: the messages taken for another's; offset 0 would be as in
    Procedure 9.
    """
    sent = {agent - 1: (agent, agent) for agent in range(2, agents + 1)}  # sender, message
    taken = {step: (step + 1, step + offset) for step in range(1, agents)}
    return equal(
        "Procedure 10: messages that arrive as another's",
        sum(sent.get(step) != expected for step, expected in taken.items()),
        0,
    )


def donations(*, agents: int = 16, arms: int = 1000) -> Check:
    """Appendix I: a communication stage takes M steps, also the one of Reallocate.

    Agent 1 receives one message a step. If a message is a number, N/2 donated arms need as many
    steps. Half of the agents hold K/M arms each, the others none. Left: the arms to be donated.
    """
    held = arms // agents
    moved = agents // 2 * (held - held // 2)
    return at_most(f"arms donated to agent 1, M = {agents}, K = {arms}, against M", moved, agents)


def missing_stage() -> Check:
    """Theorem 7 counts three communication stages of Protocol 1; Reallocate's line is not one.

    Left: one-way transfers of a phase with Reallocate, right: twice the printed three.
    """
    return at_most(
        "one-way transfers in a distributed phase with Reallocate", bounds.DEMAB_TRANSFERS, 2 * 3
    )


def large_horizon_arms() -> Check:
    """Theorem 7: for T > M³ log M the added M² log(MK) is O(sqrt(MKT log T)). Largest ratio."""
    worst = 0.0
    for agents in (2, 3, 10, 100, 1000):
        for arms in (1, 2, 10, 1000, 10**6):
            least = max(
                agents**3 * math.log(agents), agents * math.log(agents) / arms, agents, arms, 2
            )
            horizon = math.floor(least) + 1
            added = agents**2 * math.log(agents * arms)
            worst = max(worst, added / math.sqrt(agents * arms * horizon * math.log(horizon)))
    return at_most(
        "Theorem 7: M² log(MK) over sqrt(MKT log T) at T = M³ log M, largest", worst, 1.0
    )


def large_horizon_linear() -> Check:
    """Theorem 8: for T > M³ log M the added M² log T is O(d sqrt(MT log T)). Ratio at d = 1."""
    worst = 0.0
    for agents in (2, 3, 10, 100, 1000):
        for factor in (1, 10, 10**3, 10**6):
            horizon = factor * (math.floor(max(agents**3 * math.log(agents), agents, 2)) + 1)
            added = agents**2 * math.log(horizon)
            worst = max(worst, added / math.sqrt(agents * horizon * math.log(horizon)))
    return at_most("Theorem 8: M² log T over sqrt(MT log T), T >= M³ log M, largest", worst, 2.5)


def added_regret(*, agents: int = 64, arms: int = 100, horizon: int = 10**9) -> Check:
    """Theorem 7: the steps of the transfers add at most 7 M² (4 + 1.5 log(MK)) of regret."""
    arguments = {"agents": agents, "arms": arms, "horizon": horizon}
    added = bounds.theorem_7_regret(**arguments) - bounds.theorem_1_regret(**arguments)
    return at_most(
        "added regret over M² L, M = 64, K = 100, T = 1e9",
        added / (agents**2 * bounds.fact_1_phases(agents=agents, arms=arms)),
        7.0,
    )
