import pytest

from bandit_replications.configuration import validation as configuration
from bandit_replications.papers.multiplayer import experiments
from bandit_replications.papers.multiplayer.catalogue import ENTRIES
from bandit_replications.papers.multiplayer.environments.scenarios import (
    Change,
    RandomMeans,
    Scenario,
    Swinging,
    milestones,
)
from bandit_replications.runtime.errors import ConfigurationError

EXPERIMENTS = {experiment.name: experiment for experiment in experiments.EXPERIMENTS}


SCENARIOS = (
    Scenario(name="experiment-1", random_means=RandomMeans(arms=8, gap=0.05)),
    Scenario(
        name="experiment-2",
        means=[0.1] * 4 + [0.3] * 4,
        changes=[Change(at="1/4", arm=1, mean=0.9), Change(at="1/3", arm=3, mean=0.9)],
    ),
    Scenario(
        name="experiment-3", means=[0.9] + [0.7] * 7, changes=[Change(at="1/4", arm=1, mean=0.1)]
    ),
    Scenario(name="swinging", swinging=Swinging(arms=8, amplitude=0.4, doublings=4.0)),
    Scenario(name="one-good-arm", means=[0.0] + [1.0] * 7),
)


def load(scale="quick", **overrides):
    return configuration.load("multiplayer", scale=scale, overrides=overrides)


def test_paper_scale_is_the_papers():
    config = load("paper")
    main = config.online_regret
    assert (main.players, main.horizon) == (4, 240000)
    assert main.options == {}
    assert ENTRIES["coordinate-and-play"].Options().ranking_rounds == 20
    assert ENTRIES["musical-chairs"].Options().exploration_rounds == 3000
    assert tuple(main.scenarios) == SCENARIOS
    sweep = config.horizon_sweep
    assert list(sweep.horizons) == [100000 + 1000 * i for i in range(1301)]
    assert sweep.replicates == 10
    assert sweep.options["coordinate-and-play"]["ranking_rounds"] == 25
    assert tuple(sweep.scenarios) == SCENARIOS[:3]
    assert len(EXPERIMENTS["horizon-sweep"].cells(config)) == 1301 * 3 * 2


def test_sizes_have_block_lengths_by_factors():
    section, lengths = load("paper").sizes, {}
    for name, scenario, players, horizon, factor in section.games:
        if (scenario.name, players, scenario.arms, horizon) == ("better-arms", 4, 8, 240000):
            own = section.options_of(name, scenario, players, horizon, factor)
            lengths.setdefault(name, []).append(own.get("block_length"))
    printed = [None, 31, 61, 122, 490, 980, 1960]
    assert lengths["coordinate-and-play"] == printed
    assert lengths["musical-chairs"] == [None]
    assert len(lengths["coordinate-in-bits"]) == len(printed)
    assert len(section.games) == len(EXPERIMENTS["sizes"].cells(load("paper")))


TOO_LONG = {"ranking_rounds": 10**6}
SWEEP = {"name": "few", "players": [4], "arms": [8], "horizons": [90000]}
TWICE = {"name": "again", "algorithm": "doubling", "replicates": 2}


@pytest.mark.parametrize(
    ("section", "values", "message"),
    [
        ("online_regret", {"players": 8}, "players: 8; allowed: from 1 to one fewer than the 8"),
        ("online_regret", {"horizon": 200}, "block_length: 23; allowed: at least 25"),
        (
            "online_regret",
            {"options": {"doubling": TOO_LONG}},
            "ranking_rounds: 1000000; allowed: at most the horizon, 90000",
        ),
        ("horizon_sweep", {"last_horizon": 50}, "last_horizon: 50; allowed: at least"),
        ("readings", {"entries": [TWICE, TWICE]}, r"entries: \{.*'name': 'again'\} twice"),
        (
            "readings",
            {"entries": [{**TWICE, "options": TOO_LONG}]},
            "readings: 'again': ranking_rounds: 1000000; allowed: at most the horizon",
        ),
        ("sizes", {"sweeps": [{**SWEEP, "block_factors": [0.01]}]}, "block_length: 2; allowed: at"),
    ],
)
def test_unplayable_games_are_refused_in_one_line(section, values, message):
    with pytest.raises(ConfigurationError, match=message) as error:
        load(**{section: values})
    assert "\n" not in str(error.value)


def test_file_sets_horizon_and_enters_cells_by_content(tmp_path):
    file = tmp_path / "losses.txt"

    def cells(row, rounds=4000):
        file.write_text(row * rounds)
        config = load(online_regret={"scenarios": [{"name": "mine", "file": str(file)}]})
        return EXPERIMENTS["online-regret"].cells(config)

    first, second = (cells(f"{value} 0.2 0.3 0.4 0.5 0.6\n") for value in (0.1, 0.15))
    assert {cell.task.recording.horizon for cell in first} == {4000}
    assert first[0].task.digest != second[0].task.digest
    with pytest.raises(ConfigurationError, match=r"players: 4; allowed: .* than the 3 arms"):
        cells("0.1 0.2 0.3\n", 300)


@pytest.fixture(scope="module")
def small():
    return load(online_regret={"horizon": 5000, "replicates": {"default": 3}, "checkpoints": 8})


def test_every_run_records_the_same_rounds(small):
    columns = EXPERIMENTS["online-regret"].cells(small)[0].simulate(0, 3, root_seed=1)
    few = milestones(5000, small.online_regret.milestones)
    by_run = [columns["round"][columns["replicate"] == run] for run in range(3)]
    assert set(few) < set(by_run[0])
    assert {625 * eighth for eighth in range(1, 9)} < set(by_run[0])
    assert by_run[0].tolist() == by_run[1].tolist() == by_run[2].tolist()


def test_algorithms_and_readings_meet_the_same_means(small):
    cells = [
        cell
        for name in ("online-regret", "readings")
        for cell in EXPERIMENTS[name].cells(small)
        if cell.settings["scenario"] == "experiment-1"
    ]

    def means(cell, run):
        return cell.task.problem(run, 1).losses.means.tolist()

    single = [cell for cell in cells if cell.task.shared_means == 1]
    assert len({str(means(cell, 2)) for cell in single}) == 1
    assert means(cells[0], 1) != means(cells[0], 2)
    shared = next(cell for cell in cells if cell.task.shared_means == 10)
    assert means(shared, 10) == means(shared, 19) != means(shared, 20)
    assert len({cell.stream for cell in cells}) == len(cells)
