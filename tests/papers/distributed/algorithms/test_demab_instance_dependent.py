"""The variant of Theorem 5 is DEMAB with D = l0 = 0; its regret ends when one arm is left."""

import numpy as np
import pytest

from bandit_replications.papers.distributed.algorithms import demab, demab_instance_dependent

COMMON = {
    "means": np.array([0.9, 0.5, 0.5, 0.2]),
    "agents": 3,
    "horizon": 2000,
    "checkpoints": np.array([500, 2000]),
}


def test_it_is_demab_without_burn_in():
    options = demab_instance_dependent.Options(pulls_exponent=0)
    run = demab_instance_dependent.simulate(
        **COMMON, options=options, generator=np.random.default_rng(0)
    )
    same = demab.simulate(
        **COMMON,
        options=demab.Options(pulls_exponent=0, burn_in=0, completed_phases=0),
        generator=np.random.default_rng(0),
    )
    assert (run.burn_in, run.completed_phases) == (0, 0)
    assert np.array_equal(run.pulls, same.pulls)
    assert run.purposes == same.purposes
    assert run.phases > 2
    assert run.communication[0] > 0


def test_literal_and_fast_agree_on_constant_rewards():
    options = demab_instance_dependent.Options(pulls_exponent=0)
    fast, literal = (
        simulate(**COMMON, options=options, law="constant", generator=np.random.default_rng(4))
        for simulate in (
            demab_instance_dependent.simulate,
            demab_instance_dependent.simulate_literal,
        )
    )
    assert np.array_equal(fast.pulls, literal.pulls)
    assert fast.purposes == literal.purposes


@pytest.mark.parametrize("horizon", [10**8, 10**12])
def test_regret_does_not_grow_with_the_horizon_once_one_arm_is_left(horizon):
    run = demab_instance_dependent.simulate(
        means=np.linspace(0.1, 0.9, 20),
        agents=16,
        horizon=horizon,
        checkpoints=np.array([horizon // 2, horizon]),
        generator=np.random.default_rng(0),
    )
    assert run.regret[0] == run.regret[1]
    assert run.sizes[-1] == 1
