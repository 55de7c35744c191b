"""Fast simulators against the literal protocols, and wrong constants that the comparison shows.

They do the same with rewards written down, without noise, or with one stream in one order, and have
one law elsewhere.
"""

import itertools
import math

import numpy as np
import pytest
from scipy.stats import ks_2samp

from bandit_replications.papers.distributed.algorithms import (
    dcb,
    delb,
    demab,
    demab_instance_dependent,
    demab_repaired,
    demab_simple,
    dislinucb,
    immediate_sharing,
    immediate_sharing_linear,
    independent_delb,
    independent_elimination,
    independent_linucb,
    independent_ucb1,
    moss,
    point_to_point,
    public_randomness,
)
from bandit_replications.papers.distributed.environments.problems import ArmsProblem
from support.distributed import (
    SETS,
    differences,
    linear_problem,
    name_of,
    recorded_problem,
    run_both,
)

NETWORKS = ["server", "point-to-point"]
SHORT = {"pulls_exponent": -1, "burn_in_constant": 0.5}
NO_BURN_IN = {**SHORT, "burn_in": 0, "completed_phases": 0}
SIZES = [(1, 1), (2, 3), (6, 3), (13, 4), (5, 9), (3, 1)]  # arms and agents

DEMAB = [
    SHORT,
    {**SHORT, "pulls_rounding": "down"},
    {**SHORT, "completed_logarithm": "horizon"},
    {**SHORT, "negative_completed_phases": "zero", "burn_in_constant": 50.0},
    {**SHORT, "burn_in_constant": 50.0},
    {**SHORT, "burn_in": 300, "completed_phases": 1},
    {**SHORT, "burn_in": 60, "completed_phases": 0},
    NO_BURN_IN,
    {**NO_BURN_IN, "pulls_exponent": -3},
    {**SHORT, "strict_distributed_elimination": True},
    {**SHORT, "strict_elimination": False},
    {**SHORT, "elimination_inside_loop": True, "burn_in": 60},
    {**NO_BURN_IN, "padding": "all-arms"},
    {**NO_BURN_IN, "longest_before_reallocation": True},
    {**NO_BURN_IN, "deficit_sign": "printed"},
    {**SHORT, "burn_in": 120, "completed_phases": 1, "handed_over": "completed-phases"},
    {**SHORT, "burn_in": 300, "completed_phases": 2, "handed_over": "completed-phases"},
    {**NO_BURN_IN, "handed_over": "completed-phases"},
    {**SHORT, "burn_in": 60, "completed_phases": 1, "first_reallocation": "skipped"},
    {**SHORT, "single_arm": "commit"},
    {**SHORT, "announce_centralize": True},
    {**SHORT, "first_phase": 0, "burn_in": 50},
]
POINT_TO_POINT = [
    SHORT,
    NO_BURN_IN,
    {**NO_BURN_IN, "pulls_exponent": -3},
    {**SHORT, "burn_in": 120, "completed_phases": 1, "first_reallocation": "skipped"},
    {**SHORT, "meanwhile": "first-arm"},
    {**SHORT, "single_arm": "commit"},
    {**SHORT, "announce_centralize": True, "longest_before_reallocation": True},
]
SIMPLE = [
    {"pulls_exponent": exponent, **schedule}
    for exponent in (-3, -1)
    for schedule in (
        {},
        {"schedule": "squared"},
        {"schedule": "squared", "exchanges": 0},
        {"schedule": "squared", "exchanges": 2},
    )
]
ELIMINATION = [
    {"pulls_exponent": exponent, "pulls_rounding": rounding, "first_phase": first, **rest}
    for exponent, rounding, first, rest in itertools.product(
        (-1, 0),
        ("up", "down"),
        (0, 1),
        (
            {},
            {"strict_elimination": False},
            {"elimination_inside_loop": True},
            {"pulls_logarithm": "horizon"},
            {"pulls_logarithm": "agents-arms-horizon"},
        ),
    )
]


