"""Learners driven from outside: decisions of the literal simulations, answers to wrong calls."""

import gc
import itertools
import sys
import threading
import weakref

import numpy as np
import pytest

import bandit_replications as br
from bandit_replications.bandits import literal
from bandit_replications.bandits.streams import generator
from bandit_replications.library.entries import library_entries
from bandit_replications.papers.anonymous.environments.anonymity import AnonymousBandit
from bandit_replications.papers.anonymous.environments.requests import Round
from bandit_replications.papers.multiplayer.library import LivePlayers
from bandit_replications.playing.keywords import Rounds
from bandit_replications.runtime.errors import ConfigurationError

SEED = 5
USERS = [[0.9, 0.5, 0.1]] * 6 + [[0.1, 0.5, 0.9]] * 6 + [[0.1, 0.9, 0.5]] * 6
SETS = [[[1.0, 0.0], [0.0, 1.0], [0.6, 0.8]], [[0.0, -1.0], [0.8, 0.6], [0.0, 1.0]]]
# Keywords of both, of simulations alone, and of learners instead.
BOTH = {
    "private_online": {"epsilon": 1.0, "horizon": 300},
    "anonymous": {"group_size": 2, "horizon": 600},
    "multiplayer": {"players": 2, "horizon": 2000},
    "cooperative": {
        "network": "ring",
        "agents": 4,
        "message_life": 1,
        "epsilon": 0.5,
        "v": 1.1,
        "assumed_contamination": 0.1,
        "horizon": 60,
    },
    "distributed": {"agents": 3, "horizon": 200, "action_set": SETS[0]},
}
SIMULATED = {
    "private_online": {"means": [0.5, 0.9, 0.1]},
    "anonymous": {"means": USERS},
    "multiplayer": {"means": [0.2, 0.5, 0.9, 0.4]},
    "cooperative": {"means": [0.9, 0.5], "contamination": 0.3},
    # noise that no algorithm draws: see Split
    "distributed": {"means": [0.9, 0.5, 0.1], "parameter": [0.8, 0.3], "noise": "uniform"},
}
ARMS = {"private_online": 3, "anonymous": 3, "multiplayer": 4, "cooperative": 2, "distributed": 3}
CASES = [
    (paper, name, number)
    for paper, known in br.algorithms(live=True).items()
    for name in known
    for number in range(len(library_entries(paper)[name]))
]
# Options, in place of the defaults, with which phases end and roles meet within few rounds.
PHASES = {"pulls_exponent": -2}
EPOCHS = {"sampling_constant": 0.05, "privacy_constant": 0.05, "width_constant": 0.05}
OPTIONS = {
    "batched-elimination": [{}, {"gamma": 0.5}, {"decomposition": "random"}],
    "coordinate-and-play": [{"block_length": 20}, {"ranking_rounds": 1, "unranked": "uniform"}],
    "delb": [{"constant": 0.01}, {"constant": 0.01, "network": "point-to-point"}],
    "demab": [PHASES, {**PHASES, "precision_bits": 4}],
    "demab-instance-dependent": [PHASES],
    "demab-repaired": [PHASES],
    "demab-simple": [PHASES, {**PHASES, "schedule": "squared"}],
    "dislinucb": [{}, {"threshold_factor": 0.001}, {"synchronisation": "at-once"}],
    "dp-se": [EPOCHS],
    "dp-se-restarted": [EPOCHS],
    "explore-then-commit": [{"exploration_constant": 0.2}],
    "ftnl": [{}, {"noise": "gumbel"}],
    "independent-delb": [{"constant": 0.01}],
    "independent-elimination": [PHASES],
    "musical-chairs": [{"exploration_rounds": 100}, {"exploration_rounds": 100, "ties": "random"}],
    "point-to-point": [PHASES],
    "public-randomness": [PHASES],
}
VARIANTS = [(*case, options) for case in CASES for options in OPTIONS.get(case[1], [{}])]


class Split(np.random.Generator):
    """Rewards from one generator, draws of algorithms from another."""

    def __init__(self, own, rewards):
        super().__init__(rewards.bit_generator)
        self.own = own


for method in ("choice", "exponential", "gumbel", "integers", "laplace", "permutation", "spawn"):

    def drawn(self, *words, method=method, **more):
        return getattr(self.own, method)(*words, **more)

    setattr(Split, method, drawn)


