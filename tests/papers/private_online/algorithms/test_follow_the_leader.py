import numpy as np
import pytest
from scipy import stats
from tests.support.private_online_runs import every_round

from bandit_replications.bandits.literal import drive
from bandit_replications.bandits.problems import BanditProblem
from bandit_replications.bandits.rewards import bernoulli_table
from bandit_replications.bandits.runs import leader
from bandit_replications.papers.private_online.algorithms import follow_the_leader
from bandit_replications.papers.private_online.algorithms.follow_the_leader import holding_rounds

UNIFORM = follow_the_leader.Options(tie_breaking="uniform")


def run(simulate, *, means, options=None, checkpoints=None, **arguments):
    return every_round(
        simulate,
        bernoulli_table(means),
        checkpoints=checkpoints or [arguments["horizon"]],
        options=options or follow_the_leader.Options(),
        **arguments,
    )


def leaders_by_round(table):
    """The definition: argmax of the means of all earlier rounds, lowest index first."""
    sums = np.cumsum(table, axis=0)
    return np.concatenate([[0], np.argmax(sums[:-1], axis=1)])


def leaders_by_block(table, extra=0):
    """Jumps of `holding_rounds`, `extra` rounds too far for a mutant."""
    leaders, sums, action = [], np.zeros(table.shape[1]), 0
    while len(leaders) < len(table):
        now, length = len(leaders), holding_rounds(sums, action) + extra
        leaders += [action] * length
        sums = sums + table[now : now + length].sum(axis=0)
        action = leader(sums, False, np.random.default_rng(0))
    return np.array(leaders[: len(table)])


def table(seed, law):
    rng = np.random.default_rng(seed)
    if law == "turning":  # the leader is overtaken as fast as can be
        phase = np.repeat(np.arange(12) % 2, 2 ** np.arange(12))
        return np.stack([phase, 1 - phase, phase], axis=1).astype(float)
    if law == "eighths":
        return rng.integers(0, 9, (3000, 4)) / 8
    return (rng.random((3000, 4)) < [0.5, 0.52, 0.52, 0.4]).astype(float)


@pytest.mark.parametrize("law", ["bernoulli", "eighths", "turning"])
@pytest.mark.parametrize("seed", range(3))
def test_blocks_are_exact_on_every_table(law, seed):
    rewards = table(seed, law)
    np.testing.assert_array_equal(leaders_by_block(rewards), leaders_by_round(rewards))


def test_blocks_one_round_longer_are_caught():
    rewards = table(0, "turning")
    assert np.any(leaders_by_block(rewards, extra=1) != leaders_by_round(rewards))


def test_literal_plays_the_leader_of_its_rewards():
    rewards = table(3, "bernoulli")[:400]
    problem = BanditProblem(rewards=bernoulli_table([0.5] * 4), horizon=400)
    player = follow_the_leader.play(problem, generator=np.random.default_rng(0))
    rows = iter(rewards)
    actions = list(drive(player, lambda _: next(rows), rounds=400))
    np.testing.assert_array_equal(actions, leaders_by_round(rewards))


@pytest.mark.parametrize("simulate", ["simulate", "simulate_literal"])
def test_sure_rewards(simulate):
    function = getattr(follow_the_leader, simulate)
    pulls = run(function, means=[0.0, 1.0, 1.0], horizon=50, checkpoints=[1, 2, 50])
    assert pulls.tolist() == [[1, 0, 0], [1, 1, 0], [1, 49, 0]]
    uniform = run(function, means=[0.0, 1.0, 1.0], horizon=2001, options=UNIFORM)[0]
    assert uniform[0] == 1
    assert stats.binomtest(int(uniform[1]), 2000).pvalue > 1e-4
    last = follow_the_leader.Options(first_action=2)
    assert run(function, means=[1.0, 0.0, 0.0], horizon=9, options=last).tolist() == [[8, 0, 1]]


def test_blocks_reach_a_long_horizon():
    pulls = run(follow_the_leader.simulate, means=[0.3, 0.7], horizon=10**12)
    assert pulls.sum() == 10**12
    assert pulls[0, 0] < 10**4