CASES = [
    *itertools.product([demab], DEMAB, SIZES),
    *itertools.product([point_to_point], POINT_TO_POINT, SIZES),
    *itertools.product([demab_repaired], [{}, {"pulls_exponent": -1, "burn_in": 200}], SIZES),
    *itertools.product([demab_simple], SIMPLE, [*SIZES, (2, 7), (3, 3)]),
    *itertools.product([independent_elimination], ELIMINATION, [(4, 1)]),
    *itertools.product(
        [immediate_sharing, independent_ucb1, moss, independent_elimination, public_randomness],
        [{}],
        [(1, 3), (2, 1), (7, 3)],
    ),
]


@pytest.mark.parametrize(("module", "options", "size"), CASES, ids=name_of)
def test_runs_on_recorded_rewards_are_the_same(module, options, size):
    arms, agents = size
    for seed in range(2):
        problem = recorded_problem(seed, arms=arms, agents=agents)
        assert not differences(*run_both(module, problem, options=options))


ARMS = [
    demab,
    demab_instance_dependent,
    demab_repaired,
    demab_simple,
    immediate_sharing,
    independent_elimination,
    independent_ucb1,
    moss,
    point_to_point,
    public_randomness,
]


@pytest.mark.parametrize("module", ARMS, ids=name_of)
@pytest.mark.parametrize(
    ("agents", "arms", "horizon"),
    [(1, 1, 1), (1, 1, 2), (3, 1, 1), (1, 3, 1), (2, 3, 4), (7, 1, 50)],
)
def test_smallest_runs_are_the_same_and_add_up(module, agents, arms, horizon):
    means = np.random.default_rng(0).random(arms)
    problem = ArmsProblem(means=means, agents=agents, horizon=horizon, law="constant")
    fast, literal = run_both(module, problem)
    assert not differences(fast, literal)
    assert fast.pulls.sum() == agents * horizon
    assert fast.communication.dtype == np.int64
    assert fast.communication[-1] == sum(fast.purposes.values())


@pytest.mark.parametrize(
    ("module", "options", "size", "horizons"),
    [
        # the ends of many phases, one of them at the horizon; a phase's end; exchanges
        (demab, {**NO_BURN_IN, "pulls_exponent": -2}, (6, 3), range(2, 60)),
        (demab, {**NO_BURN_IN, "pulls_exponent": -2}, (3, 4), range(2, 60)),
        (demab_simple, {"pulls_exponent": -2}, (6, 3), range(2, 60)),
        (demab_simple, {"pulls_exponent": -2, "schedule": "squared"}, (2, 5), range(2, 60)),
        (independent_elimination, {"pulls_exponent": 0}, (4, 1), range(86, 91)),
        (point_to_point, NO_BURN_IN, (6, 5), range(120, 126)),
        (moss, {}, (9, 2), [3]),
    ],
    ids=name_of,
)
def test_horizons_around_the_ends_of_phases_are_exact(module, options, size, horizons):
    arms, agents = size
    for horizon in horizons:
        problem = recorded_problem(3, arms=arms, agents=agents, horizon=horizon)
        assert not differences(*run_both(module, problem, options=options))


DISLINUCB = [
    {"threshold_factor": 0.01, "synchronisation": "at-once"},
    {"threshold_factor": 0.01, "last": "before-merging"},
    {"threshold_factor": 0.01, "matrix_numbers": "symmetric"},
    {"threshold_factor": 0.01, "regularisation": 0.3, "delta": 0.1},
    {"threshold_factor": 0.01, "regularisation": 0.3, "signs": True},
    {"threshold_factor": 0.0},
    {"threshold_factor": math.inf},
]
LINEAR = [
    *itertools.product([dislinucb], DISLINUCB, [4], ["fixed"], ["rademacher", "uniform"]),
    *itertools.product(
        [dislinucb, independent_linucb, immediate_sharing_linear, dcb],
        [{}, {"regularisation": 2.0, "delta": 0.5}],
        [1, 5],
        SETS,
        ["three-point"],
    ),
    (immediate_sharing_linear, {"message": "vector"}, 4, "fixed", "uniform"),
    (dcb, {"scale": "average"}, 4, "fixed", "uniform"),
]


