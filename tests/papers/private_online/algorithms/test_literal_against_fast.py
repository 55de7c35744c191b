"""Literal against fast, for all algorithms: the same pulls where both draw the same noise, and
the same law elsewhere; altered options and kernels are caught.
"""

import functools

import numpy as np
import pytest
from tests.support.private_online_runs import (
    ALPHA,
    LAWS,
    every_round,
    literal_on_sure_rewards,
    same_law,
    sampled_pulls,
    some_means,
    sure_rewards,
)

from bandit_replications.bandits.rewards import bernoulli_table
from bandit_replications.papers.private_online.algorithms import (
    anytime_lazy_ucb_kernels,
    dp_se_kernels,
    ftnl,
    hybrid_ucb_kernels,
    ucb1,
)
from bandit_replications.papers.private_online.catalogue import ENTRIES
from bandit_replications.playing.catalogue import modules

ALGORITHMS = modules(ENTRIES)

# --- The same noise, the same pulls in every round ---

# These draw rewards round by round, the fast form as the literal one; the others draw sums of
# rewards, and agree where rewards are sure.
DRAW_FOR_DRAW = ("hybrid-ucb", "ucb1")

# (number of seeds, horizon, ε, options): small constants bring what happens in a long run (many
# overtakings, epochs, deep trees) into a short one.
SHORT = {"sampling_constant": 0.05, "privacy_constant": 0.01, "beta": 0.3}
NOISY = {"sampling_constant": 0.05, "privacy_constant": 2.0, "width_constant": 0.3, "beta": 0.9}
DROPS_BEST_ARMS = {**SHORT, "width_constant": 0.1, "noise_scale": 5.0}
DEEP = {"noise_width_constant": 0.05, "exploration_constant": 0.5}
RUNS = {
    "anytime-lazy-ucb": [
        (4, 5000, 0.1, {}),
        (4, 5000, 1.0, {}),
        (4, 5000, 128.0, {}),
        (6, 5000, 0.5, {"width_constant": 0.05}),
        (6, 5000, 8.0, {"width_constant": 0.2}),
        (6, 5000, 1.0, {"width_constant": 3.0}),
        (3, 3000, 1.0, {"first_pull": "as-printed"}),
        (3, 3000, 1.0, {"logarithm": "base-2"}),
        (3, 3000, 1.0, {"noise_scale": 30.0}),
        (4, 5000, 1.0, {"memory": "all-arrays"}),
        (6, 5000, 8.0, {"memory": "all-arrays", "width_constant": 0.2}),
    ],
    "hybrid-ucb": [
        (3, 1500, 0.1, {}),
        (3, 2500, 64.0, {}),
        (3, 2500, 0.5, DEEP),
        (3, 2500, 8.0, DEEP),
        (3, 800, 1.0, {"tree_levels": "repaired"}),
        (3, 1500, 1.0, {"full_tree": "root"}),
        (3, 2500, 8.0, {**DEEP, "full_tree": "root"}),
        (3, 800, 1.0, {"logarithm": "natural"}),
        (3, 800, 1.0, {"noise_scale": 3.0}),
        (3, 800, 700.0, {"noise_scale": 1e-30}),  # is lost in rounding, and there are ties
        (3, 800, 700.0, {"noise_scale": 1e-30, "tie_breaking": "uniform"}),
    ],
    "dp-se": [
        (6, 5000, 0.1, NOISY),
        (6, 5000, 1.0, SHORT),
        (6, 5000, 1.0, DROPS_BEST_ARMS),
        (6, 5000, 8.0, NOISY),
        (6, 5000, 128.0, SHORT),
        (4, 2000, 1.0, {**SHORT, "rounding": "down"}),
        (4, 2000, 1.0, {**SHORT, "rounding": "nearest"}),
        (4, 3000, 1.0, {**SHORT, "logarithm": "base-2"}),
        (1, 60_000, 1.0, {}),
    ],
    "dp-se-restarted": [
        (4, 3000, 1.0, {**SHORT, "horizons": "doubling"}),
        *[(1, 5000, 1.0, {**SHORT, "first_horizon": n}) for n in (7, 10, 16, 20, 100, 2048)],
        (4, 3000, 8.0, {**NOISY, "beta": None, "horizons": "doubling", "first_horizon": 50}),
        (1, 60_000, 1.0, {"horizons": "doubling"}),
    ],
    "ftnl": [
        (10, 1023, 0.2, {"noise_scale": 3.0}),
        (10, 1024, 0.2, {"noise_scale": 3.0}),
        (30, 1500, 0.2, {"noise_scale": 3.0, "first_action": 1}),
        (10, 1500, 0.2, {"noise_scale": 3.0, "noise": "exponential"}),
    ],
    "ucb1": [
        (5, 1500, None, {}),
        (5, 1500, None, {"exploration_constant": 0.1}),
        (5, 1500, None, {"tie_breaking": "uniform"}),
    ],
}


