"""The empirical claims: each holds on data made for it and flips on altered data."""

import itertools

import pytest

from bandit_replications.ledger.claims import Verdict, decide, examine, find_claim
from bandit_replications.papers.anonymous.checks import CLAIMS, NUMBERED_ITEMS, experiments, growth
from bandit_replications.papers.anonymous.theory import bounds
from bandit_replications.runtime.errors import NotApplicable
from support import anonymous_results as synthetic

# What the paper numbers, counted in its text.
ITEMS = [
    *(f"Theorem {number}" for number in range(1, 6)),
    *(f"Lemma {number}" for number in range(1, 7)),
    *(f"Corollary {number}" for number in (1, 2)),
    *(f"Algorithm {number}" for number in (1, 2, 3)),
    *(f"Figure {number}" for number in (1, 2)),
    *(f"Equation {number}" for number in (1, 2, 3)),
    "Open Problem 1",
]
COMMITTED = "last-batch-committed"
# Whatever a configuration may name beside the default.
NAMED = ("default", "ucb", "explore-then-commit", "greedy", "random", "lp", "same-arm")
RULES = {rule.id: rule for rule in experiments.RULES}
UCB, COMMIT, GREEDY, RANDOM, LP = (
    experiments.UCB,
    experiments.COMMIT,
    experiments.GREEDY,
    experiments.RANDOM,
    experiments.LP,
)

# Factors on the regrets of a series that break each rule.
BREAKING = {
    "figure-01": {("uniform", GREEDY): 0.4},
    "figure-02": {("linear", GREEDY): 0.4},
    "section-4-beats-explore-then-commit": {("linear", COMMIT): 0.7},
    "section-4-beats-greedy": {("uniform", GREEDY): 0.5},
    "appendix-b-ucb-ten-times": {("uniform", UCB): 2.0},
    "appendix-b-ucb-best": {("uniform", UCB): 8.0},
    "appendix-b-explore-then-commit-worst": {("uniform", COMMIT): 0.7},
    "appendix-b-greedy-worst-decomposition": {("uniform", GREEDY): 0.5},
    "appendix-b-random-like-lp": {("uniform", RANDOM): 1.4},
    "appendix-b-greedy-beats-explore-then-commit": {("uniform", GREEDY): 2.0},
    "appendix-b-greedy-markedly-worse-linear": {("linear", GREEDY): 0.5},
    "appendix-b-linear-similar": {("linear", COMMIT): 0.7},
    "appendix-b-random-like-lp-linear": {("linear", LP): 1.4},
    "appendix-b-large-clusters": {("clustered", COMMIT): 0.3},
    "appendix-b-large-clusters-greedy": {("clustered", GREEDY): 2},
}


@pytest.fixture(scope="module")
def config():
    committed = {"last_batch": "committed"}
    variant = {"reading": COMMITTED, "algorithm": "batched-elimination", "options": committed}
    return synthetic.load(
        regret={
            "replicates": dict.fromkeys(NAMED, 12),
            "curve_replicates": 0,
            "variants": [variant],
        },
        scaling={"replicates": 10, "group_sizes": [2, 4]},
    )


@pytest.fixture(scope="module")
def regret(config):
    return synthetic.results(config, "regret", runs=12)


def verdict(claim_id, results, config):
    claim = find_claim(CLAIMS, claim_id)
    finding = examine(claim, results, config)
    assert not isinstance(finding, NotApplicable), finding
    return decide(claim.kind, finding)


def test_the_list_has_every_numbered_item():
    assert sorted(NUMBERED_ITEMS) == sorted(ITEMS)


def test_every_rule_has_a_claim_and_altered_data():
    assert set(BREAKING) == set(RULES)
    assert set(RULES) <= {claim.id for claim in experiments.COMPARED}


@pytest.mark.parametrize("claim", BREAKING)
def test_holds_as_published_and_flips(claim, config, regret):
    assert verdict(claim, {"regret": regret}, config) == Verdict.REPRODUCED
    altered = synthetic.results(config, "regret", factors=BREAKING[claim], runs=12)
    assert verdict(claim, {"regret": altered}, config) == Verdict.NOT_REPRODUCED


def test_readings_concern_their_series_only(config, regret):
    frame = regret.copy()
    frame.loc[frame["reading"] == COMMITTED, "regret"] *= 3
    results = {"regret": frame}
    runs = experiments.runs_of(results, config)
    main = experiments.Sampler(runs, config)
    other = experiments.Sampler(runs, config, COMMITTED)
    assert other("uniform", LP).mean() == pytest.approx(3 * main("uniform", LP).mean(), rel=0.1)
    assert (other("uniform", UCB) == main("uniform", UCB)).all()
    both = f"{experiments.GREEDY_READING}{experiments.AND}{COMMITTED}"
    same = experiments.Sampler(runs, config, both)
    expected = other("uniform", experiments.SAME_ARM)
    assert (same("uniform", GREEDY) == expected).all()