def asked(paper, more, names):
    """Return the keywords of an algorithm's problem."""
    return {key: value for key, value in {**BOTH[paper], **more}.items() if key in names}


def entry_of(case):
    paper, name, number = case
    return library_entries(paper)[name][number]


def learner(case, *, options=None, seed=SEED, **more):
    """Return the learner of a case."""
    paper, name, _ = case
    names = (*entry_of(case).asked, "horizon")
    given = asked(paper, {"arms": ARMS[paper], "users": len(USERS)}, names)
    return br.learner(name, paper=paper, seed=seed, **{**given, **(options or {}), **more})


@pytest.fixture
def literal_run(monkeypatch):
    """Return a function that runs a literal simulation: case, options -> actions and answers."""
    actions, answers = [], []

    def noted(player, respond, *, rounds):
        def answered(action):
            seen = respond(action)
            seen = seen if isinstance(seen, float) else list(seen)  # from a map, perhaps
            answers.append(seen)
            return seen

        for action in literal.drive(player, answered, rounds=rounds):
            actions.append(action)
            yield action

    for module in [*sys.modules.values()]:
        if module is not literal and getattr(module, "drive", None) is literal.drive:
            monkeypatch.setattr(module, "drive", noted)

    def play_round(bandit, request, original=AnonymousBandit._answer):
        before, rewards = bandit._played, np.full(bandit.sizes.users, 7.0)  # 7: nobody asked
        bandit._reward = lambda user, arm: (
            rewards.__setitem__(user, draw(bandit, user, arm)) or (rewards[user])
        )
        answer = original(bandit, request)
        rounds = 1 if isinstance(request, Round) else bandit._played - before
        actions.extend([tuple(request.assignment)] * rounds)
        answers.extend([rewards.tolist()] * rounds)
        return answer

    draw = AnonymousBandit._reward
    monkeypatch.setattr(AnonymousBandit, "_answer", play_round)

    def run(case, options, *, own, agents=None):
        paper, entry = case[0], entry_of(case)
        given = asked(paper, SIMULATED[paper], entry.own)
        given |= {} if agents is None else {"agents": agents}
        if case[1] == "clipped-release-ucb":  # it draws false messages, of which a learner has none
            given["contamination"] = 0.0
        horizon = BOTH[paper]["horizon"]
        rounds = Rounds(horizon, np.array([horizon]), lambda key, fixed: generator(0, key))
        actions.clear()
        answers.clear()
        entry.algorithm.simulate_literal(
            entry.keywords(**given).problem(rounds),
            generator=Split(own, np.random.default_rng(11)),
            options=entry.algorithm.Options(**options),
        )
        return list(actions), list(answers)

    return run


def literal_steps(case, options, literal_run):
    """Return the literal simulation's arms of each step, and the answers for `update`."""
    paper, name, _ = case
    own = generator(SEED, paper, "learner", name)
    if name == "dp-ucb-int":  # one agent's whole run after the other's, the noise in one stream
        runs = [
            literal_run(case, options, own=stream, agents=1)
            for stream in own.spawn(BOTH[paper]["agents"])
        ]
        actions, answers = (list(zip(*rows, strict=True)) for rows in zip(*runs, strict=True))
    else:
        actions, answers = literal_run(case, options, own=own)
    if name == "dislinucb" and "synchronisation" not in options:  # agent by agent
        agents = BOTH[paper]["agents"]
        actions, answers = (
            [tuple(row) for row in np.reshape(flat, (-1, agents)).tolist()]
            for flat in ([a for (a,) in actions], [*(r for (r,) in answers), 0.0][: len(actions)])
        )
    if paper == "multiplayer":
        actions = [[-1 if arm is None else arm for arm in action] for action in actions]
        answers = [[loss for _, loss in feedback] for feedback in answers]
    return actions, answers


