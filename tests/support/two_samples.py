"""Two simulators against each other: one-dimensional statistics of many runs, and their tests."""

import numpy as np
from scipy import stats

ALPHA = 1e-4  # false-alarm rate of each test


def statistics_of(simulate, problem, *, runs, seed, options):
    """Return name -> values of `runs` runs, for every checkpoint."""
    found = []
    for stream in np.random.default_rng(seed).spawn(runs):
        run = simulate(problem, generator=stream, options=options)
        ordered = np.sort(run.arm_losses, axis=1)
        found.append(
            {
                f"{name} at {point}": values[row]
                for row, point in enumerate(problem.points)
                for name, values in {
                    "player losses": run.player_losses,
                    "collisions": run.collisions,
                    "regret": run.regret,
                    "first arm": run.arm_losses[:, 0],
                    "last arm": run.arm_losses[:, -1],
                    "best arm": ordered[:, 0],
                }.items()
            }
        )
    # rounded: sums of the same given losses in another order differ in their last bits
    return {name: np.round([one[name] for one in found], 6) for name in found[0]}


def smallest_p(first, second):
    """Return the smallest of the two-sample p-values, Bonferroni-corrected, and its statistic."""
    found = {}
    for name, values in first.items():
        others = second[name]
        pooled = np.concatenate([values, others])
        if np.ptp(pooled) == 0:
            continue
        edges = np.unique(np.quantile(pooled, np.linspace(0, 1, 9)))
        bins = np.digitize(pooled, edges[1:-1], right=True)
        labels = np.repeat([0, 1], [values.size, others.size])
        table = np.array([np.bincount(bins[labels == k], minlength=bins.max() + 1) for k in (0, 1)])
        table = table[:, table.sum(axis=0) > 0]
        p = stats.chi2_contingency(table).pvalue if table.shape[1] > 1 else 1.0
        found[name] = min(p, stats.ks_2samp(values, others).pvalue)
    name = min(found, key=found.get)
    return min(1.0, 2 * len(found) * found[name]), name
