import numpy as np
import pytest

from bandit_replications.bandits.streams import canonical, generator, spawn_key


def test_same_key_gives_the_same_stream():
    first = generator(7, "paper", "experiment", "algorithm", 0.5, 3).random(100)
    second = generator(7, "paper", "experiment", "algorithm", 0.5, 3).random(100)
    np.testing.assert_array_equal(first, second)


def test_every_part_of_the_key_and_the_root_matter():
    keys = [
        (7, "a", "b", 0.5, 3),
        (8, "a", "b", 0.5, 3),
        (7, "a", "c", 0.5, 3),
        (7, "a", "b", 0.25, 3),
        (7, "a", "b", 0.5, 4),
        (7, "a", "b", 0.5, None),
        (7, "ab", "", 0.5, 3),
    ]
    draws = {generator(root, *key).integers(0, 2**62) for root, *key in keys}
    assert len(draws) == len(keys)


def test_replicates_have_distinct_first_draws():
    draws = {generator(1, "x", replicate).integers(0, 2**62) for replicate in range(2000)}
    assert len(draws) == 2000


def test_numbers_are_canonical():
    assert canonical(1) == canonical(1.0) == canonical(np.int64(1)) == canonical(np.float64(1))
    assert canonical(1) != canonical("1")
    assert canonical(True) != canonical(1)
    assert canonical(0.1) == "number:0.1"


def test_spawn_key_is_fixed():
    # Written down once: published results rest on it.
    assert spawn_key("private_online", "regret", 0.5, None) == spawn_key(
        "private_online", "regret", np.float64(0.5), None
    )
    assert all(0 <= word < 2**32 for word in spawn_key("x"))


@pytest.mark.parametrize(("value", "error"), [([1], TypeError), (float("nan"), ValueError)])
def test_bad_keys_are_refused(value, error):
    with pytest.raises(error, match="allowed"):
        canonical(value)
