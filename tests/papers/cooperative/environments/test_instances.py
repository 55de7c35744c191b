import numpy as np
import pytest
from pydantic import ValidationError

from bandit_replications.papers.cooperative.environments.instances import MeansEntry, draw
from bandit_replications.papers.cooperative.environments.networks import NetworkEntry
from bandit_replications.papers.cooperative.environments.problems import life_in_rounds

NETWORK = NetworkEntry(name="er", family="erdos-renyi", agents=12, edge_probability=0.4)
MEANS = MeansEntry(arms=4, lowest=0.3, highest=0.7)


def test_replicates_differ_and_are_reproduced():
    first, again, other = (
        draw(NETWORK, MEANS, root_seed=1, replicate=number) for number in (0, 0, 1)
    )
    assert np.array_equal(first.lengths, again.lengths)
    assert np.array_equal(first.means, again.means)
    assert not np.array_equal(first.lengths, other.lengths)
    assert not np.array_equal(first.means, other.means)
    assert np.all((first.means >= 0.3) & (first.means <= 0.7))
    assert first.gaps.min() == 0


def test_fixed_network_is_shared_by_replicates():
    fixed = NETWORK.model_copy(update={"fixed": True})
    lengths = [draw(fixed, MEANS, root_seed=1, replicate=number).lengths for number in (0, 1)]
    assert np.array_equal(*lengths)


@pytest.mark.parametrize(
    ("life", "diameter", "rounds"),
    [("diameter", 3, 3), ("half-diameter-down", 3, 1), ("half-diameter-up", 3, 2), ("2", 5, 2)],
)
def test_lives_in_rounds(life, diameter, rounds):
    assert life_in_rounds(life, diameter) == rounds


def test_bad_entries_are_refused():
    with pytest.raises(ValueError, match="message_life: -1; allowed"):
        life_in_rounds(-1, 3)
    with pytest.raises(ValidationError, match="either arms or an instance"):
        MeansEntry()
    with pytest.raises(ValidationError, match=r"lowest: 0\.7; allowed: less than highest"):
        MeansEntry(arms=2, lowest=0.7, highest=0.3)
