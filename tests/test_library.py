"""The public library: every algorithm in the same words, outside a checkout, too."""

import copy
import dataclasses
import doctest
import json
import multiprocessing
import os
import pickle
import shutil
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor

import numpy as np
import pytest

import bandit_replications as br
from bandit_replications import library
from bandit_replications.bandits.instances import InstanceEntry
from bandit_replications.bandits.streams import generator
from bandit_replications.library import entries, published, running, simulation, values
from bandit_replications.library.entries import library_entries
from bandit_replications.papers.cooperative.environments.problems import GroupProblem
from bandit_replications.playing.keywords import ArmsKeywords
from bandit_replications.runtime.errors import ConfigurationError, UserError

USERS = [[0.9, 0.5, 0.1]] * 6 + [[0.1, 0.5, 0.9]] * 6 + [[0.1, 0.9, 0.5]] * 6
LINEAR = {"action_set": [[1.0, 0.0], [0.0, 1.0], [0.6, 0.8]], "parameter": [0.9, 0.1]}
SIZES = {
    "private_online": {"means": [0.9, 0.5, 0.1], "epsilon": 1.0, "horizon": 200},
    "anonymous": {"means": USERS, "group_size": 1, "horizon": 400},
    "multiplayer": {"means": [0.2, 0.5, 0.9, 0.4], "players": 2, "horizon": 5000},
    "cooperative": {
        "means": [0.9, 0.5],
        "network": "ring",
        "agents": 5,
        "message_life": 2,
        "epsilon": 0.5,
        "v": 1.1,
        "contamination": 0.1,
        "horizon": 60,
    },
    "distributed": {"means": [0.9, 0.5, 0.1], "agents": 3, "horizon": 300, **LINEAR},
}
# Immediate sharing has one id in two settings.
CASES = [
    (paper, name, number)
    for paper, known in br.algorithms().items()
    for name in known
    for number in range(len(library_entries(paper)[name]))
]


def tiny(paper, name, number=0):
    """Return keywords of a tiny problem for an algorithm."""
    names = (*library_entries(paper)[name][number].own, "horizon")
    return {"paper": paper, **{key: SIZES[paper][key] for key in names if key in SIZES[paper]}}


@pytest.mark.parametrize(("paper", "name", "number"), CASES)
def test_each_algorithm_runs_and_the_seed_decides(paper, name, number):
    keywords = tiny(paper, name, number)
    one = br.simulate(name, **keywords, seed=5)
    three = br.simulate(name, **keywords, seed=5, runs=3)
    assert one.regret.shape == (1, one.checkpoints.size)
    assert np.array_equal(three.regret[:1], one.regret)
    assert three.horizon == keywords["horizon"]
    for kind in ("pulls", "communication", "collisions"):
        single, several = getattr(one, kind), getattr(three, kind)
        assert (single is None) == (several is None)
        if single is not None:
            assert np.array_equal(several[:1], single)
            assert len(several) == 3


@pytest.mark.checkout
def test_all_algorithms_of_all_papers_are_there():
    from bandit_replications.configuration.papers import PAPERS
    from bandit_replications.workflow.registry import find_paper

    listed = br.algorithms()
    assert set(listed) == set(PAPERS)
    for paper in PAPERS:
        assert set(find_paper(paper).algorithms) <= set(listed[paper]), paper


def test_options_and_other_keywords_have_different_names():
    for paper, name, number in CASES:
        entry = library_entries(paper)[name][number]
        names = [*values.Runs.model_fields, "paper", "algorithm", *entry.own, *entry.options]
        assert len(set(names)) == len(names), (paper, name)


def test_run_is_the_simulators_on_its_named_stream():
    from bandit_replications.bandits.problems import BanditProblem
    from bandit_replications.bandits.rewards import bernoulli_table
    from bandit_replications.papers.private_online.algorithms import anytime_lazy_ucb

    same = {"epsilon": 0.5, "horizon": 5000}
    found = br.simulate("anytime-lazy-ucb", means=[0.9, 0.5], **same, seed=3, runs=2)
    rewards = bernoulli_table([0.9, 0.5])
    problem = BanditProblem(rewards=rewards, checkpoints=found.checkpoints, **same)
    stream = generator(3, "private_online", "simulate", "anytime-lazy-ucb", 1)
    run = anytime_lazy_ucb.simulate(problem, generator=stream)
    assert np.array_equal(found.pulls[1], run.pulls)
    assert np.allclose(found.regret[1], run.pulls @ [0.0, 0.4])


