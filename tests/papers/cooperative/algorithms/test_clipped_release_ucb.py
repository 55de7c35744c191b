"""Messages and pulls of whole runs are private; wrong batches are refused."""

from types import SimpleNamespace

import numpy as np
import pytest

from bandit_replications.papers.cooperative.algorithms import clipped_release_ucb as module
from bandit_replications.papers.cooperative.algorithms import private_multi_agent_ucb
from bandit_replications.papers.cooperative.algorithms import released_sums_ucb as doubling
from support.cooperative import byzantine, private

ROUNDS = 100


def played(problem, rewards, *, seed=0, moved=0, shift=0.0, algorithm=module):
    """Return the arms of all rounds; noise number `moved` is larger by `shift`."""
    own, drawn = np.random.default_rng(seed), []

    def laplace(loc, scale):
        drawn.append(own.laplace(loc, scale))
        return drawn[-1] + shift * (len(drawn) == moved)

    noise = SimpleNamespace(laplace=laplace, random=own.random)
    player = algorithm.play(problem, generator=noise, options=algorithm.Options())
    return np.array([next(player), *(player.send(row.tolist()) for row in rewards[:-1])])


def release_of(arms, agent, time, size, growth):
    """Return the number of the release with a reward of an agent, 0 for none."""
    counts, sizes, number = {}, {}, 0
    for t, row in enumerate(arms[:-1]):
        for place in enumerate(row.tolist()):
            counts[place] = [*counts.get(place, []), t]
            if len(counts[place]) == sizes.setdefault(place, size):
                number, sizes[place] = number + 1, growth * sizes[place]
                if place[0] == agent and time in counts[place]:
                    return number
                counts[place] = []
    return 0


def neighbours(problem, number):
    """Yield rewards, and the same with another first, second, … reward of some agent."""
    generator = np.random.default_rng(1)
    for _ in range(number):
        rewards = generator.random((ROUNDS, problem.agents))
        time, agent = generator.integers(ROUNDS - 1), generator.integers(problem.agents)
        other = rewards.copy()
        other[time, agent] = round(1 - rewards[time, agent])
        yield rewards, other, time, agent


def one_in_five_is_false(reports, agent, arm, mean, generator):
    """Return the report of a mean: a 1 by a coin that is independent of all rewards."""
    return 1.0 if generator.random() < 0.2 else mean


BATCHES = [(module, 4, 1, 200), (doubling, 2, 2, 50)]  # the first one's size, its growth, pairs


@pytest.mark.parametrize(("own", "size", "growth", "pairs"), BATCHES)
def test_noise_within_epsilon_hides_a_reward_from_all_messages_and_pulls(
    own, size, growth, pairs, monkeypatch
):
    """The transcript is the same if one noise moves by |x - x'| <= 1, in units of scale 1/ε."""
    monkeypatch.setattr(module, "report", SimpleNamespace(py_func=one_in_five_is_false))
    problem = byzantine if own is module else private
    problem, seen = problem("small-world", 2, epsilon=0.5, horizon=ROUNDS, checkpoints=None), 0
    for rewards, other, time, agent in neighbours(problem, pairs):
        arms = played(problem, rewards, algorithm=own)
        moved = release_of(arms, agent, time, size, growth)
        shift = 0.5 * (rewards[time, agent] - other[time, agent])
        again = played(problem, other, moved=moved, shift=shift, algorithm=own)
        assert np.array_equal(again, arms)
        seen += not np.array_equal(played(problem, other, algorithm=own), arms)
    assert seen > 10  # with the noise as it was, pulls change


def test_printed_agents_that_use_raw_rewards_are_refused():
    """Of Algorithm 2 pulls change before anything is released."""
    forced = 3 * 50
    problem = private("one", epsilon=0.02, horizon=forced + ROUNDS, checkpoints=None)
    rewards = np.random.default_rng(2).random((forced + ROUNDS, 1))
    other = np.vstack([1 - rewards[:1].round(), rewards[1:]])
    runs = [played(problem, one, algorithm=private_multi_agent_ucb) for one in (rewards, other)]
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
    own, noise = module.Options(**options), np.random.default_rng(0)
    with pytest.raises(ValueError, match=message):
        module.simulate(problem, generator=noise, options=own)
