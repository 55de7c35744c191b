"""DEMAB: literal against fast on one table of rewards, messages by purpose, mutants."""

import itertools
import math
import time
import types
from dataclasses import replace

import numpy as np
import pytest

from bandit_replications.papers.distributed.algorithms import (
    demab,
    demab_instance_dependent,
    demab_literal,
)
from bandit_replications.papers.distributed.algorithms.demab import Options
from bandit_replications.papers.distributed.environments.problems import ArmsProblem
from bandit_replications.papers.distributed.environments.reward_laws import recorded_rewards

HORIZON = 900


def instance(seed, arms, agents, horizon=HORIZON):
    generator = np.random.default_rng([seed, arms, agents])
    means = generator.random(arms)
    rewards = (generator.random((agents, arms, horizon)) < means[:, None]).astype(float)
    points = np.unique([*generator.integers(1, horizon, 25), horizon])
    return ArmsProblem(
        means=means,
        agents=agents,
        horizon=horizon,
        checkpoints=points,
        law=recorded_rewards(rewards),
        allocation=generator.integers(0, agents, arms),
    )


def both(problem, options):
    return [
        simulate(problem, options=options, generator=np.random.default_rng(1))
        for simulate in (demab.simulate, demab.simulate_literal)
    ]


def assert_same(fast, literal):
    assert np.array_equal(fast.pulls, literal.pulls)
    assert np.array_equal(fast.communication, literal.communication)
    assert fast.purposes == literal.purposes
    assert fast.sizes == literal.sizes
    assert fast.reallocated == literal.reallocated
    assert fast.finished_phases == literal.finished_phases
    assert fast.phases == literal.phases
    assert np.array_equal(fast.burn_in_phases, literal.burn_in_phases)
    for name in ("times", "from_server", "numbers"):
        assert np.array_equal(getattr(fast.messages, name), getattr(literal.messages, name))
    assert fast.messages.purposes == literal.messages.purposes


SHORT = {"pulls_exponent": -1, "burn_in_constant": 0.5}
READINGS = {
    "as-printed": {},
    "rounded-down": {"pulls_rounding": "down"},
    "logarithm-of-horizon": {"completed_logarithm": "horizon"},
    "negative-counts-as-zero": {"negative_completed_phases": "zero", "burn_in_constant": 50.0},
    "starts-before-phase-one": {"burn_in_constant": 50.0},
    "long-burn-in": {"burn_in": 300, "completed_phases": 1},
    "burn-in-60": {"burn_in": 60, "completed_phases": 0},
    "no-burn-in": {"burn_in": 0, "completed_phases": 0},
    "no-burn-in-short": {"burn_in": 0, "completed_phases": 0, "pulls_exponent": -3},
    "strict": {"strict_distributed_elimination": True},
    "lenient": {"strict_elimination": False},
    "inside-loop": {"elimination_inside_loop": True, "burn_in": 60},
    "padding-all": {"padding": "all-arms", "burn_in": 0, "completed_phases": 0},
    "longest-before": {"longest_before_reallocation": True, "burn_in": 0, "completed_phases": 0},
    "printed-sign": {"deficit_sign": "printed", "burn_in": 0, "completed_phases": 0},
    "commit": {"single_arm": "commit"},
    "announced": {"announce_centralize": True},
    "first-phase-zero": {"first_phase": 0, "burn_in": 50},
}


@pytest.mark.parametrize("reading", READINGS)
@pytest.mark.parametrize(("arms", "agents"), [(1, 1), (2, 3), (6, 3), (13, 4), (5, 9), (3, 1)])
def test_literal_and_fast_do_the_same(reading, arms, agents):
    for seed in range(2):
        options = Options(**{**SHORT, **READINGS[reading]})
        assert_same(*both(instance(seed, arms, agents), options))


def test_the_comparison_reaches_every_branch():
    seen = set()
    for reading, (arms, agents), seed in itertools.product(
        ("long-burn-in", "no-burn-in", "no-burn-in-short"), [(6, 3), (13, 4), (5, 9)], range(2)
    ):
        options = Options(**{**SHORT, **READINGS[reading]})
        run = demab.simulate(
            instance(seed, arms, agents), options=options, generator=np.random.default_rng(1)
        )
        distributed = sum(size > agents for size in run.sizes)
        seen |= {f"distributed {min(distributed, 3)}", f"reallocated {len(run.reallocated)}"}
        seen |= {f"purpose {purpose}" for purpose in run.purposes}
        seen |= {"cut off" if run.finished_phases < run.phases else "ended"}
        seen |= {"divides" if agents % size == 0 else "does not" for size in run.sizes}
        seen |= {f"burn-in phases {run.burn_in_phases.max() > 1}"}
    assert {"distributed 3", "reallocated 0", "reallocated 1", "reallocated 2"} <= seen
    assert {"cut off", "divides", "does not", "burn-in phases True"} <= seen
    silent = {"seed", "commit"}
    assert {f"purpose {purpose}" for purpose in demab.PURPOSES if purpose not in silent} <= seen