def test_runs_seeds_options_differ_and_lists_do_not():
    def regret(means, **keywords):
        given = {"horizon": 3000, "epsilon": 0.5, "runs": 4, **keywords}
        return br.simulate("hybrid-ucb", means=means, **given).regret[:, -1].tolist()

    listed = regret([0.9, 0.5])
    assert regret((0.9, 0.5)) == regret(np.array([0.9, 0.5])) == listed
    assert len({*listed, *regret([0.9, 0.5], seed=1)}) > 6
    assert regret([0.9, 0.5], noise_scale=9) != listed


def test_checkpoints_are_given_or_a_grid():
    keywords = {"means": [0.9, 0.5], "epsilon": 0.5, "horizon": 3000}
    assert br.simulate("dp-se", **keywords).checkpoints[-1] == 3000
    given = br.simulate("dp-se", **keywords, checkpoints=np.array([10, 3000]))
    assert given.checkpoints.tolist() == [10, 3000]
    assert given.pulls.sum(axis=2).tolist() == [[10, 3000]]


def test_networks_by_name_entry_matrix_and_graph():
    networkx = pytest.importorskip("networkx")
    ring = networkx.cycle_graph(5)
    keywords = {"means": [0.9, 0.5], "message_life": "diameter", "horizon": 100}
    found = [
        br.simulate("multi-agent-ucb", network=network, **keywords, **more).pulls
        for network, more in (
            ("ring", {"agents": 5}),
            ({"family": "ring", "agents": 5}, {}),
            (networkx.to_numpy_array(ring), {}),
            ([*ring.edges], {}),
            (ring, {}),
        )
    ]
    assert all(np.array_equal(found[0], other) for other in found[1:])
    entry = {"family": "erdos-renyi", "agents": 12, "edge_probability": 0.4}
    drawn = br.simulate("multi-agent-ucb", network=entry, **keywords, runs=2)
    assert drawn.pulls[:, -1].sum(axis=1).tolist() == [1200, 1200]


def test_losses_may_change_or_be_given():
    table = np.tile([0.0, 1.0, 1.0], (2000, 1))
    found = br.simulate("k-metaplayer", losses=table, players=1, horizon=2000)
    assert 0 < found.regret[0, -1] < 1000
    given = {"means": [0.1, 0.5, 0.5], "changes": [{"at": "1/2", "arm": 1, "mean": 0.9}]}
    changed = br.simulate("k-metaplayer", **given, players=1, horizon=2000)
    assert not changed.collisions.any()


