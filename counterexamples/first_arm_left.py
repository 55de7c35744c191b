"""Multi-Player Bandits: The Adversarial Case (arXiv:1902.08036), Appendix A.3.

As printed. The coordinator has drawn an arm for each of K players. In sub-block k of N rounds she
is on the arm of player k until she collides, and on her own arm from then on (Algorithm 2, lines 10
and 11). Players need not stay quiet: all followers but player k wait on arm 1, and player k goes
round the arms until it collides on an arm other than 1, which is then its arm; if there is none,
its arm is arm 1.

It is not so. Let the arm of player k be arm 1, and K >= 3. Somebody waits on arm 1, so that the
coordinator collides there in the first round and leaves for her own arm i. Player k, unless it has
tried i by then, meets her on i, which is not arm 1, and takes i for its arm. Both sit there for the
rest of the block, and lose 1 in every round.

The script goes through all ordered choices of arms, and through every arm on which the tries may
start, of which the paper says no more than that they go round. The repair, that the coordinator
stays for the whole sub-block where the follower's arm is arm 1, misleads nobody.
"""

import itertools


def taken(own, meant, players, arms, start, stays):
    """Return the arm that a follower takes for its own after its sub-block; arm 1 is 0."""
    met, found = False, None
    for step in range(arms):
        coordinator = own if met and not (stays and meant == 0) else meant
        tried = (start + step) % arms if found is None else found
        waiting = players > 2 and coordinator == 0  # there are K - 2 others, on arm 1
        if found is None and tried == coordinator and tried != 0:
            found = tried
        met = met or tried == coordinator or waiting
    return 0 if found is None else found


print("K  N  tries from  choices  misled as printed  repaired")
for players, arms in ((3, 4), (3, 5), (4, 5), (4, 8)):
    choices = list(itertools.permutations(range(arms), players))
    for start in range(arms):
        misled = [
            sum(
                any(taken(own, arm, players, arms, start, stays) != arm for arm in followers)
                for own, *followers in choices
            )
            for stays in (False, True)
        ]
        print(f"{players} {arms:2} {start + 1:8} {len(choices):10} {misled[0]:12} {misled[1]:14}")
        assert misled[0] > 0, "no follower is misled"
        assert misled[1] == 0, "the repair misleads a follower"
