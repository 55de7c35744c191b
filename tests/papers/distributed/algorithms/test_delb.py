"""DELB and its copies without communication.

Statistical tests compare 200 runs each; their thresholds leave a false alarm in less than 1 of
10,000 seeds, and the seeds are fixed.
"""

import itertools
import math

import numpy as np
import pytest
from scipy.stats import ks_2samp

from bandit_replications.papers.distributed.algorithms import (
    delb,
    delb_literal,
    delb_phases,
    delb_point_to_point,
    g_optimal_design,
    independent_delb,
)
from bandit_replications.papers.distributed.algorithms.delb_phases import assign
from bandit_replications.papers.distributed.environments.channel import Channel
from bandit_replications.papers.distributed.environments.problems import LinearProblem

HORIZON = 600
POINTS = np.array([1, 2, 17, 40, 41, 200, 599, HORIZON])


@pytest.fixture(autouse=True)
def one_design_for_each_set(monkeypatch):
    """Keep designs: every participant of every literal run solves the same one, bytes for bytes."""
    known = {}

    def kept(*, actions, accuracy):
        key = (actions.tobytes(), actions.shape, accuracy)
        if key not in known:
            known[key] = g_optimal_design.g_optimal_design(actions=actions, accuracy=accuracy)
        return known[key]

    monkeypatch.setattr(delb_literal, "g_optimal_design", kept)


def bandit(actions=20, dimension=3, seed=0):
    generator = np.random.default_rng(seed)
    vectors = generator.standard_normal((actions + 1, dimension))
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    return {"action_set": vectors[1:], "parameter": vectors[0]}


SHORT = delb.Options(constant=0.1)


def run(simulate, seed=0, options=SHORT, **changes):
    if "checkpoints" not in changes:
        changes["checkpoints"] = POINTS if changes.get("horizon", HORIZON) == HORIZON else None
    problem = LinearProblem(**({**bandit(), "agents": 4, "horizon": HORIZON} | changes))
    return simulate(problem, generator=np.random.default_rng(seed), options=options)


READINGS = [
    {},
    {"dimension_exponent": 1.0},
    {"logarithm": "binary"},
    {"rounding": "down", "strict": True},
    {"phase_dimension": "rank"},
    {"idle": "most-pulled"},
    {"accuracy": 1.1},
]


@pytest.mark.parametrize("agents", [1, 4, 7, 100])
@pytest.mark.parametrize("reading", READINGS, ids=str)
def test_literal_and_fast_agree_exactly_without_noise(agents, reading):
    same = {"agents": agents, "noise": "none", "options": delb.Options(constant=0.1, **reading)}
    fast, literal = run(delb.simulate, **same), run(delb.simulate_literal, **same)
    assert fast.regret == pytest.approx(literal.regret, abs=1e-9)
    assert np.array_equal(fast.communication, literal.communication)
    assert fast.purposes == literal.purposes
    assert fast.active == literal.active
    assert len(fast.active) == fast.phases >= 3
    assert np.array_equal(fast.messages.times, literal.messages.times)
    assert np.array_equal(fast.messages.numbers, literal.messages.numbers)


@pytest.mark.full
@pytest.mark.parametrize("noise", ["rademacher", "three-point", "uniform"])
def test_literal_and_fast_have_one_law(noise):
    fast, literal = (
        [run(simulate, seed=seed, noise=noise, horizon=70)
         for seed in range(first, first + 200)]
        for simulate, first in ((delb.simulate, 0), (delb.simulate_literal, 1000))
    )  # fmt: skip
    for take in (lambda r: r.regret[-1], lambda r: r.active[1], lambda r: r.active[2]):
        found = ks_2samp([take(r) for r in fast], [take(r) for r in literal])
        assert found.pvalue > 1e-5
    assert len({r.active[1] for r in fast}) > 3


@pytest.mark.full
def test_a_wrong_noise_is_noticed():
    right, wrong = (
        [run(delb.simulate, seed=seed, noise=law).active[1] for seed in range(200)]
        for law in ("rademacher", "none")
    )
    assert ks_2samp(right, wrong).pvalue < 1e-5


MUTANTS = [
    {"constant": 0.025},
    {"dimension_exponent": 1.0},
    {"rounding": "down"},
    {"idle": "most-pulled"},
    {"accuracy": 1.1},
    {"network": "point-to-point"},
]


