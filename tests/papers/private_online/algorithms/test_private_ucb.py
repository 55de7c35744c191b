import numpy as np
import pytest
from scipy import stats
from tests.support.private_online_runs import (
    ALPHA,
    GivenNoise,
    first_decision_p_value,
    sampled_pulls,
)

from bandit_replications.bandits.problems import BanditProblem
from bandit_replications.bandits.rewards import bernoulli_table
from bandit_replications.papers.private_online.algorithms import (
    anytime_lazy_ucb,
    hybrid_ucb,
    hybrid_ucb_kernels,
)

LAZY = anytime_lazy_ucb.Options(first_pull="noised", noise_scale=1.5)


def fresh_scales_agree(kernels, monkeypatch, full_tree):
    """Compare the scales of noise of literal and plain kernel, release by release."""
    in_kernel, values = [], [0.0, 1.0, 1.0]

    def laplace_sum(count, scale, generator):
        in_kernel.extend([scale] * int(count))
        return 0.0

    kernels.simulate_run.__globals__["laplace_sum"] = laplace_sum
    monkeypatch.setattr(hybrid_ucb, "simulate_run", kernels.simulate_run)
    options = hybrid_ucb.Options(
        noise="each-release",
        tree_levels="repaired",
        full_tree=full_tree,
        noise_width_constant=0.05,
        exploration_constant=0.5,
    )
    # first pulls draw their noise elsewhere: negligible beside all widths
    problem = BanditProblem(rewards=bernoulli_table(values), horizon=300, epsilon=700.0)
    fast = hybrid_ucb.simulate(problem, generator=np.random.default_rng(0), options=options)
    generator, pulls = GivenNoise(), [0, 0, 0]
    player = hybrid_ucb.play(problem, generator=generator, options=options)
    arm = next(player)
    for _ in range(300):
        pulls[arm] += 1
        arm = player.send(values[arm])
    return pulls == fast.pulls[0].tolist() and generator.scales[3:] == in_kernel


@pytest.mark.parametrize(
    ("old", "new", "agree"),
    [
        ("laplace_sum(r + array", "laplace_sum(r + array", True),
        ("laplace_sum(r + array", "laplace_sum(r - 1 + array", False),
        ("laplace_sum(count_ones(leaf), node", "laplace_sum(1, node", False),
    ],
)
def test_fresh_noise_has_the_scales_of_the_literal(altered, monkeypatch, old, new, agree):
    kernels = altered(hybrid_ucb_kernels, old, new)
    for full_tree in ("root", "array"):
        assert fresh_scales_agree(kernels, monkeypatch, full_tree) == agree


@pytest.mark.parametrize("count", [1, 5])
def test_sums_of_laplace_variables_have_their_law(count):
    generator = np.random.default_rng(count)
    drawn = np.array([hybrid_ucb_kernels.laplace_sum(count, 3.0, generator) for _ in range(6000)])
    added = generator.laplace(0.0, 3.0, (30_000, count)).sum(axis=1)
    assert stats.ks_2samp(drawn, added).pvalue > ALPHA
    assert stats.ks_2samp(1.15 * drawn, added).pvalue < ALPHA


@pytest.mark.parametrize(("form", "runs"), [("simulate", 8000), ("simulate_literal", 1500)])
@pytest.mark.parametrize(
    ("module", "options", "epsilon", "scale", "more"),
    [
        (hybrid_ucb, hybrid_ucb.Options(), 1.6, 2.0, 3.0),  # half of the budget
        (anytime_lazy_ucb, LAZY, 0.8, 1.5, 2.0),
    ],
)
def test_first_decision_has_its_exact_law(module, options, epsilon, scale, more, form, runs):
    """The noise of a first pull has this scale over ε; neither 1/ε nor more."""
    pulls = sampled_pulls(
        getattr(module, form),
        runs,
        rewards=bernoulli_table([0.0, 1.0]),
        rounds=[3],
        epsilon=epsilon,
        options=options,
    )
    assert first_decision_p_value(pulls, scale / epsilon) > ALPHA
    assert first_decision_p_value(pulls, 1 / epsilon) < ALPHA
    assert first_decision_p_value(pulls, more / epsilon) < ALPHA or runs < 8000


def test_horizon_changes_no_earlier_pull():
    rewards = bernoulli_table([0.9, 0.1])
    runs = [
        anytime_lazy_ucb.simulate_literal(
            BanditProblem(rewards=rewards, horizon=max(points), checkpoints=points, epsilon=1.0),
            generator=np.random.default_rng(1),
        ).pulls[0]
        for points in ([4096], [4096, 8192])
    ]
    np.testing.assert_array_equal(*runs)
