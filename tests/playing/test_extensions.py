"""A user's own algorithm: found, checked, driven; each error in one message."""

import math
import os
import statistics
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bandit_replications.bandits.problems import BanditProblem
from bandit_replications.bandits.rewards import bernoulli_table
from bandit_replications.bandits.streams import generator
from bandit_replications.papers.anonymous.own_algorithms import OwnAlgorithm as OwnUsers
from bandit_replications.papers.private_online.own_algorithms import OwnAlgorithm
from bandit_replications.playing import extensions
from bandit_replications.playing.extensions import (
    find,
    found,
    ids,
    options_of,
    problems,
    reserved_names,
)
from bandit_replications.playing.own_algorithms import (
    ExtensionFailed,
    failure,
    one_for_each,
    one_of,
    played,
    pulls_of_all,
)
from bandit_replications.runtime.errors import MOST, ConfigurationError

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


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return an empty folder in place of the repository's extensions."""
    monkeypatch.setattr(extensions, "repo_root", lambda: tmp_path)
    (tmp_path / "extensions").mkdir()
    return tmp_path / "extensions"


def write(folder: Path, name: str, text: str, *, later: int = 0) -> None:
    """Write a file, with a later time even on a coarse clock."""
    (folder / name).write_text(text)
    time = (folder / name).stat().st_mtime + later
    os.utime(folder / name, (time, time))


def changed(*pairs: str) -> str:
    """Return the class with other words: the old ones, the new ones, and so on."""
    text = GOOD
    for old, new in zip(pairs[::2], pairs[1::2], strict=True):
        assert old in text
        text = text.replace(old, new)
    return text


# --- Finding --------------------------------------------------------------------------------


def test_the_examples_are_found_by_their_feedback():
    assert ids(["bandit"]) == ["my-algo", "my-algo-compiled"]
    every = ids(list(problems()))
    assert len(every) == len(set(every)) > 5
    assert find("my-algo") is find("my-algo")


def test_what_a_file_has_besides_is_left_alone(folder):
    assert find("good") is None
    write(folder, "_draft.py", "1/0")
    left_alone = "from string import Formatter\n" + changed("class Good", "class _Good")
    write(folder, "good.py", GOOD + left_alone + "class Other:\n    pass\n")
    assert ids(["bandit", "server"]) == ["good"]
    assert ids(["server"]) == []


NETWORK = changed('"bandit"', '"network"', "arms, horizon, epsilon, ", "")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("def broken(:", r"'good' is not built in, and extensions/a\.py: SyntaxError: .*; allowed"),
        ("raise SystemExit(0)", r"extensions/a\.py: SystemExit"),
        (changed('"bandit"', '"full"'), r"feedback = 'full'; allowed: 'bandit', .*'full-inf"),
        (changed("arms,", "arms, /,", "*, ", ""), r"__init__: arms; allowed: keyw"),
        (changed("arms,", "arms: Unknown,"), r"SyntaxError|NameError.*Unknown|'Unknown'"),
        (NETWORK, r"a\.py, class Good: no method 'receive'; allowed: with feedback 'network'"),
        (GOOD + changed("class Good", "class Two"), r"Two: name 'good' is that of .*Good"),
    ],
)
def test_unusable_classes_are_refused_in_one_line(folder, text, message):
    write(folder, "a.py", text)
    with pytest.raises(ConfigurationError, match=message) as raised:
        find("good")
    assert "\n" not in str(raised.value)
    assert len(str(raised.value)) <= MOST


def test_a_broken_file_stops_no_other_class(folder):
    write(folder, "a.py", "1/0")
    write(folder, "good.py", GOOD)
    write(folder, "wrong.py", changed('"good"', '"wrong"', '"bandit"', "1"))
    assert find("good") is not None
    assert ids(["bandit"]) == ["good"]
    with pytest.raises(ConfigurationError, match="ZeroDivisionError"):
        find("other")


def test_ids_of_built_in_modules_are_taken(folder):
    assert {"default", "dp-se", "demab"} <= reserved_names()
    write(folder, "good.py", changed('"good"', '"demab"'))
    with pytest.raises(ConfigurationError, match="'demab' is built in; allowed: another name"):
        find("demab")