LAZY = {"means": [0.9, 0.5], "epsilon": 0.5, "horizon": 100}
GROUP = {"means": [0.9, 0.5], "message_life": 1, "horizon": 100}
COMMIT = "explore-then-commit"
CROWD = {"means": USERS, "horizon": 99, "group_size": 1}
PLAYERS = {"means": [0.1, 0.2], "players": 2, "horizon": 99}
SHORT = {"losses": [[0.1, 0.2]], "players": 1, "horizon": 99}
ALONE = {**GROUP, "network": [[0]]}
OUTLIERS = {"contamination": 0.1, "source": "outliers"}
SERVER = {**LINEAR, "agents": 2, "horizon": 100}
LAZY_WRONG = [
    ({"horizon": None}, r"horizon: missing; allowed: number of rounds"),
    ({"horizon": 1}, r"horizon: 1; allowed: at least the number of"),
    ({"horizon": 1000.5}, r"horizon: 1000.5; allowed: a whole number"),
    ({"checkpoints": [50]}, r"checkpoints: last is 50; allowed: the"),
    ({"checkpoints": [10**30]}, r"^checkpoints\[0\]: 10{30}; allowed: "),
    ({"runs": 10**18}, r"runs: 1000000000000000000; allowed: .* 1000000"),
    ({"epsilon": "a"}, r"epsilon: 'a'; allowed: a number"),
    ({"means": 0.5}, r"means: 0.5; allowed: a list"),
    ({"means": [0.5]}, r"has 1 arm; allowed: at least 2 arms"),
    ({"means": [0.5, 2]}, r"means\[1\]: 2; allowed: numbers of at mo"),
    ({"eps": 1}, r"eps: a letter or short form; the word is epsilon"),
    ({"logarithm": "e"}, r"logarithm: 'e'; allowed: 'natural' or 'ba"),
    ({"width_const": 1}, r"unknown key. Did you mean 'width_constant'"),
]
WRONG = [
    *(("anytime-lazy-ucb", {**LAZY, **wrong}, message) for wrong, message in LAZY_WRONG),
    ("ucb1", LAZY, r"paper: missing, and 'ucb1' has several; allowed: cooperative, private_online"),
    ("ucb1", {**LAZY, "paper": "privat"}, r"paper: 'privat'. Did you mean 'private_online'\?"),
    ("lazy-ucb", LAZY, r"algorithm: 'lazy-ucb'. Did you mean 'anytime-lazy-ucb'\?"),
    (None, LAZY, r"algorithm: None; allowed: an id"),
    (COMMIT, {**CROWD, "group_size": 30}, r"users: 18; allowed: more than group_size, 30"),
    (COMMIT, {**CROWD, "means": [[0.1, 0.2], [0.3]]}, r"means: rows of different .*users x arms"),
    ("doubling", PLAYERS, r"players: 2; allowed: from 1 to one fewer than the 2 arms"),
    ("k-metaplayer", SHORT, r"horizon: 99; allowed: at most the rounds of the losses, 1"),
    ("multi-agent-ucb", GROUP, r"network: missing; allowed: an adjacency matrix"),
    ("multi-agent-ucb", {**GROUP, "network": "ring"}, r"agents: None; allowed: a value"),
    ("multi-agent-ucb", {**GROUP, "network": [[0, 2], [2, 0]]}, r"allowed: a symmetric matrix"),
    ("multi-agent-ucb", {**GROUP, "network": [[0, 1], [1, 1]]}, r"allowed: a symmetric matrix"),
    ("multi-agent-ucb", {**GROUP, "network": [[0, 1], [1, 9], [2, 0]]}, r"shape \(3, 2\); .*edges"),
    ("multi-agent-ucb", {**GROUP, "network": np.zeros((2, 2))}, r"allowed: a connected network"),
    ("multi-agent-ucb", {**ALONE, "message_life": "long"}, r"'long'; allowed: how often .* half-d"),
    ("byzantine-proof-ucb", {**ALONE, **OUTLIERS}, r"value: None; allowed: a number"),
    ("delb", {**SERVER, "parameter": [2, 0]}, r"\[2. 0.\]; allowed: finite and of length at mo"),
    ("delb", {**SERVER, "action_set": [[1], [0, 1]]}, r"actions of different lengths; allowed"),
]


@pytest.mark.parametrize(("name", "keywords", "message"), WRONG)
def test_wrong_input_is_answered_by_key_and_value(name, keywords, message):
    with pytest.raises(ConfigurationError, match=message) as caught:
        br.simulate(name, **keywords)
    assert "\n" not in str(caught.value)
    assert isinstance(caught.value, UserError)
    assert isinstance(caught.value, ValueError)


JUNK = [
    *(None, "x", b"x", -1, 0, 0.5, True, 3 + 1j, float("nan"), float("inf"), object(), [], {}),
    *([[]], [None], ["a"], {"a": 1}, np.array(["a"]), [0.5, float("nan")], [[0.5, 0.5], [0.5]]),
]


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
@pytest.mark.parametrize(("paper", "name", "number"), CASES)
def test_junk_raises_configuration_errors_only(paper, name, number):
    entry, keywords = library_entries(paper)[name][number], tiny(paper, name, number)
    refused = []
    for key in (*values.Runs.model_fields, *entry.own, *entry.options):
        for value in JUNK:
            try:
                br.simulate(name, **{**keywords, key: value})
            except ConfigurationError as error:
                refused.append(str(error))
    assert len(refused) > 100
    assert all("llowed" in message or message.endswith("…") for message in refused)


