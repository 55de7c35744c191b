"""`key=value` words of the command line as parameters laid over a paper's configuration."""

from collections.abc import Sequence
from typing import Any

import yaml

from bandit_replications.configuration import validation as configuration
from bandit_replications.configuration import yaml_text
from bandit_replications.configuration.messages import one_line, shown, unknown_key
from bandit_replications.runtime.errors import ConfigurationError


def parse(paper: str, words: Sequence[str]) -> dict[str, Any]:
    """Return {experiment: {key: value}} from words such as `regret.horizon=100000`.

    Values are YAML. A bare key that one experiment has goes to that experiment; one that several
    have is refused with the list.

    Parameters
    ----------
    paper : str
    words : sequence of str

    Raises
    ------
    ConfigurationError
        If a word is not key=value, its key is unknown or ambiguous, or its value is not YAML.

    """
    values: dict[str, Any] = {}
    for word in words:
        key, equals, text = word.partition("=")
        if not equals or not key:
            raise ConfigurationError(f"{shown(word)}: allowed: key=value")
        _put(values, resolve(paper, key), _value(key, text))
    return values


def resolve(paper: str, key: str) -> list[str]:
    """Return the path of a key in the paper's configuration.

    Raises
    ------
    ConfigurationError
        If it is unknown or several experiments have it.

    """
    model = configuration.configuration_model(paper)
    path = key.split(".")
    first = path[0].replace("-", "_")
    if first in model.model_fields:
        return [first, *path[1:]]
    having = [name for name in model.model_fields if first in _keys(model, name)]
    if len(having) == 1:
        return [having[0], first, *path[1:]]
    if len(having) > 1:
        full = ", ".join(f"{name}.{key}" for name in having)
        raise ConfigurationError(f"{key}: several experiments have it. Allowed: {full}")
    see = f"make params PAPER={paper}"
    if len(path) > 1:
        raise ConfigurationError(unknown_key(path[0], model.model_fields, see=see))
    known = {key for name in model.model_fields for key in _keys(model, name)}
    raise ConfigurationError(unknown_key(key, {*model.model_fields, *known}, see=see))


def _keys(model: Any, section: str) -> tuple[str, ...]:
    return tuple(getattr(model.model_fields[section].annotation, "model_fields", {}))


def _value(key: str, text: str) -> Any:
    try:
        return yaml_text.parse(text)
    except yaml.YAMLError as error:
        problem = getattr(error, "problem", None) or "not YAML"
        message = yaml_text.with_allowed(f"{key}: {shown(text)}: {problem}", "a YAML value")
        raise ConfigurationError(one_line(message)) from error


def _put(values: dict[str, Any], path: Sequence[str], value: Any) -> None:
    for part in path[:-1]:
        values = values.setdefault(part, {})
        if not isinstance(values, dict):
            raise ConfigurationError(f"{'.'.join(path)}: given twice in different forms")
    if path[-1] in values:
        raise ConfigurationError(f"{'.'.join(path)}: given twice; allowed: once")
    values[path[-1]] = value