@pytest.mark.parametrize(("paper", "name", "number", "options"), VARIANTS)
def test_learners_decide_as_the_literal_simulation(paper, name, number, options, literal_run):
    case = (paper, name, number)
    actions, answers = literal_steps(case, options, literal_run)
    driven = learner(case, options=options)
    assert len(actions) == driven.steps
    assert len({*np.ravel(actions)}) > 1
    for action, answer in itertools.zip_longest(actions, answers[: driven.steps - 1]):
        assert np.array_equal(driven.choose(), action)
        if answer is None:  # nobody asks what the last step reveals
            break
        if name == "byzantine-proof-ucb":
            rewards, reports = zip(*answer, strict=True)
            driven.update(rewards, reports=reports)
        else:
            driven.update(answer)
    assert driven.played == driven.steps - 1


FULL_INFORMATION = ("ftnl", "naive-ftnl", "follow-the-leader")


def play(driven, reward_of):
    """Play all steps left, each arm with a reward of its own; return the arms of each."""
    played = []
    while driven.played < driven.steps:
        arms = driven.choose()
        played.append(np.ravel(arms).tolist())
        seen = range(driven.settings["arms"]) if driven.algorithm in FULL_INFORMATION else arms
        rewards = [reward_of(arm) for arm in np.ravel(seen)]
        driven.update(rewards if np.ndim(seen) else rewards[0])
    return played


@pytest.mark.parametrize("case", CASES)
def test_decisions_follow_the_rewards(case):
    options = OPTIONS.get(case[1], [{}])[0]
    first, again, other = (
        play(learner(case, options=options), lambda arm, best=best: float((arm == 0) == best))
        for best in (True, True, False)
    )
    assert first == again
    assert first != other


@pytest.mark.parametrize("name", ["anytime-lazy-ucb", "ftnl"])
def test_another_seed_is_another_noise(name):
    made = (learner(("private_online", name, 0), seed=seed, epsilon=0.05) for seed in (1, 2))
    one, other = (play(driven, lambda arm: arm / 2) for driven in made)
    assert one != other


def test_lists_arrays_tuples_and_booleans_are_rewards():
    for kind in (list, np.array, tuple):
        driven = learner(("cooperative", "multi-agent-ucb", 0))
        driven.choose()
        driven.update(kind([True, False, True, True]))
        assert driven.choose().tolist() == [1, 1, 1, 1]


# --- Groups, sets of actions, collisions ----------------------------------------------------


def test_only_totals_of_groups_count():
    case = ("anonymous", "batched-elimination", 0)
    single, total = learner(case), learner(case)
    chance = np.random.default_rng(0)
    asked_for = 0
    for _ in range(single.steps):
        assert np.array_equal(single.choose(), total.choose())
        rewards = chance.integers(0, 2, len(USERS)).astype(float)
        sums = np.zeros(len(USERS))
        for group in total.action.groups:
            assert len(group) >= BOTH["anonymous"]["group_size"]
            sums[group[-1]] = rewards[group].sum()
            asked_for += 1
        single.update(rewards)
        total.update(sums)
    assert asked_for > single.steps


@pytest.mark.parametrize("case", [one for one in CASES if "dimension" in entry_of(one).asked])
def test_actions_shown_step_by_step_equal_a_sequence(case):
    known, shown = learner(case, action_set=SETS), learner(case, action_set=None, dimension=2)
    chance = np.random.default_rng(0)
    seen = set()
    for step in range(known.steps):
        actions, given = known.choose(), np.array(SETS[step % 2])
        assert np.array_equal(shown.choose(given), actions)
        given[:] = 0  # whoever shows it may use its array again
        rewards = np.array(SETS[step % 2])[actions] @ [0.8, 0.3] + chance.uniform(-1, 1, 3)
        known.update(rewards)
        shown.update(rewards)
        seen |= {(step % 2, *actions.tolist())}
    assert len(seen) > 2


def test_losses_of_colliding_players_do_not_count():
    case = ("multiplayer", "independent-exp3", 0)
    one, other = learner(case), learner(case)
    collisions = 0
    for _ in range(one.steps):
        arms = one.choose()
        assert np.array_equal(other.choose(), arms)
        losses = np.where(arms == 0, 0.1, 0.9)
        together = arms[0] == arms[1]
        one.update(np.zeros(2) if together else losses)
        other.update(np.ones(2) if together else losses)
        collisions += together
    assert 0 < collisions < one.steps


