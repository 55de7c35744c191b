"""Rewards of the user's own: arrays, functions, files; regret by means, else reward."""

import doctest

import numpy as np
import pytest

import bandit_replications as br
from bandit_replications.library import own_rewards
from bandit_replications.runtime.errors import ConfigurationError, UserError
from test_library import Careless, Turns

CHANCE = np.random.default_rng(0)
TABLE = (CHANCE.random((300, 3)) < [0.9, 0.5, 0.1]).astype(float)
MEANS = [0.9, 0.5, 0.1]
UCB1 = {"arms": 3, "horizon": 300, "paper": "private_online"}
CALLS = [
    ("private_online", "hybrid-ucb", {"epsilon": 1.0}, 1),
    ("private_online", "ftnl", {"epsilon": 1.0}, 1),
    ("distributed", "demab", {"agents": 4}, 4),
    ("distributed", "immediate-sharing", {"agents": 2}, 2),
    ("cooperative", "centralised-ucb1", {"agents": 3}, 3),
    ("anonymous", "ucb", {"group_size": 1, "users": 2}, 2),
]


def by_hand(learner, table):
    """Return arms and reward of a single learner's rounds."""
    arms, total = [], 0.0
    for row in table:
        arms.append(learner.choose())
        total += row[arms[-1]]
        learner.update(row[arms[-1]])
    return arms, total


def test_regret_by_means_and_else_reward():
    arms, total = by_hand(br.learner("ucb1", **UCB1), TABLE)
    plain = br.run(br.learner("ucb1", **UCB1), TABLE)
    known = br.run(br.learner("ucb1", **UCB1), TABLE, means=MEANS, checkpoints=[10, 300])
    assert plain.regret is None
    assert plain.reward[0, -1] == known.reward[0, -1] == total
    assert known.regret[0] == pytest.approx(
        [sum(0.9 - MEANS[arm] for arm in arms[:rounds]) for rounds in (10, 300)]
    )
    assert known.pulls[0, -1].tolist() == np.bincount(arms, minlength=3).tolist()
    assert "mean reward" in repr(plain)
    assert "mean regret" in repr(known)


@pytest.mark.parametrize(("paper", "name", "more", "units"), CALLS)
def test_algorithms_are_simulated_on_rewards_of_ones_own(paper, name, more, units):
    call = {"paper": paper, **more, "rewards": TABLE, "runs": 2}
    found = br.simulate(name, **call, means=MEANS)
    assert found.regret.shape == found.reward.shape
    assert found.pulls[:, -1].sum(axis=1).tolist() == [300 * units] * 2
    again = br.simulate(found.algorithm, paper=found.paper, **found.settings)
    assert np.array_equal(again.reward, found.reward)
    for_each = np.repeat(TABLE[:, None], units, axis=1)
    assert np.array_equal(br.simulate(name, **{**call, "rewards": for_each}).reward, found.reward)


def test_files_functions_and_arrays_are_the_same_rewards(tmp_path):
    np.save(tmp_path / "a.npy", TABLE)
    np.savetxt(tmp_path / "a.csv", TABLE, delimiter=",", header="first,second,best", comments="")
    np.savetxt(tmp_path / "a.txt", TABLE)
    given = [TABLE.tolist(), lambda t, generator: TABLE[t - 1], str(tmp_path / "a.npy")]
    given += [tmp_path / "a.csv", tmp_path / "a.txt"]
    found = [br.run(br.learner("ucb1", **UCB1), rewards).reward[0] for rewards in given]
    assert all(np.array_equal(found[0], other) for other in found[1:])


def test_a_functions_generator_is_the_runs_own():
    def rewards(t, generator):
        return generator.random(2)

    call = {"paper": "private_online", "rewards": rewards, "horizon": 50}
    one, three = (br.simulate("ucb1", **call, runs=runs).reward for runs in (1, 3))
    assert np.array_equal(three[:1], one)
    assert len(np.unique(three[:, -1])) == 3


def test_objects_of_ones_own_class_are_run():
    found = br.run(Turns(arms=3, first=1), TABLE)
    assert found.pulls[0, -1].tolist() == [100] * 3
    assert found.algorithm == "Turns"
    with pytest.raises(KeyError):
        br.run(Careless(arms=3), TABLE)


@pytest.mark.checkout
def test_comparisons_on_rewards_of_ones_own_are_paired(tmp_path):
    call = {"paper": "private_online", "epsilon": [0.5, 2.0], "rewards": TABLE, "runs": 2}
    found = br.compare(["ucb1", "hybrid-ucb"], **call)
    assert len(found.cells) == 3
    assert found.common_rewards
    summary = found.summary()
    assert summary["difference"].tolist()[0] == 0
    own = found.summary(reference="hybrid-ucb")["difference"]  # at the same epsilon
    assert own[1:].tolist() == [0, 0]
    assert {*found.frame().columns} >= {"reward", "epsilon"}
    found.save(tmp_path / "a.parquet")
    again = br.compare(**br.load(tmp_path / "a.parquet").settings)
    assert again.frame().equals(found.frame())


WRONG = [
    ({"rewards": "none.csv"}, r"^rewards: none.csv: No such file or directory; allowed: numbers"),
    ({"rewards": [1, 2]}, r"^rewards: \[1, 2\]; allowed: numbers, rounds x arms"),
    ({"rewards": [["a"]]}, r"^rewards: .*; allowed: numbers"),
    ({"rewards": TABLE, "horizon": 301}, r"^rewards: 300 rounds; allowed: at least the hori.* 301"),
    ({"rewards": 2 * TABLE}, r"^reward: 2; allowed: a number in \[0, 1\]"),
    ({"rewards": TABLE, "means": [0.5]}, r"^means: \[0.5\]; allowed: 3 finite numbers"),
    ({"rewards": TABLE, "law": "beta"}, r"^law: not for a learner"),
    ({"rewards": TABLE, "epsilon": 0}, r"^epsilon: 0; allowed"),
    ({"rewards": lambda t, g: [1, 2][:t]}, r"^horizon: missing"),
    (
        {"rewards": lambda t, g: [1] * (t + 1), "horizon": 3},
        r"^rewards: \[1, 1, 1\]; allowed: 2 finite numbers, one for each arm",
    ),
]


@pytest.mark.parametrize(("more", "message"), WRONG)
def test_rewards_that_do_not_fit_are_named(more, message):
    with pytest.raises(UserError, match=message) as caught:
        br.simulate("hybrid-ucb", **{"epsilon": 1.0, **more})
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("name", "more"),
    [("doubling", {"players": 2}), ("dcb", {"agents": 2, "action_set": [[1.0, 0.0], [0.0, 1.0]]})],
)
def test_losses_and_linear_bandits_are_refused(name, more):
    learner = {"arms": 3} if name == "doubling" else {}
    made = br.learner(name, horizon=100, **learner, **more)
    with pytest.raises(ConfigurationError, match=r"allowed: of arms and their rewards"):
        br.run(made, TABLE)


def test_a_learner_that_has_played_is_refused():
    learner = br.learner("ucb1", **UCB1)
    br.run(learner, TABLE)
    with pytest.raises(ConfigurationError, match=r"300 of 300 steps; allowed: one that has not"):
        br.run(learner, TABLE)


@pytest.mark.checkout
def test_examples():
    found = doctest.testmod(own_rewards, optionflags=doctest.NORMALIZE_WHITESPACE)
    assert found.attempted
    assert not found.failed
