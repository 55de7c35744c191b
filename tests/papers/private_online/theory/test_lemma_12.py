"""Lemma 12: each step holds or fails as derived, and altered inputs flip it."""

import pytest

from bandit_replications.papers.private_online.theory import lemma_12 as steps


@pytest.mark.parametrize(
    ("step", "arguments", "expected"),
    [
        (steps.first_round_39, {}, [True, True]),
        (steps.first_round_39, {"offset": 1}, [False, True]),
        (steps.mean_width_45, {}, [True]),
        (steps.mean_width_45, {"constant": 255.0}, [False]),
        (steps.decreasing_46, {}, [True]),
        (steps.decreasing_46, {"start": 1.4}, [False]),
        (steps.product_46, {}, [True]),
        (steps.domain_46, {}, [False]),
        (steps.domain_46, {"y": 1.2}, [False]),
        (steps.domain_46, {"y": 2.0}, [True]),
        (steps.noise_width_47, {}, [True, True]),
        (steps.noise_width_47, {"constant": 60.0}, [False, False]),
        (steps.ratio_48, {}, [True]),
        (steps.ratio_48, {"claimed": 3.0}, [True]),
        (steps.ratio_48, {"claimed": 2.9}, [False]),
        (steps.sum_48, {}, [True]),
        (steps.constant_lemma_12, {}, [True]),
    ],
)
def test_steps(step, arguments, expected):
    found = step(**arguments)
    checks = found if isinstance(found, tuple) else (found,)
    assert [check.holds for check in checks] == expected
