import inspect

import numpy as np
import pytest

from bandit_replications.papers.anonymous.algorithms import (
    batched_elimination,
    explore_then_commit,
    ucb,
)
from bandit_replications.papers.anonymous.environments.anonymity import (
    AnonymityError,
    AnonymousBandit,
)
from bandit_replications.papers.anonymous.environments.problems import AnonymousProblem
from bandit_replications.papers.anonymous.environments.requests import Commit, Elicitations, Round

MEANS = np.random.default_rng(0).random((9, 3))


def bandit(*, horizon=100, checkpoints=None):
    problem = AnonymousProblem(means=MEANS, group_size=2, horizon=horizon, checkpoints=checkpoints)
    return AnonymousBandit(problem, generator=np.random.default_rng(0))


def asks(*requests):
    """Return an algorithm that makes these requests, then commits, and what it was told."""
    told = []

    def play():
        for request in requests:
            told.append((yield request))
        yield Commit([0] * 9)

    return play(), told


def elicitations(**changed):
    asked = {"assignments": [[0] * 9], "groups": [[0] * 4 + [-1] * 5], "sequence": [0]} | changed
    return Elicitations(**{name: np.array(value) for name, value in asked.items()})


@pytest.mark.parametrize(
    ("request_", "error", "message"),
    [
        (Round([0] * 9, [[0, 1], [2]]), AnonymityError, "at least 2 users"),
        (Round([0] * 9, [[0, 1], [1, 2]]), AnonymityError, "each user in one group"),
        (Round([0] * 9, [[0, 0]]), AnonymityError, "each user in one group"),
        (Round([0, 1] * 4 + [0], [[0, 1, 2]]), AnonymityError, "users of one arm"),
        # -9 is another name for user 0: the pair would be one user, reported alone
        (Round([0] * 9, [[0, -9]]), ValueError, "groups: -9; allowed: 0 to 8"),
        (Round([0] * 9, [[0, 1.0]]), ValueError, "groups: .*; allowed: integers"),
        (Round([3] * 9, [[0, 1]]), ValueError, "assignment: 3; allowed: 0 to 2"),
        (Round([0] * 8, [[0, 1]]), ValueError, "assignment: length 8; allowed: an arm for each"),
        (Commit([0] * 8 + [0.5]), ValueError, "assignment: .*; allowed: integers"),
        (Commit([0] * 9, -5), ValueError, "rounds: -5; allowed: an integer >= 0"),
        (elicitations(assignments=[[-1] * 9]), ValueError, "assignment: -1; allowed: 0 to 2"),
        (elicitations(groups=[[0] * 4]), ValueError, r"groups: shape \(1, 4\); allowed: \(1, 9\)"),
        (elicitations(sequence=[-1]), ValueError, "sequence: -1; allowed: 0 to 0"),
        (elicitations(repeats=[-1]), ValueError, "repeats: -1; allowed: 0 to 100"),
        (elicitations(repeats=[1, 1]), ValueError, r"repeats: shape \(2,\); allowed: \(1,\)"),
    ],
)
def test_requests_outside_the_model_are_refused(request_, error, message):
    algorithm, told = asks(request_)
    with pytest.raises(error, match=message):
        bandit().run(algorithm)
    assert told == []


@pytest.mark.parametrize(
    ("assignment", "groups"),
    [
        ([0] * 9, [0, 0] + [-1] * 7),  # two users: one alone would be left
        ([0] * 9, [0] * 6 + [-1] * 3),  # more than 2C + 1: not every user would be left out
        ([0, 1] * 4 + [0], [0, 0, 0] + [-1] * 6),
        ([0] * 9, [0, 0, 0, 9] + [-1] * 5),
        ([0] * 9, [0, 0, 0, -2] + [-1] * 5),
    ],
)
def test_elicitations_refuse_groups_that_would_report_too_few(assignment, groups):
    request = elicitations(
        assignments=[[0] * 9, assignment], groups=[[-1] * 9, groups], sequence=[0, 1]
    )
    with pytest.raises(AnonymityError, match="row 1; allowed: 3 to 5 users of one arm"):
        bandit().run(asks(request)[0])


