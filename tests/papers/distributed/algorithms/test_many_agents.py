"""More than a thousand agents for each arm: what is drawn as one has the law of single draws."""

import numpy as np
import pytest
from scipy.stats import chi2_contingency, ks_2samp, kstest, norm

from bandit_replications.papers.distributed.algorithms import (
    demab,
    demab_simple,
    independent_elimination,
)
from bandit_replications.papers.distributed.algorithms.assignment import assign
from bandit_replications.papers.distributed.algorithms.demab_kernels import centralised_phase
from bandit_replications.papers.distributed.algorithms.demab_simple import shared_phase
from bandit_replications.papers.distributed.algorithms.elimination import PhaseOptions, Setting
from bandit_replications.papers.distributed.algorithms.elimination_kernels import (
    MANY,
    draw_together,
    drawn_together,
    eliminate_alone,
    eliminate_each,
    no_pulls,
)
from bandit_replications.papers.distributed.environments.problems import ArmsProblem
from bandit_replications.papers.distributed.environments.reward_laws import reward_laws

AGENTS = 2 * MANY + 2
HORIZON = 4000
MEANS = np.array([0.42, 0.6])


def stage(*, together, seed, means=MEANS, **options):
    """Return how many agents pulled each arm how often, and what else they did."""
    rule = PhaseOptions(pulls_exponent=1, **options).rule(Setting(AGENTS, 2, HORIZON))
    rule = rule._replace(logarithm=1.0, kept_phase=2)
    counts = no_pulls(np.array([500, HORIZON]), AGENTS, 2)
    given = counts, reward_laws("bernoulli", np.array(means)), rule, HORIZON
    generator = np.random.default_rng(seed)
    if together:
        most, remaining, completed = eliminate_alone(*given, generator)
    else:
        remaining, completed = np.ones((AGENTS, 2), np.bool_), np.zeros(AGENTS, np.int64)
        most = eliminate_each(*given, remaining, completed, generator)
    assert counts.between.sum(axis=0).tolist() == counts.pulled.sum(axis=0).tolist()
    assert counts.between.sum(axis=1).tolist() == [500 * AGENTS, (HORIZON - 500) * AGENTS]
    did = zip(
        *(x.tolist() for x in (counts.pulled, counts.last_arm, remaining, completed)), strict=True
    )
    ends, agents = np.unique([str(one) for one in did], return_counts=True)
    return dict(zip(ends.tolist(), agents.tolist(), strict=True)), most


def p_value(one, other):
    """Return the p-value of two counts of ends having one law, those of few agents put together."""
    ends = [end for end in {*one, *other} if min(one.get(end, 0), other.get(end, 0)) >= 10]
    assert len(ends) >= 3
    table = [[counts[end] for end in ends] for counts in (one, other)]
    rest = [AGENTS - sum(row) for row in table]
    return chi2_contingency(np.column_stack([table, rest] if max(rest) else table)).pvalue


@pytest.mark.parametrize("strict_elimination", [True, False])
@pytest.mark.parametrize("first_phase", [0, 1])
def test_agents_end_in_each_way_as_often_as_with_draws_of_their_own(
    strict_elimination, first_phase
):
    options = {"strict_elimination": strict_elimination, "first_phase": first_phase}
    one, most = stage(together=True, seed=1, **options)
    other, most_of_other = stage(together=False, seed=2, **options)
    assert most == most_of_other
    assert p_value(one, other) > 1e-3
    nearer, _ = stage(together=True, seed=1, means=(0.44, 0.6), **options)
    assert p_value(nearer, other) < 1e-6  # the control


def averages_of(number, phase):
    """Return averages of the second arm in so many phases, drawn in one stream."""
    generator = np.random.default_rng(7)
    return [phase(no_pulls(np.array([HORIZON]), AGENTS, 2), generator) for _ in range(number)]


@pytest.mark.parametrize("together", [True, False])
def test_arms_in_the_centralised_mode_have_the_average_of_all_their_pulls(together):
    plan, laws = assign(arms=2, pulls=5001, agents=AGENTS), reward_laws("bernoulli", MEANS)

    def phase(counts, generator):
        drawn = np.empty(0)
        if together:
            drawn = draw_together(
                laws, np.arange(2), np.bincount(plan.arm, plan.pulls).astype(int), generator
            )
        found = centralised_phase(counts, laws, plan, np.arange(2), 10, drawn, generator)
        return np.average(found[plan.arm == 1], weights=plan.pulls[plan.arm == 1])

    pulls = plan.pulls[plan.arm == 1].sum()
    spread = np.sqrt(0.6 * 0.4 / pulls)
    found = averages_of(400, phase)
    assert kstest(found, norm(0.6, spread).cdf).pvalue > 1e-3
    assert kstest(found, norm(0.6, 2 * spread).cdf).pvalue < 1e-6  # the control


def test_what_is_drawn_already_changes_no_pull():
    plan, own = assign(arms=2, pulls=5001, agents=AGENTS), np.arange(AGENTS)[:, None] % 2
    held, leaders = np.ones((AGENTS, 1), np.bool_), np.zeros(AGENTS, np.int64)
    held[1:201:2] = False
    drawn, generator = np.array([0.5, 0.25]), np.random.default_rng(0)
    laws, counts = reward_laws("bernoulli", MEANS), []
    for told in (np.empty(0), drawn):
        counts.append(no_pulls(np.array([12, HORIZON]), AGENTS, 2))
        found = shared_phase(counts[-1], laws, own, held, leaders, 5, 10, 15, told, generator)
        centralised_phase(counts[-1], laws, plan, np.arange(2), 15, told, generator)
    assert (found[:, 0] == np.where(held[:, 0], drawn[own[:, 0]], 0.0)).all()
    for one, other in zip(*counts, strict=True):
        assert (one == other).all()


@pytest.mark.parametrize(
    ("module", "options"),
    [
        (independent_elimination, {}),
        (demab, {}),
        (demab_simple, {}),
        (demab_simple, {"schedule": "squared", "exchanges": 1}),
    ],
)
def test_regret_has_the_law_of_the_literal_protocol(module, options):
    problem = ArmsProblem(means=MEANS, agents=AGENTS, horizon=160, checkpoints=[40, 160])
    options = module.Options(pulls_exponent=-1, **options)
    fast, literal = (
        np.array(
            [
                simulate(problem, generator=np.random.default_rng(seed), options=options).regret
                for seed in range(first, first + number)
            ]
        )
        for simulate, first, number in (
            (module.simulate, 0, 300),
            (module.simulate_literal, 900, 4),
        )
    )
    for checkpoint in range(2):
        assert ks_2samp(fast[:, checkpoint], literal[:, checkpoint]).pvalue > 1e-3


def test_published_runs_of_fewer_agents_draw_each_for_itself():
    laws = reward_laws("bernoulli", MEANS)
    assert [drawn_together(laws, agents) for agents in (2 * MANY, AGENTS)] == [False, True]
    assert not drawn_together(reward_laws("three-point", MEANS), AGENTS)