@pytest.mark.parametrize(("module", "options", "agents", "sets", "noise"), LINEAR, ids=name_of)
def test_runs_that_draw_in_one_order_are_the_same(module, options, agents, sets, noise):
    problem = linear_problem(agents=agents, action_set=SETS[sets], noise=noise)
    assert not differences(*run_both(module, problem, options=options))


DELB = [
    {"dimension_exponent": 1.0},
    {"logarithm": "binary"},
    {"rounding": "down", "strict": True},
    {"phase_dimension": "rank"},
    {"idle": "most-pulled"},
    {"accuracy": 1.1},
    {"start": "two-sided"},
    {"schedule": "squared", "constant": 0.001},
]


@pytest.mark.parametrize("network", NETWORKS)
@pytest.mark.parametrize(
    ("reading", "agents"),
    [*itertools.product([{}], [1, 2, 7, 30]), *itertools.product(DELB, [4, 12])],
    ids=name_of,
)
def test_runs_of_delb_without_noise_are_the_same(reading, agents, network):
    options = {"constant": 0.1, "network": network, **reading}
    problem = linear_problem(agents=agents, horizon=600, noise="none")
    fast, literal = run_both(delb, problem, options=options)
    assert not differences(fast, literal)
    assert len(fast.active) == fast.phases >= 2


@pytest.mark.parametrize("network", NETWORKS)
@pytest.mark.parametrize("horizon", range(30, 62))
@pytest.mark.parametrize("schedule", ["halved", "squared"])
def test_horizon_inside_a_phase_of_delb_is_exact(horizon, network, schedule):
    problem = linear_problem(agents=9, horizon=horizon, noise="none")
    options = {"constant": 0.01, "network": network, "schedule": schedule}
    assert not differences(*run_both(delb, problem, options=options))


ELIMINATING = {"constant": 0.1}
PEERS = {**ELIMINATING, "network": "point-to-point"}
EARLY = {**SHORT, "burn_in": 60, "completed_phases": 0}
HANDED = {
    **SHORT,
    "burn_in": 300,
    "completed_phases": 1,
    "handed_over": "completed-phases",
    "first_reallocation": "skipped",
}
WRONG_DELB = [
    {"constant": 0.025},
    {"dimension_exponent": 1.0},
    {"rounding": "down"},
    {"idle": "most-pulled"},
    {"accuracy": 1.1},
    {"start": "two-sided"},
    {"schedule": "squared", "constant": 0.001},
]
WRONG_EARLY = [
    {"pulls_exponent": 0},
    {"burn_in": 61},
    {"completed_phases": 1},
    {"first_phase": 0},
    {"announce_centralize": True},
    {"single_arm": "commit"},
]
WRONG_DISLINUCB = [
    {"regularisation": 1.1},
    {"delta": 0.001},
    {"threshold_factor": 0.19},
    {"synchronisation": "at-once"},
    {"last": "before-merging"},
    {"matrix_numbers": "symmetric"},
    {"signs": True},
]
MUTANTS = [
    *itertools.product([demab], [EARLY], WRONG_EARLY),
    (demab, HANDED, {"handed_over": "all-phases"}),
    (demab, HANDED, {"first_reallocation": "as-printed"}),
    (demab_simple, {"pulls_exponent": -1}, {"pulls_exponent": 0}),
    (demab_simple, {"pulls_exponent": -2}, {"schedule": "squared"}),
    (demab_simple, {"pulls_exponent": -2, "schedule": "squared"}, {"exchanges": 0}),
    (independent_elimination, {"pulls_exponent": 0}, {"pulls_exponent": 2}),
    (independent_elimination, {"pulls_exponent": 0}, {"first_phase": 0}),
    (immediate_sharing, {}, {"exploration_constant": 1.9}),
    (independent_ucb1, {}, {"exploration_constant": 1.9}),
    (moss, {}, {"bonus_factor": 4.0}),
    (point_to_point, SHORT, {"meanwhile": "first-arm"}),
    *itertools.product([dislinucb], [{"threshold_factor": 0.2}], WRONG_DISLINUCB),
    *itertools.product([delb], [ELIMINATING], [*WRONG_DELB, {"network": "point-to-point"}]),
    *itertools.product([delb], [PEERS], [*WRONG_DELB, {"network": "server"}]),
]


