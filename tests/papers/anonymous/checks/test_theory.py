"""Claims of the model, the bounds and the lower bounds: verdicts, and that they flip."""

import numpy as np
import pandas as pd
import pytest

from bandit_replications.configuration import validation as configuration
from bandit_replications.inference.checks import Check
from bandit_replications.ledger.claims import examine, find_claim, judge
from bandit_replications.papers.anonymous.checks import lower_bounds, model, regret_bounds
from bandit_replications.papers.anonymous.checks.errata_theory import ERRATA
from bandit_replications.papers.anonymous.theory import (
    base_grid,
    bounds,
    feedback_elicitation,
    lemma_1,
    lemma_2,
    theorem_1,
    theorem_2,
    theorem_3,
    theorem_4,
    theorem_5,
)
from bandit_replications.runtime.errors import NotApplicable

CLAIMS = (*model.CLAIMS, *regret_bounds.CLAIMS, *lower_bounds.CLAIMS)
ON_DATA = {claim.id for claim in CLAIMS if claim.kind == "statistical"}
FALSE = {
    "introduction-algorithm-2-bound",
    "appendix-a-gamma",
    "section-3-2-demand",
    "theorem-3-construction",
}
WITH_CAVEAT = {
    "abstract-no-individual-decision",
    "section-2-2-base-regret",
    "lemma-1",
    "lemma-2",
    "algorithm-2",
    "algorithm-3",
    "theorem-1",
    "theorem-2",
    "theorem-3",
    "theorem-4",
    "theorem-4-observation",
}
NOT_TESTABLE = {
    "abstract-first",
    "algorithm-1",
    *(
        f"definition-{name}"
        for name in ("subgaussian", "anonymous-bandit", "user-cluster", "batched-bandit")
    ),
}


@pytest.fixture(scope="module")
def config():
    return configuration.load("anonymous")


def verdicts(claims, results, config):
    findings = [examine(claim, results, config) for claim in claims]
    rows = judge(claims, findings, paper="anonymous", config=config)
    return {row.id: row.verdict for row in rows}


def test_verdicts_of_derivations(config):
    found = verdicts([claim for claim in CLAIMS if claim.id not in ON_DATA], {}, config)
    expected = dict.fromkeys(found, "reproduced")
    expected |= dict.fromkeys(FALSE, "false as stated")
    expected |= dict.fromkeys(WITH_CAVEAT, "reproduced with caveat")
    expected |= dict.fromkeys(NOT_TESTABLE, "not testable here")
    assert found == expected


MODULES = (
    base_grid,
    feedback_elicitation,
    lemma_1,
    lemma_2,
    theorem_1,
    theorem_2,
    theorem_3,
    theorem_4,
    theorem_5,
)


def test_every_derived_claim_flips_when_its_steps_fail(config, monkeypatch):
    broken = Check(step="altered", left=1.0, relation="==", right=2.0)
    for module in MODULES:
        for name in [n for n in vars(module) if not n.startswith("_")]:
            if getattr(getattr(module, name), "__module__", "") == module.__name__:
                monkeypatch.setattr(module, name, lambda **_: broken)
    derived = [c for c in CLAIMS if c.id not in ON_DATA | NOT_TESTABLE]
    for claim_id, verdict in verdicts(derived, {}, config).items():
        assert verdict in ("false as stated", "not reproduced"), claim_id


def data(factor, construction, runs=200):
    """Return runs whose mean is a multiple of the bound, with a spread of a tenth."""
    stream = np.random.default_rng(0)
    sizes = {"theorem-3": (90, 3, 2, 20000), "theorem-4": (3, 3, 2, 1000)}
    users, arms, size, horizon = sizes.get(construction, (2, 2, 2, 1000))
    gap = bounds.theorem_3_gap(arms=arms, group_size=size, horizon=horizon)
    bound = {
        "theorem-3": bounds.theorem_3(
            users=users, arms=arms, group_size=size, horizon=horizon, gap=gap
        ),
        "theorem-4": bounds.theorem_4(horizon=horizon),
        "theorem-5": bounds.theorem_5(horizon=horizon),
    }[construction]
    return pd.concat(
        [
            pd.DataFrame(
                {
                    "construction": construction,
                    "algorithm": algorithm,
                    "horizon": horizon,
                    "regret": bound * factor * stream.normal(1, 0.1, runs),
                    "bound": bound,
                }
            )
            for algorithm in ("explore-then-commit", "batched-elimination")
        ]
    )


@pytest.mark.parametrize("construction", ["theorem-3", "theorem-4", "theorem-5"])
@pytest.mark.parametrize(("factor", "verdict"), [(1.2, "reproduced"), (0.4, "not reproduced")])
def test_claims_on_runs_follow_the_data(config, construction, factor, verdict):
    claim = find_claim(CLAIMS, f"{construction}-measured")
    results = {"lower-bounds": data(factor, construction)}
    assert verdicts([claim], results, config)[claim.id] == verdict


def scaling(factor, horizon=10**7):
    """Return runs of Algorithm 2 with mean regret a multiple of Theorem 2's bound."""
    sizes = {"users": 160, "arms": 3, "group_size": 4, "horizon": horizon}
    bound = bounds.theorem_2(**sizes, exploration_constant=0.5).total
    regret = bound * factor * np.random.default_rng(0).normal(1, 0.05, 10)
    columns = {"algorithm": "explore-then-commit", "gap": 0.5, "round": horizon}
    return pd.DataFrame({**columns, **sizes, "regret": regret})


@pytest.mark.parametrize(("factor", "verdict"), [(0.5, "reproduced"), (2, "not reproduced")])
def test_theorem_2_on_the_scaling_data(config, factor, verdict):
    claim = find_claim(CLAIMS, "theorem-2-scaling")
    assert verdicts([claim], {"scaling": scaling(factor)}, config)[claim.id] == verdict


def test_theorem_2_says_nothing_on_short_horizons(config):
    claim = find_claim(CLAIMS, "theorem-2-scaling")
    found = verdicts([claim], {"scaling": scaling(0.5, horizon=10**5)}, config)
    assert found[claim.id] == "not applicable"
    assert claim.needs(config)[0].experiment == "scaling"


def test_claims_on_runs_do_not_apply_without_their_construction():
    config = configuration.load(
        "anonymous",
        overrides={
            "lower_bounds": {
                "cases": [
                    {
                        "construction": "theorem-5",
                        "users": 2,
                        "arms": 2,
                        "group_size": 2,
                        "horizons": [100],
                    }
                ]
            }
        },
    )
    with pytest.raises(NotApplicable, match="theorem-3"):
        find_claim(CLAIMS, "theorem-3-measured").needs(config)
    assert find_claim(CLAIMS, "theorem-5-measured").needs(config)


def test_errata_and_claims_name_each_other():
    for erratum in ERRATA:
        naming = {claim.id for claim in CLAIMS if erratum.slug in claim.errata}
        assert naming == set(erratum.claims), erratum.slug


def test_counterexamples_name_functions_that_exist():
    import importlib
    import re

    text = " ".join(f"{e.counterexample} {e.repair}" for e in ERRATA)
    names = set(re.findall(r"\b((?:lemma|theorem)_\d|base_grid|bounds)\.(\w+)", text))
    assert len(names) > 15
    for module, function in names:
        package = "bandit_replications.papers.anonymous.theory"
        assert hasattr(importlib.import_module(f"{package}.{module}"), function), function