def test_no_arm_left_is_survived():
    # The only agent that is given arm 1 has dropped it, and so on round: nothing remains.
    rewards = np.zeros((2, 2, HORIZON))
    rewards[0, 0], rewards[1, 1] = 1.0, 1.0
    law, allocation = recorded_rewards(rewards), np.array([1, 0])
    problem = replace(instance(0, 2, 2), law=law, allocation=allocation)
    fast, literal = both(problem, Options(pulls_exponent=0, burn_in=300, completed_phases=1))
    assert fast.sizes == ()
    assert fast.purposes == {"sizes": 2}
    assert_same(fast, literal)


def test_messages_by_hand():
    # 5 arms with constant rewards, 2 agents, D = 0: agent 0 gets four arms, agent 1 one.
    problem = ArmsProblem(
        means=np.array([1.0, 0.9, 0.2, 0.1, 0.0]),
        agents=2,
        horizon=10**6,
        checkpoints=np.array([1, 10**6]),
        law="constant",
        allocation=np.array([0, 0, 0, 0, 1]),
    )
    options = Options(burn_in=0, completed_phases=0)
    run = demab.simulate(problem, generator=np.random.default_rng(0), options=options)
    # Phase 1: 4 and 1 are not balanced, the average is 2. Agent 0 gives two arms, the server sends
    # one to agent 1 and deals the other to agent 0. The width 1/2 leaves two arms.
    first = {"reallocation": 4, "moved-arms": 4, "length": 2, "best": 4, "threshold": 2}
    # Then centralised, one agent for each arm; 2^-4 < 0.1, so phase 4 drops the second arm.
    log = math.log(2 * 5 * 10**6)
    pulls = [math.ceil(4 ** (phase + 3) * log) for phase in (1, 2, 3, 4)]
    before = 3 * pulls[0] + pulls[1] + pulls[2] + pulls[3]
    alone = [math.ceil(4 ** (phase + 3) * log / 2) for phase in range(5, 12)]
    ended = int(np.searchsorted(before + np.cumsum(alone), 10**6, side="right"))
    assert run.sizes == (5, 2, 2, 2, *[1] * (ended + 1))
    assert run.purposes == {
        **first,
        "sizes": 2 * 2,
        "centralize": 2,
        "assignment": 2 * 2 * (3 + ended + 1),
        "report": 2 * (3 + ended),
    }
    assert run.communication.tolist() == [2 + 4 + 4 + 2, run.messages.communication]
    # Agent 1 holds arms 2 and 4 in phase 1 and fills up with m_1 pulls in turn.
    assert run.pulls[-1, 1] == sum(pulls)


def network_objects(root):
    """Walk all objects that an object can reach, except classes, modules and functions."""
    skipped = (type, types.ModuleType, types.FunctionType, types.BuiltinFunctionType)
    seen, stack = {}, [root]
    while stack:
        item = stack.pop()
        if id(item) in seen or isinstance(
            item, (*skipped, int, float, str, bytes, bool, type(None))
        ):
            continue
        seen[id(item)] = item
        if isinstance(item, dict):
            stack += [*item.keys(), *item.values()]
        elif isinstance(item, (list, tuple, set)):
            stack += list(item)
        stack += list(getattr(item, "__dict__", {}).values())
    return seen


def test_agents_share_nothing_but_the_channel(monkeypatch):
    created = []
    original = demab_literal.Participant.__init__

    def spy(self, *given):
        original(self, *given)
        created.append(self)

    monkeypatch.setattr(demab_literal.Participant, "__init__", spy)
    options = Options(**SHORT)
    demab.simulate_literal(instance(0, 6, 3), options=options, generator=np.random.default_rng(0))
    assert len(created) == 4
    allowed = network_objects(created[0].channel) | network_objects(options)
    allowed |= network_objects(created[0].setting)
    for first, second in itertools.combinations([network_objects(item) for item in created], 2):
        shared = first.keys() & second.keys()
        assert id(created[0].channel) in shared
        assert [first[key] for key in shared - allowed.keys()] == []
    assert len({id(participant.generator) for participant in created}) == 4


