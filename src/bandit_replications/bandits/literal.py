"""The literal form of an algorithm: a generator of actions that is sent the observations.

    player = ftnl.play(problem, generator=generator, options=options)
    action = next(player)            # of round 1
    action = player.send(reward)     # of round 2, after the reward of round 1 has been observed

It is the paper's pseudo-code, round by round, and knows of the environment only what it is sent,
so it can be driven against anything live: a table, a simulator, a user. An action is what all
learners of the paper do in one round: an arm, or one arm for each agent. `simulate_literal` drives
it against the problem's own environment.
"""

from collections.abc import Callable, Generator, Iterator
from typing import TypeVar

Action = TypeVar("Action")
Observation = TypeVar("Observation")

Player = Generator[Action, Observation, None]


def drive(
    player: Player[Action, Observation], respond: Callable[[Action], Observation], *, rounds: int
) -> Iterator[Action]:
    """Yield the action of each round; `respond` gives the observation of an action.

    Parameters
    ----------
    player : generator
        As this module's docstring says; it must not end before the last round.
    respond : callable
        action -> observation.
    rounds : int
        At least 1; what the last action reveals is not asked for.

    """
    action = next(player)
    yield action
    for _ in range(rounds - 1):
        action = player.send(respond(action))
        yield action
