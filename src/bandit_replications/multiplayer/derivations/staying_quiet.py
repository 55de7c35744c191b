"""Appendix A.3: Coordinate and Play without staying quiet, over all choices of arms.

Followers who wait stay on arm 1. Let a follower's arm be arm 1. The coordinator, who leaves it at
her first collision (Algorithm 2, line 10), meets there those who wait, or with K = 2 the follower,
who learns nothing from a collision on arm 1 and goes on. She goes to her own arm; the follower
meets her there and takes that one. This happens for every K >= 2.
"""

import numpy as np

from bandit_replications.checks import Check
from bandit_replications.multiplayer.coordinator import Waiting
from bandit_replications.multiplayer.derivations.coordinate_phase import misled

FAILING = [0.9, 0.1, 0.9, 0.1, 0.3, 0.3, 0.3, 0.3]


def followers_misled(*, players: int, arms: int, waiting: Waiting = "first-arm") -> Check:
    """Check that no choice of arms leaves a follower on a wrong arm; the repair is an option."""
    return Check(
        step=f"choices that mislead a follower, {players} players, {arms} arms, {waiting}",
        left=float(misled(players=players, arms=arms, waiting=waiting)[0]),
        relation="==",
        right=0.0,
    )


def share_misled(*, players: int, arms: int) -> Check:
    """Check that the share of choices that mislead is (K - 1) / N: arm 1 is a follower's."""
    wrong, total = misled(players=players, arms=arms, waiting="first-arm")
    return Check(
        step=f"share of choices that mislead, {players} players, {arms} arms",
        left=wrong / total,
        relation="==",
        right=(players - 1) / arms,
    )


def mean_regret(*, rule: str, horizon: int = 60000, runs: int = 20) -> float:
    """Return the mean regret on losses where arm 1 is bad: quiet, as printed, or repaired.

    Parameters
    ----------
    rule : {"quiet", "as-printed", "repaired"}
    horizon, runs : int

    """
    from bandit_replications.multiplayer import (  # noqa: PLC0415  compiled code
        coordinate_and_play,
        coordinate_without_quiet,
    )
    from bandit_replications.multiplayer.losses import bernoulli_losses  # noqa: PLC0415

    module = coordinate_and_play if rule == "quiet" else coordinate_without_quiet
    changed = {} if rule == "quiet" else {"collision_rule": rule}
    options = module.Options.model_validate({"ranking_rounds": 60, **changed})
    return float(
        np.mean(
            [
                module.simulate(
                    losses=bernoulli_losses(FAILING[::-1]),
                    players=4,
                    horizon=horizon,
                    checkpoints=np.array([horizon]),
                    generator=stream,
                    options=options,
                ).regret[0]
                for stream in np.random.default_rng(1).spawn(runs)
            ]
        )
    )


def cost_of_the_rule(*, rule: str, factor: float) -> Check:
    """Check that without quiet the mean regret is at most `factor` times that with quiet."""
    return Check(
        step=f"mean regret without quiet, {rule}, against {factor:g} times that with quiet",
        left=mean_regret(rule=rule),
        relation="<=",
        right=factor * mean_regret(rule="quiet"),
    )
