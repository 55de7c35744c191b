"""Random changes of the papers' configurations: refused in one line, or planned without a fault."""

import math
import random

import pytest

from bandit_replications.configuration import validation
from bandit_replications.configuration.papers import PAPERS
from bandit_replications.experiments.cells import experiments_of
from bandit_replications.runtime.errors import MOST, ConfigurationError

NUMBERS = [math.nan, math.inf, -math.inf, -1, 0, 0.5, 1, 2, 1e-300, 1e-17, 1e-8, 1e300]
NUMBERS += [7, 64, 10**4, 10**6, 10**12, 9 * 10**18, 10**22, 10**5000, 2**53]
OTHERS = [True, None, "", "x", "x" * 5000, "1e3", "main", [], [[]], {}, {"name": "x"}, [1] * 20_000]


def places(value, path=()):
    """Yield the path of each value in a configuration."""
    if path:
        yield path
    items = dict(enumerate(value)) if isinstance(value, list) else value
    for key, inner in items.items() if isinstance(items, dict) else ():
        yield from places(inner, (*path, key))


def at(value, path):
    for part in path:
        value = value[part]
    return value


def changed(value, path, new):
    """Return a copy of nested values with the one at a path replaced, or removed if new is ...."""
    copy = value.copy()
    if len(path) > 1:
        copy[path[0]] = changed(value[path[0]], path[1:], new)
    elif new is ...:
        del copy[path[0]]
    else:
        copy[path[0]] = new
    return copy


def draw(values, chance):
    """Return a random place and what it is changed to."""
    path = chance.choice(list(places(values)))
    old = at(values, path)
    kind = chance.choice(["number", "number", "number", "other", "gone", "own"])
    if kind == "number":
        return path, chance.choice(NUMBERS)
    if kind == "other":
        return path, chance.choice(OTHERS)
    if kind == "gone":
        return path, ...
    if isinstance(old, list) and old:
        return path, chance.choice([[*old, chance.choice(old)], old[:1], old[::-1]])
    if isinstance(old, dict):
        return path, {**old, chance.choice(["T", "horizn", "x" * 500, 5]): 1}
    if isinstance(old, str):
        return path, chance.choice([old.upper(), old + "x", old * 100])
    if isinstance(old, (int, float)):
        return path, chance.choice([old * 2, old / 2, old + 1, -old, str(old)])
    return path, old


def check(paper, values, path, new):
    """Check that a change is refused as it should be, or planned."""
    try:
        config = validation.validate(paper, changed(values, path, new))
    except ConfigurationError as error:
        text = str(error)
        assert len(text) <= MOST
        assert "\n" not in text
        assert "llowed" in text
        assert ": " in text
        words = {str(part) for part in path if isinstance(part, str)}
        assert any(word[:20] in text for word in words), text
        return False
    for experiment in experiments_of(paper):
        experiment.cells(config)
    return True


def run(paper, cases, seed):
    chance = random.Random(f"{paper} {seed}")
    values = validation.to_values(validation.load(paper, scale="quick"))
    accepted = 0
    for _ in range(cases):
        path, new = draw(values, chance)
        try:
            accepted += check(paper, values, path, new)
        except Exception as error:
            error.add_note(f"{paper}: {path} changed to {type(new)!s} {ascii_of(new)}")
            raise
    assert 0 < accepted < cases


def ascii_of(value):
    return "a huge number" if isinstance(value, int) and value > 10**30 else repr(value)[:100]


@pytest.mark.parametrize("paper", PAPERS)
def test_a_random_change_is_refused_in_one_line_or_planned(paper):
    run(paper, 20, seed=0)


@pytest.mark.full
@pytest.mark.parametrize("paper", PAPERS)
def test_many_random_changes_are_refused_in_one_line_or_planned(paper):
    run(paper, 200, seed=1)
