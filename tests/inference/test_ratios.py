"""Ratios to main cells: runs, pairs, and cells that are left out."""

import numpy as np
import pandas as pd
import pytest

from bandit_replications.inference.ratios import ratios_to_main

REGRET = np.array([100.0, 900.0, 400.0, 1600.0])


def runs(reading, regret, *, first=0, **settings):
    replicates = range(first, first + len(regret))
    return pd.DataFrame({"replicate": replicates, "reading": reading, "regret": regret, **settings})


def ratios(*frames, shared=False):
    frame = pd.concat(frames).assign(algorithm="ucb1", epsilon=None)
    columns = ("algorithm", "reading", "epsilon")
    return ratios_to_main(frame, *columns, key=("toy",), main={"reading": "main"}, shared=shared)


def test_ratio_of_means_of_last_rounds_with_its_interval():
    early = runs("main", [1.0] * 4, round=1), runs("other", [5.0] * 4, round=1)
    found = ratios(*early, runs("main", REGRET, round=2), runs("other", 2 * REGRET, round=2))
    (row,) = found.itertuples()
    assert (row.reading, row.n, row.mean, row.main, row.ratio) == ("other", 4, 1500, 750, 2)
    assert np.isnan(row.epsilon)  # does not apply
    assert row.low < 2 < row.high


@pytest.mark.parametrize("shared", [True, lambda algorithm, reading, epsilon: reading == "other"])
def test_runs_on_shared_instances_are_resampled_in_pairs(shared):
    found = ratios(runs("main", REGRET).iloc[::-1], runs("other", 1.1 * REGRET), shared=shared)
    assert np.allclose(found[["ratio", "low", "high"]], 1.1)  # what instances differ by cancels


def test_replicates_without_partner_count():
    """Of six replicates of the main cell and four of the other, two pairs share an instance."""
    main = runs("main", [1.0, 2.0, 3.0, 4.0, 5.0, 6.0])
    (row,) = ratios(main, runs("other", [5.0, 6.0, 7.0, 8.0], first=4), shared=True).itertuples()
    assert (row.n, row.mean, row.main) == (4, 6.5, 3.5)
    assert row.low < row.ratio < row.high


def test_cells_without_a_positive_main_mean_are_left_out():
    assert ratios(runs("main", -REGRET), runs("other", REGRET)).empty
    assert ratios(runs("other", REGRET)).empty


def test_main_cells_may_be_those_of_an_algorithm():
    known = runs(None, REGRET, algorithm="known"), runs("twice", 3 * REGRET, algorithm="known")
    frame = pd.concat([*known, runs(None, 2 * REGRET, algorithm="anytime")])
    main = {"algorithm": "known", "reading": None}
    found = ratios_to_main(frame, "algorithm", "reading", key=("toy",), main=main)
    assert found["ratio"].tolist() == [3.0, 2.0]


def test_the_interval_depends_on_the_cell_alone():
    main, other = runs("main", REGRET), runs("other", 2 * REGRET)
    more = runs("third", 3 * REGRET)
    assert ratios(main, other).iloc[0].equals(ratios(more, main, other).iloc[1])