@pytest.mark.parametrize(
    "mutant",
    [
        {"pulls_exponent": 0},
        {"burn_in": 61, "completed_phases": 0},
        {"burn_in": 60, "completed_phases": 1},
        {"burn_in": 60, "completed_phases": 0, "first_phase": 0},
        {"burn_in": 60, "completed_phases": 0, "announce_centralize": True},
        {"burn_in": 60, "completed_phases": 0, "single_arm": "commit"},
    ],
)
def test_a_wrong_constant_is_seen(mutant):
    problem = instance(0, 6, 3)
    right = {**SHORT, "burn_in": 60, "completed_phases": 0}
    fast = demab.simulate(problem, options=Options(**right), generator=np.random.default_rng(1))
    literal = demab.simulate_literal(
        problem, options=Options(**{**right, **mutant}), generator=np.random.default_rng(1)
    )
    with pytest.raises(AssertionError):
        assert_same(fast, literal)


@pytest.mark.full
@pytest.mark.parametrize("bits", [None, 3])
def test_fast_and_literal_agree_in_distribution(bits):
    # 150 runs each; four numbers within four standard errors: a false alarm in 4,000 runs.
    options = Options(**SHORT, precision_bits=bits)
    problem = ArmsProblem(
        means=np.array([0.8, 0.7, 0.5, 0.4, 0.2]),
        agents=2,
        horizon=250,
        checkpoints=np.array([60, 250]),
    )
    samples = []
    for seed, simulate in enumerate((demab.simulate, demab.simulate_literal)):
        generator = np.random.default_rng(seed)
        runs = [simulate(problem, generator=generator, options=options) for _ in range(150)]
        samples.append(np.array([[*run.regret, *run.communication] for run in runs]))
    spread = np.hypot(samples[0].std(axis=0), samples[1].std(axis=0)) / math.sqrt(150)
    assert np.all(spread > 0)
    assert np.all(np.abs(samples[0].mean(axis=0) - samples[1].mean(axis=0)) < 4 * spread)


def test_the_longest_run_is_exact_and_quick():
    points = np.unique(np.geomspace(1, 10**12, 80).round().astype(np.int64))
    problem = ArmsProblem(
        means=np.linspace(0.1, 0.9, 100), agents=64, horizon=10**12, checkpoints=points
    )
    generator = np.random.default_rng(0)
    demab.simulate(problem, generator=generator)
    times = []
    for _ in range(5):
        start = time.process_time()
        run = demab.simulate(problem, generator=generator)
        times.append(time.process_time() - start)
    assert run.pulls[-1].sum() == 64 * 10**12
    assert np.array_equal(run.pulls.sum(axis=1), 64 * points)
    assert min(times) < 0.05  # 8 ms where it was written


def test_no_burn_in_needs_a_number_of_completed_phases():
    for simulate in (demab.simulate, demab.simulate_literal):
        with pytest.raises(ValueError, match="completed_phases: None"):
            simulate(
                instance(0, 6, 3),
                generator=np.random.default_rng(0),
                options=Options(burn_in=0),
            )


def test_the_same_seed_gives_the_same_run():
    problem = replace(instance(0, 6, 3), law="bernoulli", allocation=None)
    first, second = (demab.simulate(problem, generator=np.random.default_rng(3)) for _ in range(2))
    assert_same(first, second)
    assert first.regret.tobytes() == second.regret.tobytes()


@pytest.mark.parametrize(("arms", "agents"), [(6, 3), (3, 4)])
def test_every_horizon_around_the_ends_of_phases_is_exact(arms, agents):
    ended_at_the_horizon = 0
    for horizon in range(2, 90):
        options = Options(pulls_exponent=-2, burn_in=0, completed_phases=0)
        fast, literal = both(instance(1, arms, agents, horizon), options)
        assert_same(fast, literal)
        ended_at_the_horizon += fast.finished_phases == fast.phases
    assert ended_at_the_horizon > 0


def test_theorem_5_s_variant_is_demab_without_burn_in():
    variant = demab_instance_dependent
    means = np.array([0.9, 0.5, 0.5, 0.2])
    problem = ArmsProblem(means=means, agents=3, horizon=2000, law="constant")
    run, literal = (
        simulate(
            problem,
            options=variant.Options(pulls_exponent=0),
            generator=np.random.default_rng(0),
        )
        for simulate in (variant.simulate, variant.simulate_literal)
    )
    options = Options(pulls_exponent=0, burn_in=0, completed_phases=0)
    same = demab.simulate(problem, options=options, generator=np.random.default_rng(0))
    assert (run.burn_in, run.completed_phases) == (0, 0)
    assert_same(run, same)
    assert_same(run, literal)
    assert run.phases > 2


@pytest.mark.parametrize("horizon", [10**8, 10**12])
def test_the_variant_s_regret_does_not_grow_once_one_arm_is_left(horizon):
    problem = ArmsProblem(
        means=np.linspace(0.1, 0.9, 20),
        agents=16,
        horizon=horizon,
        checkpoints=np.array([horizon // 2, horizon]),
    )
    run = demab_instance_dependent.simulate(problem, generator=np.random.default_rng(0))
    assert run.regret[0] == run.regret[1]
    assert run.sizes[-1] == 1
