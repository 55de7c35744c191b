"""Agents and server of the literal protocols share nothing but the channel."""

import itertools
import types

import numpy as np
import pytest

from bandit_replications.papers.distributed.algorithms import (
    delb,
    delb_point_to_point,
    demab,
    demab_literal,
    dislinucb,
)
from bandit_replications.papers.distributed.environments.problems import ArmsProblem, LinearProblem

CONSTANT = (type, types.ModuleType, types.FunctionType, int, float, str, bool, type(None))
ARMS = ArmsProblem(means=np.linspace(0.1, 0.9, 6), agents=3, horizon=900)
LINEAR = LinearProblem(action_set=np.eye(3), parameter=np.zeros(3), agents=3, horizon=50)


def reachable(root):
    """Return id -> object of all that an object can reach and change."""
    seen, stack = {}, [root]
    while stack:
        item = stack.pop()
        if id(item) in seen or isinstance(item, CONSTANT):
            continue
        seen[id(item)] = item
        if isinstance(item, dict):
            stack += [*item.keys(), *item.values()]
        elif isinstance(item, (list, tuple, set)):
            stack += list(item)
        stack.append(getattr(item, "base", None))  # of an array's view
        stack += list(getattr(item, "__dict__", {}).values())
    return seen


@pytest.mark.parametrize(
    ("module", "owners", "options", "problem"),
    [
        (demab, [demab_literal.Participant], {"pulls_exponent": -1}, ARMS),
        (dislinucb, [dislinucb.Agent, dislinucb.Server], {"threshold_factor": 0.01}, LINEAR),
        (delb, [delb_point_to_point.Agent], {"network": "point-to-point"}, LINEAR),
    ],
    ids=["demab", "dislinucb", "delb"],
)
def test_participants_share_nothing_but_the_channel(module, owners, options, problem, monkeypatch):
    created = []
    for owner in owners:

        def spy(self, *given, original=owner.__init__):
            original(self, *given)
            created.append(self)

        monkeypatch.setattr(owner, "__init__", spy)
    given = module.Options(**options)
    module.simulate_literal(problem, generator=np.random.default_rng(0), options=given)
    assert len(created) >= problem.agents
    allowed = reachable(given) | reachable(problem)
    for one in created:
        allowed |= reachable(getattr(one, "setting", None))
        allowed |= reachable(getattr(one, "channel", None))
    for first, second in itertools.combinations(map(reachable, created), 2):
        shared = (first.keys() & second.keys()) - allowed.keys()
        assert [first[key] for key in shared] == []
