"""DELB: phases by hand, sets in a span, rounding.

Statistical tests leave a false alarm in less than 1 of 10,000 seeds, and the seeds are fixed.
"""

import itertools
import math

import numpy as np
import pytest

from bandit_replications.papers.distributed.algorithms import delb, delb_phases, independent_delb
from bandit_replications.papers.distributed.algorithms.delb_phases import assign
from bandit_replications.papers.distributed.environments.problems import LinearProblem
from bandit_replications.papers.distributed.theory import squared_delb
from support.distributed import linear_problem, run_both, unit_vectors

NETWORKS = ["server", "point-to-point"]


def run(problem, module=delb, seed=0, **options):
    given = module.Options(**({"constant": 0.1} | options))
    return module.simulate(problem, generator=np.random.default_rng(seed), options=given)


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


@pytest.mark.parametrize("reading", ["ambient", "rank"])
def test_rank_deficient_sets_are_the_same_problem_in_their_span(reading):
    inner = unit_vectors(21, 2)
    frame = np.zeros((2, 5))
    frame[0, 1] = frame[1, 3] = 1
    wide = inner @ frame
    flat = run(linear_problem(600, action_set=inner[1:], parameter=inner[0]))
    found = run(
        linear_problem(600, action_set=wide[1:], parameter=wide[0]),
        constant=0.1 if reading == "rank" else 0.1 * (2 / 5) ** 2,  # the same m_l
        phase_dimension=reading,
    )
    assert found.active == flat.active
    assert found.regret == pytest.approx(flat.regret, abs=1e-9)
    sent = 2 if reading == "rank" else 5
    # The set becomes a single action, of rank 1, in the last phases.
    assert found.purposes["estimate"] <= flat.purposes["estimate"] * sent // 2
    assert found.purposes["report"] == flat.purposes["report"]


def test_point_to_point_waits_and_saves_the_first_agents_messages():
    server, peers = (
        run(linear_problem(100_000, noise="none"), network=network) for network in NETWORKS
    )
    assert peers.active == server.active
    assert peers.purposes["estimate"] == server.purposes["estimate"] * 3 // 4
    assert peers.communication[-1] < server.communication[-1]
    # Three stages of M - 1 = 3 steps in each phase; an idle step costs at most 2 for each agent.
    assert 0 < peers.regret[-1] - server.regret[-1] <= 9 * 4 * 2 * peers.phases
    # Procedures 9 and 10 pass at most one message for each agent in a step, none at step 0.
    assert peers.messages.times.min() == 1
    server, alone = (
        run(linear_problem(agents=1, noise="none"), network=network) for network in NETWORKS
    )
    assert alone.regret == pytest.approx(server.regret)
    assert alone.communication[-1] == 0


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
    exact, rounded = (
        run_both(independent_delb, linear_problem(), options={"constant": 0.1, **bits})
        for bits in ({}, {"precision_bits": 1})
    )
    assert np.array_equal(exact[0].regret, rounded[0].regret)
    assert np.array_equal(exact[1].regret, rounded[1].regret)


SIZES = [
    {"dimension": d, "agents": m, "horizon": t}
    for d in (1, 2, 8)
    for m in (1, 7, 300)
    for t in (10, 10**5, 10**10)
]


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_squared_widths_have_log_log_phases(size):
    total = size["agents"] * size["horizon"]
    widths = delb.Options(schedule="squared").widths(**size)
    assert len(widths) == squared_delb.phases(**size)
    assert len(widths) <= max(math.ceil(math.log2(math.log2(total))), 0)
    assert all(later <= width / 4 for width, later in itertools.pairwise(widths))
    if widths:
        least = 4 * size["dimension"] * math.sqrt(600 * math.log(total) / total)
        assert widths[-1] == pytest.approx(least)


def test_squared_widths_send_within_their_bound_and_need_its_last_term():
    size = {"dimension": 8, "agents": 32, "horizon": 10**10}
    problem = LinearProblem(
        action_set=np.eye(8), parameter=0.03 * np.eye(8)[0], agents=32, horizon=10**10
    )
    found = {
        schedule: delb.simulate(
            problem, generator=np.random.default_rng(0), options=delb.Options(schedule=schedule)
        )
        for schedule in ("halved", "squared")
    }
    sent = found["squared"].communication[-1]
    assert squared_delb.numbers(**size, support=8, estimate=False) < sent
    assert sent <= squared_delb.numbers(**size, support=8)
    assert sent < 0.5 * found["halved"].communication[-1]
    assert found["squared"].regret[-1] < squared_delb.regret(**size, support=8)
