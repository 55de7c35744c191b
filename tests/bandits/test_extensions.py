"""A user's own algorithm: found, checked, run round by round; each error in one message."""

import importlib.metadata
import math
import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bandit_replications.bandits import extensions
from bandit_replications.bandits.extensions import (
    ExtensionFailed,
    classes,
    load_extensions,
    reserved_names,
    simulate_extension,
    source_hash,
)
from bandit_replications.bandits.rewards import bernoulli_table
from bandit_replications.bandits.streams import generator
from bandit_replications.bandits.trajectories import Trajectory
from bandit_replications.runtime.errors import ConfigurationError

GOOD = """
class Good:
    name = "good"
    feedback = "bandit"

    def __init__(self, *, arms, horizon, epsilon, generator):
        pass

    def choose(self, t):
        return 0

    def update(self, t, arm, reward):
        pass
"""


class Recorder:
    """Plays the arms in turn and writes down what it is told."""

    name = "recorder"
    feedback = "bandit"

    def __init__(
        self, *, arms: int, horizon: int, epsilon: float | None, generator: np.random.Generator
    ) -> None:
        self.arms = arms
        self.given = (arms, horizon, epsilon)
        self.first = generator.random()
        self.told: list[Any] = []
        type(self).last = self

    last: "Recorder"

    def choose(self, t: int) -> Any:
        return np.int64((t - 1) % self.arms)

    def update(self, *told: Any) -> None:
        self.told.append(told)


def write(folder: Path, name: str, text: str) -> Path:
    """Write an extension and return its folder."""
    folder.mkdir(exist_ok=True)
    (folder / name).write_text(text)
    return folder


def run(cls: Any, *, horizon: int = 7, seed: int = 1, epsilon: float | None = 0.5) -> Trajectory:
    """Run a class on three arms with checkpoints 1, 5 and the horizon."""
    return simulate_extension(
        cls,
        rewards=bernoulli_table([0.0, 1.0, 0.5]),
        horizon=horizon,
        checkpoints=np.array([1, 5, horizon]),
        generator=generator(seed, "extension"),
        epsilon=epsilon,
    )


# --- Finding --------------------------------------------------------------------------------


