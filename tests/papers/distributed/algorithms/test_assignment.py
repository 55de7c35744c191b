"""Reallocate, the assignment strategy and randomised rounding, each against its definition."""

import math

import numpy as np
import pytest

from bandit_replications.papers.distributed.algorithms.assignment import assign, assign_literal
from bandit_replications.papers.distributed.algorithms.precision import (
    round_average,
    round_randomly,
)
from bandit_replications.papers.distributed.algorithms.reallocate import is_balanced, move_arms


@pytest.mark.parametrize("agents", [1, 2, 5, 6, 12])
def test_the_assignment_is_the_one_of_the_appendix(agents):
    for arms in range(1, agents + 1):
        for pulls in (1, 2, 7, 30, 1001):
            plan = assign(arms=arms, pulls=pulls, agents=agents)
            expected = assign_literal(arms=arms, pulls=pulls, agents=agents)
            rows = zip(plan.agent.tolist(), plan.arm.tolist(), plan.pulls.tolist(), strict=True)
            assert list(rows) == expected
            assert plan.length == math.ceil(pulls * arms / agents)
            # Nobody pulls longer than the phase, and segments of an agent follow each other.
            for agent in range(agents):
                mine = plan.agent == agent
                ends = np.cumsum(plan.pulls[mine])
                assert np.array_equal(plan.start[mine], ends - plan.pulls[mine])
                assert ends.max(initial=0) <= plan.length
            done = np.bincount(plan.arm, weights=plan.pulls, minlength=arms)
            more = agents // arms - 1 if agents % arms == 0 else 0
            assert np.all((done >= pulls) & (done <= pulls + more))
            assert len(plan.agent) <= agents + arms - 1


def test_the_assignment_is_exact_for_the_longest_phases():
    pulls = 2**62 // 1000
    plan = assign(arms=1000, pulls=pulls, agents=1023)
    assert int(plan.pulls.sum()) == 1000 * pulls


def test_assignment_needs_one_to_m_arms():
    with pytest.raises(ValueError, match="arms: 4; allowed: from 1"):
        assign(arms=4, pulls=5, agents=3)


def test_reallocate_balances_and_moves_no_more_than_needed():
    generator = np.random.default_rng(0)
    for _ in range(300):
        agents = int(generator.integers(1, 9))
        owner = generator.integers(-1, agents, size=int(generator.integers(agents, 40)))
        if (owner >= 0).sum() < agents:
            continue
        after, donated = move_arms(owner, agents, True)
        moved = donated.sum()
        before = np.bincount(owner[owner >= 0], minlength=agents)
        sizes = np.bincount(after[after >= 0], minlength=agents)
        average = before.sum() // agents
        # Fact 1, items 1 and 2.
        assert set(sizes.tolist()) <= {average, average + 1}
        assert is_balanced(sizes)
        assert np.array_equal(after >= 0, owner >= 0)
        assert moved == np.maximum(before - average, 0).sum()
        assert 0 <= moved - np.maximum(average - before, 0).sum() < agents


@pytest.mark.parametrize(("sizes", "balanced"), [([2, 4, 3], 1), ([2, 5, 3], 0), ([0, 1], 0)])
def test_balanced_means_at_most_twice(sizes, balanced):
    assert is_balanced(np.array(sizes)) == balanced


def test_rounding_keeps_the_mean_and_the_grid():
    # 20,000 roundings of each number: four standard errors, a false alarm in 5,000 runs.
    generator = np.random.default_rng(0)
    for number in (0.0, 0.3, 0.625, 1.0):
        rounded = round_randomly(np.full(20_000, number), bits=3, generator=generator)
        assert np.array_equal(rounded * 8, np.round(rounded * 8))
        assert np.all(np.abs(rounded - number) < 1 / 8)
        assert abs(rounded.mean() - number) <= 4 * (1 / 16) / math.sqrt(20_000)


def test_without_bits_nothing_is_rounded_or_drawn():
    generator = np.random.default_rng(0)
    state = generator.bit_generator.state
    numbers = np.array([0.3, 0.7])
    assert round_randomly(numbers, bits=None, generator=generator) is numbers
    assert round_average(0.3, None, generator) == 0.3
    assert generator.bit_generator.state == state
