import numpy as np
import pytest

from bandit_replications.configuration import validation as configuration
from bandit_replications.papers.multiplayer import experiments, parameters, simulation
from bandit_replications.papers.multiplayer.algorithms import subset_sampling
from bandit_replications.papers.multiplayer.catalogue import load as load_algorithm
from bandit_replications.papers.multiplayer.environments.scenarios import milestones
from bandit_replications.runtime.errors import ConfigurationError

EXPERIMENTS = {experiment.name: experiment for experiment in experiments.EXPERIMENTS}
SMALL = {
    "online_regret": {
        "horizon": 5000,
        "replicates": {"default": 3},
        "curve_replicates": 1,
        "checkpoints": 8,
    },
    "horizon_sweep": {"first_horizon": 4000, "last_horizon": 6000, "step": 1000, "replicates": 2},
    "ranking": {"players": [3], "ranking_rounds": [4, 9], "samples": 400},
    "scaling": {
        "sizes": [{"players": 2, "arms": 4}],
        "block_factors": [1.0, 2.0],
        "horizon": 5000,
        "replicates": 2,
    },
}


def load(scale="quick", **overrides):
    return configuration.load("multiplayer", scale=scale, overrides=overrides)


def frame_of(cell, experiment, first, last, seed=1):
    return {
        name: np.asarray(values)
        for name, values in experiment.simulate(cell, first, last, seed).items()
    }


# --- Configuration --------------------------------------------------------------------------


def test_paper_scale_is_the_papers():
    config = load("paper")
    main = config.online_regret
    assert (main.players, main.horizon) == (4, 240000)
    assert main.options == {}
    assert load_algorithm("coordinate-and-play").Options().ranking_rounds == 20
    assert load_algorithm("musical-chairs").Options().exploration_rounds == 3000
    one, two, three, *_ = main.scenarios
    assert (one.random_means.arms, one.random_means.gap) == (8, 0.05)
    assert two.losses(players=4, horizon=240000).starts.tolist() == [0, 60000, 80000]
    assert two.losses(players=4, horizon=240000).means.tolist() == [
        [0.1, 0.1, 0.1, 0.1, 0.3, 0.3, 0.3, 0.3],
        [0.9, 0.1, 0.1, 0.1, 0.3, 0.3, 0.3, 0.3],
        [0.9, 0.1, 0.9, 0.1, 0.3, 0.3, 0.3, 0.3],
    ]
    assert three.losses(players=4, horizon=240000).means.tolist() == [
        [0.9] + [0.7] * 7,
        [0.1] + [0.7] * 7,
    ]
    sweep = config.horizon_sweep
    assert list(sweep.horizons) == [100000 + 1000 * i for i in range(1301)]
    assert sweep.replicates == 10
    assert sweep.options["coordinate-and-play"]["ranking_rounds"] == 25
    assert [scenario.name for scenario in sweep.scenarios] == [
        scenario.name for scenario in (one, two, three)
    ]
    assert len(EXPERIMENTS["horizon-sweep"].cells(config)) == 1301 * 3 * 2


@pytest.mark.parametrize("scale", ["paper", "quick"])
def test_cells_have_the_settings_of_their_columns(scale):
    config = load(scale)
    for experiment in EXPERIMENTS.values():
        cells = experiment.cells(config)
        settings = [tuple(cell.settings.values()) for cell in cells]
        assert len(set(settings)) == len(settings)
        for cell in cells:
            assert list(cell.settings) == [column.name for column in experiment.settings]
            assert cell.replicates >= 1
            assert cell.seconds > 0


def file_of(tmp_path, text):
    file = tmp_path / "losses.txt"
    file.write_text(text)
    return [{"name": "mine", "file": str(file)}]


