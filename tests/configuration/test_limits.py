"""What every parameter of every paper is held to: finite bounds, and no value twice in a list."""

import re
import types
import typing

import pytest
from annotated_types import Ge, Gt, Le, Lt
from pydantic import AfterValidator, BaseModel

from bandit_replications.bandits import quantities
from bandit_replications.configuration import limits, validation
from bandit_replications.configuration.messages import one_line
from bandit_replications.configuration.papers import PAPERS
from bandit_replications.configuration.sections import with_gap
from bandit_replications.runtime.errors import ConfigurationError

# Lists of measured numbers, in which one may come twice.
MEASURED = {"means", "values", "probabilities", "parameter", "user_features", "arm_features"}
# Numbers whose bounds stand in no type: lives are words too, and entries check what is measured.
ELSEWHERE = {"message_lives", *MEASURED}
ARMS = {"name": "x", "means": [0.5, 0.6]}


def models_of(paper):
    """Return the models of a paper's configuration: sections, and the entries in them."""
    found, waiting = [], [validation.configuration_model(paper)]
    while waiting:
        model = waiting.pop()
        if isinstance(model, type) and issubclass(model, BaseModel):
            if model not in found:
                found.append(model)
                waiting += [field.annotation for field in model.model_fields.values()]
        else:
            waiting += typing.get_args(model)
    return found


def parts(annotation, metadata=()):
    """Yield each type in an annotation with what is said of it."""
    if typing.get_origin(annotation) is typing.Annotated:
        inner, *said = typing.get_args(annotation)
        yield from parts(inner, (*metadata, *said))
        return
    yield annotation, metadata
    alternatives = isinstance(annotation, types.UnionType)
    for inner in typing.get_args(annotation):
        yield from parts(inner, metadata if alternatives else ())


def constraints(metadata):
    for said in metadata:
        yield said
        yield from getattr(said, "metadata", ())


@pytest.mark.parametrize("paper", PAPERS)
def test_numbers_are_bounded_and_lists_refuse_duplicates(paper):
    for model in models_of(paper):
        own = model.__module__.rpartition(".")[2]
        for name, field in model.model_fields.items():
            for kind, metadata in parts(field.annotation, tuple(field.metadata)):
                where = f"{model.__name__}.{name}"
                said = list(constraints(metadata))
                if kind in (int, float) and own.startswith("parameters") and name not in ELSEWHERE:
                    assert any(isinstance(s, Le | Lt) for s in said) or name in limits.MOST, where
                    assert any(isinstance(s, Ge | Gt) for s in said), where
                if typing.get_origin(kind) is list and name not in MEASURED:
                    checked = any(isinstance(s, AfterValidator) for s in said)
                    assert checked or (own, name) == ("scenarios", "changes"), where


def lists_of(value, path=()):
    """Yield the path and the value of each list in a configuration, outermost first."""
    if isinstance(value, list):
        yield path, value
    items = dict(enumerate(value)) if isinstance(value, list) else value
    for key, inner in items.items() if isinstance(items, dict) else ():
        yield from lists_of(inner, (*path, key))


def changed(value, path, new):
    """Return a copy of nested values with the one at a path replaced."""
    if not path:
        return new
    copy = value.copy()
    copy[path[0]] = changed(value[path[0]], path[1:], new)
    return copy


@pytest.mark.parametrize("paper", PAPERS)
def test_a_value_twice_in_any_list_is_refused(paper):
    values = validation.to_values(validation.load(paper))
    seen = set()
    for path, given in lists_of(values):
        key = tuple(part for part in path if isinstance(part, str))
        if key in seen or not given or MEASURED & {*key}:
            continue
        seen.add(key)
        with pytest.raises(ConfigurationError, match=r"twice|allowed: more, and at most") as caught:
            validation.validate(paper, changed(values, path, [*given, given[0]]))
        assert len(str(caught.value)) <= 300
    assert len(seen) >= 10


