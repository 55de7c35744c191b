"""Comparisons: cells, seeds, processes, common rewards, files, answers to wrong calls."""

import contextlib
import doctest
import importlib
import multiprocessing
import os
import pickle
import signal
import threading
import time

import numpy as np
import pytest

import bandit_replications as br
from bandit_replications.bandits.streams import generator
from bandit_replications.library.common_rewards import drawn
from bandit_replications.library.running import checked
from bandit_replications.runtime.errors import ConfigurationError, UserError
from test_library import CASES, TURNS, USERS, Careless, Turns, same, tiny

pytestmark = pytest.mark.checkout  # needs the extras
ARMS = {"means": [0.9, 0.5], "horizon": 200, "runs": 4, "seed": 3}
IDS = ["anytime-lazy-ucb", "ucb1"]
PRIVATE = {**ARMS, "paper": "private_online"}


def equal(one, other):
    """Say if two comparisons are the same."""
    assert repr(one) == repr(other)
    for first, second in zip(one.cells, other.cells, strict=True):
        assert first[:2] == second[:2]
        assert same(first.simulation, second.simulation)
    return True


def test_cells_are_all_values_of_what_an_algorithm_takes():
    found = br.compare(
        {"dp-se": {"width_constant": [1, 2]}, "ucb1": {}, Turns: {"first": 1}},
        epsilon=[0.5, 1.0],
        **{**PRIVATE, "horizon": [100, 200]},
    )
    assert found.varied == ("horizon", "epsilon", "width_constant")
    assert len(found.cells) == 8 + 2 + 2
    frame = found.frame()
    assert list(frame.columns[:5]) == ["algorithm", *found.varied, "replicate"]
    keys = ["algorithm", *found.varied, "replicate", "round"]
    assert not frame.duplicated(keys).any()
    assert frame.groupby("algorithm", sort=False)["epsilon"].nunique().to_dict() == {
        **{"dp-se": 2, "ucb1": 0, "Turns": 0}
    }
    turns = frame[(frame["algorithm"] == "Turns") & (frame["round"] == 100)]
    assert set(turns["regret"]) == {20.0}


def test_independent_runs_are_those_of_simulate_and_no_two_cells_are_alike():
    plain = br.compare(IDS, epsilon=1.0, **PRIVATE)
    alone = br.simulate("ucb1", **PRIVATE)
    assert same(plain.cells[1].simulation, alone)
    twins = {name: {"algorithm": "hybrid-ucb"} for name in ("hybrid-ucb", "twin")}
    varied = br.compare(twins, epsilon=[1.0, 1.0 + 1e-12], **PRIVATE)
    assert len({one.simulation.regret.tobytes() for one in varied.cells}) == 4
    one = varied.cells[0].simulation
    assert same(one, br.simulate(one.algorithm, paper=one.paper, **one.settings))


def test_processes_and_order_change_no_number(tmp_path):
    call = {"epsilon": [0.5, 2.0], **PRIVATE, "runs": 5}
    one, two = (br.compare(["hybrid-ucb", Turns], n_jobs=n, **call) for n in (1, 3))
    assert equal(one, two)
    more = br.compare([Turns, "hybrid-ucb"], **{**call, "epsilon": [2.0, 0.5, 1.0]})
    assert same(more.cells[1].simulation, one.cells[1].simulation)
    with pytest.raises(UserError, match=r"Careless, round 1: KeyError"):
        br.compare([Careless], n_jobs=2, **PRIVATE)


class Slow(Turns):
    """A class whose runs do not end."""

    def choose(self, t):
        time.sleep(0.1)
        return 0


class Killed(Turns):
    """A class whose process is ended from outside."""

    def choose(self, t):
        os.kill(os.getpid(), signal.SIGKILL)


class Plain(Turns):
    """A class that says of no option what type it has."""

    def __init__(self, *, arms, share=0.1, some=None):
        super().__init__(arms=arms)
        self.given = share, some

    def choose(self, t):
        assert self.given in ((0.1, [1, 2]), (0.2, [1, 2]))
        return 0


def test_a_list_varies_an_option_whose_default_is_a_number():
    found = br.compare([Plain], share=[0.1, 0.2], some=[1, 2], **PRIVATE)
    assert [cell.varied for cell in found.cells] == [{"share": 0.1}, {"share": 0.2}]


def test_ctrl_c_ends_all_processes_at_once():
    before, started = signal.signal(signal.SIGINT, signal.default_int_handler), time.monotonic()
    threading.Timer(0.5, os.kill, [os.getpid(), signal.SIGINT]).start()
    with pytest.raises(KeyboardInterrupt):
        br.compare([Slow], n_jobs=2, **PRIVATE)
    assert time.monotonic() - started < 20  # all rounds take 40 seconds
    assert multiprocessing.active_children() == []
    signal.signal(signal.SIGINT, before)
    with pytest.raises(UserError, match=r"^n_jobs: a process was ended from outside"):
        br.compare([Killed], n_jobs=2, **PRIVATE)