def test_quiet_players_have_no_arm_and_lose_1():
    driven = learner(("multiplayer", "coordinate-and-play", 0), players=3)
    arms = play(driven, lambda arm: 0.5)
    assert min(map(min, arms)) == -1
    feedback = LivePlayers(arms=4).answer((None, 2, 0, 2, None), [0.25] * 5, None)
    assert feedback == [(False, 1.0), (True, 1.0), (False, 0.25), (True, 1.0), (False, 1.0)]


def test_agents_report_observations_unless_told_otherwise():
    case = ("cooperative", "byzantine-proof-ucb", 0)
    played = []
    for reports in (None, lambda rewards: rewards, lambda rewards: 7 - 14 * rewards):
        driven, chosen = learner(case, horizon=30), []
        while driven.played < driven.steps:
            chosen.append(driven.choose().tolist())
            rewards = (np.array(chosen[-1]) == 0).astype(float)
            driven.update(rewards, reports=reports and reports(rewards))
        played.append(chosen)
    honest, same, false = played
    assert honest == same
    assert honest != false


# --- Wrong calls ----------------------------------------------------------------------------


LAZY = {"arms": 3, "epsilon": 0.5, "horizon": 10}
WRONG = [
    ({"horizon": None}, r"horizon: missing; allowed: number of rounds"),
    ({"epsilon": 0}, r"epsilon: 0; allowed: numbers of at least 1e-08"),
    ({"means": [0.5, 0.5]}, r"means: not for a learner; allowed: horizon, seed, arms, epsilon"),
    ({"algorithm": "ftnl", "first_action": 7}, r"first_action: 7; allowed: 0 to 2"),
]
SERVER = {"agents": 2, "horizon": 9}
PLAYERS = {"arms": 3, "players": 2, "horizon": 99, "block_length": 3}
AT_ONCE = {**SERVER, "dimension": 2, "synchronisation": "at-once"}
BOTH_GIVEN = {"dimension": 2, "action_set": SETS[0]}
OTHERS = [
    ("coordinate-and-play", PLAYERS, r"block_length: 3; allowed: at least 4"),
    ("dcb", SERVER, r"action_set: missing; allowed: .*; or a dimension"),
    ("dcb", {**SERVER, **BOTH_GIVEN}, r"action_set: together with dimension; allowed: "),
    ("delb", SERVER, r"action_set: missing; allowed: actions in the unit"),
    ("delb", {**SERVER, "action_set": SETS}, r"2 sets; allowed: one fixed set"),
    ("delb", {**SERVER, "action_set": [[]]}, r"at least 1 action and dimension"),
    ("dislinucb", AT_ONCE, r"dimension: 2 with synchronisation 'at-once'; allowed: action_set"),
]


@pytest.mark.parametrize(
    ("name", "keywords", "message"),
    [*(("anytime-lazy-ucb", {**LAZY, **wrong}, message) for wrong, message in WRONG), *OTHERS],
)
def test_impossible_learner_is_refused_in_one_line(name, keywords, message):
    with pytest.raises(ConfigurationError, match=message) as caught:
        br.learner(**{"algorithm": name, **keywords})
    assert "\n" not in str(caught.value)


def test_calls_out_of_turn_name_the_right_call():
    driven = br.learner("anytime-lazy-ucb", **LAZY)

    def refused(message, call, *given):
        with pytest.raises(ConfigurationError, match=message):
            call(*given)

    refused("update: step 1 is not chosen yet; allowed: ", driven.update, 1.0)
    assert driven.choose() == 0
    refused("choose: step 1 is chosen; allowed: update", driven.choose)
    driven.update(1.0)
    refused("update: step 2 is not chosen yet", driven.update, 1.0)
    play(driven, lambda arm: 0.5)
    refused("choose: step 11; allowed: 10 steps", driven.choose)
    refused("update: step 11 is not chosen yet", driven.update, 1.0)
    assert repr(driven) == "Learner: anytime-lazy-ucb (private_online), 10 of 10 steps"