LONG_RUNS = [
    *("hybrid-ucb", "ucb1", "ftnl", "ucb", "explore-then-commit", "multi-agent-ucb"),
    *("centralised-ucb1", "released-sums-ucb", "dp-ucb-int", "byzantine-proof-ucb"),
    *("immediate-sharing", "dislinucb", "dcb", "coordinate-and-play", "independent-exp3"),
    *("coordinate-without-quiet", "k-metaplayer", "doubling"),
]
INTERRUPTED = """
import json, signal, sys, threading, time
import bandit_replications as br

def interrupt():
    sent.append(time.process_time())  # what a busy machine does not lengthen
    signal.raise_signal(signal.SIGINT)

signal.signal(signal.SIGINT, signal.default_int_handler)  # a job in the background ignores it
for name, keywords in json.loads(sys.stdin.read()):
    for horizon, wait in ((1000, 1e6), (10**10, 0.5)):
        timer, sent, ended = threading.Timer(wait, interrupt), [], "ran to its end"
        timer.daemon = True
        try:
            timer.start()
            br.simulate(name, **{**keywords, "horizon": horizon, "checkpoints": [horizon]})
        except KeyboardInterrupt:
            ended = time.process_time() - sent[0]
        except ValueError as error:
            ended = str(error)
        timer.cancel()
    print(json.dumps([name, ended]), flush=True)
"""


@pytest.mark.checkout
def test_ctrl_c_ends_a_long_run_within_seconds():
    asked = [("my-algo-compiled", PRIVATE)]
    for paper, name, number in CASES:
        holds_all_rounds = (name, number) == ("immediate-sharing", 0)
        if name in LONG_RUNS and (paper, name) != ("cooperative", "ucb1") and not holds_all_rounds:
            law = {"law": "beta", "concentration": 2.0} if name == "ftnl" else {}
            asked.append((name, {**tiny(paper, name, number), **law}))
    assert len(asked) == len(LONG_RUNS) + 1
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTED],
        input=json.dumps(asked),
        capture_output=True,
        text=True,
        timeout=600,
        check=True,
    )
    ended = [json.loads(line) for line in done.stdout.splitlines()]
    assert [name for name, _ in ended] == [name for name, _ in asked]
    assert not [(name, how) for name, how in ended if not isinstance(how, float) or how > 3]


# --- Saving, copying, whose error it is -----------------------------------------------------


def simulated(seed):
    """Return a simulation; it stands here so that another process finds it."""
    return br.simulate("ftnl", means=[0.9, 0.5], epsilon=1.0, horizon=500, runs=2, seed=seed)


def same(one, other):
    """Say if two simulations are the same, settings and all arrays."""
    assert type(one) is type(other)
    assert {**one.settings} == {**other.settings}
    assert repr(one) == repr(other)
    for name in ("checkpoints", "regret", "pulls", "communication", "collisions"):
        first, second = getattr(one, name), getattr(other, name)
        assert (first is None) == (second is None)
        assert first is None or (first.dtype == second.dtype and np.array_equal(first, second))
    return True


def test_simulations_are_copied_pickled_and_sent_whole():
    found = simulated(3)
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as pool:
        sent = pool.submit(simulated, 3).result(timeout=120)
    pickled = pickle.loads(pickle.dumps(found))
    for copied in (pickled, copy.deepcopy(found), copy.copy(found), sent):
        assert same(found, copied)
        with pytest.raises(TypeError, match="does not support item assignment"):
            copied.settings["seed"] = 1
        with pytest.raises(dataclasses.FrozenInstanceError):
            copied.regret = None


def test_a_learner_says_that_it_cannot_be_saved():
    learner = br.learner("dp-se", arms=2, epsilon=1.0, horizon=100)
    for save in (pickle.dumps, copy.copy, copy.deepcopy):
        with pytest.raises(TypeError, match=r"dp-se .* cannot be pickled or copied, since"):
            save(learner)


@pytest.mark.parametrize("call", [br.simulate, br.learner])
def test_no_seed_is_no_fresh_seed(call):
    arms = {"means": [0.9, 0.5]} if call is br.simulate else {"arms": 2}
    with pytest.raises(ConfigurationError, match=r"^seed: None; allowed: an integer"):
        call("dp-se", **arms, epsilon=1.0, horizon=100, seed=None)


def test_our_own_errors_are_not_the_users():
    with pytest.raises(ValueError, match="not allowed") as caught, values.explained(ArmsKeywords):
        np.zeros(-1)
    assert not isinstance(caught.value, UserError)


