import numpy as np
import pytest

from bandit_replications.papers.distributed.environments.instances import (
    ActionsInstance,
    ArmsInstance,
    hard_gap,
)

SIZE = {"agents": 16, "arms": 20, "horizon": 10**5}


@pytest.mark.parametrize(
    ("entry", "expected"),
    [
        ({"family": "linear"}, [0.9, 0.7, 0.5, 0.3, 0.1]),
        ({"family": "equal", "best": 0.5}, [0.5] * 5),
        ({"family": "one-good", "worst": 0.5}, [0.9, 0.5, 0.5, 0.5, 0.5]),
        ({"means": [0.2, 0.3]}, [0.2, 0.3]),
    ],
    ids=str,
)
def test_means_of_families_and_lists(entry, expected):
    means = ArmsInstance(name="x", **entry).resolve(agents=16, arms=5, horizon=10**5)
    assert means == pytest.approx(expected)


def test_the_hard_gap_is_that_of_the_grid():
    # 16 sqrt(20 ln(16 * 20 * 10^9) / (16 * 10^9)), by hand: ln(3.2e11) = 26.4915...
    assert hard_gap(agents=16, arms=20, horizon=10**9) == pytest.approx(
        16 * np.sqrt(20 * 26.491_561 / 1.6e10), rel=1e-6
    )
    assert hard_gap(agents=1, arms=20, horizon=100) == 1.0
    means = ArmsInstance(name="x", family="hard").resolve(agents=16, arms=20, horizon=10**9)
    assert means[0] + means[1] == pytest.approx(1)
    assert means[0] - means[1] == pytest.approx(hard_gap(agents=16, arms=20, horizon=10**9))
    assert (means[1:] == means[1]).all()


def test_arms_stand_in_an_order_drawn_for_each_replicate():
    entry = ArmsInstance(name="x", family="linear")
    ordered = entry.resolve(**SIZE)
    size = {"agents": SIZE["agents"], "horizon": SIZE["horizon"], "root_seed": 3}
    draws = [entry.in_order(ordered, **size, replicate=number) for number in range(40)]
    assert np.array_equal(entry.in_order(ordered, **size, replicate=7), draws[7])
    for means in draws:
        assert np.array_equal(np.sort(means)[::-1], ordered)
    best = {int(means.argmax()) for means in draws}
    # 40 uniform places among 20 are fewer than 10 different ones with probability below 1e-4
    assert len(best) >= 10


def test_means_come_from_a_file(tmp_path):
    path = tmp_path / "means.txt"
    path.write_text("0.2\n0.75\n\n0.5\n")
    own = ArmsInstance(name="x", file=str(path))
    assert own.own_width() == 3
    assert np.array_equal(own.resolve(**SIZE), [0.2, 0.75, 0.5])


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        ({}, "has no means; allowed: exactly one of family, means, file"),
        ({"family": "linear", "means": [0.5]}, "family and means"),
        ({"means": []}, "0 arms; allowed: at least 1"),
        ({"family": "linear", "best": 0.1, "worst": 0.2}, "worst 0.2; allowed: at most best, 0.1"),
        ({"file": "no/such/file"}, "No such file or directory; allowed: a text file with one mean"),
    ],
)
def test_bad_means_are_answered_with_one_message(entry, message):
    with pytest.raises(ValueError, match=message):
        ArmsInstance(name="x", **entry)


def test_a_fixed_set_and_a_parameter_belong_to_the_replicate():
    entry = ActionsInstance(name="x", actions=7)
    one, two = (entry.draw(dimension=3, root_seed=1, replicate=number) for number in range(2))
    again = entry.draw(dimension=3, root_seed=1, replicate=1)
    assert one.action_sets.shape == (1, 7, 3)
    assert not np.array_equal(one.action_sets, two.action_sets)
    assert np.array_equal(again.action_sets, two.action_sets)
    assert np.array_equal(again.parameter, two.parameter)
    assert np.linalg.norm(one.parameter) == pytest.approx(1)
    given = ActionsInstance(name="x", actions=5, parameter=[0.6, 0.8])
    assert np.array_equal(given.draw(dimension=9, root_seed=0, replicate=3).parameter, [0.6, 0.8])
    assert given.own_width() == 2


def test_sets_of_a_file_are_fixed_or_a_sequence(tmp_path):
    fixed, sequence = tmp_path / "fixed.txt", tmp_path / "sequence.txt"
    fixed.write_text("1 0\n0, 1\n0.6 0.8\n")
    sequence.write_text("1 0\n0 1\n\n\n0.6 0.8\n-1 0\n")
    one = ActionsInstance(name="x", file=str(fixed))
    assert one.own_width() == 2
    drawn = one.draw(dimension=9, root_seed=0, replicate=0)
    assert np.array_equal(drawn.action_sets, [[[1, 0], [0, 1], [0.6, 0.8]]])
    several = ActionsInstance(name="x", file=str(sequence), anew=True)
    assert several.draw(dimension=2, root_seed=0, replicate=0).action_sets.shape == (2, 2, 2)
    with pytest.raises(ValueError, match="anew False and 2 sets"):
        ActionsInstance(name="x", file=str(sequence))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "is empty"),
        ("1 0\n1\n", "sets of shapes"),
        ("nan 0\n", "not finite"),
        ("1 0.1\n", "length 1.00499; allowed: at most 1"),
    ],
)
def test_bad_action_sets_are_answered_with_one_message(tmp_path, text, message):
    path = tmp_path / "actions.txt"
    path.write_text(text)
    with pytest.raises(ValueError, match=message):
        ActionsInstance(name="x", file=str(path))


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        ({}, "either actions or a file"),
        ({"actions": 5, "parameter": [1.0, 1.0]}, r"of length 1\.41421; allowed: at most"),
    ],
)
def test_bad_actions_are_answered_with_one_message(entry, message):
    with pytest.raises(ValueError, match=message):
        ActionsInstance(name="x", **entry)