JUNK = [
    10**5000,
    *(None, "x", b"x", "0.5", -1, 1.5, 3 + 1j, float("nan"), float("inf"), object(), {}),
    *([], [[]], [None], ["a"], [0.5, [0.5]], [0.5, float("nan")], [[0.5, 0.5]], np.zeros((2, 2))),
]
UNIT = r".*; allowed: numbers in \[0, 1\]"
LINEAR = UNIT.replace("0, 1", "-2, 2")
REVEALED = [
    ("private_online", "anytime-lazy-ucb", 1.0, r"reward: .*; allowed: a number in \[0, 1\]"),
    ("private_online", "ftnl", [1.0] * 3, rf"rewards{UNIT}, one .* arm, 3 in"),
    ("anonymous", "ucb", [-1.0] * 18, r"rewards.*; allowed: finite numbers, one .* user, 18 in"),
    ("multiplayer", "doubling", [1.0] * 2, rf"losses{UNIT}, one .* player, 2 in all"),
    ("cooperative", "centralised-ucb1", [1.0], rf"rewards{UNIT}"),
    ("distributed", "demab", [1.0] * 3, rf"rewards{UNIT}, one .* agent, 3 in all"),
    ("distributed", "delb", [-2.0] * 3, rf"rewards{LINEAR}, one .* agent, 3 in all"),
]


@pytest.mark.parametrize(("paper", "name", "good", "message"), REVEALED)
def test_rewards_that_are_refused_change_nothing(paper, name, good, message):
    driven, other = (learner((paper, name, 0)) for _ in range(2))
    assert np.array_equal(driven.choose(), other.choose())
    for junk in JUNK:
        with pytest.raises(ConfigurationError, match=message) as caught:
            driven.update(junk)
        assert len(str(caught.value)) <= 300
    with pytest.raises(ConfigurationError, match=r"reports: .*; allowed: for byzantine-proof-ucb"):
        driven.update(good, reports=good)
    driven.update(good)
    other.update(good)
    assert np.array_equal(driven.choose(), other.choose())


def test_one_number_out_of_range_is_named():
    driven = learner(("cooperative", "byzantine-proof-ucb", 0))
    driven.choose()
    infinite = [0, float("inf"), 5, 0]
    with pytest.raises(ConfigurationError, match=r"rewards\[2\]: 1.5; allowed: numbers in"):
        driven.update([0, 1, 1.5, 0])
    with pytest.raises(ConfigurationError, match=r"reports\[1\]: inf; allowed: finite numbers"):
        driven.update([0, 1, 1, 0], reports=infinite)
    driven.update([0, 1, 1, 0], reports=[-3, 9, 5, 0])


@pytest.mark.parametrize(
    "junk",
    [*JUNK[:-2], [[2.0, 0.0]], [[0.1, 0.1, 0.1]], np.ones((1, 1, 2))],
    ids=lambda junk: type(junk).__name__,
)
def test_actions_that_are_refused_change_nothing(junk):
    driven = learner(("distributed", "dcb", 0), action_set=None, dimension=2)
    with pytest.raises(ConfigurationError, match=r"action.*; allowed: ") as caught:
        driven.choose(junk)
    assert len(str(caught.value)) <= 300
    assert driven.choose(SETS[0]).shape == (3,)
    with pytest.raises(ConfigurationError, match=r"actions: .*; allowed: nothing, unless"):
        learner(("distributed", "delb", 0)).choose(SETS[0])


@pytest.mark.parametrize("case", CASES)
def test_junk_to_a_learner_raises_configuration_errors_only(case):
    entry = entry_of(case)
    refused = []
    for key in ("horizon", "seed", *entry.asked, *entry.options):
        for value in JUNK:
            try:
                learner(case, **{key: value})
            except ConfigurationError as error:
                refused.append(str(error))
    assert len(refused) > 50
    assert all("llowed" in message and len(message) <= 300 for message in refused)


# --- What it holds --------------------------------------------------------------------------


def test_dropped_learner_is_freed_and_starts_no_thread():
    threads = threading.active_count()
    driven = learner(("distributed", "dcb", 0), action_set=None, dimension=2)
    driven.choose(SETS[0])
    assert threading.active_count() == threads
    gone = weakref.ref(driven)
    gc.disable()
    try:
        del driven
        assert gone() is None
    finally:
        gc.enable()


def test_an_interrupted_learner_says_so():
    driven = br.learner("anytime-lazy-ucb", **LAZY)
    driven.choose()
    driven.update(1.0)
    with pytest.raises(KeyboardInterrupt):
        driven._player.throw(KeyboardInterrupt)
    with pytest.raises(ConfigurationError, match=r"choose: the learner was interrupted; allowed"):
        driven.choose()
