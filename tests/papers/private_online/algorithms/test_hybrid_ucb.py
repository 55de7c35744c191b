import math

import numpy as np
import pytest
from pydantic import ValidationError
from scipy import stats

from bandit_replications.bandits.rewards import bernoulli_table, beta_table, finite_table
from bandit_replications.papers.private_online.algorithms import hybrid_ucb, hybrid_ucb_kernels

ALPHA = 1e-4  # false-alarm rate of each distribution test
Options = hybrid_ucb.Options
DEFAULTS = Options()


def shuffled_rewards(seed):
    rng = np.random.default_rng(seed)
    means = rng.choice([0.75, 0.7, 0.5, 0.3, 1.0, 0.0], size=rng.integers(2, 6))
    return bernoulli_table(rng.permutation(means))


def run(
    simulate=hybrid_ucb.simulate,
    *,
    rewards,
    horizon,
    epsilon,
    seed,
    options=DEFAULTS,
    checkpoints=None,
):
    """Pulls after every round, or at checkpoints."""
    return simulate(
        rewards=rewards,
        horizon=horizon,
        checkpoints=np.arange(1, horizon + 1) if checkpoints is None else np.array(checkpoints),
        generator=np.random.default_rng(seed),
        epsilon=epsilon,
        options=options,
    ).pulls


def both(**arguments):
    """Pulls after every round of the literal and of the fast simulator.

    At a checkpoint the fast one looks up who leads, so it also runs without any, to the same end.
    """
    fast = run(**arguments)
    np.testing.assert_array_equal(run(checkpoints=[arguments["horizon"]], **arguments)[0], fast[-1])
    return run(hybrid_ucb.simulate_literal, **arguments), fast


# --- Literal against fast, draw for draw ---

# A small width for the noise lets one arm go deep into its trees in a short run.
DEEP = Options(noise_width_constant=0.05, exploration_constant=0.5)


@pytest.mark.parametrize("epsilon", [0.1, 0.25, 0.5, 1.0, 8.0, 64.0, 128.0])
def test_every_round_of_literal_and_fast_agrees(epsilon):
    """Trees of up to 2^10 leaves, the best arm in any place."""
    deepest = 0
    for seed in range(3):
        for options in (Options(), DEEP):
            literal, fast = both(
                rewards=shuffled_rewards(seed),
                horizon=2500,
                epsilon=epsilon,
                seed=seed,
                options=options,
            )
            np.testing.assert_array_equal(fast, literal)
            deepest = max(deepest, int(literal[-1].max() + 1).bit_length() - 1)
    assert deepest >= 10


@pytest.mark.parametrize(
    "change",
    [
        {"tree_levels": "repaired"},
        {"logarithm": "natural"},
        {"noise_scale": 3.0},
        {"exploration_constant": 10.0},
        {"noise_width_constant": 1.0},
        {"tie_breaking": "uniform"},
    ],
)
def test_every_round_agrees_under_each_option(change):
    differs = False
    for seed in range(3):
        arguments = {"rewards": shuffled_rewards(seed), "horizon": 800, "epsilon": 1.0}
        literal, fast = both(seed=seed, options=Options(**change), **arguments)
        np.testing.assert_array_equal(fast, literal)
        differs |= bool(np.any(fast != run(seed=seed, **arguments)))
    # without ties (the noise has a density) it does not matter how they are broken
    assert differs == ("tie_breaking" not in change)


@pytest.mark.parametrize(
    "rewards",
    [
        finite_table([[0.0, 0.5, 1.0], [0.25, 1.0]], [[0.3, 0.4, 0.3], [0.6, 0.4]]),
        beta_table([0.5, 2.0, 1.0], [0.8, 1.0, 1.0]),
    ],
)
def test_every_round_agrees_under_each_reward_law(rewards):
    for seed in range(3):
        literal, fast = both(rewards=rewards, horizon=800, epsilon=2.0, seed=seed)
        np.testing.assert_array_equal(fast, literal)


