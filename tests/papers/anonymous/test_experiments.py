import pytest

from bandit_replications.bandits.streams import generator
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
            assert cell.task.recording.curve_replicates in (0, cell.replicates)
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
    """The streams' names differ, and so do the means of every replicate."""
    tested = [c for c in of(cells, "regret") if c.task.validation is not None]
    assert {c.settings["algorithm"] for c in tested} == {BATCHED, "explore-then-commit"}
    for cell in tested[::7]:
        validation = cell.task.validation
        assert validation.instances >= 40
        assert validation.instance_stream != cell.task.instance_stream
        seen = {means_of(cell, replicate, 7).tobytes() for replicate in range(40)}
        for number in range(40):
            stream = generator(7, *validation.instance_stream, number)
            assert validation.instance.draw(stream).tobytes() not in seen


def test_the_shown_grids_are_those_that_choose(cells):
    """The same task, hence the same streams, under the main reading."""
    tests = {
        (c.settings["algorithm"], c.settings["decomposition"], c.settings["instance"]): c
        for c in of(cells, "regret")
        if c.settings["reading"] == "main"
    }
    shown = of(cells, "tuning")
    assert len(shown) == 10
    for cell in shown:
        assert cell.task == tests[tuple(cell.settings.values())].task.validation


def test_what_appendix_b_computes_is_computed_and_what_is_given_is_not_tuned(cells):
    """α, the batches and U are open in every main reading; γ alone is tuned."""
    for cell in of(cells, "regret"):
        options, validation = cell.task.options, cell.task.validation
        if cell.settings["algorithm"] != BATCHED:
            continue
        if cell.settings["reading"] == "main":
            assert options.infeasible == "random"
            assert (options.approximation, options.batches, options.cluster) == (None,) * 3
        if cell.settings["reading"] in ("printed-constants", "gamma-with-group-size"):
            assert validation is None
        else:
            assert validation.parameter == "gamma"
            assert validation.options == options


def test_given_options_win_over_the_variants_base():
    given = {BATCHED: {"batches": 3, "logarithm": "natural"}}
    section = load(regret={"options": given}).regret
    found = section.options_of(BATCHED, "lp", "abort")
    assert found == {
        "batches": 3, "decomposition": "lp", "logarithm": "natural", "infeasible": "abort",
    }  # fmt: skip
    given = {BATCHED: {"gamma": 3.0}}
    assert load(regret={"options": given}).regret.tuned(BATCHED, "lp", "main") is None


def test_replicates_are_looked_up_by_instance_then_decomposition_then_algorithm():
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


def test_instances_that_are_left_out_take_their_replicates_along():
    """Nobody asked for numbers of runs of instances that a rerun replaces by its own."""
    mine = {"name": "linear", "generator": "uniform", "users": 40, "arms": 4}
    section = load(regret={"instances": [mine]}, tuning={"instances": ["linear"]}).regret
    assert not any(" on " in name for name in section.replicates)
    whole = load().regret
    assert "random on clustered" in whole.replicates


CASE = {"users": 3, "arms": 3, "group_size": 2}


@pytest.mark.parametrize(
    ("section", "changes", "message"),
    [
        ("regret", {"group_size": 50}, "users: 50; allowed: more than group_size, 50"),
        ("regret", {"algorithms": ["exp3"]}, "exp3"),
        ("regret", {"options": {BATCHED: {"gama": 3}}}, "'gama'; allowed"),
        ("tuning", {"starts": {"magic": 3}}, "starts: 'magic'; allowed"),
        ("regret", {"replicates": {"magic": 3}}, "replicates: 'magic'; allowed: default, ucb"),
        ("regret", {"replicates": {"default": 7, "lp on mars": 2}}, "mars'; allowed after 'on'"),
        ("tuning", {"instances": ["nowhere"]}, "nowhere"),
        ("scaling", {"group_sizes": [200]}, "users: 160; allowed: more than group_size, 200"),
        ("decompositions", {"users": 20}, "users: 20; allowed: at least arms"),
        ("decompositions", {"graphs": ["star"]}, "star"),
        (
            "beta",
            {"cases": [{"graph": "all", "arms": 2, "group_size": 2, "cluster": 2}]},
            "cluster: 2; allowed: more than group_size, 2",
        ),
        (
            "lower_bounds",
            {"cases": [CASE | {"construction": "theorem-4", "horizons": [5]}]},
            "horizon: 5; allowed: at least 9 for theorem-4",
        ),
        (
            "lower_bounds",
            {"cases": [CASE | {"construction": "theorem-5", "horizons": [100]}]},
            r"\(3, 3, 2\); allowed: \(2, 2, 2\) for theorem-5",
        ),
    ],
)
def test_bad_input_is_refused_before_anything_is_simulated(section, changes, message):
    with pytest.raises(ConfigurationError, match=message):
        load(**{section: changes})
