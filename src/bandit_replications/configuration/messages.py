"""Error messages of one line: the key, the value and the allowed range.

Standard library and pydantic only, so that the library says the same as the workflow.
"""

import copy
import difflib
import re
import reprlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ValidationError
from pydantic.fields import FieldInfo

from bandit_replications.runtime.errors import MOST, ConfigurationError, joined

SHOWN = 80  # characters of a value, or of a key
_ALLOWED = "llowed"
# Of nested values a message shows the beginning: written out they may be longer than the memory.
_SHORT = reprlib.Repr()
_SHORT.maxstring = _SHORT.maxother = _SHORT.maxlong = 3 * SHOWN
_SHORT.maxlist = _SHORT.maxtuple = _SHORT.maxset = _SHORT.maxdict = 10
_SHORT.maxlevel = 3
_BEGINS_WITH_KEY = re.compile(r"[a-z_]+(\[\d+\])?: ")
# Additions of pydantic to a place: the alternative that was tried, or a mark of a wrong key.
_WRONG_KEY = "[key]"
_NO_KEYS = {"int", "str", "float", "bool", "entry", _WRONG_KEY}
# A letter means different things in different papers, so none is a key.
WORDS = {
    "K": "arms",
    "N": "arms, users or players",
    "M": "agents",
    "T": "horizon",
    "eps": "epsilon",
    "e": "epsilon",
    "mu": "means",
    "delta": "gap or beta",
    "n": "replicates",
    "runs": "replicates",
    "reps": "replicates",
    "seed": "root_seed",
}

# Allowed values by pydantic's kind of problem, with the names of its context in braces.
_KINDS = {
    "greater_than": "numbers greater than {gt}",
    "greater_than_equal": "numbers of at least {ge}",
    "less_than": "numbers less than {lt}",
    "less_than_equal": "numbers of at most {le}",
    "literal_error": "{expected}",
    "finite_number": "finite numbers",
    "too_short": "a list of at least {min_length}",
    "too_long": "a list of at most {max_length}",
    "int_type": "a whole number",
    "float_type": "a number",
    "string_type": "text",
    "bool_type": "true or false",
    "bool_parsing": "true or false",
    "list_type": "a list",
    "dict_type": "key: value pairs",
    "model_type": "key: value pairs",
}


def validated(model: type[BaseModel], values: Mapping[str, Any], *, see: str = "") -> Any:
    """Return values as a model; 16.0 is taken for 16 where a whole number is asked for.

    Parameters
    ----------
    model : class
    values : mapping
    see : str
        Where all keys are listed.

    Raises
    ------
    ConfigurationError
        If a key is unknown or missing, or a value is of the wrong type or out of range.

    """
    try:
        return model.model_validate(dict(values))
    except ValidationError as error:
        whole = [one for one in error.errors(include_url=False) if _is_whole(one)]
        if not whole:
            raise ConfigurationError(explain(error, model, see=see)) from error
    given = copy.deepcopy(dict(values))
    for one in whole:
        _put(given, one["loc"], int(one["input"]))
    return validated(model, given, see=see)


def _is_whole(problem: Mapping[str, Any]) -> bool:
    """Say if a whole number was given as a float."""
    value = problem["input"]
    return problem["type"] == "int_type" and isinstance(value, float) and value.is_integer()


def _put(values: Any, location: Sequence[int | str], number: int) -> None:
    """Set a number in nested values; a place may name pydantic's alternatives, too."""
    *path, last = [part for part in location if part not in _NO_KEYS]
    for part in path:
        values = values[part]
    values[last] = number


def explain(error: ValidationError, model: type[BaseModel], *, see: str = "") -> str:
    """Return one line for the first problem: the key, the value and the allowed values."""
    first = error.errors(include_url=False)[0]
    key = key_of([part for part in first["loc"] if part not in _NO_KEYS])
    value = first.get("input")
    if first["type"] == "extra_forbidden":
        return unknown_key(key, _known_keys(model, first["loc"]), see=see)
    if first["type"] == "missing":
        described = _field_description(model, first["loc"])
        named = isinstance(value, Mapping) and "name" in value
        beside = f" beside name: {shown(value['name'])}" if named else ""
        return one_line(f"{key}: missing{beside}; allowed: {described}")
    if first["type"] == "value_error":
        said = str(first["ctx"]["error"])
        joint = "." if _BEGINS_WITH_KEY.match(said) else ": "
        return one_line(f"{key}{joint}{said}" if key else said)
    allowed = "keys that are text" if _WRONG_KEY in first["loc"] else _allowed(first, value)
    if first["type"] == "list_type":
        allowed += f" ({_field_description(model, first['loc'])})"
    return one_line(f"{key}: {shown(value)}; allowed: {allowed}")


