"""Policies of SMPyBandits and MABWiser: stand-ins, and the real ones if `make peers` ran."""

import json
import os
import subprocess
from pathlib import Path

import numpy as np
import pytest

import bandit_replications as br
from bandit_replications.library import adapters

PEERS = Path(os.environ.get("PEERS", Path(__file__).parents[1] / ".cache/peers")) / "bin/python"
ARMS = {"means": [0.9, 0.5, 0.1], "horizon": 200, "seed": 1}


class Policy:
    """The interface of a policy of SMPyBandits, which draws from numpy's old generator."""

    def __init__(self, arms):
        self.arms, self.seen = arms, None

    def startGame(self):  # noqa: N802
        self.seen = []

    def choice(self):
        if len(self.seen) < 50:
            return np.random.randint(self.arms)  # noqa: NPY002  as SMPyBandits does
        return np.int64(0)

    def getReward(self, arm, reward):  # noqa: N802
        self.seen.append((arm, reward))


class Fitted:
    """The interface of MABWiser: no prediction before every arm was fitted."""

    def __init__(self, arms, seed):
        self.arms, self.seen = arms, set()

    def predict(self):
        assert self.seen == {*self.arms}
        return 0

    def partial_fit(self, arms, rewards):
        assert len(rewards) == 1
        self.seen |= {*arms}


def test_adapted_policies_are_simulated_compared_and_run():
    policy, fitted = br.from_smpybandits(Policy), br.from_mabwiser(Fitted)
    first = br.simulate(policy, runs=2, **ARMS)
    again = br.simulate(policy, runs=2, **ARMS)
    assert np.array_equal(first.pulls, again.pulls)
    assert not np.array_equal(*first.pulls)
    assert first.pulls[:, -1, 0].min() >= 150
    assert br.simulate(fitted, **ARMS).pulls[0, -1].tolist() == [198, 1, 1]
    found = br.compare([policy, fitted, "ucb1"], paper="private_online", n_jobs=2, **ARMS)
    assert [cell.name for cell in found.cells] == ["Policy", "Fitted", "ucb1"]
    player = policy(arms=2, generator=np.random.default_rng(0))
    assert br.run(player, [[1, 0]] * 60).reward[0, -1] > 20


REAL = """
import importlib.util, json, random, sys
import numpy as np
from mabwiser.mab import MAB, LearningPolicy
from SMPyBandits.Policies import UCB, EpsilonGreedy, Exp3, Thompson

spec = importlib.util.spec_from_file_location("adapters", sys.argv[1])
adapters = importlib.util.module_from_spec(spec)
spec.loader.exec_module(adapters)
rewards = np.random.default_rng(3).random((300, 4)) < [0.2, 0.8, 0.4, 0.1]

def played(choose, learn, rounds=range(1, 301)):
    arms = []
    for t in rounds:
        arms.append(choose(t))
        learn(t, arms[-1], float(rewards[t - 1, arms[-1]]))
    return arms

def seeds(most):
    return int(np.random.default_rng(7).integers(most))

def softmax(arms, seed):
    return MAB(arms, LearningPolicy.Softmax(tau=0.1), seed=seed)

def ucb1(arms, seed):
    return MAB(arms, LearningPolicy.UCB1(alpha=1.0), seed=seed)

pairs = {}
others = (lambda arms: Exp3(arms, gamma=0.1), lambda arms: EpsilonGreedy(arms, epsilon=0.1))
for policy in (UCB, Thompson, *others):
    adapted = adapters.from_smpybandits(policy)(arms=4, generator=np.random.default_rng(7))
    ours = played(adapted.choose, adapted.update)
    np.random.seed(seeds(2**32))
    random.seed(seeds(2**32))
    it = policy(4)
    it.startGame()
    theirs = played(lambda t: it.choice(), lambda t, arm, reward: it.getReward(arm, reward))
    pairs[type(it).__name__] = [ours, [*map(int, theirs)]]
for policy in (softmax, ucb1):
    adapted = adapters.from_mabwiser(policy)(arms=4, generator=np.random.default_rng(7))
    ours = played(adapted.choose, adapted.update)
    it = policy([0, 1, 2, 3], seeds(2**31))
    it.fit([0, 1, 2, 3], [float(rewards[t, t]) for t in range(4)])
    theirs = played(lambda t: it.predict(), lambda t, arm, reward: it.partial_fit([arm], [reward]),
                    range(5, 301))
    pairs[policy.__name__] = [ours, [0, 1, 2, 3, *theirs]]
print(json.dumps(pairs))
"""


@pytest.mark.checkout
@pytest.mark.skipif(not PEERS.exists(), reason="no peers; make peers installs them")
def test_adapted_policies_play_as_their_own_libraries_do():
    done = subprocess.run(
        [PEERS, "-W", "ignore", "-c", REAL, adapters.__file__],
        capture_output=True,
        text=True,
        check=True,
        timeout=100,
    )
    pairs = json.loads(done.stdout.splitlines()[-1])
    assert len(pairs) == 6
    assert all(ours == theirs for ours, theirs in pairs.values())
    assert sum(ours.count(1) > 100 for ours, _ in pairs.values()) >= 4  # the best arm, learned
