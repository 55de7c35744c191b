"""Multi-Player Bandits: The Adversarial Case, Appendix A.3 with Algorithm 2, lines 10 and 11.

As printed: followers who wait stay on arm 1. Follower r tries the arms in turn until it collides on
an arm i != 1, which is then its arm; arm 1 is, if there is no such arm. The coordinator is on the
follower's arm until she collides, then on her own.

If arm 1 is meant for a follower, and another one waits there (K >= 3), the coordinator collides at
once and goes to her own arm. The follower meets her there, unless it has tried that arm already,
and takes it: then both lose 1 in every round of Play. If she stays for the whole sub-block, as
Section 4's prose can be read, or where the arm is arm 1 (the repair), nobody is misled.
"""

import itertools
from math import perm


def taken(own: int, meant: int, *, players: int, arms: int, stays: bool) -> int:
    """Return the arm that a follower takes in its sub-block; arms from 0."""
    left, found = False, None
    for tried in range(arms):
        coordinator = own if left and not stays else meant
        follower = tried if found is None else found
        if found is None and follower == coordinator != 0:
            found = follower
        left = left or follower == coordinator or (players > 2 and coordinator == 0)
    return 0 if found is None else found


print("players  arms  choices  misled  misled if she stays")
for players, arms in ((2, 4), (3, 4), (3, 5), (4, 5), (4, 8)):
    count = {False: 0, True: 0}
    for own, *others in itertools.permutations(range(arms), players):
        for stays in count:
            sizes = {"players": players, "arms": arms, "stays": stays}
            count[stays] += any(taken(own, arm, **sizes) != arm for arm in others)
    choices = perm(arms, players)
    print(f"{players:7d}  {arms:4d}  {choices:7d}  {count[False]:6d}  {count[True]:19d}")
    assert count[True] == 0 < count[False]
    assert players == 2 or count[False] * arms == (players - 1) * choices