def test_totals_are_all_that_is_told():
    algorithm, told = asks(
        Round([0] * 3 + [1] * 6, [[0, 1, 2], [3, 8]]), Round([0] * 9), Commit([1] * 9, 5)
    )
    bandit().run(algorithm)
    assert [len(told[0]), told[1], told[2]] == [2, [], None]
    assert 0 <= told[0][0] <= 3


@pytest.mark.parametrize("literal", [False, True])
@pytest.mark.parametrize("module", [batched_elimination, explore_then_commit, ucb])
def test_an_algorithm_holds_sizes_and_its_own_stream(module, literal, monkeypatch):
    started = []
    original = AnonymousBandit.run

    def run(self, algorithm):
        held = inspect.getgeneratorlocals(algorithm)
        assert held.pop("sizes") == self.sizes
        assert held.pop("options") == module.Options()
        assert held.pop("generator").bit_generator is not self._generator.bit_generator
        assert set(held.values()) <= {None}
        started.append(algorithm)
        return original(self, algorithm)

    monkeypatch.setattr(AnonymousBandit, "run", run)
    simulate = module.simulate_literal if literal else module.simulate
    problem = AnonymousProblem(means=MEANS, group_size=2, horizon=200)
    simulate(problem, generator=np.random.default_rng(0))
    # The compiled UCB is no algorithm of this model: it plays with groups of one user.
    assert started or (module is ucb and not literal)


def test_regret_is_the_sum_of_gaps():
    gaps = MEANS.max(axis=1, keepdims=True) - MEANS
    checkpoints = np.array([1, 2, 3, 4, 8, 9, 20, 100])
    first, second = np.array([0, 1, 2] * 3), np.array([2] * 9)
    runs = Elicitations(
        assignments=np.array([first, second]),
        groups=np.array([[0, 1, 2] * 3, [0, 0, 0, 1, 1, 1, 2, 2, 2]]),
        sequence=np.array([1, 0]),
    )
    algorithm, _ = asks(Round(first.tolist()), Commit(second, 2), runs)
    run = bandit(checkpoints=checkpoints).run(algorithm)
    played = [first] + [second] * 2 + [second] * 6 + [first] * 6 + [np.zeros(9, int)] * 85
    costs = np.cumsum([gaps[np.arange(9), arms].sum() for arms in played])
    np.testing.assert_allclose(run.regret, costs[checkpoints - 1], rtol=1e-12)


def test_stretches_of_runs_are_runs_one_by_one():
    rows = {
        "assignments": np.array([[0, 1, 2] * 3, [2] * 9]),
        "groups": np.array([[0, 1, 2] * 3, [0, 0, 0, 1, 1, 1, 2, 2, 2]]),
    }
    long = Elicitations(**rows, sequence=np.array([1, 0, 0, 1, 1, 1]))
    short = Elicitations(**rows, sequence=np.array([1, 0, 0, 1]), repeats=np.array([1, 2, 0, 3]))
    runs, answers = [], []
    for request in (long, short):
        algorithm, told = asks(request)
        runs.append(bandit(checkpoints=np.arange(1, 101)).run(algorithm).regret)
        answers.append(told[0])
    np.testing.assert_allclose(*runs, rtol=1e-12)
    np.testing.assert_array_equal(*answers)


def test_the_horizon_cuts_the_last_request_short():
    algorithm, told = asks(Commit([1] * 9, 98), Round([0] * 9), Commit([2] * 9, 50))
    bandit().run(algorithm)
    assert len(told) == 2  # the third request was cut, and the coroutine closed


def test_an_algorithm_that_stops_is_told_so():
    with pytest.raises(ValueError, match="stopped after 0 rounds"):
        bandit().run(request for request in ())
