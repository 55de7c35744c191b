"""Theorem 7, Procedures 9 and 10 (Appendix I): DEMAB with one message received a step."""

from bandit_replications.inference.checks import Check, at_most, equal
from bandit_replications.papers.distributed.theory.printed import printed


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