@pytest.mark.parametrize(
    "regret",
    [
        {"group_size": 5},
        {
            "instances": [
                {"name": name, "generator": "uniform", "users": 60, "arms": 5}
                for name in ("uniform", "linear")
            ]
        },
        {"decompositions": ["lp", "random"]},
        {"options": {"ucb": {"exploration_constant": 1.0}}},
    ],
)
def test_other_runs_are_not_the_papers(regret):
    config = synthetic.load(regret={**regret, "choices": []})
    claim = find_claim(CLAIMS, "figure-01")
    assert isinstance(examine(claim, {}, config), NotApplicable)


def test_share_of_clustered_instances_by_enumeration():
    users, arms = 7, 3
    counted = sum(
        min(best.count(arm) for arm in range(arms)) >= 2
        for best in itertools.product(range(arms), repeat=users)
    )
    expected = counted / arms**users
    assert experiments.share_clustered(users=users, arms=arms, cluster=2) == expected


def test_clusters_are_not_almost_always_large(config, monkeypatch):
    assert verdict("appendix-b-clusters-uniform", {}, config) == Verdict.NOT_REPRODUCED
    assert verdict("appendix-b-clusters-linear", {}, config) == Verdict.NOT_REPRODUCED
    monkeypatch.setattr(experiments, "SELDOM", 0.2)
    assert verdict("appendix-b-clusters-uniform", {}, config) == Verdict.REPRODUCED


def test_exact_claims_flip_with_their_sizes(config, monkeypatch):
    assert verdict("appendix-b-preconditions", {}, config) == Verdict.FALSE
    monkeypatch.setitem(experiments.PAPER_SIZES, "users", 125)
    assert verdict("appendix-b-preconditions", {}, config) == Verdict.REPRODUCED


def test_prediction_follows_what_is_proved(config, monkeypatch):
    assert verdict("section-4-predicted", {}, config) == Verdict.FALSE
    monkeypatch.setattr(experiments, "known_cluster", lambda size: 5 * (size + 1))
    assert verdict("section-4-predicted", {}, config) == Verdict.REPRODUCED
    monkeypatch.setattr(experiments, "PAPER_HORIZON", 10)  # Theorem 2 is smaller
    assert verdict("section-4-predicted", {}, config) == Verdict.FALSE


def test_least_price_follows_the_lower_bound(config, monkeypatch):
    claim = find_claim(CLAIMS, "appendix-b-group-size-factor")
    finding = examine(claim, {}, config)
    assert finding.numbers["power of C, upper bound"] == pytest.approx(1)
    assert finding.numbers["power of C, lower bound"] == pytest.approx(0.5)
    assert decide(claim.kind, finding) == Verdict.FALSE
    theorem_3 = bounds.theorem_3

    def steeper(*, group_size, **rest):
        return theorem_3(group_size=group_size, **rest) * group_size**0.5

    monkeypatch.setattr(bounds, "theorem_3", steeper)
    assert verdict(claim.id, {}, config) == Verdict.REPRODUCED


def test_greedy_as_recalled_is_another_decomposition(config, altered):
    assert verdict("appendix-b-greedy-recalled", {}, config) == Verdict.FALSE
    mutant = altered(experiments, '("greedy", "same-arm")', '("same-arm", "greedy")')
    assert mutant.greedy_recalled({}, config).holds is False
    agree = altered(
        experiments, 'leaves["same-arm"] == leaves["greedy"]', 'leaves["greedy"] is False'
    )
    assert agree.greedy_recalled({}, config).holds is True


def test_choices_must_be_the_best_of_the_grid():
    choice = {"algorithm": "explore-then-commit", "instances": ["uniform"]}
    grid = {"explore-then-commit": [0.2, 2.0, 10.0]}
    for constant, expected in ((2.0, Verdict.REPRODUCED), (10.0, Verdict.NOT_REPRODUCED)):
        options = {"options": {"exploration_constant": constant}}
        config = synthetic.load(
            regret={"choices": [{**choice, **options}]}, tuning={"exploration_constants": grid}
        )
        results = {"tuning": synthetic.results(config, "tuning")}
        assert verdict("appendix-b-hyper-parameters", results, config) == expected


def test_growth_over_a_short_span_is_not_testable(config):
    results = {"scaling": synthetic.results(config, "scaling", runs=10)}
    assert verdict("theorem-2-growth-arms", results, config) == Verdict.NOT_TESTABLE
    assert verdict("theorem-2-growth-horizon", results, config) == Verdict.REPRODUCED


@pytest.mark.parametrize("claim", [claim.id for claim in growth.CLAIMS])
def test_growth_holds_as_the_theorems_say_and_flips(claim, config, monkeypatch):
    monkeypatch.setattr(growth, "LEAST_SPAN", 1.1)
    frame = synthetic.results(config, "scaling", runs=10)
    results = {"scaling": frame}
    assert verdict(claim, results, config) == Verdict.REPRODUCED
    size = claim.split("growth-")[1].replace("-", "_")
    steeper = frame.assign(regret=frame["regret"] * frame[size].astype(float))
    assert verdict(claim, {"scaling": steeper}, config) == Verdict.NOT_REPRODUCED
