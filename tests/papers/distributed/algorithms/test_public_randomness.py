"""DEMAB with predetermined allocations: M numbers more, otherwise the same protocol."""

import math

import numpy as np
import pytest

from bandit_replications.papers.distributed.algorithms import demab, public_randomness
from bandit_replications.papers.distributed.algorithms.public_randomness import (
    Options,
    announcement_bits,
    predetermined_string,
    strings_needed,
)

COMMON = {
    "means": np.array([0.9, 0.5, 0.5, 0.2, 0.1]),
    "agents": 3,
    "horizon": 2000,
    "checkpoints": np.array([1, 500, 2000]),
}


def test_the_only_difference_is_the_announcement():
    options = Options(pulls_exponent=0, strings=7, list_seed=3)
    run = public_randomness.simulate(**COMMON, options=options, generator=np.random.default_rng(0))
    generator = np.random.default_rng(0)
    number = int(generator.integers(7))
    allocation = predetermined_string(number=number, agents=3, arms=5, seed=3)
    same = demab.simulate(
        **COMMON,
        options=demab.Options(pulls_exponent=0),
        generator=generator,
        allocation=allocation,
    )
    assert np.array_equal(run.pulls, same.pulls)
    assert run.purposes == {**same.purposes, "seed": 3}
    assert np.array_equal(run.communication, same.communication + 3)


def test_literal_and_fast_agree_on_constant_rewards():
    options = Options(pulls_exponent=0)
    fast, literal = (
        simulate(**COMMON, options=options, law="constant", generator=np.random.default_rng(4))
        for simulate in (public_randomness.simulate, public_randomness.simulate_literal)
    )
    assert np.array_equal(fast.pulls, literal.pulls)
    assert fast.purposes == literal.purposes
    assert np.array_equal(fast.messages.times, literal.messages.times)


def test_the_number_of_strings_and_their_bits():
    # 2 K^2 ln(MKT) = 2 * 25 * ln(30000) = 515.4...
    assert strings_needed(agents=3, arms=5, horizon=2000) == math.ceil(50 * math.log(30_000)) == 516
    assert strings_needed(agents=3, arms=5, horizon=2000, constant=2.0) == 1031
    assert [announcement_bits(strings=b, agents=3) for b in (1, 2, 3, 4, 5, 516)] == [
        0, 3, 6, 6, 9, 30,
    ]  # fmt: skip


def test_strings_are_predetermined_and_uniform():
    # 3,000 strings of 5 arms: each agent's share within four standard errors of 1/3.
    strings = [predetermined_string(number=n, agents=3, arms=5) for n in range(3000)]
    again = predetermined_string(number=17, agents=3, arms=5)
    assert np.array_equal(strings[17], again)
    shares = np.bincount(np.concatenate(strings), minlength=3) / 15_000
    assert np.all(np.abs(shares - 1 / 3) < 4 * math.sqrt(2 / 9 / 15_000))


def test_bad_input_is_refused():
    with pytest.raises(ValueError, match="constant: -1"):
        strings_needed(agents=3, arms=5, horizon=10, constant=-1)
    with pytest.raises(ValueError, match="arms: 0"):
        strings_needed(agents=3, arms=0, horizon=10)
    with pytest.raises(ValueError, match="strings"):
        Options(strings=0)
