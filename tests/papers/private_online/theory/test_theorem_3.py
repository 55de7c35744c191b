"""Theorems 3 and 4: each step holds or fails as derived, and altered inputs flip it."""

import pytest

from bandit_replications.papers.private_online.theory import theorem_3 as steps


@pytest.mark.parametrize(
    ("step", "arguments", "expected"),
    [
        (steps.slots_omega, {}, [False]),
        (steps.slots_omega, {"printed_index": False}, [True]),
        (steps.pulls_18, {}, [False]),
        (steps.pulls_18, {"initial": 1}, [True]),
        (steps.split_18, {}, [False]),
        (steps.split_18, {"last": 7}, [True]),
        (steps.split_18, {"equality": False}, [True]),
        (steps.number_of_arrays, {}, [True]),
        (steps.number_of_arrays, {"arms": 1}, [True]),
        (steps.number_of_arrays, {"arms": 1, "extra_pulls": 1}, [False]),
        (steps.remainder_19, {}, [True]),
        (steps.forms_theorem_3, {}, [True, True]),
        (steps.forms_theorem_3, {"arms": 9}, [True, True]),
        (steps.identities_30_31, {}, [True, True]),
        (steps.identities_30_31, {"power": 1 / 3}, [False, False]),
        (steps.constant_theorem_4, {}, [True]),
        (steps.constant_theorem_4, {"arms": 2}, [True]),
        (steps.critical_gap_choice, {}, [True]),
        (steps.state_appendix_a, {}, [True]),
        (steps.state_appendix_a, {"first_size": 2}, [False]),
    ],
)
def test_steps(step, arguments, expected):
    found = step(**arguments)
    checks = found if isinstance(found, tuple) else (found,)
    assert [check.holds for check in checks] == expected