def test_saved_loaded_and_made_again(tmp_path):
    found = br.compare(
        {"multi-agent-ucb": {"network": "ring"}, "ucb1": {}},
        **{**ARMS, "paper": "cooperative", "agents": 3, "message_life": [0, "diameter"]},
    )
    path = tmp_path / "found.parquet"
    found.save(path)
    loaded = br.load(path)
    assert equal(found, loaded)
    assert equal(found, br.compare(**loaded.settings))
    assert equal(found, pickle.loads(pickle.dumps(found)))
    assert found.frame().equals(loaded.frame())
    single = br.simulate("demab", agents=2, **ARMS)
    single.save(str(path))
    assert same(single, br.load(str(path)))


def test_a_saved_graph_is_its_matrix(tmp_path):
    star = pytest.importorskip("networkx").star_graph(2)
    found = br.simulate("multi-agent-ucb", network=star, message_life=1, **ARMS)
    found.save(tmp_path / "star.parquet")
    again = br.load(tmp_path / "star.parquet").settings
    assert again["network"] == [[0, 1, 1], [1, 0, 0], [1, 0, 0]]
    assert np.array_equal(br.simulate("multi-agent-ucb", **again).regret, found.regret)


@pytest.mark.parametrize("name", ["missing.parquet", "other.parquet", "text.parquet"])
def test_other_files_are_refused_in_one_line(tmp_path, name):
    import pandas

    pandas.DataFrame({"a": [1]}).to_parquet(tmp_path / "other.parquet")
    (tmp_path / "text.parquet").write_text("a")
    with pytest.raises(UserError, match=r"no saved result .*; allowed: a file written by save"):
        br.load(tmp_path / name)
    with pytest.raises(UserError, match=r"No such file or directory; allowed: a file to write"):
        br.simulate(Turns, **TURNS).save(tmp_path / "none" / "a.parquet")


# --- Common rewards -------------------------------------------------------------------------


def test_run_of_each_algorithm_meets_the_same_rewards():
    same_ones = {name: {"algorithm": "ucb1"} for name in ("one", "other")}
    found = br.compare({**same_ones, Turns: {}}, common_rewards=True, **PRIVATE)
    one, other, _ = (cell.simulation.regret for cell in found.cells)
    assert np.array_equal(one, other)
    assert len(np.unique(one, axis=0)) == 4
    summary = found.summary(reference="Turns").set_index("algorithm")
    turns = 0.4 * 200 / 2
    assert summary.loc["one", "difference"] == pytest.approx(one[:, -1].mean() - turns)
    assert summary.loc["one", "ratio"] == pytest.approx(one[:, -1].mean() / turns)
    assert summary.loc["one", "ratio_low"] <= summary.loc["one", "ratio"]
    assert "ratio" not in br.compare(same_ones, **PRIVATE).summary().columns


HAND = [
    ("private_online", "ucb1", {}),
    ("private_online", "follow-the-leader", {}),
    ("cooperative", "centralised-ucb1", {"agents": 3}),
    ("cooperative", "multi-agent-ucb", {"network": [[0, 1], [1, 0]], "message_life": 1}),
    ("anonymous", "ucb", {"group_size": 1, "means": USERS}),
]


@pytest.mark.parametrize(("paper", "name", "more"), HAND)
def test_common_rewards_are_played_as_a_learner_by_hand(paper, name, more):
    """The algorithms draw nothing themselves, so a learner takes the same decisions."""
    given = {**ARMS, "paper": paper, "runs": 1, **more}
    found = br.compare([name], common_rewards=True, **given).cells[0].simulation
    call = checked(name, paper, {key: given[key] for key in given if key != "paper"})
    problem = next(call.problems(range(1)))
    table = drawn(problem, generator(3, "library", "common-rewards", 0))
    known = {key: value for key, value in given.items() if key not in ("means", "runs")}
    known |= {"users": len(USERS)} if paper == "anonymous" else {}
    learner = br.learner(name, arms=table.shape[2], **known)
    means, lost = np.broadcast_to(given["means"], table.shape[1:]), 0.0
    rows = table.reshape(learner.steps, -1, table.shape[2])
    for step, row in enumerate(rows):
        arms = np.ravel(chosen := learner.choose())
        own = [row[unit, arm] for unit, arm in enumerate(arms)]
        told = row[0] if name == "follow-the-leader" else own
        learner.update(told if np.ndim(chosen) or len(told) > 1 else told[0])
        lost += sum(
            means[unit].max() - means[unit, arm]
            for unit, arm in enumerate(arms, start=step % 3 if "agents" in more else 0)
        )
    assert found.regret[0, -1] == pytest.approx(lost)
    assert found.pulls is None or found.pulls[0, -1].sum() == table[..., 0].size


