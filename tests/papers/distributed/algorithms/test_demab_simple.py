"""Protocol S: numbers sent, the plan that M, K and T determine, and arms that all owners drop."""

import math

import numpy as np
import pytest

from bandit_replications.papers.distributed.algorithms import demab_simple
from bandit_replications.papers.distributed.algorithms.demab_simple import Options, plan, spread_for
from bandit_replications.papers.distributed.algorithms.elimination import Setting
from bandit_replications.papers.distributed.environments.problems import ArmsProblem
from bandit_replications.papers.distributed.environments.reward_laws import recorded_rewards
from bandit_replications.papers.distributed.theory import protocol_s
from support import protocol_s as oracle
from support.distributed import differences, run_both

GENERATOR = np.random.default_rng(4)
SETTINGS = [
    Setting(*(int(10 ** GENERATOR.uniform(*ends)) for ends in ((0, 6), (0.31, 4), (0.31, 12))))
    for _ in range(300)
]


def numbers(setting, options):
    """Return the numbers sent in every run, by the plan alone."""
    agents, arms, horizon = setting
    owners = max(1, agents // arms)
    done = sum(phase.stop < horizon for phase in plan(options, setting).phases)
    return done * (4 * agents if agents <= arms else owners * arms + 2 * agents)


@pytest.mark.parametrize("exponent", [1, 3])
def test_no_run_sends_more_than_theorem_a_allows(exponent):
    for setting in SETTINGS:
        most = protocol_s.halved_numbers(agents=setting.agents, arms=setting.arms)
        assert numbers(setting, Options(pulls_exponent=exponent)) <= most


@pytest.mark.parametrize("exchanges", [None, 0, 1, 2, 3])
def test_squared_widths_have_few_exchanges(exchanges):
    options = Options(pulls_exponent=1, schedule="squared", exchanges=exchanges)
    for setting in SETTINGS:
        agents = setting.agents
        most = protocol_s.most_exchanges(agents=agents) if exchanges is None else exchanges
        assert len(plan(options, setting).phases) <= most
        if exchanges is not None:
            assert 1 <= spread_for(exchanges, agents) <= agents**2.0 ** -(exchanges + 1)
        elif agents > 1:
            assert most <= math.ceil(math.log2(math.log2(agents)))


@pytest.mark.parametrize("exchanges", [1, 2, 3])
def test_smaller_spread_needs_one_exchange_more(exchanges):
    spread = spread_for(exchanges, 10**5)
    needed = [protocol_s.most_exchanges(agents=10**5, spread=spread * by) for by in (1.001, 0.999)]
    assert needed == [exchanges, exchanges + 1]


def test_four_numbers_an_agent_and_exchange_are_reached():
    # the control "at most 3 M J" is refused
    setting = Setting(300, 301, 10**8)
    sent = numbers(setting, Options(pulls_exponent=1, schedule="squared"))
    assert sent == 4 * 300 * protocol_s.most_exchanges(agents=300)


@pytest.mark.parametrize(("agents", "arms"), [(4, 9), (9, 4), (4, 4), (1, 3)])
@pytest.mark.parametrize("schedule", ["halved", "squared"])
def test_runs_send_what_the_plan_says(agents, arms, schedule):
    problem = ArmsProblem(means=np.linspace(0.2, 0.8, arms), agents=agents, horizon=10**6)
    options = Options(pulls_exponent=1, schedule=schedule)
    run = demab_simple.simulate(problem, generator=np.random.default_rng(1), options=options)
    assert run.communication[-1] == numbers(Setting(agents, arms, 10**6), options)


@pytest.mark.parametrize(("agents", "arms"), [(3, 3), (4, 9), (7, 3)])
@pytest.mark.parametrize("schedule", ["halved", "squared"])
def test_an_arm_takes_over_where_owners_dropped_all(agents, arms, schedule):
    # every agent's own arms pay 0 in the burn-in and everything else 1
    horizon, options = 1500, {"pulls_exponent": -2, "schedule": schedule}
    setting = Setting(agents, arms, horizon)
    burn_in, _, own, phases = plan(Options(**options), setting)
    rewards = np.ones((agents, arms, horizon))
    for agent in range(agents):
        for arm in own[agent][own[agent] >= 0]:
            rewards[agent, arm, :burn_in] = 0.0
    problem = ArmsProblem(
        means=np.full(arms, 0.5), agents=agents, horizon=horizon, law=recorded_rewards(rewards)
    )
    fast, literal = run_both(demab_simple, problem, options=options)
    assert not differences(fast, literal)
    assert fast.pulls[-1][0] >= agents * (horizon - phases[0].stop) > 0


def test_theorem_a_needs_several_owners_of_an_arm(monkeypatch):
    # with one owner each 998 agents wait on the first arm for all pulls of the first phase
    size, options = {"agents": 1000, "arms": 2, "horizon": 1001}, Options(pulls_exponent=1)
    bound = protocol_s.halved_regret(**size, constant=protocol_s.LEAST)
    problem = ArmsProblem(means=np.array([0.0, 1.0]), agents=1000, horizon=1001)

    def regret():
        run = demab_simple.simulate(problem, generator=np.random.default_rng(0), options=options)
        return run.regret[-1]

    def with_one_owner(options, setting):
        burn_in, owners, own, phases = plan(options, setting)
        own[setting.arms :] = -1
        stop, longer = burn_in, []
        for phase in phases:
            start, stop = stop, stop + owners * phase.pulls
            longer.append(demab_simple.Phase(phase.width, owners * phase.pulls, start, stop))
        return demab_simple.Plan(burn_in, 1, own, tuple(longer))

    assert regret() < bound / 50
    monkeypatch.setattr(demab_simple, "plan", with_one_owner)
    assert regret() > bound


def test_exchanges_need_squared_widths():
    with pytest.raises(ValueError, match="exchanges: 2; allowed with halved widths: none"):
        Options(exchanges=2)


@pytest.mark.parametrize(
    ("agents", "gaps", "horizon", "exponent"),
    [
        (1, [0.3], 20_000, 1),
        (3, [0.1, 0.3, 0.5], 30_000, 0),
        (20, [0.2, 0.4], 5_000, 0),
        (7, [0.05] * 8, 100_000, 1),
        (64, [0.02], 10**6, 1),
    ],
)
@pytest.mark.parametrize("schedule", ["halved", "squared"])
def test_independent_simulator_has_the_same_numbers_and_regret(
    agents, gaps, horizon, exponent, schedule
):
    # 60 runs each: means within 4.5 standard errors, a false alarm in less than 1 of 10,000 seeds
    means = np.array([0.8, *(0.8 - np.array(gaps))])
    problem = ArmsProblem(means=means, agents=agents, horizon=horizon)
    options = Options(pulls_exponent=exponent, schedule=schedule)
    generator = np.random.default_rng(11)
    ours = [demab_simple.simulate(problem, generator=generator, options=options) for _ in range(60)]
    given = {"agents": agents, "horizon": horizon, "c": 4**exponent}
    others = [
        oracle.simulate(means, **given, squared=schedule == "squared", generator=generator)
        for _ in range(60)
    ]
    assert {run.communication[-1] for run in ours} == {sent for _, sent in others}
    regrets = np.array([[run.regret[-1] for run in ours], [lost for lost, _ in others]])
    error = math.hypot(*regrets.std(axis=1)) / math.sqrt(60)
    assert abs(np.subtract(*regrets.mean(axis=1))) <= 4.5 * error + 1e-9 * regrets.max()


def test_independent_simulator_sees_a_changed_width(monkeypatch):
    means, given = np.array([0.8, 0.75, 0.75]), {"agents": 8, "horizon": 10**5, "c": 4}
    generator = np.random.default_rng(3)
    plans = oracle.phases_of
    right = [oracle.simulate(means, **given, squared=False, generator=generator)[0] for _ in "abcd"]

    def wider(*size, **more):
        burn_in, phases = plans(*size, **more)
        return burn_in, [(2 * width, *rest) for width, *rest in phases]

    monkeypatch.setattr(oracle, "phases_of", wider)
    wrong = [oracle.simulate(means, **given, squared=False, generator=generator)[0] for _ in "abcd"]
    assert min(wrong) > 1.2 * max(right)
