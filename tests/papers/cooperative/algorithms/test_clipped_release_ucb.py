"""Messages and pulls of whole runs are private; wrong batches are refused."""

from types import SimpleNamespace

import numpy as np
import pytest

from bandit_replications.papers.cooperative.algorithms import clipped_release_ucb as module
from bandit_replications.papers.cooperative.algorithms import private_multi_agent_ucb
from support.cooperative import byzantine, private

ROUNDS, NEIGHBOURS = 100, 200


def played(problem, rewards, *, seed=0, moved=0, shift=0.0, algorithm=module):
    """Return the arms of all rounds; noise number `moved` is larger by `shift`."""
    own, drawn = np.random.default_rng(seed), []

    def laplace(loc, scale):
        drawn.append(own.laplace(loc, scale))
        return drawn[-1] + shift * (len(drawn) == moved)

    noise = SimpleNamespace(laplace=laplace, random=own.random)
    player = algorithm.play(problem, generator=noise, options=algorithm.Options())
    arms, released = [next(player)], []
    for row in rewards[:-1]:
        arms.append(player.send(row.tolist()))
        released.append(len(drawn))
    return np.array(arms), released


def release_of(arms, agent, time, size):
    """Return the number of the release with a reward of an agent, 0 for none, and its size."""
    counts, number = {}, 0
    for t, row in enumerate(arms[:-1]):
        for one, arm in enumerate(row.tolist()):
            counts[one, arm] = [*counts.get((one, arm), []), t]
            if len(counts[one, arm]) == size:
                number += 1
                if one == agent and time in counts.pop((one, arm)):
                    return number
                counts.pop((one, arm), None)
    return 0


def neighbours(problem):
    """Yield rewards, and the same with another first, second, … reward of some agent."""
    generator = np.random.default_rng(1)
    for _ in range(NEIGHBOURS):
        rewards = generator.random((ROUNDS, problem.agents))
        time, agent = generator.integers(ROUNDS - 1), generator.integers(problem.agents)
        other = rewards.copy()
        other[time, agent] = round(1 - rewards[time, agent])
        yield rewards, other, time, agent


def one_in_five_is_false(reports, agent, arm, mean, generator):
    """Return the report of a mean: a 1 by a coin that is independent of all rewards."""
    return 1.0 if generator.random() < 0.2 else mean


def test_noise_within_epsilon_hides_a_reward_from_all_messages_and_pulls(monkeypatch):
    """The transcript is the same if one noise moves by |x - x'| <= 1, in units of scale 1/ε."""
    monkeypatch.setattr(module, "report", SimpleNamespace(py_func=one_in_five_is_false))
    problem = byzantine("small-world", 2, epsilon=0.5, horizon=ROUNDS, checkpoints=None)
    seen = 0
    for rewards, other, time, agent in neighbours(problem):
        arms, _ = played(problem, rewards)
        moved = release_of(arms, agent, time, size=4)
        shift = 0.5 * (rewards[time, agent] - other[time, agent])
        assert abs(shift) <= 0.5
        again, _ = played(problem, other, moved=moved, shift=shift)
        assert np.array_equal(again, arms)
        seen += not np.array_equal(played(problem, other)[0], arms)
    assert seen > 10  # with the noise as it was, pulls change


def test_printed_agents_that_use_raw_rewards_are_refused():
    """Of Algorithm 2 pulls change before anything is released."""
    forced = 3 * 50
    problem = private("one", epsilon=0.02, horizon=forced + ROUNDS, checkpoints=None)
    rewards = np.random.default_rng(2).random((forced + ROUNDS, 1))
    other = rewards.copy()
    other[0, 0] = 1 - round(rewards[0, 0])
    runs = [played(problem, one, algorithm=private_multi_agent_ucb)[0] for one in (rewards, other)]
    assert not np.array_equal(*runs)


@pytest.mark.parametrize(
    ("change", "options", "message"),
    [
        ({"assumed_contamination": 0.0}, {}, "assumed_contamination: 0; allowed: a number above"),
        ({"epsilon": 0.2}, {"batch": 4}, "batch: 4; allowed: at least 1/ε, 5"),
    ],
)
def test_unsuitable_batches_are_refused(change, options, message):
    problem = byzantine(**{"epsilon": 0.5, **change})
    with pytest.raises(ValueError, match=message):
        module.simulate(
            problem, generator=np.random.default_rng(0), options=module.Options(**options)
        )
