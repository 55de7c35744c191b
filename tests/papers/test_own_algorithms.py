"""A user's class in every paper, and one algorithm under several names."""

import shlex

import numpy as np
import pytest

from bandit_replications.configuration import overrides, validation
from bandit_replications.configuration.papers import PAPERS
from bandit_replications.experiments import costs, run, store
from bandit_replications.experiments.cells import experiments_of
from bandit_replications.experiments.tasks import Replicates, modules_of
from bandit_replications.playing import extensions, own_algorithms
from bandit_replications.playing.own_algorithms import ExtensionFailed
from bandit_replications.reporting.styles import SPARE_STYLES
from bandit_replications.runtime.code_version import import_closure
from bandit_replications.runtime.errors import MOST, ConfigurationError
from bandit_replications.site import reruns
from bandit_replications.workflow.registry import find_paper

# Of each paper: the experiment, changes that make it tiny, the example, and a built-in algorithm
# with an option of its own.
RING = {"name": "ring", "family": "ring", "agents": 6}
SHOP = {"name": "shop", "means": [0.8, 0.7, 0.5, 0.5]}
FOUR = {"agents": 8, "arms": 4, "horizons": [200]}
TINY = {
    "private_online": ("regret", {"horizon": 64, "epsilons": [1.0]}),
    "anonymous": ("regret", {"horizon": 60}),
    "multiplayer": ("online_regret", {"horizon": 600, "players": 2, "checkpoints": 4}),
    "cooperative": ("private", {"horizon": 30, "network": RING}),
    "distributed": (
        "table_1_arms",
        {"instances": [SHOP], "agents": [2, 8], "base": FOUR, "horizons": [200], "most_pulls": {}},
    ),
}
ALGORITHMS = {
    "private_online": ("my-algo", ("hybrid-ucb", {"tie_breaking": "uniform"})),
    "anonymous": ("crowd-ucb", ("ucb", {"exploration_constant": 0.5})),
    "multiplayer": ("greedy-players", ("independent-exp3", {"rate_factor": 2.0})),
    "cooperative": ("thompson-network", ("ucb1", {"exploration_constant": 1.0})),
    "distributed": ("share-once", ("independent-ucb1", {"exploration_constant": 1.0})),
}
CASES = {paper: (*TINY[paper], *ALGORITHMS[paper]) for paper in TINY}

every_paper = pytest.mark.parametrize("paper", PAPERS)


def configured(paper, algorithms, **more):
    """Return a tiny configuration with these algorithms in the case's experiment."""
    section, tiny, _, _ = CASES[paper]
    changes = {"algorithms": algorithms, "replicates": {"default": 2}, "options": {}}
    return validation.load(paper, overrides={section: {**tiny, **changes, **more}})


def cells_of(paper, config):
    """Return the cells of the case's experiment."""
    name = CASES[paper][0].replace("_", "-")
    experiment = next(one for one in experiments_of(paper) if one.name == name)
    return [c for c in experiment.cells(config) if c.settings.get("reading", "main") == "main"]


def rows_of(cell, **stream):
    """Return the last regret of two replicates, from a stream that may be another cell's."""
    keys = {"stream": cell.stream, "first": 0, "last": 2, "root_seed": 1} | stream
    found = cell.task.simulate(Replicates(**keys))
    return [found["regret"][found["replicate"] == one][-1] for one in (0, 1)]


def named(entry, **more):
    return {"algorithm": entry, **more}


# --- In every paper -------------------------------------------------------------------------


@every_paper
def test_plain_and_compiled_examples_play_alike(paper):
    example = CASES[paper][2]
    twin = named(f"{example}-compiled", name="twin")
    cells = cells_of(paper, configured(paper, [example, twin]))
    plain = [cell for cell in cells if cell.settings["algorithm"] == example]
    twins = [cell for cell in cells if cell.settings["algorithm"] == "twin"]
    assert len(plain) == len(twins) > 0
    for one, other in zip(plain, twins, strict=True):
        assert one.stream != other.stream
        assert rows_of(one, stream=("same",)) == rows_of(other, stream=("same",))


@every_paper
def test_names_tell_cells_and_options_apart(paper):
    _, _, example, (built_in, options) = CASES[paper]
    listed = [built_in, named(built_in, name="other", options=options), example]
    config = configured(paper, listed)
    section = getattr(config, CASES[paper][0])
    assert section.algorithms == [built_in, "other", example]
    assert section.ids == [built_in, example]
    cells = cells_of(paper, config)
    alone = cells_of(paper, configured(paper, [built_in]))
    kept = [cell for cell in cells if cell.settings["algorithm"] == built_in]
    assert [(cell.stream, cell.task) for cell in kept] == [(c.stream, c.task) for c in alone]
    others = [cell.task for cell in cells if cell.settings["algorithm"] == "other"]
    assert len(others) == len(kept)
    for task in others:
        assert task.algorithm is kept[0].task.algorithm
        assert {key: getattr(task.options, key) for key in options} == options
    # As it was given, entry by entry.
    again = validation.validate(paper, validation.to_values(config))
    assert again == config
    scale = validation.overrides_of(paper, config, scale="paper")
    assert scale[CASES[paper][0]]["algorithms"][1]["name"] == "other"


