from itertools import pairwise

import pytest

from bandit_replications.configuration import validation as configuration
from bandit_replications.papers.anonymous.experiments import EXPERIMENTS
from bandit_replications.runtime.errors import ConfigurationError

BATCHED = "batched-elimination"


def load(**overrides):
    return configuration.load("anonymous", overrides=overrides)


@pytest.fixture(scope="module")
def cells():
    config = load()
    return [cell for experiment in EXPERIMENTS for cell in experiment.cells(config)]


def means_of(cell, replicate, root_seed):
    return cell.task.problem(replicate, root_seed).means


def of(cells, experiment):
    return [cell for cell in cells if cell.experiment == experiment]


def test_the_papers_scale(cells):
    """Appendix B: N = 50, K = 5, C = 4, T = 100000, 20 runs, five algorithms, two families."""
    paper = [c for c in of(cells, "regret") if c.settings["instance"] != "clustered"]
    for cell in paper:
        assert cell.task.recording.horizon == 100_000
        assert cell.task.group_size == 4
        instance = cell.task.instance
        assert (instance.users, instance.arms) == (50, 5)
        if cell.settings["reading"] == "main":
            assert cell.replicates >= 20
    assert {c.settings["decomposition"] for c in paper} >= {"greedy", "random", "lp", None}
    linear = [c for c in paper if c.settings["instance"] == "linear"]
    assert {c.task.instance.dimension for c in linear} == {10}


def test_the_algorithms_are_compared_on_the_same_instances(cells):
    uniform = [c for c in of(cells, "regret") if c.settings["instance"] == "uniform"]
    first = means_of(uniform[0], 3, 7)
    for cell in uniform:
        assert (means_of(cell, 3, 7) == first).all()
    assert (means_of(uniform[0], 4, 7) != first).any()


def test_validation_instances_never_are_test_instances(cells):
    tuned = {c.settings["instance"]: c for c in of(cells, "tuning")}
    tested = {c.settings["instance"]: c for c in of(cells, "regret")}
    for name, cell in tuned.items():
        assert cell.task.instance_stream != tested[name].task.instance_stream
        seen = {means_of(tested[name], replicate, 7).tobytes() for replicate in range(40)}
        drawn = {means_of(cell, replicate, 7).tobytes() for replicate in range(40)}
        assert not seen & drawn


def test_every_method_is_tuned_alike(cells):
    tuned = [c for c in of(cells, "regret") if c.choice is not None]
    assert {c.settings["algorithm"] for c in tuned} == {BATCHED, "explore-then-commit", "regroup"}
    for cell in tuned:
        grid = [candidate for candidate, _ in cell.choice.candidates]
        assert {c.replicates for c in grid} == {40}
        assert len({c.stream for c in grid}) == 1
        values = [c.settings["constant"] for c in grid]
        assert all(1 < b / a <= 1.5 for a, b in pairwise(values))
        for value, (candidate, task) in zip(values, cell.choice.candidates, strict=True):
            assert getattr(task.options, task.constant) == value
            assert getattr(candidate.task.options, task.constant) == value


def test_only_gamma_is_tuned_and_given_constants_kept(cells):
    for cell in of(cells, "regret"):
        options = cell.task.options
        if cell.settings["algorithm"] != BATCHED:
            continue
        if cell.settings["reading"] == "main":
            assert options.infeasible == "random"
            assert (options.approximation, options.batches, options.cluster) == (None,) * 3
        given = cell.settings["reading"] in ("printed-constants", "gamma-with-group-size")
        assert (cell.choice is None) == given


def test_given_options_win_over_the_variants_base():
    given = {BATCHED: {"batches": 3, "logarithm": "natural"}}
    section = load(regret={"options": given}).regret
    found = section.options_of(BATCHED, "lp", "abort")
    assert found == {
        "batches": 3, "decomposition": "lp", "logarithm": "natural", "infeasible": "abort",
    }  # fmt: skip
    given = {BATCHED: {"gamma": 3.0}}
    assert load(regret={"options": given}).regret.tuned(BATCHED, "lp", "main") is None


def test_replicates_of_an_instance_win_over_algorithms():
    section = load(
        regret={
            "replicates": {"default": 7, BATCHED: 5, "lp": 3, "lp on linear": 4},
            "variant_replicates": {"lp": 2},
        }
    ).regret
    assert section.replicates_under("ucb", None, "main", "uniform") == 7
    assert section.replicates_under(BATCHED, "blocks", "main", "uniform") == 5
    assert section.replicates_under(BATCHED, "lp", "main", "uniform") == 3
    assert section.replicates_under(BATCHED, "lp", "main", "linear") == 4
    assert section.replicates_under(BATCHED, "lp", "abort", "uniform") == 2


def test_replicates_of_dropped_instances_are_dropped():
    mine = {"name": "linear", "generator": "uniform", "users": 40, "arms": 4}
    section = load(regret={"instances": [mine]}).regret
    assert not any(" on " in name for name in section.replicates)
    whole = load().regret
    assert "random on clustered" in whole.replicates


BETA = {"graph": "all", "arms": 2, "group_size": 2, "cluster": 2}
HARD = {"construction": "theorem-4", "users": 3, "arms": 3, "group_size": 2, "horizons": [5]}


@pytest.mark.parametrize(
    ("section", "changes", "message"),
    [
        ("regret", {"group_size": 50}, "users: 50; allowed: more than group_size, 50"),
        ("regret", {"options": {BATCHED: {"gama": 3}}}, "gama: unknown key. Did you mean 'gamma'"),
        ("tuning", {"grids": {"magic": [1, 1.4, 2]}}, "grids: 'magic'; allowed"),
        ("tuning", {"grids": {"lp": [1, 2, 4]}}, "lp: 2 after 1; allowed: more, and at most 1.5"),
        ("tuning", {"readings": ["abort"]}, "allowed: main among them"),
        ("regret", {"replicates": {"default": 7, "lp on mars": 2}}, "mars'; allowed after 'on'"),
        ("tuning", {"readings": ["main", "nowhere"]}, "nowhere"),
        ("scaling", {"group_sizes": [200]}, "users: 160; allowed: more than group_size, 200"),
        ("decompositions", {"users": 20}, "users: 20; allowed: at least arms"),
        ("decompositions", {"graphs": ["star"]}, "star"),
        ("beta", {"cases": [BETA]}, "cluster: 2; allowed: more than group_size, 2"),
        ("lower_bounds", {"cases": [HARD]}, "horizon: 5; allowed: at least 9 for theorem-4"),
    ],
)
def test_bad_input_is_refused_before_anything_is_simulated(section, changes, message):
    with pytest.raises(ConfigurationError, match=message):
        load(**{section: changes})
