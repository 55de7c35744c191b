"""Theorem 7, Procedures 9 and 10 (Appendix I): DEMAB with one message received a step."""

import math

from bandit_replications.inference.checks import Check, at_most, equal
from bandit_replications.papers.distributed.theory import bounds
from bandit_replications.papers.distributed.theory.lemma_b_5 import smallest_horizon
from bandit_replications.papers.distributed.theory.printed import printed
from bandit_replications.papers.distributed.theory.settings import least_horizon


@printed("message-index")
def messages_of_others(*, procedure: int = 9, agents: int = 5, offset: int = 0) -> Check:
    """Procedures 9 and 10, step by step: the messages that are taken for another agent's.

    Procedure 9: at step i agent 1 sends m_i to agent i + 1, who takes it for m_(i+1); with offset
    1 agent 1 sends m_(i+1), which is the repair. Procedure 10: agent i sends m_i at step i - 1, and
    agent 1 takes m_(i+1) at step i, with offset 1, which is right.
    """
    by_agent_1 = {step: (step + 1, step + offset) for step in range(1, agents)}
    by_others = {agent - 1: (agent, agent) for agent in range(2, agents + 1)}
    name = "Procedure 10: messages that arrive as another's"
    if procedure == 9:
        name = f"Procedure 9: agents with another's message, M = {agents}, sent m_(i+{offset})"
    return equal(name, sum(by_agent_1[step] != by_others[step] for step in by_others), 0)


@printed("reallocate-stages")
def donations(*, agents: int = 16, arms: int = 1000) -> Check:
    """Appendix I: a communication stage takes M steps, also the one of Reallocate.

    Agent 1 receives one message a step. If a message is a number, N/2 donated arms need as many
    steps. Half of the agents hold K/M arms each, the others none. Left: the arms to be donated.
    """
    held = arms // agents
    moved = agents // 2 * (held - held // 2)
    return at_most(f"arms donated to agent 1, M = {agents}, K = {arms}, against M", moved, agents)


def one_number_a_step() -> Check:
    """If a packet holds one number (Section 1.1), a donated arm takes a step, M regret at most.

    While stage 1 completes no phase, Lemma B.5 holds, O(M log(MK)) arms are moved and M² log(MK) is
    not exceeded. From then on T >= 256 M K² log(MKT), and the O(K) arms that can be moved in all
    cost less than the theorem's first term. Left: the largest M K over sqrt(MKT log T) at that T.
    """
    worst = 0.0
    for agents in (1, 2, 16, 1024):
        for arms in (2, 20, 1000, 10**6):
            horizon = smallest_horizon(agents=agents, arms=arms)
            total = agents * arms
            worst = max(worst, total / math.sqrt(total * horizon * math.log(horizon)))
    return at_most("M K over sqrt(MKT log T) where stage 1 completes a phase, largest", worst, 0.1)


def missing_stage() -> Check:
    """Theorem 7 counts three communication stages of Protocol 1; Reallocate's line is not one.

    Left: one-way transfers of a phase with Reallocate, right: twice the printed three.
    """
    return at_most(
        "one-way transfers in a distributed phase with Reallocate", bounds.DEMAB_TRANSFERS, 2 * 3
    )


def large_horizon() -> Check:
    """Theorem 7: for T > M³ log M the added M² log(MK) is O(sqrt(MKT log T)). Largest ratio."""
    worst = 0.0
    for agents in (2, 3, 10, 100, 1000):
        for arms in (1, 2, 10, 1000, 10**6):
            least = max(agents**3 * math.log(agents), least_horizon(agents=agents, arms=arms))
            horizon = math.floor(least) + 1
            added = agents**2 * math.log(agents * arms)
            worst = max(worst, added / math.sqrt(agents * arms * horizon * math.log(horizon)))
    name = "Theorem 7: M² log(MK) over sqrt(MKT log T) at T = M³ log M, largest"
    return at_most(name, worst, 1.0)


def added_regret(*, agents: int = 64, arms: int = 100, horizon: int = 10**9) -> Check:
    """Theorem 7: the steps of the transfers add at most 7 M² (4 + 1.5 log(MK)) of regret."""
    size = {"agents": agents, "arms": arms, "horizon": horizon}
    added = bounds.theorem_7_regret(**size) - bounds.theorem_1_regret(**size)
    return at_most(
        "added regret over M² L, M = 64, K = 100, T = 1e9",
        added / (agents**2 * bounds.fact_1_phases(agents=agents, arms=arms)),
        7.0,
    )