@pytest.mark.parametrize("network", ["server", "point-to-point"])
@pytest.mark.parametrize("mutant", MUTANTS, ids=str)
def test_a_wrong_constant_is_seen(mutant, network):
    right = {"constant": 0.1, "network": network}
    if mutant.get("network") == network:
        mutant = {"network": "server"}
    same = {"noise": "none", "agents": 7}
    wrong = run(delb.simulate, options=delb.Options(**(right | mutant)), **same)
    literal = run(delb.simulate_literal, options=delb.Options(**right), **same)
    equal = np.array_equal(wrong.communication, literal.communication)
    assert not (equal and wrong.regret == pytest.approx(literal.regret, abs=1e-9))


@pytest.mark.full
@pytest.mark.parametrize(
    ("network", "old", "new"),
    [
        ("server", "partners=segments.agents, numbers=2", "partners=segments.agents, numbers=1"),
        ("server", "surviving(estimates, phase.number,", "surviving(estimates, phase.number - 1,"),
        (
            "server",
            "REPORT, from_server=False, partners=segments.agents",
            "REPORT, from_server=False, partners=np.arange(problem.agents)",
        ),
        ("point-to-point", "record.wait(record.agents - 1,", "record.wait(record.agents,"),
        ("point-to-point", "record.time + others", "record.time + others - 1"),
        ("point-to-point", "partners[partners > 0]", "partners"),
        ("point-to-point", "from_server=False", "from_server=True"),
    ],
)
def test_mutants_are_caught(altered, network, old, new):
    wrong = altered(delb, old, new)
    options = delb.Options(constant=0.1, network=network)
    same = {"noise": "none", "agents": 3, "options": options}
    mutant, literal = run(wrong.simulate, **same), run(delb.simulate_literal, **same)
    equal = np.array_equal(mutant.communication, literal.communication)
    equal &= np.array_equal(mutant.messages.from_server, literal.messages.from_server)
    assert not (equal and mutant.regret == pytest.approx(literal.regret, abs=1e-9))


def test_pulls_of_a_phase_by_hand():
    # Two orthogonal actions: π = 1/2 each; m_1 = ceil(600 · 4 · 4 · ½ ln(4 · 10^6)).
    problem = LinearProblem(
        action_set=np.eye(2),
        parameter=np.array([0.55, 0.25]),
        agents=4,
        horizon=10**6,
        noise="none",
    )
    run_ = delb.simulate(problem, generator=np.random.default_rng(0))
    pulls = math.ceil(4800 * math.log(4e6))
    assert run_.lengths[0] == math.ceil(2 * pulls / 4)
    # The gap 0.3 is at most 2^(1 - l) for l <= 2, so that phase 3 drops the second action.
    assert run_.active == (2, 2, 2, 1)
    pulls_of_second = [math.ceil(4800 * 4**level * math.log(4e6)) for level in range(3)]
    assert run_.regret[-1] == pytest.approx(0.3 * np.sum(pulls_of_second), rel=1e-5)


def test_assignment_fills_one_agent_after_the_other():
    segments = assign(np.array([7, 3, 1]), agents=4)
    assert segments.steps == 3
    assert segments.agents.tolist() == [0, 1, 2, 2, 3, 3]
    assert segments.positions.tolist() == [0, 0, 0, 1, 1, 2]
    assert segments.starts.tolist() == [0, 0, 0, 1, 0, 1]
    assert segments.lengths.tolist() == [3, 3, 1, 2, 1, 1]
    assert segments.shares.tolist() == [3, 3, 3, 2]


@pytest.mark.parametrize("seed", range(20))
def test_assignment_needs_few_segments(seed):
    generator = np.random.default_rng(seed)
    pulls = np.sort(generator.integers(1, 1000, generator.integers(1, 30)))[::-1]
    agents = int(generator.integers(1, 50))
    segments = assign(pulls, agents=agents)
    assert segments.lengths.sum() == pulls.sum()
    given = np.bincount(segments.positions, weights=segments.lengths)
    assert np.array_equal(given, pulls)
    assert np.bincount(segments.agents, weights=segments.lengths).max() <= segments.steps
    # One segment for each boundary between actions or agents: at most M + |Supp| - 1.
    assert segments.agents.size <= agents + pulls.size - 1


def test_communication_counts_three_for_each_segment_and_the_estimate():
    found = run(delb.simulate, noise="none")
    completed = found.purposes["estimate"] // (4 * 3)
    assert found.purposes["estimate"] == completed * 4 * 3
    assert found.purposes["assignment"] >= 2 * found.purposes["report"]
    assert found.communication[-1] == sum(found.purposes.values())