@every_paper
@pytest.mark.parametrize(
    ("entry", "message"),
    [
        (named("{built_in}"), r"algorithms\[1\].name: missing; allowed: its name in results"),
        (named("{built_in}", name="ucb1"), r"algorithms\[1\]: name 'ucb1' is built in; allowed: a"),
        (named("{built_in}", name="{example}"), r"'{example}' twice; allowed: each value once"),
        (named("{built_in}", name="a", options={"nosuch": 1}), r"algorithms\[1\].options.nosuch"),
        (named("{built_in}", name="a", option={}), r"\[1\].option: unknown key. Did you mean 'opt"),
        ("nosuch", r"algorithms: 'nosuch'\. Allowed: "),
        ("no.such:Class", r"ModuleNotFoundError.*; allowed: what Python can import"),
    ],
    ids=str,
)
def test_unusable_entry_is_refused_in_one_line(paper, entry, message):
    words = {"{built_in}": CASES[paper][3][0], "{example}": CASES[paper][2]}
    if isinstance(entry, dict):
        entry = {
            key: words.get(value, value) if isinstance(value, str) else value
            for key, value in entry.items()
        }
    message = message.replace("{example}", words["{example}"])
    with pytest.raises(ConfigurationError, match=message) as raised:
        configured(paper, [CASES[paper][2], entry])
    assert len(str(raised.value)) <= MOST


@every_paper
def test_a_class_of_another_paper_is_refused(paper):
    other = CASES[PAPERS[(PAPERS.index(paper) + 1) % len(PAPERS)]][2]
    with pytest.raises(ConfigurationError, match=f"'{other}' with feedback .*; allowed here: "):
        configured(paper, [other])


@every_paper
def test_numbers_of_runs_go_by_name_or_algorithm(paper):
    built_in, options = CASES[paper][3]
    entries = [built_in, named(built_in, name="few", options=options), named(built_in, name="more")]
    config = configured(paper, entries, replicates={"default": 1, "few": 3, built_in: 5})
    counts = {cell.settings["algorithm"]: cell.replicates for cell in cells_of(paper, config)}
    assert counts == {built_in: 5, "few": 3, "more": 5}


@every_paper
def test_broken_file_stops_only_runs_that_need_it(paper, tmp_path, monkeypatch):
    (tmp_path / "extensions").mkdir()
    (tmp_path / "extensions" / "broken.py").write_text("1/0")
    monkeypatch.setattr(extensions, "repo_root", lambda: tmp_path)
    assert cells_of(paper, configured(paper, [CASES[paper][3][0]]))
    with pytest.raises(ConfigurationError, match=r"extensions/broken\.py: ZeroDivisionError"):
        configured(paper, [CASES[paper][2]])


@every_paper
def test_built_in_algorithms_do_not_import_users_classes(paper):
    config = validation.load(paper, scale="quick")
    tasks = [cell.task for one in experiments_of(paper) for cell in one.cells(config)]
    for modules in {modules_of(task) for task in tasks}:
        closure = import_closure(*modules)
        assert not [one for one in closure if one.endswith(("extensions", "own_algorithms"))]


# --- The README's commands ------------------------------------------------------------------


@every_paper
def test_documented_rerun_draws_the_example_beside_the_papers(paper):
    """As written but for sizes: two runs of a tiny horizon."""
    words = shlex.split(reruns.commands(paper)[1].text)[5:]
    options = dict(word.split("=", 1) for word in words if word.startswith(("label=", "figure=")))
    given = overrides.parse(paper, [w for w in words if w.partition("=")[0] not in options])
    number = options["figure"]
    figure = f"figure-{int(number):02}" if number.isdigit() else f"figure-{number}"
    section, tiny, example, _ = CASES[paper]
    small = {**given[section], "replicates": {"default": 2}}
    if "base" in tiny:
        small |= {"base": tiny["base"], "horizons": tiny["horizons"]}
    else:
        small |= {"horizon": tiny["horizon"]}
    config = validation.load(paper, overrides={section: small})
    spec = next(one for one in find_paper(paper).figures if one.id == figure)
    written = validation.load(paper, overrides=given)
    seconds = [costs.seconds(paper, c) * c.replicates for c in needed(paper, spec, written)]
    assert sum(seconds) < 120  # as it is written
    results = {}
    cells = needed(paper, spec, config)
    for experiment in experiments_of(paper):
        own = [cell for cell in cells if cell.experiment == experiment.name]
        simulated = [(cell.settings, cell.simulate(0, 2, root_seed=1)) for cell in own]
        if simulated:
            results[experiment.name] = store.to_table(experiment.columns, simulated).to_pandas()
    drawings = spec.plot(results, config)
    for variant in drawings.values():
        shown = set(variant.data["series"])
        assert example in shown
        assert len(shown) > 1
    styles = find_paper(paper).styles.of([example])
    assert styles[example] is SPARE_STYLES[0]


