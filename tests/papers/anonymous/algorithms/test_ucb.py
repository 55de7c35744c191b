import numpy as np
import pytest
from pydantic import ValidationError

from bandit_replications.papers.anonymous.algorithms import ucb

Options = ucb.Options
MEANS = np.random.default_rng(0).random((4, 3))


def run(simulate=ucb.simulate, *, means=MEANS, horizon=400, seed=0, law="bernoulli", **options):
    return simulate(
        means=means,
        group_size=2,
        horizon=horizon,
        checkpoints=np.arange(1, horizon + 1),
        generator=np.random.default_rng(seed),
        law=law,
        options=Options(**options),
    ).regret


@pytest.mark.parametrize("constant", [2.0, 0.1])
@pytest.mark.parametrize("law", ["bernoulli", "gaussian"])
def test_literal_and_fast_agree_draw_for_draw(law, constant):
    for seed in range(3):
        arguments = {"law": law, "seed": seed, "exploration_constant": constant}
        expected = run(ucb.simulate_literal, **arguments)
        np.testing.assert_allclose(run(**arguments), expected, rtol=1e-9)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("scale = constant * math.log(t)", "scale = constant * math.log2(t)"),
        ("scale = constant * math.log(t)", "scale = constant * math.log(t - 0.5)"),
        (
            "index = averages[arm] + math.sqrt(scale / played[arm])",
            "index = averages[arm] + math.sqrt(scale / (played[arm] + 1))",
        ),
        ("if index > highest:", "if index >= highest:"),
        ("<= ceiling[user]", "<= ceiling[user] - 0.05"),
        ("t > until[user]\n", "t > until[user] + 9\n"),
        ("if arm != leader:", "if arm > leader:"),
        ("sums[user, arm] / played[user, arm]", "sums[user, arm] / (played[user, arm] + 1)"),
    ],
)
def test_agreement_catches_altered_kernels(altered, old, new):
    mutant = altered(ucb, old, new)
    assert any(
        np.max(np.abs(run(mutant.simulate, seed=seed) - run(seed=seed))) > 1e-6 for seed in range(3)
    )


def test_users_do_not_know_of_each_other():
    """A user's pulls in a sure world are the same alone and among others."""
    means = np.array([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]])
    alone = [run(means=means[[user]]) for user in range(2)]
    np.testing.assert_allclose(run(means=means), alone[0] + alone[1], rtol=1e-12)


def test_group_size_has_no_effect():
    runs = [
        ucb.simulate(
            means=MEANS,
            group_size=size,
            horizon=50,
            checkpoints=np.array([50]),
            generator=np.random.default_rng(0),
        ).regret
        for size in (1, 40)
    ]
    np.testing.assert_array_equal(*runs)


def test_arguments_out_of_range_are_refused():
    with pytest.raises(ValueError, match="horizon: 2; allowed: at least the number of arms, 3"):
        run(horizon=2)
    with pytest.raises(ValueError, match="means"):
        run(means=MEANS + 1)
    with pytest.raises(ValidationError):
        Options(exploration_constant=0)
