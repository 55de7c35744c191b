import math

import numpy as np
import pytest
from scipy import stats
from tests.support.private_online_runs import ALPHA, LAWS, every_round, sampled_pulls

from bandit_replications.bandits.problems import BanditProblem
from bandit_replications.bandits.rewards import BERNOULLI, RewardTable, bernoulli_table
from bandit_replications.papers.private_online.algorithms import hybrid_ucb, hybrid_ucb_kernels

Options = hybrid_ucb.Options
DEFAULTS = Options()


def shuffled_rewards(seed):
    rng = np.random.default_rng(seed)
    means = rng.choice([0.75, 0.7, 0.5, 0.3, 1.0, 0.0], size=rng.integers(2, 6))
    return bernoulli_table(rng.permutation(means))


def run(simulate=hybrid_ucb.simulate, *, rewards, options=DEFAULTS, **arguments):
    return every_round(simulate, rewards, options=options, **arguments)


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


@pytest.mark.parametrize("law", ["finite", "beta"])
def test_every_round_agrees_under_each_reward_law(law):
    for seed in range(3):
        literal, fast = both(rewards=LAWS[law], horizon=800, epsilon=2.0, seed=seed)
        np.testing.assert_array_equal(fast, literal)


def test_uniform_ties_agree_where_the_noise_is_lost_in_rounding():
    for tie_breaking in ("lowest-index", "uniform"):
        options = Options(tie_breaking=tie_breaking)
        arguments = {"rewards": bernoulli_table([1.0, 1.0, 0.0]), "horizon": 400, "epsilon": 1e30}
        literal, fast = both(seed=1, options=options, **arguments)
        np.testing.assert_array_equal(fast, literal)


@pytest.mark.full
@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("log_t * tree / (pulls", "log_t * (tree + 1) / (pulls"),
        ("noise.scale * (r + noise.extra_levels)", "noise.scale * max(1, r - 1)"),
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
        (
            "logarithm(last, widths.base_2)",
            "logarithm(now + 1, widths.base_2)",
        ),  # others stand still
        ("log_t, widths) > rival", "log_t, widths) > rival - 0.01"),  # too long
    ],
)
def test_agreement_catches_altered_kernels(altered, monkeypatch, old, new):
    runs = [
        {"seed": seed, "epsilon": epsilon, "options": DEEP}
        for seed in range(3)
        for epsilon in (0.5, 8.0)
    ]
    runs += [{"seed": seed, "epsilon": 64.0, "options": Options()} for seed in range(3)]
    runs = [{"rewards": shuffled_rewards(one["seed"]), "horizon": 800, **one} for one in runs]
    expected = [run(**one) for one in runs]
    mutant = altered(hybrid_ucb_kernels, old, new).simulate_run
    monkeypatch.setattr(hybrid_ucb, "simulate_run", mutant)

    def caught(one, pulls):
        try:
            last = run(checkpoints=[800], **one)[0]
            return np.any(last != pulls[-1]) or np.any(run(**one) != pulls)
        except IndexError:  # more nodes than a tree can have
            return True

    assert any(caught(*pair) for pair in zip(runs, expected, strict=True))


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


class NoNoise:
    """A generator whose Laplace noise is 0; remembers the scales that it was asked for."""

    def __init__(self):
        self.scales = []

    def laplace(self, _, scale):
        self.scales.append(scale)
        return 0.0


def test_the_root_is_released_before_the_array_takes_its_place():
    """Which noise each round of the literal draws, for one arm's rewards: scales in 2/ε."""
    one_arm = RewardTable(BERNOULLI, np.zeros((1, 1)), np.ones((1, 1)))
    generator = NoNoise()
    player = hybrid_ucb.play(
        BanditProblem(rewards=one_arm, horizon=16, epsilon=1.0),
        generator=generator,
        options=Options(noise="each-release"),
    )
    drawn = []
    next(player)
    for _ in range(15):
        player.send(0.0)
        drawn.append([round(scale * 0.5) for scale in generator.scales])
        generator.scales.clear()
    # r_j arrays of scale 1, live nodes of scale r_j
    assert drawn[:7] == [[1], [1, 1], [1, 1], [1, 1, 2], [1, 1, 2], [1, 1, 2, 2], [1, 1, 2]]
    assert drawn[14] == [1, 1, 1, 3]


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


