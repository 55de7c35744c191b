import numpy as np
import pytest
from pydantic import ValidationError

from bandit_replications.papers.cooperative.environments.contamination import (
    ContaminationEntry,
    Reports,
    report,
)

MEANS = np.array([0.2, 0.8])


def reports(number, *, reward=0.25, arm=0, noise_scale=0.0, byzantine=True, **entry):
    """Return an agent's reports of so many rewards."""
    law = ContaminationEntry(**entry).for_arms(MEANS)
    rule = Reports(law, np.array([byzantine]), noise_scale)
    generator = np.random.default_rng(0)
    return np.array([report(rule, 0, arm, reward, generator) for _ in range(number)])


@pytest.mark.parametrize(
    ("entry", "mean", "deviation", "low", "high"),
    [
        ({"source": "adversarial"}, 1, 0, 1, 1),  # the other arm looks best
        ({"source": "point-mass", "value": 0.5}, 0.5, 0, 0.5, 0.5),
        ({"source": "uniform"}, 0.5, 12**-0.5, 0, 1),
        ({"source": "outliers", "value": 3.0}, 0, 3**0.5, -3, 3),
        ({"source": "flip"}, 0.75, 0, 0.75, 0.75),
    ],
)
def test_false_reports_follow_law_and_frequency(entry, mean, deviation, low, high):
    found = reports(4000, probability=0.25, **entry)
    false = found[found != 0.25]
    assert abs(len(false) / 4000 - 0.25) < 4 * np.sqrt(0.25 * 0.75 / 4000)
    assert abs(false.mean() - mean) <= 4 * deviation / np.sqrt(len(false))
    assert low <= false.min()
    assert false.max() <= high


def test_adversaries_report_0_of_the_best_arm():
    assert set(reports(100, arm=1, probability=0.4)) == {0.0, 0.25}


def test_honest_reports_are_rewards_plus_given_noise():
    assert set(reports(100, probability=0.4, byzantine=False)) == {0.25}
    assert set(reports(100, probability=0)) == {0.25}
    noisy = reports(4000, probability=0, noise_scale=2.0) - 0.25
    assert abs(np.abs(noisy).mean() - 2.0) < 4 * 2.0 / np.sqrt(4000)


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        ({"probability": 0.1, "source": "point-mass"}, "value: None; allowed: a number"),
        ({"probability": 0.1, "value": 1.0}, r"value: 1\.0; allowed: nothing with source"),
        ({"probability": 0.1, "source": "outliers", "value": 0.5}, "allowed: more than 1"),
    ],
)
def test_bad_entries_are_refused(entry, message):
    with pytest.raises(ValidationError, match=message):
        ContaminationEntry(**entry)
