"""`make params`: each parameter with its type, range and meaning, from the models themselves."""

import re

import pytest

from bandit_replications.configuration import overrides, validation
from bandit_replications.configuration.papers import PAPERS
from bandit_replications.configuration.reference import groups, listing
from bandit_replications.workflow.registry import find_paper


def listed(paper):
    found = find_paper(paper)
    figures = found.data_of_figures(validation.load(paper))
    return listing(paper, algorithms=found.algorithms, figures=figures)


@pytest.mark.parametrize("paper", PAPERS)
def test_every_parameter_has_a_meaning(paper):
    text = listed(paper)
    assert "None; default" not in text
    for name, module in find_paper(paper).algorithms.items():
        assert f"\n  {name}\n" in text
        for key in module.Options.model_fields:
            assert re.search(rf"^    {key}( \[.+\])?: ", text, re.MULTILINE), (name, key)


@pytest.mark.parametrize(
    "line",
    [
        "regret.horizon [T]: whole number (>= 2, <= 1000000000000), in rounds",
        "regret.epsilons [ε]: list of number (>= 1e-08, <= 700) (not empty)",
        "full_information.best_position: first | last",
        "beta: number (> 0, < 1) or nothing",
    ],
)
def test_types_and_ranges_in_words(line):
    assert f"  {line}\n" in listed("private_online")


@pytest.mark.parametrize("paper", PAPERS)
def test_defaults_are_shown_as_they_can_be_typed(paper):
    words = [
        f"{one.key}={one.default}"
        for group in groups(paper, figures={})
        for one in group.parameters
        if "{" in one.default and not one.default.endswith("…")
    ]
    assert words
    assert validation.load(paper, overrides=overrides.parse(paper, words)) == validation.load(paper)


def test_long_defaults_are_cut_or_named():
    text = listed("distributed")
    assert "pulls-rounded-down, " in text
    assert max(map(len, text.splitlines())) < 600