def test_uniform_ties_agree_where_the_noise_is_lost_in_rounding():
    for tie_breaking in ("lowest-index", "uniform"):
        options = Options(tie_breaking=tie_breaking)
        arguments = {"rewards": bernoulli_table([1.0, 1.0, 0.0]), "horizon": 400, "epsilon": 1e30}
        literal, fast = both(seed=1, options=options, **arguments)
        np.testing.assert_array_equal(fast, literal)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("math.log2(t) if base_2 else math.log(t)", "math.log(t) if base_2 else math.log2(t)"),
        ("exploration * log_t / played", "1.01 * exploration * log_t / played"),
        ("log_t * tree / (played", "log_t * (tree + 1) / (played"),
        ("scale * (r + extra_levels)", "scale * (r + 1)"),
        ("scale * (r + extra_levels)", "scale * max(1, r - 1)"),
        ("if leaf == 1 and r > 1:", "if False:"),  # one array's noise only
        ("if leaf == 1 and r > 1:", "if leaf == 1:"),
        ("if leaf == 1 << r:", "if leaf == (1 << r) - 1:"),
        ("nodes[depth - 1] + noise", "noise"),  # the newest node only
        ("count_ones(leaf)\n", "count_ones(leaf - 1) + 1\n"),  # closed nodes stay
        ("(total + released) / pulls", "(total + released) / (pulls - 1)"),
        (  # the root is not released: the full array takes its place at once
            "        mean = (total",
            "        if leaf == 1 << r: released = arrays\n        mean = (total",
        ),
        ("logarithm(last, base_2)", "logarithm(now + 1, base_2)"),  # others' indices stand still
        ("if lower[arm] <= rival:", "if False:"),  # no doubts
        ("log_first, constants) <= rival:", "log_first, constants) <= rival - 0.01:"),  # too long
    ],
)
def test_agreement_catches_altered_kernels(altered, old, new):
    kernels = altered(hybrid_ucb_kernels, old, new)

    def pulls(kernels, seed, epsilon, options):
        """After every round, and at the end of the same run without other checkpoints."""
        runs = [
            kernels.simulate_run(
                *shuffled_rewards(seed),
                epsilon,
                2 / epsilon,
                0,
                False,
                (options.exploration_constant, options.noise_width_constant, True),
                False,
                checkpoints,
                np.random.default_rng(seed),
            )
            for checkpoints in (np.arange(1, 801), np.array([800]))
        ]
        return np.concatenate(runs)

    runs = [(seed, epsilon, DEEP) for seed in range(3) for epsilon in (0.5, 8.0)]
    runs += [(seed, 64.0, Options()) for seed in range(3)]
    for one in runs[:1]:
        literal = run(
            hybrid_ucb.simulate_literal,
            rewards=shuffled_rewards(one[0]),
            horizon=800,
            epsilon=one[1],
            seed=one[0],
            options=one[2],
        )
        np.testing.assert_array_equal(
            pulls(hybrid_ucb_kernels, *one), np.concatenate([literal, literal[-1:]])
        )

    def caught(one):
        try:
            return np.any(pulls(kernels, *one) != pulls(hybrid_ucb_kernels, *one))
        except IndexError:  # more nodes than a tree can have
            return True

    assert any(caught(one) for one in runs)


# --- The tree ---


def test_nodes_by_hand():
    for leaves, sizes in (
        (1, [1]),
        (2, [2]),
        (6, [4, 2]),
        (7, [4, 2, 1]),
        (8, [8]),
        (13, [8, 4, 1]),
    ):
        nodes = list(hybrid_ucb.binary_nodes(leaves))
        assert [len(node) for node in nodes] == sizes
        assert [leaf for node in nodes for leaf in node] == list(range(leaves))


def push_all(push):
    """Whether the stack adds up the nodes of the binary digits, for up to 2^5 leaves.

    The node that leaf i completes has noise 2^i: the sum names the live nodes.
    """
    nodes = np.zeros(8)
    for leaf in range(1, 33):
        top = push(nodes, leaf, 2.0**leaf)
        live = [node.stop for node in hybrid_ucb.binary_nodes(leaf)]
        if top != sum(2**stop for stop in live):
            return False
    return True


def test_the_stack_holds_the_live_nodes(altered):
    assert push_all(hybrid_ucb_kernels.push)
    for old, new in (
        ("count_ones(leaf)\n", "count_ones(leaf - 1) + 1\n"),
        ("nodes[depth - 1] + noise", "nodes[depth] + noise"),
    ):
        assert not push_all(altered(hybrid_ucb_kernels, old, new).push)


def test_a_reward_is_in_one_more_released_sum_than_the_tree_has_noise_for():
    """In the printed order the root is released: the first of 2^r leaves is in r + 1 nodes."""
    for r in range(1, 7):
        released = {
            node for leaves in range(1, 2**r + 1) for node in hybrid_ucb.binary_nodes(leaves)
        }
        assert range(2**r) in released
        assert max(sum(leaf in node for node in released) for leaf in range(2**r)) == r + 1
        assert sum(0 in node for node in released) == r + 1


