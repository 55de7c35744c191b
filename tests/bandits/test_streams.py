"""Keys of random streams are texts that never change."""

import numpy as np
import pytest

from bandit_replications.bandits.streams import canonical, generator, spawn_key


def test_numbers_are_canonical():
    assert canonical(1) == canonical(1.0) == canonical(np.int64(1)) == canonical(np.float64(1))
    assert canonical(1) != canonical("1")
    assert canonical(True) != canonical(1)
    assert canonical(0.1) == "number:0.1"


def test_spawn_key_is_fixed():
    # Written down once: published results rest on it.
    words = (2029494870, 2825874796, 913324041, 624909289)
    assert spawn_key("private_online", "regret", 0.5, None) == words
    draw = generator(7, "private_online", "regret", 0.5, None).integers(0, 2**62)
    assert draw == 3252945361758657520


@pytest.mark.parametrize(("value", "error"), [([1], TypeError), (float("nan"), ValueError)])
def test_bad_keys_are_refused(value, error):
    with pytest.raises(error, match="allowed"):
        canonical(value)