def test_a_class_of_a_module_needs_no_name(folder, tmp_path, monkeypatch):
    write(tmp_path, "their_bandits.py", changed('    name = "good"\n', "") + "X = 1\n")
    monkeypatch.syspath_prepend(tmp_path)
    assert found("their_bandits:Good").__name__ == "Good"
    for wrong, message in (
        ("their_bandits:Bad", "their_bandits:Bad: AttributeError.*; allowed: what Python can imp"),
        ("no_such_module:Good", "ModuleNotFoundError"),
        ("their_bandits:X", "their_bandits:X: 1; allowed: a class"),
    ):
        with pytest.raises(ConfigurationError, match=message):
            find(wrong)


def test_entry_points_are_found_and_broken_ones_named(folder, tmp_path, monkeypatch):
    def point_to(value: str) -> None:
        (installed / "entry_points.txt").write_text(f"[{extensions.ENTRY_POINTS}]\nown = {value}\n")

    (installed := tmp_path / "theirs-1.dist-info").mkdir()
    monkeypatch.setattr(extensions, "_entries", extensions._entries.__wrapped__)  # each time anew
    write(tmp_path, "their_package.py", GOOD)
    monkeypatch.syspath_prepend(tmp_path)
    point_to("their_package:Good")
    assert ids(["bandit"]) == ["good"]
    point_to("their_package:Bad")
    with pytest.raises(ConfigurationError, match=r"entry point own \(their_package:Bad\): Attr"):
        find("good")


def test_edited_file_is_read_again_comments_change_nothing(folder):
    write(folder, "good.py", GOOD)
    first = find("good")
    assert find("good") is first
    sources = [OwnAlgorithm.of("good").source]
    for seconds, text in enumerate((GOOD + "# words\n", GOOD.replace("0", "1")), start=1):
        write(folder, "good.py", text, later=seconds)
        assert find("good") is not first
        sources.append(OwnAlgorithm.of("good").source)
    assert sources[0] == sources[1] != sources[2]
    assert OwnUsers.of("good").source != sources[2]  # other code plays it


def test_options_are_keywords_of_the_class_alone(folder):
    options = ("epsilon, ", "", "generator", "width: float = 2.0, steps: int")
    write(folder, "good.py", changed(*options))
    model = options_of(found("good"))
    assert model.model_fields["width"].default == 2.0
    assert model.model_fields["steps"].is_required()
    assert model(steps=3).model_dump() == {"width": 2.0, "steps": 3}
    for wrong in ({}, {"steps": 3, "epsilon": 1.0}, {"steps": "3"}, {"steps": 3, "width": True}):
        with pytest.raises(ValueError, match=r"steps|epsilon|width"):
            model(**wrong)


# --- Running --------------------------------------------------------------------------------


class Recorder:
    """Round robin; keeps everything that it is told."""

    feedback = "bandit"
    last: "Recorder"

    def __init__(self, *, arms: int, generator: np.random.Generator, **known: Any) -> None:
        self.arms = arms
        self.given = {"arms": arms, **known}
        self.first = generator.random()
        self.told: list[Any] = []
        Recorder.last = self

    def choose(self, t: int) -> Any:
        return np.int64((t - 1) % self.arms)

    def update(self, *told: Any) -> None:
        self.told.append(told)


def run(cls: type, monkeypatch: pytest.MonkeyPatch, *, seed: int = 1) -> Any:
    """Run a class on three arms with checkpoints 1, 5 and the horizon, 7."""
    monkeypatch.setattr(extensions, "find", lambda name: cls)
    own = OwnAlgorithm(name="recorder", source="")
    problem = BanditProblem(
        rewards=bernoulli_table([0.0, 1.0, 0.5]), horizon=7, checkpoints=[1, 5, 7], epsilon=0.5
    )
    chance = generator(seed, "extension")
    return own.simulate(problem, generator=chance, options=own.Options())


def test_class_receives_what_it_asks_for_and_rewards(monkeypatch):
    trajectory = run(Recorder, monkeypatch)
    np.testing.assert_array_equal(trajectory.pulls, [[1, 0, 0], [2, 2, 1], [3, 2, 2]])
    player = Recorder.last
    assert player.given == {"arms": 3, "horizon": 7, "epsilon": 0.5}
    # What the last round reveals is not asked for.
    assert [(t, arm) for t, arm, _ in player.told] == [(t, (t - 1) % 3) for t in range(1, 7)]
    rewards = {arm: [r for _, other, r in player.told if other == arm] for arm in range(3)}
    assert rewards[0] == [0.0] * 2
    assert rewards[1] == [1.0] * 2