def test_the_root_is_released_before_the_array_takes_its_place():
    """Which noise each round of the literal draws, for one arm's rewards: scales in 2/ε."""
    scales = []

    def laplace(scale):
        scales.append(round(scale * 0.5))
        return 0.0

    played = hybrid_ucb.play_literal(
        lambda arm: 0.0,
        laplace,
        lambda indices: 0,
        arms=1,
        epsilon=1.0,
        options=Options(noise="each-release"),
    )
    drawn = []
    for _ in range(16):
        next(played)
        drawn.append(scales.copy())
        scales.clear()
    # a round's draws show when the next one is asked for: r_j arrays of scale 1, live nodes of r_j
    assert drawn[1:8] == [[1], [1, 1], [1, 1], [1, 1, 2], [1, 1, 2], [1, 1, 2, 2], [1, 1, 2]]
    assert drawn[15] == [1, 1, 1, 3]


def test_laplace_draws_are_those_of_the_generator():
    for seed in range(4):
        fast, plain = np.random.default_rng(seed), np.random.default_rng(seed)
        for scale in (1e-3, 1.0, 40.0):
            drawn = [hybrid_ucb_kernels.draw_laplace(scale, fast) for _ in range(250)]
            np.testing.assert_allclose(drawn, plain.laplace(0.0, scale, 250), rtol=1e-15)
        assert fast.random() == plain.random()


# --- Fresh noise at each release: laws ---


@pytest.mark.parametrize("count", [1, 2, 5, 20])
def test_sums_of_laplace_variables_have_their_law(count):
    generator = np.random.default_rng(count)
    drawn = np.array([hybrid_ucb_kernels.laplace_sum(count, 3.0, generator) for _ in range(6000)])
    added = generator.laplace(0.0, 3.0, (30_000, count)).sum(axis=1)
    assert stats.ks_2samp(drawn, added).pvalue > ALPHA
    assert stats.ks_2samp(1.15 * drawn, added).pvalue < ALPHA
    if count == 1:
        assert stats.kstest(drawn, stats.laplace(0, 3).cdf).pvalue > ALPHA


def sampled_pulls(simulate, runs, *, rounds, first_seed=0, **changes):
    options = Options(noise_width_constant=0.02, exploration_constant=0.5, **changes)
    return np.array(
        [
            simulate(
                rewards=bernoulli_table([0.3, 0.6, 0.5]),
                horizon=rounds[-1],
                checkpoints=np.array(rounds),
                generator=np.random.default_rng([first_seed, number]),
                epsilon=0.5,
                options=options,
            ).pulls.ravel()
            for number in range(runs)
        ]
    )


def test_fresh_noise_has_the_law_of_the_literal():
    literal = sampled_pulls(
        hybrid_ucb.simulate_literal, 1000, rounds=[10, 40], noise="each-release"
    )
    arguments = {"rounds": [10, 40], "first_seed": 1}
    fast = sampled_pulls(hybrid_ucb.simulate, 4000, noise="each-release", **arguments)
    kept = sampled_pulls(hybrid_ucb.simulate, 4000, **arguments)

    def p_value(other):
        """Smallest of six, times six: pulls of each arm at each of two rounds."""
        return 6 * min(
            stats.ks_2samp(*pair).pvalue for pair in zip(literal.T, other.T, strict=True)
        )

    assert p_value(fast) > ALPHA
    assert p_value(kept) < ALPHA


def fresh_scales_agree(kernels):
    """Whether literal and plain kernel draw noise of the same scales, release by release."""
    in_literal, in_kernel = [], []

    def laplace_sum(count, scale, generator):
        in_kernel.extend([scale] * int(count))
        return 0.0

    def without_noise(kind, values, weights, scale, generator):
        in_kernel.extend([scale] * 3)
        return values[:, 0].copy(), np.zeros(3)

    rewards = bernoulli_table([0.0, 1.0, 1.0])
    names = kernels.simulate_run.__globals__
    names.update(laplace_sum=laplace_sum, first_pulls=without_noise)
    pulls = kernels.simulate_run(
        *rewards,
        1.0,
        2.0,
        1,
        True,
        (0.5, 0.05, True),
        False,
        np.array([300]),
        np.random.default_rng(0),
    )
    played = hybrid_ucb.play_literal(
        lambda arm: rewards.values[arm, 0],
        lambda scale: in_literal.append(scale) or 0.0,
        lambda indices: int(np.argmax(indices)),
        arms=3,
        epsilon=1.0,
        options=DEEP.model_copy(update={"noise": "each-release", "tree_levels": "repaired"}),
    )
    rounds = [next(played) for _ in range(301)][:300]  # the last release shows one round later
    return (
        np.bincount(rounds, minlength=3).tolist() == pulls[0].tolist() and in_literal == in_kernel
    )