def test_relative_paths_start_from_the_current_folder(tmp_path, monkeypatch):
    """It stays the same file when the folder changes afterwards."""
    (tmp_path / "net.txt").write_text("a b\nb c\n")
    (tmp_path / "means.txt").write_text("0.75\n0.5\n")
    monkeypatch.chdir(tmp_path)
    entry = {"family": "file", "file": "net.txt"}
    assert br.simulate("multi-agent-ucb", network=entry, **GROUP).pulls[0, -1].sum() == 300
    instance = InstanceEntry(name="mine", file="means.txt")
    monkeypatch.chdir("/")
    assert instance.reward_table().values.ravel().tolist() == [0.75, 0.5]


# --- Classes of one's own -------------------------------------------------------------------


class Turns:
    feedback = "bandit"

    def __init__(self, *, arms, first: int = 0):
        self.arms, self.first = arms, first

    def choose(self, t):
        return (t - 1 + self.first) % self.arms

    def update(self, t, arm, reward):
        pass


class PrivateTurns(Turns):
    def __init__(self, *, arms, epsilon):
        super().__init__(arms=arms)
        assert epsilon == 0.25


class Careless(Turns):
    def update(self, t, arm, reward):
        raise KeyError


TURNS = {"means": [0.75, 0.5, 0.25], "horizon": 300}


def test_classes_are_simulated_like_built_in_algorithms():
    found = br.simulate(Turns, **TURNS, runs=2, checkpoints=[30, 300])
    assert found.paper == "private_online"
    assert found.algorithm == f"{__name__}:Turns"
    assert found.pulls.tolist() == [[[10] * 3, [100] * 3]] * 2
    assert found.regret == pytest.approx(np.array([[7.5, 75]] * 2))
    shifted = br.simulate(Turns, first=1, **TURNS, checkpoints=[1, 300])
    assert shifted.pulls[0, 0].tolist() == [0, 1, 0]
    assert br.simulate(PrivateTurns, **TURNS, epsilon=0.25).horizon == 300


PRIVATE = {"means": [0.55, 0.5], "epsilon": 1.0, "horizon": 200}
OWN = {
    **dict.fromkeys(["my-algo", "my-algo-compiled"], PRIVATE),
    "crowd-ucb": {"means": USERS, "group_size": 3, "horizon": 200},
    "greedy-players": {"means": [0.2, 0.5, 0.9], "players": 2, "horizon": 200},
    "thompson-network": {**GROUP, "network": "ring", "agents": 4},
    "share-once": {"means": [0.55, 0.5, 0.45], "agents": 3, "horizon": 200},
}


@pytest.mark.checkout
@pytest.mark.parametrize(("name", "keywords"), OWN.items())
def test_the_worked_examples_run_by_their_ids(name, keywords):
    several = br.simulate(name, **keywords, runs=5, seed=1)
    assert np.array_equal(br.simulate(name, **keywords, seed=1).regret[0], several.regret[0])
    assert len(np.unique(several.regret, axis=0)) > 1


@pytest.mark.parametrize(
    ("algorithm", "keywords", "message"),
    [
        (Turns, {**TURNS, "epsilon": 1}, r"epsilon: unknown key"),
        (PrivateTurns, TURNS, r"epsilon: missing; allowed: privacy parameter"),
        (Turns, {**TURNS, "first": "a"}, r"first: 'a'; allowed: "),
        (Turns, {**TURNS, "paper": "anonymous"}, r"paper: 'anonymous'; allowed: one with feedback"),
        (int, TURNS, r"builtins:int: no method 'choose'; allowed: with feedback"),
        ("no_such_module:Turns", TURNS, r"no_such_module:Turns: ModuleNotFoundError"),
        (Careless, TURNS, r"Careless, round 1: KeyError"),
    ],
)
def test_a_class_that_cannot_be_used_is_named(algorithm, keywords, message):
    with pytest.raises(UserError, match=message) as refused:
        br.simulate(algorithm, **keywords)
    assert len(str(refused.value)) <= 300


def test_a_class_needs_no_learner():
    with pytest.raises(ConfigurationError, match=r"Turns'; allowed: built in; a class has its"):
        br.learner(Turns, arms=2, horizon=10)


