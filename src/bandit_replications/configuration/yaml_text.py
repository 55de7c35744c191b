"""YAML files and values of a user, each key once."""

import math
import re
from pathlib import Path
from typing import Any

import yaml

from bandit_replications.configuration.messages import one_line, short, shown
from bandit_replications.runtime.errors import ConfigurationError

_OTHER_BASE = re.compile(r"[-+]?0[0-9_]+$|.*:")
_POWER = re.compile(r"[-+]?[0-9]+(\.[0-9]*)?[eE][-+]?[0-9]+$")  # text in YAML 1.1, such as 1e6


class _Loader(yaml.SafeLoader):
    """Loader that refuses a key given twice, and reads numbers as people do."""

    def construct_number(self, node: Any) -> int | float:
        """Read a number, but none that YAML 1.1 reads to base 8 or 60, such as 010 and 1:30.

        A whole number may be written as 1e6.
        """
        read = self.construct_yaml_int if node.tag.endswith("int") else self.construct_yaml_float
        number: int | float = read(node)
        if _OTHER_BASE.match(node.value):
            problem = f"YAML reads {shown(node.value)} as {number}"
            raise _problem(problem, "a number to base 10, without a leading 0", node)
        if _POWER.match(node.value) and abs(number) < 2**53 and number == int(number):
            return int(number)
        return number

    def construct_mapping(self, node: Any, deep: bool = False) -> Any:
        """Read a mapping whose keys differ."""
        seen = set()
        for key, _ in node.value:
            if isinstance(key, yaml.ScalarNode):
                if key.value in seen:
                    raise _problem(f"{key.value!r} twice", "each key once", key)
                seen.add(key.value)
        return super().construct_mapping(node, deep)


for _tag in ("int", "float"):
    _Loader.add_constructor(f"tag:yaml.org,2002:{_tag}", _Loader.construct_number)
_Loader.add_implicit_resolver("tag:yaml.org,2002:float", _POWER, list("-+0123456789"))


def _problem(what: str, allowed: str, place: Any) -> yaml.YAMLError:
    return yaml.MarkedYAMLError(
        problem=f"{what}; allowed: {allowed}", problem_mark=place.start_mark
    )


def parse(text: str) -> Any:
    """Return the content of a YAML text.

    Raises
    ------
    yaml.YAMLError
        If it is not YAML, names a key twice or is nested too deeply.

    """
    try:
        return yaml.load(text, Loader=_Loader)
    except (ValueError, OverflowError, RecursionError) as error:  # a day 99, 5000 digits
        raise yaml.YAMLError(f"a value that cannot be read; allowed: YAML ({error})") from error


def read(path: Path) -> Any:
    """Return the content of a YAML file.

    Raises
    ------
    ConfigurationError
        If it cannot be read, or its text cannot be parsed.

    """
    try:
        return parse(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigurationError(f"{path}: cannot be read; allowed: a YAML file") from error
    except yaml.YAMLError as error:
        text = f"{short(path)}: not YAML: {error}"
        raise ConfigurationError(one_line(with_allowed(text, "a YAML file"))) from error


def with_allowed(text: str, allowed: str) -> str:
    """Return a message with what is allowed, which a parser's own words do not say."""
    return text if "allowed" in text else f"{text}; allowed: {allowed}"


def flow(value: Any) -> str:
    """Return a value in one line, as it is typed on the command line."""
    text: str = yaml.safe_dump(
        value, default_flow_style=True, sort_keys=False, allow_unicode=True, width=math.inf
    )
    return text.removesuffix("...\n").strip()