def test_fresh_noise_has_the_scales_of_the_literal(altered):
    draws = "laplace_sum(r, scale, generator)"
    nodes = "laplace_sum(count_ones(leaf), node_scale, generator)"
    for old, new, agree in (
        (draws, draws, True),
        (draws, "laplace_sum(r - 1, scale, generator)", False),
        (nodes, "laplace_sum(1, node_scale, generator)", False),
        (nodes, "laplace_sum(count_ones(leaf), scale, generator)", False),
    ):
        assert fresh_scales_agree(altered(hybrid_ucb_kernels, old, new)) == agree


@pytest.mark.parametrize(("simulate", "runs"), [("simulate", 8000), ("simulate_literal", 1500)])
def test_the_first_decision_has_its_exact_law(simulate, runs):
    """Sure rewards 0 and 1: round 3 pulls the worse arm if two Laplace variables of scale
    b = 2/ε differ by more than 1, with probability (1/2 + 1/(4b)) exp(-1/b).
    """
    epsilon, worse = 1.6, 0
    for number in range(runs):
        pulls = getattr(hybrid_ucb, simulate)(
            rewards=bernoulli_table([0.0, 1.0]),
            horizon=3,
            checkpoints=np.array([3]),
            generator=np.random.default_rng(number),
            epsilon=epsilon,
        ).pulls
        worse += int(pulls[0, 0] == 2)

    def p_value(b):
        law = (0.5 + 0.25 / b) * math.exp(-1 / b)
        return stats.binomtest(worse, runs, law).pvalue

    assert p_value(2 / epsilon) > ALPHA
    assert p_value(1 / epsilon) < ALPHA
    assert p_value(3 / epsilon) < ALPHA or runs < 8000


# --- Interface ---


def test_checkpoints_do_not_change_the_run():
    arguments = {"rewards": bernoulli_table([0.3, 0.7, 0.5]), "horizon": 1500, "epsilon": 8.0}
    every = run(seed=3, **arguments)
    np.testing.assert_array_equal(every.sum(axis=1), np.arange(1, 1501))
    np.testing.assert_array_equal(every[:3], np.tril(np.ones((3, 3))))
    for checkpoints in ([1500], [1, 2, 3, 4, 5, 1500], [7, 100, 1499, 1500]):
        pulls = hybrid_ucb.simulate(
            **arguments, checkpoints=np.array(checkpoints), generator=np.random.default_rng(3)
        ).pulls
        np.testing.assert_array_equal(pulls, every[np.array(checkpoints) - 1])


@pytest.mark.parametrize("noise", ["once-per-node", "each-release"])
def test_same_seed_same_pulls_other_seed_other_pulls(noise):
    arguments = {
        "rewards": bernoulli_table([0.3, 0.7]),
        "horizon": 500,
        "epsilon": 8.0,
        "options": Options(noise=noise),
    }
    np.testing.assert_array_equal(run(seed=7, **arguments), run(seed=7, **arguments))
    assert np.any(run(seed=7, **arguments) != run(seed=8, **arguments))


@pytest.mark.parametrize(
    "options",
    [
        {"noise": "once"},
        {"tree_levels": "printed"},
        {"logarithm": "2"},
        {"noise_scale": 0},
        {"exploration_constant": 0},
        {"noise_width_constant": math.inf},
        {"tie_breaking": "first"},
        {"levels": 3},
    ],
)
def test_bad_options_are_refused(options):
    with pytest.raises(ValidationError):
        Options(**options)


@pytest.mark.parametrize("simulate", [hybrid_ucb.simulate, hybrid_ucb.simulate_literal])
@pytest.mark.parametrize(
    ("change", "error", "message"),
    [
        ({"epsilon": 0.0}, ValueError, "epsilon: 0.0"),
        ({"epsilon": None}, TypeError, "epsilon: None"),
        ({"horizon": 1}, ValueError, "horizon: 1; allowed: at least the number of arms, 2"),
        ({"checkpoints": np.array([1, 2])}, ValueError, "checkpoints"),
    ],
)
def test_bad_arguments_are_named(simulate, change, error, message):
    arguments = {
        "rewards": bernoulli_table([0.5, 0.6]),
        "horizon": 4,
        "checkpoints": np.array([4]),
        "generator": np.random.default_rng(0),
        "epsilon": 1.0,
    }
    with pytest.raises(error, match=message):
        simulate(**(arguments | change))