def test_random_networks_are_drawn_anew_others_made_once(monkeypatch):
    from bandit_replications.papers.cooperative import library as cooperative

    made = []

    def recorded(**given):
        made.append(given["distances"].tolist())
        return GroupProblem(**given)

    monkeypatch.setattr(cooperative.Network, "kind", staticmethod(recorded))
    br.simulate("multi-agent-ucb", **GROUP, runs=4, network=[[0, 1], [1, 0]])
    assert len(made) == 1
    drawn = {"family": "erdos-renyi", "agents": 8, "edge_probability": 0.4}
    br.simulate("multi-agent-ucb", **GROUP, runs=4, network=drawn)
    assert len(made) == 5
    assert len({str(one) for one in made[1:]}) == 4


@pytest.mark.checkout
def test_frames_have_all_runs_and_settings_as_columns():
    found = br.simulate("demab", means=[0.9, 0.5], agents=2, horizon=500, runs=3)
    frame = found.frame()
    settings = [key for key in found.settings if key != "runs"]
    measured = ["replicate", "round", "regret", "communication", "pulls_0", "pulls_1"]
    assert list(frame.columns) == ["algorithm", *settings, *measured]
    assert frame["means"].unique().tolist() == ["[0.9, 0.5]"]
    assert frame["first_phase"].unique().tolist() == [found.settings["first_phase"]]
    end = frame[(frame["replicate"] == 1) & (frame["round"] == 500)].iloc[0]
    assert end["regret"] == found.regret[1, -1]
    assert [end["pulls_0"], end["pulls_1"]] == found.pulls[1, -1].tolist()


def test_long_settings_are_told_apart_in_few_characters():
    one, other = ([0.25] * 400 + [last] for last in (0.5, 0.75))
    assert simulation.cell(one) != simulation.cell(other)
    assert len(simulation.cell(one)) < 100


@pytest.mark.checkout
@pytest.mark.parametrize("band", [True, False])
def test_plots_have_a_label_a_band_or_all_runs_and_log_axes(band):
    from matplotlib.figure import Figure

    axes = Figure().subplots()
    found = br.simulate("hybrid-ucb", means=[0.9, 0.5], epsilon=1.0, horizon=500, runs=3)
    assert found.plot(axes, label="hybrid", band=band, log="x") is axes
    assert len(axes.lines) == (1 if band else 4)
    assert np.array_equal(axes.lines[0].get_ydata(), found.regret.mean(axis=0))
    assert axes.get_legend_handles_labels()[1] == ["hybrid"]
    assert (axes.get_xscale(), axes.get_yscale()) == ("log", "linear")
    if band:
        mean, top = found.regret.mean(axis=0).max(), found.regret.max()
        assert mean < axes.collections[0].get_datalim(axes.transData).y1 <= top
    with pytest.raises(ConfigurationError, match=r"^log: 'z'. Allowed: '', 'x', 'y', 'xy'"):
        found.plot(axes, log="z")


@pytest.mark.parametrize(("paper", "name", "number"), CASES)
def test_settings_make_the_same_again(paper, name, number):
    found = br.simulate(name, **tiny(paper, name, number), seed=4)
    again = br.simulate(found.algorithm, paper=found.paper, **found.settings)
    assert {"horizon", "runs", "seed"} < {*found.settings} == {*again.settings}
    assert same(found, again)
    options = library_entries(paper)[name][number].Options.model_fields
    assert {key for key, field in options.items() if field.default is not None} <= {*found.settings}


def test_public_names_are_listed_with_a_version():
    assert {*br.__all__, "__version__"} <= {*dir(br)}
    assert not {"Any", "TYPE_CHECKING"} & {*dir(br)}
    assert br.simulate(Turns, **TURNS).versions["bandit-replications"] == br.__version__


@pytest.mark.checkout
def test_published_results_are_data_frames():
    frame = br.load_results("cooperative", "message-life")
    assert {"algorithm", "replicate", "regret"} <= set(frame.columns)
    with pytest.raises(ConfigurationError, match=r"experiment: 'regrets'. Did you mean 'regret'"):
        br.load_results("private_online", "regrets")


@pytest.mark.parametrize(
    "module",
    [
        library,
        entries,
        running,
        pytest.param(published, marks=pytest.mark.checkout),
        pytest.param(simulation, marks=pytest.mark.checkout),
    ],
)
def test_examples_of_the_library(module):
    found = doctest.testmod(module, optionflags=doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS)
    assert found.attempted
    assert not found.failed


