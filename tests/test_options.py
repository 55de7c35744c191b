"""Options of all algorithms are strict: a number is a number, and nothing else is one."""

import contextlib
from types import NoneType
from typing import Literal, get_args, get_origin

import pytest
from pydantic import ValidationError

import bandit_replications as br
from bandit_replications.configuration import overrides
from bandit_replications.configuration.validation import load
from bandit_replications.library.entries import library_entries
from bandit_replications.runtime.errors import ConfigurationError

OPTIONS = [
    pytest.param(entry.algorithm.Options, key, id=f"{paper}-{name}-{number}-{key}")
    for paper, known in br.algorithms().items()
    for name in known
    for number, entry in enumerate(library_entries(paper)[name])
    for key in entry.options
]
CONVERTED = {
    bool: ("yes", "no", "true", "", b"1", 0, 1, 1.0),
    int: ("1", "1e3", "", b"5", True, False, 0.5),
    float: ("1.0", "1e3", "1e300", "", b"5", True, False),
}


def plain_types(annotation):
    """Return the types that an annotation is made of, None and choices left out."""
    if get_origin(annotation) is Literal or annotation is NoneType:
        return set()
    parts = get_args(annotation)
    return set().union(*map(plain_types, parts)) if parts else {annotation}


@pytest.mark.parametrize(("options", "key"), OPTIONS)
def test_no_option_converts_another_type(options, key):
    annotation = options.model_fields[key].annotation
    types = plain_types(annotation)
    assert types <= set(CONVERTED)
    given = [value for kind in types for value in CONVERTED[kind]] or [0, 1, True, b"up", "no such"]
    for value in given:
        with pytest.raises(ValidationError):
            options.model_validate({key: value})


@pytest.mark.parametrize(("options", "key"), OPTIONS)
def test_a_number_may_be_written_either_way(options, key):
    types = plain_types(options.model_fields[key].annotation)
    for number in (1, 2, 16) if types & {int, float} else ():
        whole, point = made(options, key, number), made(options, key, float(number))
        assert repr(whole) == repr(point)
        assert {type(whole)} <= {*types, NoneType}


def made(options, key, value):
    """Return an option's value after validation, None if it is out of range."""
    with contextlib.suppress(ValidationError):
        return getattr(options(**{key: value}), key)


@pytest.mark.parametrize(("options", "key"), OPTIONS)
def test_another_default_keeps_the_bounds(options, key):
    for base in options.__mro__[1:]:
        if key in getattr(base, "model_fields", {}):
            assert options.model_fields[key].metadata == base.model_fields[key].metadata


@pytest.mark.checkout
@pytest.mark.parametrize(
    ("value", "allowed"),
    [
        ("'1e3'", "a number ('1e3' is text; write 1000)"),
        ("yes", "a number"),
        ("1000.0", "numbers of at most 100"),
    ],
)
def test_command_line_refuses_options_like_keys(value, allowed):
    word = f"regret.options={{dp-se: {{noise_scale: {value}}}}}"
    with pytest.raises(ConfigurationError) as caught:
        load("private_online", overrides=overrides.parse("private_online", [word]))
    assert str(caught.value).startswith("regret.options.dp-se.noise_scale: ")
    assert str(caught.value).endswith(f"allowed: {allowed}")