@pytest.mark.parametrize(("module", "right", "wrong"), MUTANTS, ids=name_of)
def test_wrong_constant_is_seen(module, right, wrong):
    if module in (delb, dislinucb):
        noise = "none" if module is delb else "rademacher"
        problems = [linear_problem(agents=7, noise=noise)]
    else:
        problems = [recorded_problem(seed, arms=6, agents=3) for seed in range(3)]
    runs = [run_both(module, problem, options=right, fast=wrong) for problem in problems]
    assert any(differences(*pair) for pair in runs)


def test_independent_copies_of_delb():
    copies, alone = (linear_problem(agents=agents, noise="none") for agents in (3, 1))
    fast, literal = run_both(independent_delb, copies, options=ELIMINATING)
    assert not differences(fast, literal)
    one, _ = run_both(delb, alone, options=ELIMINATING)
    assert fast.regret == pytest.approx(3 * one.regret)
    assert fast.phases == one.phases


def test_variant_of_theorem_5_is_demab_without_burn_in():
    means = np.array([0.9, 0.5, 0.5, 0.2])
    problem = ArmsProblem(means=means, agents=3, horizon=2000, law="constant")
    variant = run_both(demab_instance_dependent, problem, options={"pulls_exponent": 0})
    same = run_both(demab, problem, options={**NO_BURN_IN, "pulls_exponent": 0})
    for run, other in zip(variant, same, strict=True):
        assert (run.burn_in, run.completed_phases) == (0, 0)
        assert run.phases > 2
        assert not differences(run, other)


@pytest.mark.full
@pytest.mark.parametrize(
    ("module", "options", "law"),
    [
        (demab, SHORT, "bernoulli"),
        (demab, {**SHORT, "precision_bits": 3}, "bernoulli"),
        (independent_elimination, {"pulls_exponent": -1}, "bernoulli"),
        (independent_elimination, {"pulls_exponent": -1}, "three-point"),
        (independent_elimination, {"pulls_exponent": -1}, "beta"),
        (delb, ELIMINATING, "rademacher"),
        (delb, ELIMINATING, "three-point"),
        (delb, ELIMINATING, "uniform"),
        (delb, {**ELIMINATING, "precision_bits": 2}, "rademacher"),
        (delb, {**PEERS, "precision_bits": 2, "phase_dimension": "rank"}, "rademacher"),
    ],
    ids=name_of,
)
def test_drawn_runs_have_one_law(module, options, law):
    # 400 runs each; means within 4.5 standard errors and p above 1e-5 for up to four numbers: a
    # false alarm in less than 1 of 10,000 seeds
    if module is delb:
        problem = linear_problem(agents=3, horizon=70, noise=law)
    else:
        means, points = np.array([0.8, 0.7, 0.5, 0.4, 0.2]), np.array([60, 250])
        problem = ArmsProblem(means=means, agents=2, horizon=250, checkpoints=points, law=law)
    given = module.Options(**options)
    samples = []
    for seed, simulate in enumerate((module.simulate, module.simulate_literal)):
        generator = np.random.default_rng(seed)
        runs = [simulate(problem, generator=generator, options=given) for _ in range(400)]
        name = "active" if module is delb else "communication"
        numbers = [[*run.regret[-2:], *getattr(run, name)[:3]] for run in runs]
        # equal sums in another order differ in their last bits
        samples.append(np.round(numbers, 6))
    for fast, literal in zip(*(sample.T for sample in samples), strict=True):
        error = math.hypot(fast.std(), literal.std()) / math.sqrt(400)
        assert abs(fast.mean() - literal.mean()) <= 4.5 * error
        assert ks_2samp(fast, literal).pvalue > 1e-5
    assert samples[0].std(axis=0)[:2].min() > 0