def needed(paper, spec, config):
    """Return the cells that a figure shows."""
    opened = run.Run(name="rerun-x", configurations={paper: config})
    return opened.cells(paper, spec.needs(config))


# --- What each setting reveals --------------------------------------------------------------


class Told:
    """Round robin; keeps everything that it is told."""

    def __init__(self, **known):
        self.known = known
        self.number = known.get("agents") or known.get("players") or known.get("users")
        self.told, self.received = [], []
        Told.last = self

    def choose(self, t, *shown):
        self.shown = shown
        return (np.arange(self.number) + t) % (self.known.get("arms") or self.known["actions"])

    def update(self, t, choice, feedback):
        self.told.append((t, choice, feedback))

    def receive(self, t, messages):
        self.received.append((t, messages))


def let_in(cls, monkeypatch):
    """Let a class be found by the id `told`."""
    cls.name = "told"
    find = extensions.find
    monkeypatch.setattr(extensions, "find", lambda name: cls if name == "told" else find(name))
    made = classmethod(lambda own, name: own(name=name, source=""))
    monkeypatch.setattr(own_algorithms.OwnAlgorithm, "of", made)


def play(paper, cls, monkeypatch, *, section=None, **changes):
    """Run a class once in a tiny experiment of its paper; return it and the rows."""
    name = section or CASES[paper][0]
    given = {"algorithms": ["told"], "replicates": {"default": 1}, "options": {}}
    tiny = {} if section else CASES[paper][1]
    with monkeypatch.context() as patch:
        let_in(cls, patch)
        config = validation.load(paper, overrides={name: {**tiny, **given, **changes}})
        experiment = next(one for one in experiments_of(paper) if one.section == name)
        cell = next(one for one in experiment.cells(config))
        rows = cell.simulate(0, 1, root_seed=1)
    return Told.last, rows