def test_horizon_inside_a_phase_is_the_start_of_a_longer_run():
    long = run(delb.simulate, noise="none", checkpoints=np.arange(1, HORIZON + 1))
    steps = np.diff(np.concatenate([[0], long.regret]))
    assert steps.min() >= -1e-12
    # ln(MT) is what the horizon changes: it is kept by the constant.
    for horizon in (50, 123, 400):
        constant = 0.1 * math.log(4 * HORIZON) / math.log(4 * horizon)
        short = run(
            delb.simulate,
            noise="none",
            horizon=horizon,
            options=delb.Options(constant=constant),
        )
        assert short.regret[-1] == pytest.approx(long.regret[horizon - 1], abs=1e-9)


@pytest.mark.parametrize("reading", ["ambient", "rank"])
def test_rank_deficient_sets_are_the_same_problem_in_their_span(reading):
    inner = bandit(dimension=2)
    frame = np.zeros((2, 5))
    frame[0, 1] = frame[1, 3] = 1
    flat = run(delb.simulate, **inner)
    constant = 0.1 if reading == "rank" else 0.1 * (2 / 5) ** 2  # the same m_l
    wide = run(
        delb.simulate,
        action_set=inner["action_set"] @ frame,
        parameter=inner["parameter"] @ frame,
        options=delb.Options(constant=constant, phase_dimension=reading),
    )
    assert wide.active == flat.active
    assert wide.regret == pytest.approx(flat.regret, abs=1e-9)
    sent = 2 if reading == "rank" else 5
    # The set becomes a single action, of rank 1, in the last phases.
    assert wide.purposes["estimate"] <= flat.purposes["estimate"] * sent // 2
    assert wide.purposes["report"] == flat.purposes["report"]


def test_point_to_point_waits_and_saves_the_first_agents_messages():
    server = run(delb.simulate, noise="none", horizon=100_000)
    options = delb.Options(constant=0.1, network="point-to-point")
    peers = run(
        delb.simulate,
        noise="none",
        horizon=100_000,
        options=options,
    )
    assert peers.active == server.active
    assert peers.purposes["estimate"] == server.purposes["estimate"] * 3 // 4
    assert peers.communication[-1] < server.communication[-1]
    # Three stages of M - 1 = 3 steps in each phase; an idle step costs at most 2 for each agent.
    assert peers.regret[-1] <= server.regret[-1] + 9 * 4 * 2 * peers.phases
    assert peers.regret[-1] > server.regret[-1]
    # Procedures 9 and 10 pass at most one message for each agent in a step, none at step 0.
    assert peers.messages.times.min() == 1
    alone = run(delb.simulate, agents=1, noise="none", options=options)
    assert alone.regret == pytest.approx(run(delb.simulate, agents=1, noise="none").regret)
    assert alone.communication[-1] == 0


@pytest.mark.parametrize("agents", [1, 2, 4, 7, 40])
@pytest.mark.parametrize("reading", READINGS, ids=str)
def test_point_to_point_literal_and_fast_agree_exactly_without_noise(agents, reading):
    options = delb.Options(constant=0.1, network="point-to-point", **reading)
    same = {"agents": agents, "noise": "none", "options": options}
    fast, literal = run(delb.simulate, **same), run(delb.simulate_literal, **same)
    assert fast.regret == pytest.approx(literal.regret, abs=1e-9)
    assert np.array_equal(fast.communication, literal.communication)
    assert fast.purposes == literal.purposes
    assert fast.active == literal.active
    assert len(fast.active) >= 2
    assert np.array_equal(fast.messages.times, literal.messages.times)
    assert np.array_equal(fast.messages.numbers, literal.messages.numbers)
    assert np.array_equal(fast.messages.from_server, literal.messages.from_server)


def test_agents_of_a_point_to_point_network_share_the_channel_and_what_is_given():
    problem = LinearProblem(**bandit(), agents=3, horizon=9, noise="none")
    channel, options = Channel(), delb.Options()
    group = [
        delb_point_to_point.Agent(channel, i, problem, options, np.random.default_rng(i), [])
        for i in range(3)
    ]
    for first, second in itertools.combinations(map(vars, group), 2):
        same = {name for name in first if first[name] is second[name]}
        assert same - {"agents", "horizon"} == {"channel", "options"}
        assert {name for name in first if type(first[name]) is np.ndarray} == {"actions"}


