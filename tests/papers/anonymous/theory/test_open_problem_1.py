"""Open Problem 1: the answer's steps, against direct enumeration of closings."""

import itertools
import math
from fractions import Fraction

import pytest

from bandit_replications.papers.anonymous.algorithms.decompositions.random_closing import closed_law
from bandit_replications.papers.anonymous.theory import open_problem_1 as steps


def exact(values):
    total = Fraction(0)
    for value in values:
        total += value
    return total


@pytest.mark.parametrize("arms", [2, 3, 4, 5, 6])
def test_rates_by_enumeration_of_closed_sets(arms):
    """Oracle: all sets of closed arms; the user holds arm 0 and has the arms 0, …, a - 1."""
    for a in range(2, arms + 1):
        others = Fraction(0)
        opened = Fraction(0)
        for number, chance in closed_law(arms).items():
            each = chance / math.comb(arms, number)
            for closed in itertools.combinations(range(arms), number):
                opened += each * (0 not in closed)
                free = [j for j in range(a) if j not in closed]
                if 0 in closed and 1 in free:
                    others += each / len(free)
        assert opened == steps.worst_case(arms)
        assert a * others == steps.others_rate(arms, a)


@pytest.mark.parametrize("a", range(1, 9))
def test_half_rate_by_enumeration(a):
    held = others = Fraction(0)
    for closed in itertools.product((False, True), repeat=a):
        each = Fraction(1, 2**a)
        held += each * (not closed[0])
        if closed[0] and not closed[-1]:
            others += each / closed.count(False)
    idle = Fraction(0)  # holds nothing: the share of arm 0
    for closed in itertools.product((False, True), repeat=a):
        if not closed[0]:
            idle += Fraction(1, 2**a) / closed.count(False)
    rates = [a * held, a * idle] + ([a * others] if a > 1 else [])
    assert steps.half_rate(a) == min(rates)


def test_no_graph_is_worse():
    assert steps.every_graph().holds


def test_literal_interpretation():
    assert steps.upper_bound(dominated=False).holds
    assert not steps.literally_constant().holds
    assert not steps.maximum().holds


def test_random_closing_within_its_bound():
    assert steps.closing_assignments("random-closing", total=2000).holds
    bound = steps.random_closing_bound(arms=5, users=25, total=10**8)
    assert bound == pytest.approx(1.8e8, rel=1e-2)


def test_worst_case_tends_to_one_half():
    assert steps.worst_case(1) == 1
    assert steps.worst_case(2) == Fraction(2, 3)
    assert 0 < steps.worst_case(10**6) - Fraction(1, 2) < Fraction(1, 10**6)


@pytest.mark.parametrize(
    ("function", "old", "new"),
    [
        ("half", "Fraction(1, 2 ** (a - 1))", "Fraction(1, 2 ** (a - 2) if a > 1 else 1)"),
        ("closed_probability", "Fraction(arms - a, (2", "Fraction(arms - a - 1, (2"),
        ("smallest_rate", "Fraction(arms, 2 * arms - 1)", "Fraction(arms + 1, 2 * arms - 1)"),
        ("base_case", "Fraction(arms**2 * (arms - 1)", "Fraction(arms**2 * (arms - 2) + 1"),
        ("induction_step", "Fraction(3 * max(", "Fraction(4 * max("),
        ("upper_bound", "Fraction(arms, 2 * arms - 1)", "Fraction(1, 2)"),
        ("every_graph", "Fraction(arms, 2 * arms - 1)", "Fraction(1, 2)"),
        ("closing_assignments", "Fraction(arms, 2 * arms - 1)", "Fraction(arms + 1, 2 * arms)"),
    ],
)
def test_mutants_are_caught(altered, function, old, new):
    bad = altered(steps, old, new)
    assert not getattr(bad, function)().holds