def test_the_example_is_found_and_its_folder_alone_decides(tmp_path: Path) -> None:
    assert "my-algo" in classes()
    assert load_extensions(tmp_path / "none") == {}
    folder = write(tmp_path / "e", "_draft.py", "1/0")
    left_alone = "from string import Formatter\n" + GOOD.replace("class Good", "class _Good")
    write(folder, "good.py", GOOD + left_alone + "class Other:\n    pass\n")
    assert list(load_extensions(folder)) == ["good"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("def broken(:", r"extensions/a\.py: SyntaxError: .*line 1.*; allowed"),
        ("raise SystemExit(0)", r"extensions/a\.py: SystemExit"),
        (GOOD.replace('"good"', '"My_Algo"'), r"class Good: name = 'My_Algo'; allowed.*kebab"),
        (GOOD.replace('"bandit"', '"full"'), r"feedback = 'full'; allowed: 'bandit' or 'full-inf"),
        (GOOD.replace("epsilon, ", ""), r"__init__: .*epsilon.*; allowed: __init__\(self, "),
        (GOOD.replace('"good"', '"dp-se"'), r"name 'dp-se' is built in; allowed: another name"),
        (GOOD + GOOD.replace("class Good", "class Two"), r"'good' is that of class Good too"),
    ],
)
def test_what_cannot_be_used_is_refused(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(ConfigurationError, match=message) as raised:
        load_extensions(write(tmp_path, "a.py", text), reserved=reserved_names())
    assert "\n" not in str(raised.value)


def test_entry_points_are_found_and_a_broken_one_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def point_to(value: str) -> None:
        entry = importlib.metadata.EntryPoint("theirs", value, extensions.ENTRY_POINTS)
        monkeypatch.setattr(importlib.metadata, "entry_points", lambda group: [entry])

    monkeypatch.syspath_prepend(write(tmp_path, "their_package.py", GOOD))
    point_to("their_package:Good")
    assert list(load_extensions(tmp_path / "none")) == ["good"]
    point_to("their_package:Bad")
    with pytest.raises(ConfigurationError, match=r"entry point theirs \(their_package:Bad\): Attr"):
        load_extensions(tmp_path / "none")


def test_an_edited_file_is_read_again_and_comments_are_no_new_version(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(extensions, "repo_root", lambda: tmp_path)
    path = write(tmp_path / "extensions", "good.py", GOOD) / "good.py"
    first = classes()["good"]
    assert classes()["good"] is first
    hashes = [source_hash(first)]
    for seconds, text in enumerate((GOOD + "# words\n", GOOD.replace("0", "1")), start=1):
        path.write_text(text)
        later = path.stat().st_mtime + seconds
        os.utime(path, (later, later))
        assert classes()["good"] is not first
        hashes.append(source_hash(classes()["good"]))
    assert hashes[0] == hashes[1] != hashes[2]


# --- Running --------------------------------------------------------------------------------


def test_bandit_feedback_round_by_round() -> None:
    trajectory = run(Recorder)
    np.testing.assert_array_equal(trajectory.pulls, [[1, 0, 0], [2, 2, 1], [3, 2, 2]])
    player = Recorder.last
    assert player.given == (3, 7, 0.5)
    assert [(t, arm) for t, arm, _ in player.told] == [(t, (t - 1) % 3) for t in range(1, 8)]
    rewards = {arm: [r for _, other, r in player.told if other == arm] for arm in range(3)}
    assert rewards[0] == [0.0] * 3
    assert rewards[1] == [1.0] * 2


def test_full_information_is_told_all_rewards() -> None:
    class FullRecorder(Recorder):
        feedback = "full-information"

    run(FullRecorder, epsilon=None)
    assert FullRecorder.last.given[2] is None
    for t, (told, vector) in enumerate(FullRecorder.last.told, start=1):
        assert told == t
        assert vector.shape == (3,)
        assert (vector[0], vector[1]) == (0.0, 1.0)


def test_the_algorithms_chance_is_its_own_and_the_same_each_time() -> None:
    """How much an algorithm draws never changes the rewards that it sees."""
    run(Recorder)
    one = Recorder.last
    run(Recorder)
    assert (one.first, one.told) == (Recorder.last.first, Recorder.last.told)
    run(Recorder, seed=2)
    assert one.first != Recorder.last.first

    class Drawing(Recorder):
        def __init__(self, **given: Any) -> None:
            super().__init__(**given)
            given["generator"].random(100)

    run(Drawing)
    assert Drawing.last.told == one.told


@pytest.mark.parametrize(
    ("choice", "message"),
    [
        (3, r"recorder, round 2: ValueError: choose returned 3; allowed: 0 to 2"),
        (-1, r"round 2: ValueError: choose returned -1"),
        (1.0, r"round 2: TypeError: choose returned 1\.0; allowed: a whole number"),
        (True, r"round 2: TypeError: choose returned True"),
    ],
)
def test_what_is_not_an_arm_is_refused_with_class_and_round(choice: Any, message: str) -> None:
    class Wrong(Recorder):
        def choose(self, t: int) -> Any:
            return 0 if t == 1 else choice

    with pytest.raises(ExtensionFailed, match=message):
        run(Wrong)


def test_an_exception_names_class_and_round() -> None:
    class Raising(Recorder):
        def update(self, *told: Any) -> None:
            if told[0] == 6:
                raise KeyError("x")

    with pytest.raises(ExtensionFailed, match=r"recorder, round 6: KeyError: 'x'"):
        run(Raising)

    class Unstarted(Recorder):
        def __init__(self, **_: Any) -> None:
            raise ValueError("epsilon: None")

    with pytest.raises(ExtensionFailed, match=r"recorder, at the start: ValueError: epsilon"):
        run(Unstarted)


# --- The example ----------------------------------------------------------------------------


EXPLORED = math.ceil(100 ** (2 / 3) * math.log(201) ** (1 / 3))  # rounds of each of two arms


def example_pulls(epsilon: float | None, *, runs: int, means: list[float]) -> np.ndarray:
    """Return the final pulls of the example, shape (runs, arms), at horizon 200."""
    example = classes()["my-algo"]
    return np.array(
        [
            simulate_extension(
                example,
                rewards=bernoulli_table(means),
                horizon=200,
                checkpoints=np.array([200]),
                generator=generator(1, "my-algo", epsilon, run),
                epsilon=epsilon,
            ).pulls[0]
            for run in range(runs)
        ]
    )


def test_the_examples_noise_has_the_scale_that_privacy_asks_for() -> None:
    """The sums are 0 and `EXPLORED`; the wrong arm wins when two Laplace noises differ by more.

    For iid X, Y ~ Lap(b): P(X - Y > d) = exp(-d/b) (2 + d/b) / 4. With d/b = 1 that is 0.2759. 700
    runs: |z| < 3.9 has a false-alarm rate of 1e-4. A scale of half or twice 1/epsilon is caught.
    """
    pulls = example_pulls(1 / EXPLORED, runs=700, means=[0.0, 1.0])[:, 0]
    assert set(pulls) == {EXPLORED, 200 - EXPLORED}
    wrong = int((pulls > 100).sum())

    def z_score(ratio: float) -> float:
        chance = math.exp(-ratio) * (2 + ratio) / 4
        return (wrong - 700 * chance) / math.sqrt(700 * chance * (1 - chance))

    assert abs(z_score(1.0)) < 3.9
    assert min(abs(z_score(0.5)), abs(z_score(2.0))) > 3.9


def test_without_epsilon_the_example_adds_no_noise() -> None:
    pulls = example_pulls(None, runs=10, means=[0.0, 0.5])
    np.testing.assert_array_equal(pulls, [[EXPLORED, 200 - EXPLORED]] * 10)