def test_totals_of_groups_are_all_that_users_reveal(monkeypatch):
    class Totals(Told):
        feedback = "totals"

        def choose(self, t):
            users = self.known["users"]
            return [0] * users, [range(users // 2), range(users // 2, users)]

    told, _ = play("anonymous", Totals, monkeypatch)
    assert {*told.known} == {"users", "arms", "group_size", "horizon", "generator"}
    t, (arms, groups), totals = told.told[-1]
    assert (t, len(arms), len(totals)) == (59, told.known["users"], 2)
    assert all(0 <= total <= len(group) for total, group in zip(totals, groups, strict=True))
    assert any(0 < total < len(group) for total, group in zip(totals, groups, strict=True))

    class Wrong(Totals):
        def choose(self, t):
            arms = [0] * self.known["users"]
            return arms if self.bare else (arms, [[0]])

    for bare, message in (
        (False, r"told: groups: \[0\]; allowed: at least . users"),
        (True, r"told, round 1: TypeError: .*\(arms, groups\)"),
    ):
        Wrong.bare = bare
        with pytest.raises(ExtensionFailed, match=message):
            play("anonymous", Wrong, monkeypatch)


def test_players_learn_their_losses_and_whether_they_collided(monkeypatch):
    class Players(Told):
        feedback = "collisions"

        def choose(self, t):
            return [[0, 0], [0, 1], [-1, 1]][t % 3]

    told, rows = play("multiplayer", Players, monkeypatch)
    by_turn = {turn: [f for t, _, f in told.told if t % 3 == turn] for turn in range(3)}
    assert all(c.all() and (x == 1).all() for x, c in by_turn[0])
    assert not any(c.any() for turn in (1, 2) for _, c in by_turn[turn])
    assert all(losses[0] == 1 for losses, _ in by_turn[2])
    assert 0 < np.mean([losses[1] for losses, _ in by_turn[1]]) < 1
    assert rows["collisions"][-1] == 2 * 600 / 3


def test_messages_take_a_round_an_edge_and_expire(monkeypatch):
    class Network(Told):
        feedback = "network"

        def update(self, t, arms, rewards):
            super().update(t, arms, rewards)
            return None if t == 3 else [[10 * t + agent] for agent in range(self.number)]

    told, _ = play("cooperative", Network, monkeypatch, message_lives=[2])
    assert told.known["epsilon"] is None
    assert told.known["contamination"] is None
    seen = set()
    for t, (receivers, senders, sent, contents) in told.received:
        assert contents.shape == (len(receivers), 1)
        assert (contents[:, 0] == 10 * sent + senders).all()
        apart = np.minimum((receivers - senders) % 6, (senders - receivers) % 6)
        assert (sent == t + 1 - apart).all()
        seen |= set(zip(receivers.tolist(), senders.tolist(), sent.tolist(), strict=True))
    # To two neighbours, and a round later to two beyond; nothing was sent in round 3.
    rounds = set(range(1, 31)) - {3}
    assert len(seen) == 6 * 2 * (len(rounds) + len(rounds - {30}))


def test_class_gets_contamination_and_not_epsilon_too(monkeypatch):
    class Both(Told):
        feedback = "network"

        def __init__(self, *, epsilon, contamination):
            pass

    class Explicit(Told):
        feedback = "network"

        def __init__(self, *, agents, arms, contamination):
            super().__init__(agents=agents, arms=arms, contamination=contamination)

    flips = [{"probability": 0.4, "source": "flip"}]
    section = {"section": "byzantine", "horizon": 30, "network": RING, "contaminations": flips}
    told, _ = play("cooperative", Explicit, monkeypatch, **section)
    assert told.known["contamination"] == 0.4
    rewards, reports = (np.array(x) for x in zip(*(f for _, _, f in told.told), strict=True))
    assert set(np.unique(np.abs(rewards - reports))) == {0.0, 1.0}
    assert 0.2 < np.mean(rewards != reports) < 0.6  # 180 reports: 5 standard deviations
    with pytest.raises(ConfigurationError, match="asks for contamination; allowed: one of them"):
        play("cooperative", Explicit, monkeypatch)
    with pytest.raises(ConfigurationError, match="asks for contamination or epsilon; allowed: one"):
        play("cooperative", Both, monkeypatch)


@pytest.mark.parametrize(
    ("paper", "kind"), [("private_online", "bandit"), ("cooperative", "network")]
)
def test_classes_without_epsilon_run_once(paper, kind, monkeypatch):
    class Asks(Told):
        feedback = kind

        def __init__(self, *, arms, epsilon):
            pass

    class DoesNot(Told):
        feedback = kind

        def __init__(self, *, arms):
            pass

    for cls, expected in ((Asks, {0.5, 2.0}), (DoesNot, {None})):
        with monkeypatch.context() as patch:
            let_in(cls, patch)
            config = configured(paper, ["told"], epsilons=[0.5, 2.0])
            assert {cell.settings["epsilon"] for cell in cells_of(paper, config)} == expected


class Sending(Told):
    """Agents that report to the server after every third step, and its answers."""

    def update(self, t, choice, feedback):
        super().update(t, choice, feedback)
        return [(agent, -1, 1.5, 2.5) for agent in range(self.number)] if t % 3 == 0 else None

    def receive(self, t, messages):
        super().receive(t, messages)
        if messages[0][1] == -1:
            return [(-1, agent, 7) for agent in range(self.number)]
        return None


def test_the_server_answers_and_every_number_counts(monkeypatch):
    class Server(Sending):
        feedback = "server"

    told, rows = play("distributed", Server, monkeypatch)
    assert {*told.known} == {"agents", "arms", "horizon", "generator"}
    assert rows["communication"][-1] == 3 * told.number * (200 // 3)  # two up, one down
    assert [t for t, _ in told.received] == [t for t in range(1, 201) if t % 3 == 0 for _ in "ab"]
    assert told.told[-1][0] == 200

    class Lost(Server):
        def update(self, t, choice, feedback):
            return [(0, 8, 1)]

    with pytest.raises(ExtensionFailed, match=r"round 1: ValueError: message \(0, 8, 1\); allowed"):
        play("distributed", Lost, monkeypatch)


def test_agents_with_linear_rewards_are_shown_the_actions(monkeypatch):
    class Linear(Sending):
        feedback = "linear-server"

    told, rows = play(
        "distributed",
        Linear,
        monkeypatch,
        section="table_1_linear",
        instances=[{"name": "tiny", "actions": 4}],
        agents=[3],
        dimensions=[2],
        base={"agents": 3, "dimension": 2, "horizons": [50]},
        horizons=[50],
        most_pulls={},
    )
    assert told.shown[0].shape == (4, 2)
    assert rows["communication"][-1] == 3 * told.number * (50 // 3)
    assert rows["regret"][-1] > 0
