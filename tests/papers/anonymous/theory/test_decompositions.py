"""Sections 3.2 and 3.4: each step comes out as stated, and flips when it is altered."""

import functools
from fractions import Fraction

import numpy as np
import pytest

from bandit_replications.inference.checks import Check
from bandit_replications.papers.anonymous.theory import (
    corollary_1,
    corollary_2,
    lemma_3,
    lemma_4,
    lemma_5,
    lemma_6,
    section_3_2,
)


def outcomes(found):
    return [check.holds for check in ((found,) if isinstance(found, Check) else found)]


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        (functools.partial(lemma_5.without_clusters, "greedy"), [True]),
        (functools.partial(lemma_5.without_clusters, "closing"), [True]),
        (functools.partial(lemma_5.without_clusters, "random"), [False]),
        (functools.partial(lemma_5.without_clusters, "lp"), [False]),
        (section_3_2.degrees, [True]),
        (section_3_2.degrees_do_not_suffice, [True]),
        (section_3_2.greedy, [True, True, True]),
        (section_3_2.greedy_could_stop, [True]),
        (section_3_2.same_arm_leaves, [False]),
        (section_3_2.regret_factor, [True]),
        (lemma_3.caratheodory, [True, True]),
        (lemma_3.rounded_up, [True, True]),
        (lemma_3.not_closed_downwards, [True, False]),
        (lemma_3.converse, [False]),
        (lemma_3.converse_repaired, [True, True]),
        (lemma_3.literally_as_good, [False]),
        (lemma_4.unimodular, [True]),
        (lemma_4.same_maximum, [True]),
        (lemma_4.empty_together, [True]),
        (lemma_4.hull_of_pieces, [True, True]),
        (lemma_5.column_sums, [True]),
        (lemma_5.membership, [True]),
        (lemma_5.hypothesis_needed, [True]),
        (lemma_5.expected_matches, [True, True]),
        (lemma_5.too_few, [True]),
        (lemma_5.informs_seldom, [False]),
        (corollary_1.what_the_proof_gives, [False]),
        (corollary_1.smallest_against_printed, [True]),
        (corollary_1.attained, [True, True]),
        (lemma_6.blocks_hold, [False]),
        (lemma_6.larger_blocks, [True, False]),
        (corollary_2.scaled_down, [False]),
        (corollary_2.zero_in_piece, [False]),
        (corollary_2.against_closing, [True]),
    ],
)
def test_outcome_as_documented(found, expected):
    assert outcomes(found()) == expected


@pytest.mark.parametrize("arms", [2, 3])
def test_converse_fails_by_the_same_amount_for_every_group_size(arms):
    found = [lemma_3.converse(arms=arms, group_size=c).left for c in (1, 2)]
    assert min(found) > 0.01


def test_numbers_of_the_errata():
    assert lemma_3.not_closed_downwards()[1].left == pytest.approx(0.25, abs=1e-8)
    assert lemma_3.converse().left == pytest.approx(1 / 16, abs=1e-8)
    assert corollary_1.what_the_proof_gives().left == 251
    assert corollary_1.what_the_proof_gives().right == 21
    assert lemma_6.share_of_failures() == pytest.approx(0.188, abs=5e-4)
    assert lemma_5.informs_seldom().left == pytest.approx(0.616, abs=5e-4)


def test_smallest_number_is_the_least_excess():
    """Oracle: k ⌈D/k⌉ - D is at most k - 1, attained at D = 1 mod k."""
    check = corollary_1.smallest_against_printed(arms=7, group_size=1)
    assert check.left == 6
    active = np.array([[True, True, True], [True, False, False]])
    assert corollary_1.smallest(active, total=10) == 12


@pytest.mark.parametrize("method", ["lp", "exact"])
def test_corollary_1_at_scale(method):
    assert corollary_1.at_scale(method, users=60, arms=3, group_size=2, total=101).holds


def test_corollary_2_by_each_method():
    assert not corollary_2.number_of_assignments("blocks").holds
    assert corollary_2.number_of_assignments("blocks", repaired=True).holds
    assert corollary_2.number_of_assignments("exact").holds
    assert corollary_2.number_of_assignments("closing").holds


def test_blocks_that_do_are_the_fewest():
    for arms in range(2, 9):
        for group_size in (1, 3):
            for cluster in range(group_size + 1, arms * (group_size + 1) + 1):
                arguments = {"arms": arms, "group_size": group_size, "cluster": cluster}
                count = lemma_6.blocks_that_do(**arguments)
                size = int(Fraction(cluster, group_size + 1))
                assert (count - 1) * size < arms <= count * size
                assert lemma_6.printed_blocks(**arguments) <= count
                assert lemma_6.blocks_hold(**arguments, repaired=True).holds


def test_lemma_6_points_for_two_arms():
    assert outcomes(lemma_6.points(arms=2, group_size=3, cluster=5)) == [True, True]


def test_random_needs_less_than_twice():
    check = lemma_5.random_needs(total=1000, runs=2)
    assert check.holds
    assert check.left > 1


@pytest.mark.parametrize("method", ["greedy", "exact", "closing"])
def test_largest_beta_is_at_least_as_good(method):
    assert lemma_3.at_least_as_good(method, total=60).holds


# --- Mutants ------------------------------------------------------------------------------------

CLUSTER = "cluster = arms * (group_size + 1)\n    "
SMALL = "cluster = 2\n    "


@pytest.mark.parametrize(
    ("module", "function", "old", "new"),
    [
        (lemma_3, "caratheodory", "pairs, weights)", "pairs, 1.1 * weights)"),
        (lemma_3, "converse_repaired", "demand) / found.total\n", "demand) * 0 / found.total\n"),
        (lemma_4, "unimodular", "np.kron(np.ones(users)", "np.kron(2 * np.ones(users)"),
        (lemma_4, "same_maximum", "-(group_size + 1.0)", "-(group_size + 0.5)"),
        (lemma_4, "empty_together", "<= users\n", "< users - 1\n"),
        (lemma_4, "hull_of_pieces", "sums > group_size)", "sums > 0)"),
        (lemma_5, "column_sums", CLUSTER + "sums", SMALL + "sums"),
        (lemma_5, "membership", CLUSTER + "outside", SMALL + "outside"),
        (
            lemma_6,
            "points",
            "(np.arange(arms), cluster // (group_size + 1))",
            "(np.arange(arms), 3)",
        ),
        (corollary_1, "attained", "sizes * -(-total // sizes)", "sizes * (total // sizes)"),
        (corollary_2, "against_closing", "(2 - 1 / arms) / printed", "(3 - 1 / arms) / printed"),
        (section_3_2, "degrees", "active.sum(axis=0)", "active[1:].sum(axis=0)"),
        (section_3_2, "greedy", "right=arms * total", "right=total"),
    ],
)
def test_mutants_are_caught(altered, module, function, old, new):
    bad = altered(module, old, new)
    assert not all(outcomes(getattr(bad, function)()))
