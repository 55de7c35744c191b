"""Appendix A.3: Coordinate and Play without staying quiet, over all choices of arms.

Followers who wait stay on arm 1. Let a follower's arm be arm 1. The coordinator, who leaves it at
her first collision (Algorithm 2, line 10), meets there those who wait, of whom there are some from
K = 3 on; or the follower, if its tries start there, who learns nothing from a collision on arm 1
and goes on. She goes to her own arm; the follower, unless it has tried that one already, meets her
there and takes it. The paper lets followers try the arms in turn and does not say where they start:
`order_of_tries` goes through all starts.
"""

from bandit_replications.inference.checks import Check, equal, erratum
from bandit_replications.papers.multiplayer.algorithms.coordinator import Waiting
from bandit_replications.papers.multiplayer.theory.coordinate_phase import misled, orders

ERRATUM = "first-arm-left"


@erratum(ERRATUM)
def followers_misled(*, players: int, arms: int, waiting: Waiting = "first-arm") -> Check:
    """Check that no choice of arms leaves a follower on a wrong arm; the repair is an option."""
    wrong = misled(players=players, arms=arms, waiting=waiting)
    name = f"choices that mislead a follower, {players} players, {arms} arms, {waiting}"
    return equal(name, wrong, 0)


def misled_from(*, players: int, arms: int, start: int) -> int:
    """Return the number of choices that mislead a follower as printed.

    A follower's sub-block is played out on its own: others wait on arm 1, the coordinator is on
    the follower's arm until she collides, then on hers. A follower takes the first arm other than
    arm 1 on which it collides, and arm 1 if there is none.

    Parameters
    ----------
    players, arms : int
    start : int
        The arm that each follower tries first, from 0; arm 1 of the paper is 0.

    """
    return sum(
        any(
            _taken(own, arm, waiting=players > 2, arms=arms, start=start) != arm
            for arm in followers
        )
        for own, *followers in orders(players=players, arms=arms)
    )


def _taken(own: int, meant: int, *, waiting: bool, arms: int, start: int) -> int:
    """Return the arm that a follower takes for the one meant, in one sub-block of N rounds."""
    met, taken = False, None
    for step in range(arms):
        coordinator = own if met else meant
        tried = (start + step) % arms if taken is None else taken
        others = waiting and coordinator == 0
        if taken is None and tried == coordinator and tried != 0:
            taken = tried
        met = met or tried == coordinator or others
    return 0 if taken is None else taken


@erratum(ERRATUM)
def order_of_tries(*, players: int, arms: int) -> tuple[Check, ...]:
    """Check for each first try that no choice misleads a follower; from K = 3 on some always do."""
    return tuple(
        equal(
            f"choices that mislead, {players} players, {arms} arms, first try arm {start + 1}",
            misled_from(players=players, arms=arms, start=start),
            0,
        )
        for start in range(arms)
    )