def runs_of(algorithm):
    """Every run as (seed, horizon, ε, options)."""
    return [
        (seed, horizon, epsilon, ALGORITHMS[algorithm].Options(**options))
        for seeds, horizon, epsilon, options in RUNS[algorithm]
        for seed in range(seeds)
    ]


@functools.cache
def literal(algorithm, seed, horizon, epsilon, options):
    """Pulls after every round, and once more at the end."""
    run = {"horizon": horizon, "seed": seed, "epsilon": epsilon, "options": options}
    values = some_means(seed)
    if algorithm in DRAW_FOR_DRAW:
        pulls = every_round(ALGORITHMS[algorithm].simulate_literal, bernoulli_table(values), **run)
    else:
        pulls = literal_on_sure_rewards(algorithm, values, **run)
    return np.concatenate([pulls, pulls[-1:]])


def fast(algorithm, seed, horizon, epsilon, options):
    """Pulls after every round, and at the end of the same run without other checkpoints.

    At a checkpoint some of the simulators look up who leads.
    """
    run = {"horizon": horizon, "seed": seed, "epsilon": epsilon, "options": options}
    rewards = (bernoulli_table if algorithm in DRAW_FOR_DRAW else sure_rewards)(some_means(seed))
    simulate = ALGORITHMS[algorithm].simulate
    every = every_round(simulate, rewards, **run)
    return np.concatenate([every, every_round(simulate, rewards, checkpoints=[horizon], **run)])


@pytest.mark.parametrize("algorithm", RUNS)
def test_every_round_of_literal_and_fast_agrees(algorithm):
    for run in runs_of(algorithm):
        np.testing.assert_array_equal(fast(algorithm, *run), literal(algorithm, *run), str(run))


@pytest.mark.parametrize("law", ["finite", "beta"])
@pytest.mark.parametrize("algorithm", DRAW_FOR_DRAW)
def test_every_round_agrees_under_each_reward_law(algorithm, law):
    module = ALGORITHMS[algorithm]
    for seed in range(3):
        run = {"horizon": 800, "seed": seed, "epsilon": 2.0 if algorithm == "hybrid-ucb" else None}
        slow = every_round(module.simulate_literal, LAWS[law], **run)
        np.testing.assert_array_equal(every_round(module.simulate, LAWS[law], **run), slow)


CHANGES = [
    ("anytime-lazy-ucb", {"noise_scale": 1.02, "first_pull": "as-printed"}),
    ("anytime-lazy-ucb", {"width_constant": 0.051, "logarithm": "base-2"}),
    ("anytime-lazy-ucb", {"memory": "last-array"}),
    ("hybrid-ucb", {"noise_scale": 1.02, "exploration_constant": 2.95, "full_tree": "root"}),
    ("hybrid-ucb", {"noise_width_constant": 0.051, "tree_levels": "repaired"}),
    ("hybrid-ucb", {"logarithm": "natural", "tie_breaking": "uniform"}),
    ("dp-se", {"noise_scale": 1.1, "sampling_constant": 0.06, "privacy_constant": 2.1}),
    ("dp-se", {"width_constant": 0.33, "beta": 0.8, "logarithm": "base-2"}),
    *[("dp-se", {"rounding": rounding}) for rounding in ("down", "nearest")],
    ("dp-se-restarted", {"horizons": "squaring", "first_horizon": 8}),
    ("dp-se-restarted", {"beta": 0.2, "logarithm": "base-2"}),
    ("ftnl", {"noise_scale": 4.5, "noise": "exponential", "first_action": 1}),
    ("ucb1", {"exploration_constant": 1.98, "tie_breaking": "uniform"}),
]


@pytest.mark.parametrize(
    ("algorithm", "option", "value"),
    [(algorithm, *change) for algorithm, changes in CHANGES for change in changes.items()],
)
def test_agreement_catches_altered_options(algorithm, option, value):
    def differs(seed, horizon, epsilon, options):
        mutant = options.model_copy(update={option: value})
        return mutant != options and np.any(
            fast(algorithm, seed, horizon, epsilon, mutant)
            != literal(algorithm, seed, horizon, epsilon, options)
        )

    assert any(differs(*run) for run in runs_of(algorithm))