SWEEP = {"first_horizon": 10**6, "last_horizon": 2 * 10**6, "step": 101}
GAMES = [{"name": str(n), "means": [0.2, 0.4, 0.6]} for n in range(60)]
CHANGE = {"at": "1e-999999999", "arm": 1, "mean": 0.5}
# One of each kind; the bounds of a quantity stand once, in its type.
REFUSED = {
    "private_online.regret": [
        ({"epsilons": [float("inf")]}, "epsilons[0]: inf; allowed: fin"),
        ({"epsilons": [1e-17]}, "1e-17; allowed: numbers of at least 1e-08"),
        ({"horizon": 10**5000}, "a number of thousands of digits; allowed"),
        ({"options": {"a\x1b[31m": {}}}, r"options: 'a\x1b[31m'. Allowed"),
        ({"options": {"dp-se": {"noise_scale": 1e9}}}, "at most 100"),
        ({"settings": [{"name": "x", "means": [0.5, 0.5]}]}, "all equal"),
        ({"settings": [ARMS, {**ARMS, "means": [0.1, 0.2]}]}, "name 'x'"),
        ({"settings": [{**ARMS, "arms": 10**9}]}, "arms: 1000000000; allowed: numbers of at most"),
    ],
    "private_online.readings": [
        ({"variants": [{"reading": "a\nb"}]}, "printable characters"),
        ({"variants": [{"reading": "x" * 101}]}, "at most 100 charac"),
    ],
    "private_online.full_information": [
        ({"instances": [{**ARMS, "name": "equal"}]}, "'equal'; allowed: no name of a family"),
        ({"epsilons": [*range(1, 400)], "arms": [*range(2, 900)]}, "combinations of its lists; al"),
    ],
    "anonymous.regret": [
        ({"instances": [{"name": "x", "means": [[0.5] * 9000] * 200}]}, "1000000 values in all"),
    ],
    "multiplayer.horizon_sweep": [
        ({**SWEEP, "scenarios": GAMES}, "cells; allowed: at most 1000000"),
        ({**SWEEP, "last_horizon": 10**12, "step": 1}, "allowed: at most 10000 of them"),
    ],
    "multiplayer.online_regret": [
        ({"scenarios": [{"name": "x", "means": [0.1, 0.2], "changes": [CHANGE]}]}, "a fraction"),
    ],
    "cooperative.private": [
        ({"message_lives": ["²"]}, "allowed: an integer >= 0"),
        ({"message_lives": [1, "1"]}, "'1' twice"),
        ({"network": {"name": "ring", "family": "ring", "agents": 10**8}}, "of at most 5000"),
    ],
    "distributed.lower_bound": [({"agents": 10**5, "horizon": 10**12}, "at most 2^53")],
    "distributed.messages": [({"horizons": {"delb": 10**13}}, "horizons.delb: 10000000000000")],
}


@pytest.mark.parametrize(
    ("place", "values", "message"),
    [(place, *case) for place, cases in REFUSED.items() for case in cases],
)
def test_unusable_values_are_refused_in_one_short_line(place, values, message):
    paper, section = place.split(".")
    with pytest.raises(ConfigurationError) as caught:
        validation.load(paper, overrides={section: values})
    text = str(caught.value)
    assert message in text
    assert "llowed" in text
    assert len(text) <= 300
    assert text.isprintable()


def test_largest_sums_are_exact():
    largest = 40 * quantities.MOST_ARMS * quantities.MOST_NOISE / quantities.LEAST_EPSILON
    assert largest < quantities.EXACT
    assert largest + 1.0 != largest
    assert quantities.MOST_USERS * quantities.LONGEST < quantities.EXACT
    assert quantities.MOST_IN_NETWORK * quantities.LONGEST < quantities.EXACT


def test_a_never_synchronising_threshold_stays_allowed():
    values = {"variants": [], "options": {"dislinucb": {"threshold_factor": float("inf")}}}
    validation.load("distributed", overrides={"variants": values})


def test_a_long_message_keeps_its_beginning_and_what_is_allowed():
    text = one_line(f"key: {'x' * 500}; allowed: numbers")
    assert len(text) <= 300
    assert text.startswith("key: xxx")
    assert text.endswith("allowed: numbers")


def test_means_that_differ_are_kept():
    entry = validation.load("private_online").regret.settings[0]
    assert with_gap(entry) is entry


def test_endless_value_is_shown_at_once():
    value = [1] * 9
    for _ in range(30):
        value = [value] * 9
    with pytest.raises(ConfigurationError) as caught:
        validation.load("anonymous", overrides={"regret": value})
    assert re.match(r"regret.*: \[\[.*; allowed: at most \d+ ", str(caught.value))