@pytest.mark.parametrize("horizon", range(30, 62))
def test_point_to_point_horizon_inside_an_exchange_is_exact(horizon):
    options = delb.Options(constant=0.01, network="point-to-point")
    same = {"agents": 9, "noise": "none", "options": options, "horizon": horizon}
    same["checkpoints"] = np.arange(1, horizon + 1)
    fast, literal = run(delb.simulate, **same), run(delb.simulate_literal, **same)
    assert fast.regret == pytest.approx(literal.regret, abs=1e-9)
    assert np.array_equal(fast.communication, literal.communication)
    assert fast.active == literal.active


@pytest.mark.full
@pytest.mark.parametrize(
    ("network", "dimension_sent"), [("server", "ambient"), ("point-to-point", "rank")]
)
def test_rounded_literal_and_fast_have_one_law(network, dimension_sent):
    options = delb.Options(
        constant=0.1, precision_bits=2, network=network, phase_dimension=dimension_sent
    )
    same = {"options": options, "horizon": 70, "agents": 3}
    fast, literal = (
        [run(simulate, seed=seed, **same) for seed in range(first, first + 200)]
        for simulate, first in ((delb.simulate, 0), (delb.simulate_literal, 1000))
    )
    for take in (lambda r: r.regret[-1], lambda r: r.active[1]):
        found = ks_2samp([take(r) for r in fast], [take(r) for r in literal])
        assert found.pvalue > 1e-5


def test_rounding_at_random_keeps_averages_and_the_estimate_is_rounded():
    """No noise and one action of mean 0.3 with 1 bit: reports are 0 or 1/2, 3/5 of them 1/2.

    The mean of 4000 of them lies within 4.5 deviations but for 1 seed in 100,000.
    """
    segments = assign(np.array([4000]), agents=4000)
    drawn = [
        delb_phases.draw_rounded_averages(
            segments, np.array([0.3]), bits=1, noise=3, generator=np.random.default_rng(seed)
        )[0]
        for seed in range(3)
    ]
    assert drawn == pytest.approx([0.3] * 3, abs=4.5 * 0.5 * math.sqrt(0.24 / 4000))
    assert len(set(drawn)) == 3
    actions = np.array([[1.0, 0.0], [0.6, 0.8]])
    rounded = delb_phases.round_estimate(actions, actions @ [0.3, -0.2], bits=1, in_span=False)
    # The nearest halves of 0.3 and -0.2 are 1/2 and 0.
    assert rounded == pytest.approx(actions @ [0.5, 0.0])


def test_an_agent_alone_rounds_nothing():
    rounded = delb.Options(constant=0.1, precision_bits=1)
    for simulate in (independent_delb.simulate, independent_delb.simulate_literal):
        assert np.array_equal(run(simulate, options=rounded).regret, run(simulate).regret)


def test_many_bits_change_nothing_but_the_draws():
    options = delb.Options(constant=0.1, precision_bits=52)
    exact, rounded = (
        run(delb.simulate, noise="none"),
        run(delb.simulate, noise="none", options=options),
    )
    assert rounded.active == exact.active
    assert rounded.purposes == exact.purposes


def test_long_horizons_are_cheap_and_keep_the_best_action():
    found = run(
        delb.simulate,
        **bandit(actions=200, dimension=5),
        agents=1024,
        horizon=10**12,
        checkpoints=np.array([10**6, 10**12]),
        options=delb.Options(),
    )
    assert found.active[-1] == 1
    assert found.phases == 16
    # The best action alone is pulled in the end.
    assert found.regret[-1] < 1e-3 * 1024 * 10**12 * 1e-3


def test_independent_copies():
    same = {"noise": "none", "agents": 3}
    fast = run(independent_delb.simulate, **same)
    literal = run(independent_delb.simulate_literal, **same)
    alone = run(delb.simulate, agents=1, noise="none")
    assert fast.regret == pytest.approx(literal.regret, abs=1e-9)
    assert fast.regret == pytest.approx(3 * alone.regret)
    assert fast.phases == literal.phases == alone.phases
    assert fast.communication.sum() == literal.communication.sum() == 0
    noisy = [run(independent_delb.simulate, seed=seed).regret[-1] for seed in range(5)]
    assert len(set(noisy)) == 5
