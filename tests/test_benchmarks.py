"""Equal work for all players in `make bench`, and tables that follow from it.

Statistical tests have fixed seeds and say that equal means differ with probability 0.1%.
"""

import ctypes
import json
import re
import shutil
import sys

import numpy as np
import pandas as pd
import pytest
from benchmarks import __main__ as command
from benchmarks import compare, forms, loops, peers, protocol, report
from benchmarks.tasks import AXES, SEED, learning_rate, sized, tasks
from packaging.requirements import Requirement

import bandit_replications as br
from bandit_replications.papers.multiplayer.algorithms.blocks import theorem_learning_rate
from bandit_replications.runtime.errors import ConfigurationError

LEVEL = 1e-3
SMALL = tasks("small")


def simulated(task):
    return br.simulate(**task, checkpoints=[task["horizon"]], seed=SEED).regret[:, -1]


@pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler")
@pytest.mark.parametrize(
    ("name", "printed", "changed"),
    [
        ("UCB1", "sqrt(2 * log(t))", "sqrt(log(t))"),
        ("EXP3", "exp(-rate", "exp(-2 * rate"),
        ("LinUCB", "2 * log_inverse_delta", "log_inverse_delta / 2"),
        ("Multi-agent UCB", "place < starts[i + 1]", "place < starts[i]"),
    ],
)
def test_the_loops_in_c_play_our_algorithms(name, printed, changed, tmp_path):
    task = SMALL[name] | {"runs": 200, "horizon": 1000}
    ours = simulated(task)
    altered, text = tmp_path / "loops.c", compare.SOURCE.read_text()
    assert text.count(printed) == 1
    for source, same in ((text, True), (text.replace(printed, changed), False)):
        altered.write_text(source)
        folder = tmp_path / str(same)  # a library of one path is loaded once
        folder.mkdir()
        library = ctypes.CDLL(str(compare.compiled(folder, source=altered)))
        regrets = np.array(loops.play(library, task))
        assert (compare.difference(regrets, ours) > LEVEL) is same


def test_every_task_is_simulated_at_every_size():
    assert all(set(followed) <= set(SMALL) for followed in AXES.values())
    for axis, followed in AXES.items():
        for name, sizes in followed.items():
            for size in (sizes[0], sizes[-1]):
                task = sized(SMALL[name], axis, size) | protocol.WARM_UP
                assert simulated(task).shape == (1,)


def test_peers_have_our_learning_rate():
    task = SMALL["EXP3"]
    ours = theorem_learning_rate(arms=5, horizon=task["horizon"], block_length=1)
    assert learning_rate(task) == pytest.approx(ours)


@pytest.mark.parametrize("name", ["UCB1", "EXP3"])
def test_peers_pay_the_gaps_of_their_arms(name):
    learned = []
    task = SMALL[name] | {"horizon": 40}
    regret = peers.played(task, lambda: 4, lambda *given: learned.append(given), done=10)
    assert regret == pytest.approx(30 * 0.8)
    assert len(learned) == 30
    assert {arm for arm, _ in learned} == {4}
    assert {reward for _, reward in learned} <= {0.0, 1.0}


def test_what_is_played_by_peers_has_a_task():
    played = {name for tasks_of in peers.PEERS.values() for name in tasks_of}
    assert played <= set(SMALL)
    assert all(peer in peers.PEERS and name in SMALL for name, peer in peers.VARIANTS)
    assert set(report.STYLES) >= {*peers.PEERS, compare.OURS, compare.LITERAL, compare.LOOP}


# --- Measuring ------------------------------------------------------------------------------


def test_job_ends_after_a_slow_task(tmp_path):
    job = tmp_path / "job.json"
    job.write_text(json.dumps({"tasks": [{"runs": 2}, {"runs": 3}], "most": -1.0}))
    protocol.serve(lambda task: [0.5] * task["runs"], job, version="1.2")
    answer = json.loads(job.read_text())
    assert answer["regrets"] == [[0.5, 0.5]]
    assert len(answer["seconds"]) == 1
    assert answer["version"] == "1.2"


def test_the_peak_is_what_the_system_says(tmp_path):
    status = tmp_path / "status"
    assert protocol.peak(status) is None
    status.write_text("VmPeak:\t 9 kB\nVmHWM:\t    2048 kB\n")
    assert protocol.peak(status) == 2.0


def test_who_fails_is_left_out_in_one_line(capsys):
    broken = [sys.executable, "-c", "raise SystemExit('first\\nno such release')"]
    assert list(compare.repeated(broken, SMALL["UCB1"], "river", repeats=3)) == []
    assert capsys.readouterr().out == "river (ucb1): left out: no such release\n"