@pytest.mark.parametrize(
    ("overrides", "message"),
    [
        ({"online_regret": {"players": 8}}, "players: 8; allowed: from 1 to one fewer than the 8"),
        ({"online_regret": {"horizon": 8}}, "horizon: 8; allowed: more than the number of arms, 8"),
        ({"online_regret": {"horizon": 200}}, "block_length: 23; allowed: at least 25"),
        (
            {"online_regret": {"options": {"coordinate-and-play": {"block_length": 24}}}},
            "block_length: 24; allowed: at least 25",
        ),
        (
            {"online_regret": {"options": {"coordinate-and-play": {"block_length": 10**6}}}},
            "block_length: 1000000; allowed: at most the horizon, 120000",
        ),
        (
            {"online_regret": {"options": {"doubling": {"ranking_rounds": 10**6}}}},
            "ranking_rounds: 1000000; allowed: at most the horizon, 120000",
        ),
        (
            {"scaling": {"options": {"ranking_rounds": 10**6}}},
            "ranking_rounds: 1000000; allowed: at most the horizon, 120000",
        ),
        (
            {"online_regret": {"options": {"musical-chairs": {"exploration": 5}}}},
            r"^online_regret\.options\.musical-chairs\.exploration: unknown key\. Did you mean "
            "'exploration_rounds'",
        ),
        (
            {"scaling": {"options": {"ranking_rounds": 0}}},
            r"^scaling\.options\.ranking_rounds: 0; allowed: numbers of at least 1",
        ),
        (
            {"online_regret": {"algorithms": ["doubling", "doubling"]}},
            r"^online_regret\.algorithms: 'doubling' twice; allowed: each value once",
        ),
        (
            {"horizon_sweep": {"algorithms": ["doubling", "doubling"]}},
            r"^horizon_sweep\.algorithms: 'doubling' twice",
        ),
        ({"ranking": {"players": [2, 4, 2]}}, r"^ranking\.players: 2 twice"),
        ({"ranking": {"ranking_rounds": [9, 9]}}, r"^ranking\.ranking_rounds: 9 twice"),
        ({"scaling": {"sizes": [{"players": 2, "arms": 4}] * 2}}, r"^scaling\.sizes: .* twice"),
        ({"online_regret": {"algorithms": ["ucb"]}}, "algorithms: 'ucb'; allowed: coordinate"),
        (
            {"online_regret": {"scenarios": [{"name": "a", "means": [0.1, 1.5, 0.2]}]}},
            "1.5; allowed: numbers of at most 1",
        ),
        (
            {
                "online_regret": {
                    "scenarios": [
                        {"name": "a", "means": [0.1] * 8},
                        {"name": "a", "means": [0.2] * 8},
                    ]
                }
            },
            "different names",
        ),
        (
            {"online_regret": {"scenarios": [{"name": "many", "means": [0.5] * 1001}]}},
            "arms: 1001; allowed: at most 1000",
        ),
        ({"horizon_sweep": {"algorithms": ["ucb"]}}, "algorithms: 'ucb'"),
        ({"horizon_sweep": {"last_horizon": 50}}, "last_horizon: 50; allowed: at least"),
        ({"horizon_sweep": {"players": 9}}, "players: 9"),
        ({"ranking": {"players": [1]}}, "numbers of at least 2"),
        ({"scaling": {"block_factors": [0.01]}}, "block_length: 2; allowed: at least 25"),
        ({"scaling": {"options": {"block_length": 50}}}, "block_factors instead"),
        ({"scaling": {"sizes": [{"players": 5, "arms": 5}]}}, "players: 5"),
    ],
)
def test_what_cannot_be_played_is_refused_in_one_line(overrides, message):
    with pytest.raises(ConfigurationError, match=message) as error:
        load(**overrides)
    assert "\n" not in str(error.value)


def test_defaults_of_algorithms_that_do_not_run_are_dropped():
    sweep = load(horizon_sweep={"algorithms": ["musical-chairs"]}).horizon_sweep
    assert list(sweep.options) == ["musical-chairs"]
    with pytest.raises(ConfigurationError, match="options: 'doubling'; allowed: musical-chairs"):
        load(
            horizon_sweep={
                "algorithms": ["musical-chairs"],
                "options": {"doubling": {"ranking_rounds": 30}},
            }
        )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("0.1 0.2 1.1 0.1 0.1\n" * 300, "1.1 in row 1, column 3"),
        ("0.1\n" * 300, "rounds x arms"),
        ("0.1 0.2 0.3\n" * 300, "players: 4; allowed: from 1 to one fewer than the 3 arms"),
        ("0.1 0.2 0.3 0.4 0.5\n" * 4, "horizon: 4; allowed: more than the number of arms, 5"),
    ],
)
def test_files_that_do_not_fit_are_refused(tmp_path, text, message):
    with pytest.raises(ConfigurationError, match=message):
        load(online_regret={"scenarios": file_of(tmp_path, text)})