def test_fresh_noise_has_the_law_of_the_literal():
    def sample(simulate, runs, noise, first_seed=1):
        options = Options(noise_width_constant=0.02, exploration_constant=0.5, noise=noise)
        return sampled_pulls(
            simulate,
            runs,
            rewards=bernoulli_table([0.3, 0.6, 0.5]),
            rounds=[10, 40],
            epsilon=0.5,
            first_seed=first_seed,
            options=options,
        )

    literal = sample(hybrid_ucb.simulate_literal, 1000, "each-release", first_seed=0)
    fast = sample(hybrid_ucb.simulate, 4000, "each-release")
    kept = sample(hybrid_ucb.simulate, 4000, "once-per-node")

    def p_value(other):
        """Smallest of six, times six: pulls of each arm at each of two rounds."""
        return 6 * min(
            stats.ks_2samp(*pair).pvalue for pair in zip(literal.T, other.T, strict=True)
        )

    assert p_value(fast) > ALPHA
    assert p_value(kept) < ALPHA


def fresh_scales_agree(kernels, monkeypatch):
    """Whether literal and plain kernel draw noise of the same scales, release by release."""
    in_kernel, values = [], [0.0, 1.0, 1.0]

    def laplace_sum(count, scale, generator):
        in_kernel.extend([scale] * int(count))
        return 0.0

    kernels.simulate_run.__globals__["laplace_sum"] = laplace_sum
    monkeypatch.setattr(hybrid_ucb, "simulate_run", kernels.simulate_run)
    options = DEEP.model_copy(update={"noise": "each-release", "tree_levels": "repaired"})
    # first pulls draw their noise elsewhere: negligible beside all widths
    problem = BanditProblem(rewards=bernoulli_table(values), horizon=300, epsilon=1e3)
    fast = hybrid_ucb.simulate(problem, generator=np.random.default_rng(0), options=options)
    generator, pulls = NoNoise(), [0, 0, 0]
    player = hybrid_ucb.play(problem, generator=generator, options=options)
    arm = next(player)
    for _ in range(300):
        pulls[arm] += 1
        arm = player.send(values[arm])
    return pulls == fast.pulls[0].tolist() and generator.scales[3:] == in_kernel


@pytest.mark.full
@pytest.mark.parametrize(
    ("old", "new", "agree"),
    [
        ("laplace_sum(r, noise.scale, generator)", "laplace_sum(r, noise.scale, generator)", True),
        ("laplace_sum(r, noise.scale", "laplace_sum(r - 1, noise.scale", False),
        ("laplace_sum(count_ones(leaf), node", "laplace_sum(1, node", False),
        ("laplace_sum(count_ones(leaf), node_scale", "laplace_sum(count_ones(leaf), 1", False),
    ],
)
def test_fresh_noise_has_the_scales_of_the_literal(altered, monkeypatch, old, new, agree):
    assert fresh_scales_agree(altered(hybrid_ucb_kernels, old, new), monkeypatch) == agree


@pytest.mark.parametrize(("simulate", "runs"), [("simulate", 8000), ("simulate_literal", 1500)])
def test_the_first_decision_has_its_exact_law(simulate, runs):
    """Sure rewards 0 and 1: round 3 pulls the worse arm if two Laplace variables of scale
    b = 2/ε differ by more than 1, with probability (1/2 + 1/(4b)) exp(-1/b).
    """
    epsilon, rewards = 1.6, bernoulli_table([0.0, 1.0])
    simulate = getattr(hybrid_ucb, simulate)
    pulls = sampled_pulls(simulate, runs, rewards=rewards, rounds=[3], epsilon=epsilon)
    worse = int((pulls[:, 0] == 2).sum())

    def p_value(b):
        law = (0.5 + 0.25 / b) * math.exp(-1 / b)
        return stats.binomtest(worse, runs, law).pvalue

    assert p_value(2 / epsilon) > ALPHA
    assert p_value(1 / epsilon) < ALPHA
    assert p_value(3 / epsilon) < ALPHA or runs < 8000