# Passages of the kernels, and what stands in their place.
MUTANTS = {
    ("anytime-lazy-ucb", anytime_lazy_ucb_kernels): (
        ("size[arm], now + 1, widths)", "size[arm], now, widths)"),
        ("(np.int64(4) << level[best]) - 1", "(np.int64(4) << level[best]) - 2"),
        ("    return low\n", "    return high\n"),
        ("pooled[best] += total", "pooled[best] = total"),
        ("memory.per_array * (level[best] + 1)", "memory.per_array * level[best]"),
    ),
    ("hybrid-ucb", hybrid_ucb_kernels): (
        ("if leaf == 1 << r:", "if leaf == (1 << r) - 1:"),
        ("nodes[depth - 1] + noise", "noise"),  # the newest node only
        # a full array is used at once whatever the option, or is noised twice
        ("noise.array_at_once and leaf == 1 << r", "leaf == 1 << r"),
        ("leaf == 1 and r > 1 and not noise.array_at_once", "leaf == 1 and r > 1"),
        # others stand still, or the leader is played too long
        ("logarithm(last, widths.base_2)", "logarithm(now + 1, widths.base_2)"),
        ("log_t, widths) > rival", "log_t, widths) > rival - 0.01"),
    ),
    ("dp-se", dp_se_kernels): (
        ("log_8 = logarithm(8.0 * alive.size", "log_8 = logarithm(8.0 * arms"),
        ("mean[arm] = total / length", "mean[arm] = total / played[arm]"),  # not reset
        ("highest, kept = -np.inf, 0", "highest, kept = mean.max(), 0"),  # of dropped arms
        (
            "pulls[point, alive[turn]] += cycles + (turn < extra)",
            "pulls[point, alive[turn]] += cycles + (turn >= alive.size - extra)",
        ),
    ),
    ("ftnl", ftnl): (
        ("weights, arm, length, ", "weights, arm, 2 * length - 1, "),  # recalls
        ("length *= 2", "length += 1"),
    ),
    ("ucb1", ucb1): (
        ("math.log(last)", "math.log(now + 1)"),  # others stand still
        ("log_t, constant) > rival", "log_t, constant) > rival - 0.01"),  # too long
    ),
}


@pytest.mark.full
@pytest.mark.parametrize(
    ("algorithm", "kernels", "old", "new"),
    [(*key, *change) for key, changes in MUTANTS.items() for change in changes],
)
def test_agreement_catches_altered_kernels(altered, monkeypatch, algorithm, kernels, old, new):
    expected = [(run, literal(algorithm, *run)) for run in runs_of(algorithm)]
    monkeypatch.setattr(
        ALGORITHMS[algorithm], "simulate_run", altered(kernels, old, new).simulate_run
    )

    def caught(run, pulls):
        try:
            return np.any(fast(algorithm, *run) != pulls)
        except IndexError:  # more nodes than a tree can have, or not even the best arm is alive
            return True

    assert any(caught(*pair) for pair in expected)


# --- The same law, where rewards or ties are drawn otherwise ---


SOON = {"sampling_constant": 0.1, "privacy_constant": 0.1, "width_constant": 0.5, "beta": 0.5}
UNIFORM, LOWEST = {"tie_breaking": "uniform"}, {"tie_breaking": "lowest-index"}
TIES = {**UNIFORM, "noise_scale": 1e-30}  # lost in rounding: ties return at every level
DOUBLED = {"noise_scale": 2.0}
REMEMBERING = {"memory": "all-arrays", "width_constant": 0.1}
THREE = bernoulli_table([0.4, 0.55, 0.5])


@pytest.mark.parametrize(
    ("algorithm", "rewards", "rounds", "epsilon", "options", "change"),
    [
        ("anytime-lazy-ucb", LAWS["bernoulli"], [60], 1.0, {"width_constant": 0.3}, DOUBLED),
        ("anytime-lazy-ucb", LAWS["sure"], [20, 40], 700.0, TIES, LOWEST),
        ("anytime-lazy-ucb", LAWS["bernoulli"], [60], 1.0, REMEMBERING, DOUBLED),
        ("dp-se", LAWS["finite"], [200], 1.0, SOON, {"noise_scale": 1.5}),
        ("ftnl", LAWS["beta"], [7, 15], 2.0, {}, DOUBLED),
        ("follow-the-leader", THREE, [20], None, {}, UNIFORM),
        ("follow-the-leader", THREE, [20], None, UNIFORM, LOWEST),
    ],
)
def test_pulls_have_the_law_of_the_literal(algorithm, rewards, rounds, epsilon, options, change):
    """Homogeneity of the pulls of all arms at the rounds; the changed option must be caught."""
    module = ALGORITHMS[algorithm]

    at = {"rewards": rewards, "rounds": rounds, "epsilon": epsilon}

    def sample(form, runs, first_seed, options):
        simulate = getattr(module, form)
        return sampled_pulls(simulate, runs, first_seed=first_seed, options=options, **at)

    printed = module.Options(**options)
    slow = sample("simulate_literal", 800, 0, printed)
    quick = sample("simulate", 4000, 1, printed)
    mutant = sample("simulate", 4000, 2, printed.model_copy(update=change))
    assert same_law(quick, slow) > ALPHA
    assert same_law(mutant, slow) < ALPHA
