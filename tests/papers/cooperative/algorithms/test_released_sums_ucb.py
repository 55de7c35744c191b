import numpy as np
import pytest

from bandit_replications.papers.cooperative.algorithms import released_sums_ucb as module
from support.cooperative import private


def test_each_reward_is_in_one_release():
    problem = private("one", epsilon=0.5, horizon=200, checkpoints=None)
    player = module.play(
        problem, generator=np.random.default_rng(0), options=module.Options(noise_factor=0.0)
    )
    rewards = {arm: [] for arm in range(problem.arms)}
    arms, generator = next(player), np.random.default_rng(1)
    for _ in range(199):
        reward = generator.random()
        rewards[arms[0]].append(reward)
        arms = player.send([reward])
    agent = player.gi_frame.f_locals["agents"][0]
    for arm, releases in enumerate(agent.known):
        numbers = [number for number, _ in releases]
        assert numbers == [2 * 2**j for j in range(len(numbers))]
        released = sum(numbers)
        assert sum(total for _, total in releases) == pytest.approx(sum(rewards[arm][:released]))
        assert agent.unreleased[arm] == rewards[arm][released:]


def test_unreleased_rewards_change_no_pull():
    start = 10 * private("one").arms  # first batches have 10 pulls of each arm, second ones 20

    def arms(changed):
        player = module.play(
            private("one", epsilon=0.1, horizon=start + 20, checkpoints=None),
            generator=np.random.default_rng(0),
        )
        played = [next(player)[0]]
        played += [player.send([100.0 * (t == changed)])[0] for t in range(start + 19)]
        return played

    unchanged = arms(-1)
    assert all(arms(t) == unchanged for t in range(start, start + 20))
    assert any(arms(t) != unchanged for t in range(start))