def test_different_regret_is_told_unless_algorithms_differ():
    runs = np.random.default_rng(1).normal(100, 5, size=(4, 20))
    players = (compare.OURS, compare.LITERAL, "MABWiser", "river")
    regrets = {("UCB1", player): run for player, run in zip(players, runs, strict=True)}
    regrets["UCB1", "MABWiser"] = runs[2] + 20
    notes = ["", "", "", "another one"]
    table = pd.DataFrame({"task": "UCB1", "player": players, "note": notes})
    assert compare.agreeing(table, regrets) == ["", "yes", "no", ""]
    assert compare.difference(np.ones(3), np.ones(3)) == 1.0


def growth(sizes, seconds):
    """Return the seconds of one player at some sizes."""
    names = {"task": "UCB1", "player": "river", "axis": "horizon"}
    return pd.DataFrame({**names, "size": sizes, "seconds": seconds})


def test_long_runs_are_those_of_the_longest_horizon():
    grown = growth([10, 10, 1000, 1000], [1e-3, 1e-3, 3e-3, 2e-3])
    found = compare.with_long_runs(speed().drop(columns=report.LONG), grown)
    rates = found.set_index("player")["long_run_rounds_per_second"].dropna()
    assert rates.to_dict() == {"river": 500_000}


def test_exponents_are_those_of_the_larger_sizes():
    sizes = [10**3, 10**4, 3 * 10**4, 10**5, 10**6]
    seconds = [1.0, *(1e-6 * size**1.5 for size in sizes[1:])]
    grown = growth([*sizes, *sizes, 10**7], [*seconds, *seconds, 9.0])
    (row,) = compare.exponents(grown).itertuples()
    assert row.exponent == pytest.approx(1.5)
    assert (row[4], row.to) == (10**4, 10**6)


@pytest.mark.full
def test_every_algorithm_has_both_forms_and_a_problem(monkeypatch):
    assert forms._first_seconds(SMALL["UCB1"]) > forms._empty_seconds() > 0
    monkeypatch.setattr(forms, "_first_seconds", lambda task: 1.0)  # ten seconds each
    found = forms.measured(shorter=100)
    assert (found["fast_seconds"] > 0).all()
    listed = [(paper, name) for paper, known in br.algorithms().items() for name in known]
    assert list(zip(found["paper"], found["algorithm"], strict=True)) == listed
    assert (found[["literal_seconds", "first_seconds", "empty_seconds"]] > 0).all(axis=None)


# --- Telling --------------------------------------------------------------------------------


def speed():
    rows = [
        ("UCB1", compare.OURS, 2e7, 1.0),
        ("UCB1", compare.LITERAL, 2e5, 100.0),
        ("UCB1", "river", 1e5, 200.0),
        ("UCB1", "MABWiser", 1e4, 2000.0),
        ("UCB1", compare.LOOP, 4e7, 0.5),
        ("DP-SE", compare.OURS, 4e9, 1.0),
    ]
    table = pd.DataFrame(rows, columns=["task", "player", "rounds_per_second", "ours_over_it"])
    same = {"process_seconds": 1.5, "first_process_seconds": 9.0, "megabytes": 200.0}
    long = [6e7, 2e5, 1e5, 1e4, 4e7, 2e10]
    return table.assign(horizon=10_000, runs=20, long_run_rounds_per_second=long, **same)


def test_table_has_the_fastest_peer_or_none():
    ucb1, dp_se = report.table(speed())[2:]
    measured = "20M | 60M | 100× | 200×, river | 1.5× | 1.5 (9.0; 1.5) | 200 (200)"
    assert ucb1 == f"| UCB1 | 20 × 10,000 | {measured} |"
    assert dp_se == "| DP-SE | 20 × 10,000 | 4G | 20G |  | none found |  | 1.5 (9.0) | 200 |"


def test_the_figure_shows_its_numbers():
    drawing = report.plot(speed(), growth([10, 10], [1, 3]))
    panels = dict.fromkeys(["megabytes", "process_seconds", "rounds_per_second"], 6)
    assert drawing.data.groupby("panel").size().to_dict() == {"growth": 1, **panels}
    (mean,) = drawing.data.query("panel == 'growth'")["estimate"]
    assert mean == 2
    assert all(axes.get_xlabel() for axes in drawing.figure.axes)


def test_speed_page_has_the_measured_table(root):
    page = (root / "docs" / "guide" / "speed.md").read_text()
    assert report.page(page, root / "data/benchmarks") == page


def test_unknown_size_is_answered_with_the_known():
    with pytest.raises(ConfigurationError, match="size: 'huge'; allowed: full or small"):
        command.run(["size=huge"])


def test_the_peers_lock_has_what_is_asked_for(root):
    asked = (root / "benchmarks" / "peers.in").read_text().splitlines()
    lock = (root / "benchmarks" / "peers.lock").read_text()
    pins = dict(re.findall(r"^([a-z0-9-]+)==(\S+)", lock, re.M))
    needs = [Requirement(line) for line in asked if not line.startswith("#")]
    assert {peer.lower() for peer in peers.PEERS} <= set(pins)
    assert all(pins[need.name] in need.specifier for need in needs)
