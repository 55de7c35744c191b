"""Random changes of the papers' configurations: refused in one line, or planned without a fault."""

import pytest
from hypothesis import given, note, settings
from hypothesis import strategies as st

from bandit_replications.configuration import validation
from bandit_replications.configuration.papers import PAPERS
from bandit_replications.experiments.run import Run
from bandit_replications.runtime.errors import ConfigurationError
from bandit_replications.workflow import reruns
from bandit_replications.workflow.plan import snakemake_config
from bandit_replications.workflow.plan.estimates import estimate
from bandit_replications.workflow.plan.plan import Plan
from support.random_changes import (
    GONE,
    QUICK,
    anything,
    bounded,
    changed,
    check_line,
    check_refusal,
    items,
    laid_over,
    numbers,
    texts,
)


def check_changes(case):
    """Check that changed values are planned, or refused in a line that names them."""
    paper, values, changes = case
    for path, new in changes:
        note(f"{paper}: {path} changed to {ascii(new)[:200] if new is not GONE else 'nothing'}")
    for configured in (
        lambda: validation.validate(paper, values),
        lambda: validation.load(paper, scale="quick", overrides=laid_over(values, changes)),
    ):
        try:
            config = configured()
            estimate(Plan(Run("rerun-fuzz", {paper: config}, scale="quick")), cores=2)
        except ConfigurationError as error:
            check_refusal(error, changes)


def plans_or_refuses(asked):
    try:
        asked()
    except ConfigurationError as error:
        check_line(str(error))


@pytest.mark.parametrize("number", [100, pytest.param(1000, marks=pytest.mark.full)])
def test_random_changes_are_refused_or_planned(number):
    settings(bounded, max_examples=number)(given(changed())(check_changes))()


requests = st.dictionaries(
    st.sampled_from([*snakemake_config.Request.model_fields, "anonymous", "distributed"]) | texts,
    anything | st.sampled_from(["rerun-a", "quick", "paper", "5", "theorem-1", *PAPERS]),
    min_size=1,
    max_size=3,
)


@given(requests)
@settings(bounded, max_examples=50)
def test_random_requests_are_refused_or_planned(request):
    plans_or_refuses(
        lambda: snakemake_config.plan({"scale": "quick", "papers": ["anonymous"], **request})
    )


SECTIONS = [
    f"{name}.{key}" for name, section in QUICK["anonymous"].items() for key, _ in items(section)
]
yaml_words = texts | st.sampled_from(
    ["[1, 1]", "{a: 1, a: 2}", "[*a]", "&a [*a]", "[" * 3000, "1_0"]
)
words = st.tuples(
    st.sampled_from([*SECTIONS, "label", "figure", "scale", "config", "horizon", "gaps"]) | texts,
    yaml_words | numbers.map(str) | st.lists(numbers, max_size=3).map(str),
).map("=".join)


@given(st.lists(words | texts, min_size=1, max_size=2))
@settings(bounded, max_examples=50)
def test_random_words_are_refused_or_planned(given_words):
    plans_or_refuses(lambda: reruns.parse("anonymous", given_words))