@pytest.mark.checkout
@pytest.mark.parametrize(
    ("page", "lines", "call", "tries"),
    [("README.md", 3, "br.simulate(", 5), ("docs/guide/library.md", 99, "br.learner(", 4)],
)
def test_first_example_of_a_page_prints_as_shown(root, page, lines, call, tries):
    before, _, rest = (root / page).read_text().partition("```python\n")
    assert before.count("\n") < lines
    example = rest.partition("```")[0]
    test = doctest.DocTestParser().get_doctest(example, {}, page, None, 0)
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE)
    assert runner.run(test).failed == 0
    assert runner.tries == tries
    assert call in example


# --- Outside a checkout ---------------------------------------------------------------------


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """Return a function that runs Python where there is a copy of the package and no checkout."""
    folder, work = tmp_path_factory.mktemp("site"), tmp_path_factory.mktemp("elsewhere")
    package = os.path.dirname(br.__file__)
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(package, folder / "bandit_replications", ignore=ignored)
    missing = ("pandas", "matplotlib", "networkx", "pyarrow", "cvxpy", "snakemake")
    (work / "sitecustomize.py").write_text(
        f"import sys\nsys.modules.update(dict.fromkeys({missing}))\n"
    )

    def run(*words):
        paths = os.pathsep.join([str(work), str(folder)])
        kept = {k: v for k, v in os.environ.items() if k != "NUMBA_CACHE_DIR"}
        return subprocess.run(
            [sys.executable, *words],
            cwd=work,
            env={**kept, "PYTHONPATH": paths, "PYTHONDONTWRITEBYTECODE": "1"},
            capture_output=True,
            text=True,
            check=False,
        )

    return run


OUTSIDE = """
import os, sys
before = dict(os.environ)
import bandit_replications as br
import numba
cache = numba.config.CACHE_DIR
found = br.simulate("ftnl", means=[0.9, 0.5], epsilon=0.5, horizon=100)
assert br.__file__.startswith(sys.argv[1]) is False
assert sum(map(len, br.algorithms().values())) > 30
assert dict(os.environ) == before
assert numba.config.CACHE_DIR == cache
for action in (found.frame, found.plot, lambda: br.load_results("anonymous", "regret")):
    try:
        action()
    except Exception as error:
        print(type(error).__name__, error)
try:
    br.simulate("multi-agent-ucb", means=[0.9, 0.5], network="ring", agents=3, message_life=1,
                horizon=100)
except br.ConfigurationError as error:
    print(error)
from bandit_replications.bandits.instances import InstanceEntry
with open("means.txt", "w") as file:
    file.write("0.75 0.5")
print(InstanceEntry(name="mine", file="means.txt").resolve_means())
"""


@pytest.mark.checkout
def test_library_simulates_without_checkout_and_extras(installed, root):
    done = installed("-c", OUTSIDE, str(root))
    assert done.returncode == 0, done.stderr
    frame, plot, results, network, means = done.stdout.splitlines()
    assert frame.startswith("UserError pandas: not installed; allowed: pip install '.[figures]' in")
    assert plot.startswith("UserError matplotlib")
    assert "not in a checkout" in results
    assert network.startswith("network: 'ring' without networkx; allowed: pip install")
    assert means == "[0.75, 0.5]"


def test_help_needs_no_checkout(installed):
    for words in (["--help"], ["rerun", "--help"]):
        done = installed("-m", "bandit_replications", *words)
        assert done.returncode == 0, done.stderr
        assert done.stdout.startswith("usage: python -m bandit_replications")


@pytest.mark.parametrize("words", [("params", "anonymous"), ("job", "site"), ("reproduce",)])
def test_commands_outside_a_checkout_are_refused(installed, words):
    done = installed("-m", "bandit_replications", *words)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1
    assert done.stderr.startswith("error: ")
    assert "not in a checkout" in done.stderr


def test_importing_is_fast_and_loads_nothing(installed):
    code = (
        "import sys, time; start = time.perf_counter(); import bandit_replications;"
        "print(time.perf_counter() - start, *{'numpy', 'numba', 'pydantic'} & {*sys.modules})"
    )
    (line,) = installed("-c", code).stdout.splitlines()
    assert float(line) < 1
