"""Lemma 11: each step holds or fails as derived, and altered inputs flip it."""

import pytest

from bandit_replications.papers.private_online.theory import lemma_11 as steps


@pytest.mark.parametrize(
    ("step", "arguments", "expected"),
    [
        (steps.chain_lemma_11, {}, [True, False]),
        (steps.chain_lemma_11, {"gap": 1.0, "epsilon": 8.0, "horizon": 2}, [True, False]),
        (steps.chain_lemma_11, {"repaired": True}, [True, True]),
        (steps.critical_array_is_late, {}, [True]),
        (steps.first_round_21, {}, [True, True]),
        (steps.first_round_21, {"offset": 2}, [False, True]),
        (steps.events_22_to_24, {}, [True]),
        (steps.events_22_to_24, {"factor": 1.9}, [False]),
        (steps.event_25, {}, [True]),
        (steps.event_25, {"noise_factor": 2.0}, [False]),
        (steps.contradiction_27, {}, [True]),
        (steps.contradiction_27, {"constant": 22.5}, [True]),
        (steps.contradiction_27, {"constant": 22.3}, [False]),
        (steps.levels_28, {}, [True]),
        (steps.integral_28, {}, [False]),
        (steps.integral_28, {"first": 5, "last": 5}, [False]),
        (steps.integral_28, {"repaired": True}, [True]),
        (steps.ratio_28, {}, [True]),
        (steps.constant_lemma_11, {}, [True]),
    ],
)
def test_steps(step, arguments, expected):
    found = step(**arguments)
    checks = found if isinstance(found, tuple) else (found,)
    assert [check.holds for check in checks] == expected


def test_worst_case_of_27_is_the_closed_form():
    assert steps.contradiction_27().left == pytest.approx((1 / 8) ** 0.5 + 1 / 8)


def test_constant_of_lemma_11_grows_to_its_limit():
    short = steps.constant_lemma_11(horizon=2**10).left
    middle = steps.constant_lemma_11(horizon=2**20).left
    assert short < middle < steps.constant_lemma_11().left < 1.001 * middle