def unknown_key(key: str, known: Iterable[str], *, see: str = "") -> str:
    """Return the message for an unknown key, with the nearest known one and where to see all."""
    known = sorted(known)
    name = key.rsplit(".", 1)[-1]
    key = cut(printable(key)) if key.strip() else repr(key)
    allowed = f"Allowed here: {listed(known, most=126, see=see)}"
    if name in WORDS:
        here = [word for word in re.split(", | or ", WORDS[name]) if word in known]
        word = " or ".join(here) or WORDS[name]
        return f"{key}: a letter or short form; the word is {word}. {allowed}"
    near = difflib.get_close_matches(name.lower(), known, n=1)
    hint = f" Did you mean {near[0]!r}?" if near else ""
    return f"{key}: unknown key.{hint} {allowed}"


def unknown(key: str, value: object, known: Sequence[str], *, see: str = "") -> str:
    """Return the message for a value that is none of the known ones, with the nearest of them.

    Of many the first are listed, and `see` says where all are.
    """
    near = difflib.get_close_matches(str(value).lower(), known, n=1)
    hint = f" Did you mean {near[0]!r}?" if near else ""
    text = f"{key}: {shown(value)}.{hint} Allowed: "
    return text + listed(known, most=MOST - len(text), see=see)


def listed(known: Iterable[str], *, most: int, see: str = "") -> str:
    """Return names with commas; if they are too long the first ones, and where all are."""
    names = [*known]
    text = ", ".join(names)
    end = f", … ({see or 'in all'}: {len(names)})"
    return text if len(text) <= most else text[: most - len(end)].rpartition(", ")[0] + end


def shown(value: object) -> str:
    """Return a value as a message shows it, cut if it is long."""
    try:
        text = _SHORT.repr(value)
    except ValueError:  # a whole number of more digits than Python writes
        text = "a number of thousands of digits"
    return cut(text)


def short(path: Path) -> str:
    """Return a path as a message shows it: its end, if it is long."""
    text = printable(str(path))
    return text if len(text) <= SHOWN else f"…{text[1 - SHOWN :]}"


def cut(text: str, most: int = SHOWN) -> str:
    """Return a text, or its beginning if it is long."""
    return text if len(text) <= most else f"{text[: most - 1]}…"


def printable(text: str) -> str:
    """Return a text in which characters that do not print are escaped."""
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)


def key_of(location: Sequence[int | str]) -> str:
    """Return the key at a place, such as `regret.epsilons[1]`."""
    text = ""
    for part in location:
        text += f"[{part}]" if isinstance(part, int) else f".{part}" if text else str(part)
    return cut(printable(text))


def one_line(text: str) -> str:
    """Return a message as one line; a long one loses its middle and keeps the allowed values."""
    text = printable(joined(text))
    if len(text) <= MOST:
        return text
    place = max(text.rfind(f"a{_ALLOWED}"), text.rfind(f"A{_ALLOWED}"), 0)
    tail = cut(text[place:], MOST // 2)
    return f"{text[: MOST - len(tail) - 3].rstrip('; ')} … {tail}"


def _allowed(problem: Mapping[str, Any], value: object) -> str:
    kind = problem["type"]
    if kind not in _KINDS:
        return str(problem["msg"])
    is_text = isinstance(value, str) and kind in ("int_type", "float_type")
    number = _plain_number(str(value)) if is_text else ""
    note = f" ({value!r} is text; write {number})" if number else ""
    return _KINDS[kind].format(**problem.get("ctx", {})) + note


def _plain_number(text: str) -> str:
    """Return a number as YAML reads it, of a text that is one; else nothing."""
    try:
        number = float(text)
    except ValueError:
        return ""
    return str(int(number)) if number.is_integer() else repr(number)


def _known_keys(model: type[BaseModel], location: Sequence[int | str]) -> list[str]:
    """Return the field names of the section around a place."""
    section: Any = model
    for field in _fields(model, location[:-1]):
        section = _inner_model(field.annotation)
    return list(getattr(section, "model_fields", {}))


def _field_description(model: type[BaseModel], location: Sequence[int | str]) -> str:
    described = [field.description for field in _fields(model, location) if field.description]
    return described[-1] if described else "a value"


def _fields(model: type[BaseModel], location: Sequence[int | str]) -> Iterator[FieldInfo]:
    """Yield the fields on the way to a place."""
    section: Any = model
    for part in location:
        field = getattr(section, "model_fields", {}).get(part)
        if field is not None:
            yield field
            section = _inner_model(field.annotation)


def _inner_model(annotation: Any) -> Any:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    for argument in getattr(annotation, "__args__", ()):
        inner = _inner_model(argument)
        if inner is not None:
            return inner
    return None
