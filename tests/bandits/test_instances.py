"""Instances from generators, files and laws, and those that are refused."""

import numpy as np
import pytest
from pydantic import ValidationError

from bandit_replications.bandits.instances import InstanceEntry

FINITE = {"law": "finite", "values": [[0, 1], [0, 1]], "probabilities": [[0.5, 0.5], [1, 0]]}


@pytest.mark.parametrize(
    ("generator", "given", "means"),
    [
        ("equal-gap", {"arms": 4, "best": 0.75, "gap": 0.05}, [0.75, 0.7, 0.7, 0.7]),
        ("linear", {"arms": 3, "best": 0.9, "worst": 0.1}, [0.9, 0.5, 0.1]),
        ("doubling", {"arms": 6, "best": 0.75, "gap": 0.1}, [0.75, 0.65, 0.55, 0.35, 0, 0]),
    ],
)
def test_generators(generator, given, means):
    instance = InstanceEntry(name="x", generator=generator, **given)
    np.testing.assert_allclose(instance.resolve_means(), means, atol=1e-12)
    np.testing.assert_allclose(instance.gaps, means[0] - np.array(means), atol=1e-12)


def test_reward_laws_keep_the_means():
    three = {"values": [[0.0, 0.5, 1.0], [0.25, 0.75]]}
    weights = {"probabilities": [[0.2, 0.2, 0.6], [0.5, 0.5]]}
    finite = InstanceEntry(name="x", law="finite", **three, **weights)
    np.testing.assert_allclose(finite.resolve_means(), [0.7, 0.5])
    beta = InstanceEntry(name="x", means=[0.3, 0.6], law="beta", concentration=4.0)
    table = beta.reward_table()
    means = table.values[:, 0] / (table.values + table.weights)[:, 0]
    np.testing.assert_allclose(means, [0.3, 0.6])


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        ({"means": [0.5]}, "at least 2 arms"),
        ({"means": [0.5, 1.5]}, r"mean 1.5; allowed: means in \[0, 1\]"),
        ({}, "exactly one of means, file, generator"),
        ({"generator": "linear", "arms": 3}, "worst is missing"),
        ({"file": "no-such-file.txt"}, "cannot be read"),
        ({"means": [0.5, 0.6], "law": "beta"}, "concentration is missing"),
        ({"means": [0.5, 1.0], "law": "beta", "concentration": 2.0}, r"in \(0, 1\)"),
        ({"law": "finite", "values": [[0, 1], [0, 1]]}, "with values and probabilities"),
        ({**FINITE, "values": [[0, 2], [0, 1]]}, r"values: .*allowed: numbers in \[0, 1\]"),
        ({**FINITE, "probabilities": [[0.5, 0.6], [1, 0]]}, "with sum 1"),
    ],
)
def test_bad_entries_are_refused(entry, message):
    with pytest.raises(ValidationError, match=message):
        InstanceEntry(name="x", **entry)