def test_algorithm_has_its_own_reproducible_chance(monkeypatch):
    """How much an algorithm draws never changes the rewards that it sees."""
    run(Recorder, monkeypatch)
    one = Recorder.last
    run(Recorder, monkeypatch)
    assert (one.first, one.told) == (Recorder.last.first, Recorder.last.told)
    run(Recorder, monkeypatch, seed=2)
    assert one.first != Recorder.last.first

    class Drawing(Recorder):
        def __init__(self, **given: Any) -> None:
            super().__init__(**given)
            given["generator"].random(100)

    run(Drawing, monkeypatch)
    assert Recorder.last.told == one.told


@pytest.mark.parametrize(
    ("choice", "message"),
    [
        (3, r"recorder, round 2: ValueError: choose returned 3; allowed: 0 to 2"),
        (-1, r"round 2: ValueError: choose returned -1"),
        (1.0, r"round 2: TypeError: choose returned 1\.0; allowed: a whole number"),
        (True, r"round 2: TypeError: choose returned True"),
    ],
)
def test_wrong_arm_is_refused_with_class_and_round(choice, message, monkeypatch):
    class Wrong(Recorder):
        def choose(self, t: int) -> Any:
            return 0 if t == 1 else choice

    with pytest.raises(ExtensionFailed, match=message):
        run(Wrong, monkeypatch)


def test_an_exception_names_class_and_round(monkeypatch):
    class Raising(Recorder):
        def update(self, *told: Any) -> None:
            if told[0] == 6:
                raise KeyError("x")

    line = Raising.update.__code__.co_firstlineno + 2
    place = rf"\(playing/test_extensions\.py, line {line}, in update; BANDIT_DEBUG=1 shows the trac"
    with pytest.raises(ExtensionFailed, match=rf"recorder, round 6: KeyError: 'x' {place}"):
        run(Raising, monkeypatch)

    class Unstarted(Recorder):
        def __init__(self, **_: Any) -> None:
            raise ValueError("epsilon: None")

    with pytest.raises(ExtensionFailed, match=r"recorder, at the start: ValueError: epsilon"):
        run(Unstarted, monkeypatch)


def test_exception_in_a_library_names_users_line(folder):
    text = "import statistics\n\n\ndef helper():\n    statistics.mean([])\n\n"
    write(folder, "good.py", text + GOOD)
    with pytest.raises(statistics.StatisticsError) as raised:
        sys.modules[found("good").__module__].helper()
    said = str(failure("good", "round 1", raised.value))
    place = "extensions/good.py, line 5, in helper"
    assert said.endswith(f"({place}; BANDIT_DEBUG=1 shows the traceback)")


@pytest.mark.parametrize("chosen", [[0, 1], [0, 1, 3], [0, 1, -1], [0.0, 1.0, 2.0], 1, None])
def test_a_groups_choice_is_one_arm_for_each(chosen):
    assert one_for_each(3, 3)([2, 0, 1]).tolist() == [2, 0, 1]
    assert one_for_each(3, 3, least=-1)([2, -1, 1]).tolist() == [2, -1, 1]
    with pytest.raises((TypeError, ValueError), match=r"choose returned .*; allowed: "):
        one_for_each(3, 3)(chosen)
    assert one_of(3)(np.int64(2)) == 2


def test_every_choice_is_answered_and_counted():
    answers = []

    def player() -> Any:
        for t in range(4):
            answers.append((yield [t % 2, 0, 0]))

    rounds = played(player(), sum)
    pulls = pulls_of_all(rounds, arms=2, checkpoints=np.array([1, 4]))
    assert pulls.tolist() == [[3, 0], [10, 2]]
    assert answers == [0, 1, 0, 1]


# --- The example ----------------------------------------------------------------------------


EXPLORED = math.ceil(100 ** (2 / 3) * math.log(201) ** (1 / 3))  # rounds of each of two arms


def example_pulls(epsilon: float | None, *, runs: int, means: list[float]) -> np.ndarray:
    """Return the final pulls of the example, shape (runs, arms), at horizon 200."""
    own = OwnAlgorithm.of("my-algo")
    problem = BanditProblem(rewards=bernoulli_table(means), horizon=200, epsilon=epsilon)
    streams = (generator(1, "my-algo", epsilon, run) for run in range(runs))
    made = [own.simulate(problem, generator=one, options=own.Options()) for one in streams]
    return np.array([run.pulls[0] for run in made])


def test_example_draws_noise_of_the_private_scale():
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


def test_without_epsilon_the_example_adds_no_noise():
    pulls = example_pulls(None, runs=10, means=[0.0, 0.5])
    np.testing.assert_array_equal(pulls, [[EXPLORED, 200 - EXPLORED]] * 10)