@pytest.mark.parametrize(("paper", "name", "number"), CASES)
def test_every_algorithm_is_played_on_common_rewards_or_refused(paper, name, number):
    given = {**tiny(paper, name, number), "runs": 2}
    refused = paper == "multiplayer" or "contamination" in given or "action_set" in given
    said = r"^common_rewards: .*; allowed: algorithms of arms with true reports and rewards"
    with pytest.raises(ConfigurationError, match=said) if refused else contextlib.nullcontext():
        found = br.compare([name], common_rewards=True, **given)
        assert found.cells[0].simulation.regret[:, -1].min() >= 0


def test_common_rewards_have_the_law_of_simulate():
    """Two samples of 150 runs; 5 standard errors apart by chance once in a million."""
    beta = {"law": "beta", "concentration": 3.0, **PRIVATE, "runs": 150}
    for given in (PRIVATE | {"runs": 150}, beta):
        finals = [
            br.compare(["ucb1"], common_rewards=common, **given).cells[0].simulation.regret[:, -1]
            for common in (True, False)
        ]
        error = np.sqrt(sum(final.var() for final in finals) / 150)
        assert abs(finals[0].mean() - finals[1].mean()) < 5 * error


# --- Pictures and wrong calls ---------------------------------------------------------------


def test_plots_have_lines_named_by_what_varies():
    from matplotlib.figure import Figure

    found = br.compare(IDS, epsilon=[0.5, 2.0], **PRIVATE)
    axes = found.plot(Figure().subplots(), log="xy")
    labels = ["anytime-lazy-ucb, epsilon 0.5", "anytime-lazy-ucb, epsilon 2.0", "ucb1"]
    assert axes.get_legend_handles_labels()[1] == labels
    assert (axes.get_xscale(), axes.get_yscale()) == ("log", "log")
    axes = found.plot(Figure().subplots(), x="epsilon")
    assert axes.get_legend_handles_labels()[1] == IDS
    finals = [one.simulation.regret[:, -1].mean() for one in found.cells]
    assert axes.lines[0].get_xydata().tolist() == [[0.5, finals[0]], [2.0, finals[1]]]
    assert axes.lines[1].get_ydata()[0] == finals[2]


WRONG = [
    ([], {}, r"^algorithms: none; allowed"),
    (["dp-se", "dp-se"], {}, r"^algorithms: 'dp-se' twice; allowed: a name for each"),
    ({"dp-se": 3}, {}, r"^algorithms: 3; allowed: options by name"),
    (["dp-se"], {"epsilom": 1}, r"^epsilom: unknown key. Did you mean 'epsilon'"),
    (["dp-se"], {"epsilon": [1, "a"]}, r"^epsilon: 'a'; allowed: a number"),
    (["dp-se"], {"epsilon": []}, r"^epsilon: \[\]; allowed: a list of values"),
    (["dp-se"], {"vary": {"means": 3}}, r"^means: given twice"),
    (["dp-se"], {"vary": {"law": 3}}, r"^law: 3; allowed: a list of values"),
    (["dp-se"], {"seed": [1, 2]}, r"^seed: \[1, 2\]; allowed: a whole number"),
    (["dp-se"], {"seed": None}, r"^seed: None; allowed: a whole number"),
    (["dp-se"], {"n_jobs": 0}, r"^n_jobs: 0; allowed: numbers of at least 1"),
    (["dp-se"], {"common_rewards": 2}, r"^common_rewards: 2; allowed: true or false"),
    (["dp-se"], {"horizon": 10**8, "common_rewards": True}, r"a table of 100000000 x 1 x 2 rew"),
    ({"ucb1": {"epsilon": 1}}, {}, r"^epsilon: unknown key"),
]


@pytest.mark.parametrize(("algorithms", "more", "message"), WRONG)
def test_wrong_calls_are_answered_by_key_and_value(algorithms, more, message):
    with pytest.raises(ConfigurationError, match=message) as caught:
        br.compare(algorithms, **{"epsilon": 1.0, **PRIVATE, **more})
    assert "\n" not in str(caught.value)


def test_unknown_words_of_a_comparison_are_refused():
    found = br.compare([Turns], **TURNS)
    with pytest.raises(ConfigurationError, match=r"^reference: 'dp-se'. Allowed: Turns"):
        found.summary(reference="dp-se")
    with pytest.raises(ConfigurationError, match=r"^x: 'epsilon'. Allowed: round"):
        found.plot(x="epsilon")


@pytest.mark.parametrize("module", ["comparing", "comparison"])
def test_examples(module):
    module = importlib.import_module(f"bandit_replications.library.{module}")
    found = doctest.testmod(module, optionflags=doctest.NORMALIZE_WHITESPACE)
    assert found.attempted
    assert not found.failed
