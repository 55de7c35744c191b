"""Other libraries, each driven as its documentation says; run in their own environment.

Rewards are drawn by Python's `random` for all of them, which costs least. MABWiser's and river's
LinUCB are not here: they learn a parameter for each arm, which is another problem.
"""

import random
from collections.abc import Callable
from importlib.metadata import version

from benchmarks.protocol import Task, arguments, serve
from benchmarks.tasks import SEED, learning_rate, linear_width

Choose = Callable[[], int]
Learn = Callable[[int, float], object]


def played(task: Task, choose: Choose, learn: Learn, *, done: int = 0) -> float:
    """Play the rounds that are not done, and return their regret; rewards are 0 or 1."""
    means = task["means"] if "players" not in task else [1 - mean for mean in task["means"]]
    regret, best, draw = 0.0, max(means), random.random
    for _ in range(task["horizon"] - done):
        arm = choose()
        mean = means[arm]
        regret += best - mean
        learn(arm, float(draw() < mean))
    return regret


def smpybandits_ucb1(task: Task) -> float:
    """Play with `choice` and `getReward`, as its evaluator does."""
    from SMPyBandits.Policies import UCB

    policy = UCB(len(task["means"]))
    policy.startGame()
    return played(task, policy.choice, policy.getReward)


def smpybandits_exp3(task: Task) -> float:
    """Play its EXP3, γ / K being the learning rate."""
    from SMPyBandits.Policies import Exp3

    arms = len(task["means"])
    policy = Exp3(arms, gamma=arms * learning_rate(task))
    policy.startGame()
    return played(task, policy.choice, policy.getReward)


def smpybandits_musical_chairs(task: Task) -> float:
    """Play with its usual model of collisions; its players estimate how many they are."""
    import numpy as np
    from SMPyBandits.Arms import Bernoulli
    from SMPyBandits.Environment.CollisionModels import onlyUniqUserGetsReward
    from SMPyBandits.Policies import MusicalChair

    number, means = task["players"], 1 - np.array(task["means"])
    arms = [Bernoulli(mean) for mean in means]
    players = [MusicalChair(len(arms), task["exploration_rounds"]) for _ in range(number)]
    for player in players:
        player.startGame()
    pulls, collisions = np.zeros((number, len(arms)), dtype=int), np.zeros(len(arms), dtype=int)
    for t in range(task["horizon"]):
        choices = np.array([player.choice() for player in players])
        onlyUniqUserGetsReward(t, arms, players, choices, np.zeros(number), pulls, collisions)
    best = np.sort(means)[-number:].sum() * task["horizon"]
    return float(best - means @ (pulls.sum(axis=0) - collisions))


def mabwiser_ucb1(task: Task) -> float:
    """Pull each arm once for `fit`, then `predict` and `partial_fit`."""
    from mabwiser.mab import MAB, LearningPolicy

    means = task["means"]
    arms = list(range(len(means)))
    policy = MAB(arms, LearningPolicy.UCB1(alpha=1.0), seed=random.randrange(2**31))
    policy.fit(arms, [float(random.random() < mean) for mean in means])
    rest = played(
        task,
        policy.predict,
        lambda arm, reward: policy.partial_fit([arm], [reward]),
        done=len(arms),
    )
    return rest + sum(max(means) - mean for mean in means)


def river_ucb1(task: Task) -> float:
    """Play with `pull` and `update`; δ = 1 is UCB1."""
    from river import bandit

    arms, policy = range(len(task["means"])), bandit.UCB(delta=1, seed=random.randrange(2**31))
    return played(task, lambda: policy.pull(arms), policy.update)


def river_exp3(task: Task) -> float:
    """Play its EXP3, γ / K being the learning rate."""
    from river import bandit

    arms = range(len(task["means"]))
    policy = bandit.Exp3(gamma=len(arms) * learning_rate(task), seed=random.randrange(2**31))
    return played(task, lambda: policy.pull(arms), policy.update)


def coba_linucb(task: Task) -> float:
    """Play with one parameter for all actions: features of the action alone."""
    from coba.learners import LinUCBLearner

    actions = [tuple(action) for action in task["action_set"]]
    means = {x: sum(a * b for a, b in zip(x, task["parameter"], strict=True)) for x in actions}
    policy = LinUCBLearner(alpha=linear_width(task), features=["a"], seed=random.randrange(2**31))
    regret, best = 0.0, max(means.values())
    for _ in range(task["horizon"]):
        action, chance = policy.predict(None, actions)[:2]
        regret += best - means[action]
        policy.learn(None, action, means[action] + random.choice((-1.0, 1.0)), chance)
    return regret


PEERS: dict[str, dict[str, Callable[[Task], float]]] = {
    "SMPyBandits": {
        "UCB1": smpybandits_ucb1,
        "EXP3": smpybandits_exp3,
        "Musical Chairs": smpybandits_musical_chairs,
    },
    "MABWiser": {"UCB1": mabwiser_ucb1},
    "river": {"UCB1": river_ucb1, "EXP3": river_exp3},
    "coba": {"LinUCB": coba_linucb},
}

VARIANTS = {
    ("EXP3", "SMPyBandits"): "mixes with uniform play",
    ("EXP3", "river"): "mixes with uniform play",
    ("LinUCB", "coba"): "width fixed at its greatest",
}
"""(task, peer) -> how its algorithm differs from ours, so that its regret does, too."""


def seeded(run: Callable[[Task], float], task: Task) -> list[float]:
    """Play all runs from one seed, numpy's old generator with it."""
    import numpy as np

    random.seed(SEED)
    np.random.seed(SEED)
    return [run(task) for _ in range(task["runs"])]


if __name__ == "__main__":
    (peer, algorithm), job = arguments()[0].split("/"), arguments()[1]
    chosen = PEERS[peer][algorithm]
    serve(lambda task: seeded(chosen, task), job, version=version(peer))
