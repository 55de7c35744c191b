"""The empirical claims: each holds on data made for it and flips on altered data."""

import pytest

from bandit_replications.ledger.claims import find_claim
from bandit_replications.ledger.verdicts import Verdict, judge, refuses
from bandit_replications.papers.anonymous.checks import CHECKS, LEDGER, experiments
from bandit_replications.papers.anonymous.checks.experiments import COMMIT, GREEDY, LP, RANDOM, UCB
from bandit_replications.papers.anonymous.figures.regret import with_series
from bandit_replications.runtime.errors import NotApplicable
from support import anonymous_results as synthetic
from support.anonymous_results import verdict

COMMITTED = "last-batch-committed"
SIXTY = {"generator": "uniform", "users": 60, "arms": 5}
# Whatever a configuration may name beside the default.
NAMED = ("default", "ucb", "explore-then-commit", "greedy", "random", "lp", "same-arm")

# Instance, series and the factor on its regrets that breaks each rule.
BREAKING = {
    "section-4-beats-explore-then-commit": ("linear", COMMIT, 0.5),
    "section-4-beats-greedy": ("uniform", GREEDY, 0.4),
    "appendix-b-ucb-ten-times": ("uniform", UCB, 2.0),
    "appendix-b-ucb-best": ("uniform", UCB, 12.0),
    "appendix-b-explore-then-commit-worst": ("uniform", COMMIT, 0.5),
    "appendix-b-greedy-worst-decomposition": ("uniform", GREEDY, 0.4),
    "appendix-b-random-like-lp": ("uniform", RANDOM, 1.4),
    "appendix-b-greedy-beats-explore-then-commit": ("uniform", GREEDY, 2.0),
    "appendix-b-greedy-markedly-worse-linear": ("linear", GREEDY, 0.5),
    "appendix-b-linear-similar": ("linear", COMMIT, 0.5),
    "appendix-b-random-like-lp-linear": ("linear", LP, 1.4),
    "appendix-b-large-clusters": ("clustered", COMMIT, 0.3),
    "appendix-b-large-clusters-greedy": ("clustered", GREEDY, 2),
}


@pytest.fixture(scope="module")
def config():
    committed = {"last_batch": "committed"}
    variant = {"reading": COMMITTED, "algorithm": "batched-elimination", "options": committed}
    replicates = dict.fromkeys(NAMED, 12)
    return synthetic.load(
        regret={
            "replicates": replicates,
            "variants": [variant],
            "variant_replicates": {"default": 12},
        }
    )


@pytest.fixture(scope="module")
def regret(config):
    return synthetic.results(config, "regret", runs=12)


def test_every_rule_has_altered_data():
    assert set(BREAKING) == {rule.id for rule in experiments.RULES}


@pytest.mark.parametrize(("claim", "change"), BREAKING.items())
def test_holds_as_published_and_flips(claim, change, config, regret):
    assert verdict(claim, {"regret": regret}, config) == Verdict.REPRODUCED
    instance, series, factor = change
    concerned = (regret["instance"] == instance) & (with_series(regret)["series"] == series)
    altered = regret.assign(regret=regret["regret"].where(~concerned, factor * regret["regret"]))
    assert verdict(claim, {"regret": altered}, config) == Verdict.NOT_REPRODUCED


@pytest.mark.parametrize("rule", experiments.RULES, ids=lambda rule: rule.id)
def test_controls_are_refused(rule, config, regret):
    """Ratios beyond their factors by 1.25, at the rule's own level."""
    finding = CHECKS[rule.id].decide({"regret": regret}, config)
    assert refuses("statistical", finding.control)
    assert not refuses("statistical", finding)


def test_a_verdict_that_differs_under_a_reading_depends_on_it(config, regret):
    name = "appendix-b-random-like-lp"
    frame = regret.copy()
    concerned = (frame["reading"] == COMMITTED) & (with_series(frame)["series"] == RANDOM)
    frame.loc[concerned, "regret"] *= 3
    for data, expected in ((regret, Verdict.REPRODUCED), (frame, Verdict.READING)):
        (row,) = judge([find_claim(LEDGER.claims, name)],
                       [CHECKS[name].decide({"regret": data}, config)],
                       paper="anonymous", config=config)  # fmt: skip
        assert row.verdict == expected
        assert COMMITTED in row.readings


def test_interpretations_concern_their_series_only(config, regret):
    frame = regret.copy()
    frame.loc[frame["reading"] == COMMITTED, "regret"] *= 3
    runs = experiments.runs_of({"regret": frame}, config)
    main = experiments.Sampler(runs, config)
    other = experiments.Sampler(runs, config, COMMITTED)
    assert other("uniform", LP).mean() == pytest.approx(3 * main("uniform", LP).mean(), rel=0.1)
    assert (other("uniform", UCB) == main("uniform", UCB)).all()
    same = experiments.Sampler(runs, config, experiments.GREEDY_READING)
    assert (same("uniform", GREEDY) == main("uniform", experiments.SAME_ARM)).all()


def test_comparisons_never_mix_readings(config, regret):
    runs = dict(experiments.runs_of({"regret": regret}, config))
    del runs["uniform", RANDOM, COMMITTED]
    with pytest.raises(NotApplicable, match="random was not run on uniform under"):
        experiments.Sampler(runs, config, COMMITTED)("uniform", RANDOM)


def test_every_run_of_both_series_is_compared(config, regret):
    runs = dict(experiments.runs_of({"regret": regret}, config))
    runs["uniform", LP, "main"] = runs["uniform", LP, "main"].iloc[3:]
    pair = experiments.Pair(RANDOM, "at most", LP, 2.0)
    sample = experiments.Sampler(runs, config)
    (part,) = pair.parts(sample, "uniform")
    assert part.a.tolist() == runs["uniform", RANDOM, "main"].tolist()
    assert part.b.tolist() == runs["uniform", LP, "main"].tolist()
    assert not part.paired


def test_correlation_on_shared_instances_is_shown(config, regret):
    frame = regret.copy()
    twins = frame["instance"].eq("uniform") & with_series(frame)["series"].isin([RANDOM, LP])
    frame.loc[twins, "regret"] = 100 + frame.loc[twins, "replicate"]
    finding = CHECKS["appendix-b-random-like-lp"].decide({"regret": frame}, config)
    assert finding.numbers["correlation on shared instances:"] == "1.00 to 1.00"


@pytest.mark.parametrize(
    "regret",
    [
        {"group_size": 5},
        {"instances": [SIXTY | {"name": "uniform"}, SIXTY | {"name": "linear"}]},
        {"decompositions": ["lp", "random"]},
        {"options": {"ucb": {"exploration_constant": 1.0}}},
    ],
)
def test_other_runs_are_not_the_papers(regret):
    config = synthetic.load(regret={**regret})
    assert verdict("appendix-b-linear-similar", {}, config) == Verdict.NOT_APPLICABLE
