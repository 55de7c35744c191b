"""Steps of the derivations: altered inputs flip them, and repairs hold.

What they say as they stand in the claims decides verdicts: see checks/test_checks.py.
"""

import pytest

from bandit_replications.papers.private_online.theory import (
    equation_43,
    theorem_2,
    theorem_5,
    theorem_10,
)


@pytest.mark.parametrize(
    ("step", "arguments", "holds"),
    [
        (theorem_2.decomposition_12, {"repaired": True}, True),
        (theorem_2.conditioning_17, {"pointwise": False, "epsilon": 1e-10}, True),
        (theorem_5.first_group, {"reading": "initial-pull-apart", "largest": 2}, True),
        (theorem_5.composition_e31, {}, False),
        (theorem_5.composition_e31, {"release": "array-at-once"}, True),
        (theorem_5.composition_e31, {"extra_levels": 1}, True),
        (theorem_5.released_sums_loss, {"release": "array-at-once"}, True),
        (equation_43.noise_probability_44, {"extra_levels": 0}, True),
        (equation_43.noise_probability_44, {"width_factor": 0.5}, False),
        (theorem_10.range_of_statement, {"arms": 16}, True),
        (theorem_10.range_of_statement, {"arms": 2**200, "constant": 0.01}, False),
        (theorem_10.theorem_10, {"arms": 2, "epsilon": 0.01, "factor": 20}, False),
        (theorem_10.theorem_10, {"arms": 32, "epsilon": 0.03, "factor": 20}, False),
        (theorem_10.non_private_term, {"arms": 2, "min_gap": 0.5, "constant": 0.4}, False),
        (theorem_10.non_private_term, {"arms": 1000, "min_gap": 0.03, "constant": 0.4}, False),
    ],
)
def test_altered_steps(step, arguments, holds):
    assert step(**arguments).holds == holds


@pytest.mark.parametrize("arms", [2, 3])
def test_selectors(arms):
    assert all(check.holds for check in theorem_10.private_selectors(arms=arms))
