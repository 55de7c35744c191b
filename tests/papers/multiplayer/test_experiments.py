import numpy as np
import pytest

from bandit_replications.configuration import validation as configuration
from bandit_replications.papers.multiplayer import experiments
from bandit_replications.papers.multiplayer.catalogue import ENTRIES
from bandit_replications.papers.multiplayer.checks import samples
from bandit_replications.papers.multiplayer.environments.scenarios import milestones
from bandit_replications.runtime.errors import ConfigurationError

EXPERIMENTS = {experiment.name: experiment for experiment in experiments.EXPERIMENTS}
SMALL = {
    "online_regret": {"horizon": 5000, "replicates": {"default": 3}, "checkpoints": 8},
}


def load(scale="quick", **overrides):
    return configuration.load("multiplayer", scale=scale, overrides=overrides)


def load_with(key, value):
    """Return the quick configuration with one dotted key changed."""
    for name in reversed(key.split(".")):
        value = {name: value}
    return load(**value)


def test_paper_scale_is_the_papers():
    config = load("paper")
    main = config.online_regret
    assert (main.players, main.horizon) == (4, 240000)
    assert main.options == {}
    assert ENTRIES["coordinate-and-play"].Options().ranking_rounds == 20
    assert ENTRIES["musical-chairs"].Options().exploration_rounds == 3000
    assert tuple(main.scenarios) == samples.EXPERIMENTS
    sweep = config.horizon_sweep
    assert list(sweep.horizons) == [100000 + 1000 * i for i in range(1301)]
    assert sweep.replicates == 10
    assert sweep.options["coordinate-and-play"]["ranking_rounds"] == 25
    assert tuple(sweep.scenarios) == samples.EXPERIMENTS[:3]
    assert len(EXPERIMENTS["horizon-sweep"].cells(config)) == 1301 * 3 * 2


def file_of(tmp_path, text):
    file = tmp_path / "losses.txt"
    file.write_text(text)
    return [{"name": "mine", "file": str(file)}]


SAME_NAMES = [{"name": "a", "means": [0.1] * 8}, {"name": "a", "means": [0.2] * 8}]
TWICE = {"name": "again", "algorithm": "doubling", "replicates": 2}


@pytest.mark.parametrize(
    ("key", "value", "message"),
    [
        ("online_regret.players", 8, "players: 8; allowed: from 1 to one fewer than the 8"),
        ("online_regret.horizon", 200, "block_length: 23; allowed: at least 25"),
        ("online_regret.options.doubling.ranking_rounds", 10**6, "at most the horizon, 90000"),
        ("online_regret.options.musical-chairs.exploration", 5, "Did you mean 'exploration_rou"),
        ("online_regret.scenarios", SAME_NAMES, "different names"),
        ("horizon_sweep.last_horizon", 50, "last_horizon: 50; allowed: at least"),
        ("readings.entries", [TWICE, TWICE], r"entries: \{.*'name': 'again'\} twice"),
        (
            "readings.entries",
            [{**TWICE, "options": {"ranking_rounds": 10**6}}],
            "readings: 'again': ranking_rounds: 1000000; allowed: at most the horizon",
        ),
        ("scaling.block_factors", [0.01], "block_length: 2; allowed: at least 25"),
        ("scaling.options.block_length", 50, "block_factors instead"),
        ("scaling.options.ranking_rounds", 10**6, "at most the horizon, 90000"),
    ],
)
def test_what_cannot_be_played_is_refused_in_one_line(key, value, message):
    with pytest.raises(ConfigurationError, match=message) as error:
        load_with(key, value)
    assert "\n" not in str(error.value)


def test_file_that_does_not_fit_is_refused(tmp_path):
    scenarios = file_of(tmp_path, "0.1 0.2 0.3\n" * 300)
    with pytest.raises(ConfigurationError, match=r"players: 4; allowed: .* than the 3 arms"):
        load(online_regret={"scenarios": scenarios})


def test_a_file_sets_the_horizon_and_enters_the_cells_by_content(tmp_path):
    def cells(row):
        scenarios = file_of(tmp_path, row * 4000)
        config = load(online_regret={"scenarios": scenarios})
        return EXPERIMENTS["online-regret"].cells(config)

    first, second = (cells(f"{value} 0.2 0.3 0.4 0.5 0.6\n") for value in (0.1, 0.15))
    assert {cell.task.recording.horizon for cell in first} == {4000}
    assert first[0].task.digest != second[0].task.digest


def test_scaling_cases_are_the_sizes_and_the_factors_of_the_first():
    config = load("paper")
    cases = config.scaling.cases
    assert len(cases) == 13
    assert [length for size, length in cases[:7]] == [31, 61, 122, 245, 490, 980, 1960]
    others = [(size.players, size.arms) for size, _ in cases[7:]]
    assert others == [(2, 32), (4, 32), (8, 32), (16, 32), (4, 16), (4, 64)]


@pytest.fixture(scope="module")
def small():
    return load(**SMALL)


def test_every_run_records_the_same_rounds(small):
    experiment = EXPERIMENTS["online-regret"]
    columns = experiment.cells(small)[0].simulate(0, 3, root_seed=1)
    few = milestones(5000, small.online_regret.milestones)
    by_run = [columns["round"][columns["replicate"] == run] for run in range(3)]
    assert set(few) < set(by_run[0])
    assert {625 * eighth for eighth in range(1, 9)} < set(by_run[0])
    assert by_run[0].tolist() == by_run[1].tolist() == by_run[2].tolist()


def test_algorithms_meet_the_same_means(small):
    cells = [
        cell
        for cell in EXPERIMENTS["online-regret"].cells(small)
        if cell.settings["scenario"] == "experiment-1"
    ]
    means = [cell.task.problem(2, 1).losses.means for cell in cells]
    assert all(np.array_equal(means[0], other) for other in means[1:])
    assert not np.array_equal(means[0], cells[0].task.problem(1, 1).losses.means)


def test_readings_meet_the_means_of_the_main_runs(small):
    main = EXPERIMENTS["online-regret"].cells(small)[0]
    cells = [
        cell
        for cell in EXPERIMENTS["readings"].cells(small)
        if cell.settings["scenario"] == "experiment-1"
    ]
    single = [cell for cell in cells if cell.task.shared_means == 1]
    expected = main.task.problem(2, 1).losses.means
    assert all(np.array_equal(cell.task.problem(2, 1).losses.means, expected) for cell in single)
    (shared,) = (
        cell
        for cell in cells
        if cell.task.shared_means == 10 and cell.settings["algorithm"] == "musical-chairs"
    )
    drawn = [shared.task.problem(run, 1).losses.means for run in (10, 19, 20)]
    assert np.array_equal(drawn[0], drawn[1])
    assert not np.array_equal(drawn[0], drawn[2])
    assert len({cell.stream for cell in (main, *cells)}) == 1 + len(cells)