def test_a_file_sets_the_horizon_and_enters_the_cells_by_content(tmp_path):
    def cells(row):
        scenarios = file_of(tmp_path, row * 4000)
        config = load(online_regret={"scenarios": scenarios})
        return EXPERIMENTS["online-regret"].cells(config)

    first, second = (cells(f"{value} 0.2 0.3 0.4 0.5 0.6\n") for value in (0.1, 0.15))
    assert {cell.parameters["horizon"] for cell in first} == {4000}
    assert first[0].parameters["file_digest"] != second[0].parameters["file_digest"]


def test_the_most_arms_are_those_of_the_sampler():
    assert parameters.MOST_ARMS == subset_sampling.MOST_ARMS


def test_scaling_cases_are_the_sizes_and_the_factors_of_the_first():
    config = load("paper")
    cases = config.scaling.cases
    assert len(cases) == 13
    assert [length for size, length in cases[:7]] == [31, 61, 122, 245, 490, 980, 1960]
    assert [(size.players, size.arms) for size, _ in cases[7:]] == [
        (2, 32),
        (4, 32),
        (8, 32),
        (16, 32),
        (4, 16),
        (4, 64),
    ]


# --- Simulation -----------------------------------------------------------------------------


@pytest.fixture(scope="module")
def small():
    return load(**SMALL)


@pytest.mark.parametrize("name", EXPERIMENTS)
def test_rows_are_those_of_the_columns(small, name):
    experiment = EXPERIMENTS[name]
    for cell in experiment.cells(small):
        columns = frame_of(cell, experiment, 0, cell.replicates)
        expected = {"replicate", *(column.name for column in experiment.metrics)}
        assert set(columns) == expected | ({"round"} if experiment.rounds else set())
        assert len({values.size for values in columns.values()}) == 1
        assert set(columns["replicate"]) == set(range(cell.replicates))
        for column in experiment.metrics:
            assert np.isfinite(columns[column.name]).all()


def test_every_run_records_the_milestones_and_the_first_ones_curves(small):
    experiment = EXPERIMENTS["online-regret"]
    columns = frame_of(experiment.cells(small)[0], experiment, 0, 3)
    few = milestones(5000, small.online_regret.milestones)
    by_run = [columns["round"][columns["replicate"] == run] for run in range(3)]
    assert set(few) < set(by_run[0])
    assert by_run[1].tolist() == by_run[2].tolist() == few.tolist()


@pytest.mark.parametrize("name", EXPERIMENTS)
def test_replicates_do_not_depend_on_how_they_are_cut(small, name):
    experiment = EXPERIMENTS[name]
    for cell in experiment.cells(small)[:3]:
        if cell.replicates < 2:
            continue
        whole = frame_of(cell, experiment, 0, 2)
        alone = frame_of(cell, experiment, 1, 2)
        for column, values in alone.items():
            assert np.array_equal(whole[column][whole["replicate"] == 1], values)


def test_algorithms_meet_the_same_means(small):
    cells = [
        cell
        for cell in EXPERIMENTS["online-regret"].cells(small)
        if cell.settings["scenario"] == "experiment-1"
    ]
    means = [simulation._Game.of(cell).losses(2, 1).means for cell in cells]
    assert all(np.array_equal(means[0], other) for other in means[1:])
    assert not np.array_equal(means[0], simulation._Game.of(cells[0]).losses(1, 1).means)


def test_simulated_and_exact_failures_agree(small):
    experiment = EXPERIMENTS["ranking"]
    for cell in experiment.cells(small):
        columns = frame_of(cell, experiment, 0, 1)
        exact = columns["failure_exact"][0]
        deviation = abs(columns["failure_simulated"][0] - exact)
        assert deviation < 5 * np.sqrt(exact * (1 - exact) / 400)


def test_warm_runs_everything():
    simulation.warm()
