"""Lists a paper's parameters: what a user can change without editing code."""

import types
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal, Protocol, Union, get_args, get_origin

from annotated_types import Ge, Gt, Le, Lt, MinLen
from pydantic import BaseModel
from pydantic.fields import FieldInfo

from bandit_replications.bandits.problems import Simulator
from bandit_replications.configuration import validation as configuration
from bandit_replications.runtime.errors import NotApplicable

_TYPES = {int: "whole number", float: "number", str: "text", bool: "true/false", dict: "mapping"}


class Figure(Protocol):
    """A figure's id and what it needs of a configuration."""

    @property
    def id(self) -> str:
        """The figure's id."""

    @property
    def needs(self) -> Callable[[Any], Iterable[Any]]:
        """A function of a configuration, to the rows that the figure shows."""


def listing(paper: str, *, algorithms: Mapping[str, Simulator], figures: Sequence[Figure]) -> str:
    """Return all parameters of a paper as text: symbol, type, range, default, figures touched."""
    config = configuration.load(paper)
    touched = _figures_by_experiment(figures, config)
    lines = [f"Parameters of {paper} (defaults: config/paper/{paper}.yaml)", ""]
    for name, field in type(config).model_fields.items():
        section = getattr(config, name)
        if not isinstance(section, BaseModel):
            lines += [*_entry(name, field, section), ""]
            continue
        lines.append(f"{name}: {field.description}")
        lines.append(f"  figures: {', '.join(touched.get(name, ())) or 'none'}")
        for key, inner in type(section).model_fields.items():
            lines += _entry(f"{name}.{key}", inner, getattr(section, key))
        lines.append("")
    lines += _options(algorithms)
    return "\n".join(lines)


def _entry(key: str, field: FieldInfo, default: Any) -> list[str]:
    symbol = f" [{field.title}]" if field.title else ""
    extra = field.json_schema_extra
    unit = extra.get("unit") if isinstance(extra, dict) else None
    unit_text = f", in {unit}" if unit else ""
    kind = type_text(field.annotation)
    bounds = range_text(field)
    return [
        f"  {key}{symbol}: {kind}{bounds}{unit_text}",
        f"      {field.description}; default {_default(default)}",
    ]


def _default(value: Any) -> str:
    if isinstance(value, list) and value and isinstance(value[0], BaseModel):
        return f"[{', '.join(str(_brief(item)) for item in value)}]"
    return str(value)


def _brief(item: BaseModel) -> Any:
    values = item.model_dump(exclude_unset=True)
    return values.get("name") or values.get("reading") or values


def type_text(annotation: Any) -> str:
    """Return a type in words."""
    origin = get_origin(annotation)
    if origin is Literal:
        return " | ".join(str(choice) for choice in get_args(annotation))
    if origin in (Union, types.UnionType):
        return " or ".join(
            "nothing" if part is type(None) else type_text(part) for part in get_args(annotation)
        )
    if origin is list:
        return f"list of {type_text(get_args(annotation)[0])}"
    if origin is dict:
        return "mapping"
    if hasattr(annotation, "__metadata__"):
        inner = type_text(annotation.__origin__)
        limits = [m for part in annotation.__metadata__ for m in getattr(part, "metadata", [part])]
        return inner + _limits(limits)
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        keys = ", ".join(annotation.model_fields)
        return f"{{{keys}}}"
    return _TYPES.get(annotation, str(annotation))


def range_text(field: FieldInfo) -> str:
    """Return the range that a field allows, in words."""
    return _limits(field.metadata)


def _limits(metadata: Any) -> str:
    words = []
    for limit in metadata:
        if isinstance(limit, Gt):
            words.append(f"> {limit.gt}")
        elif isinstance(limit, Ge):
            words.append(f">= {limit.ge}")
        elif isinstance(limit, Lt):
            words.append(f"< {limit.lt}")
        elif isinstance(limit, Le):
            words.append(f"<= {limit.le}")
        elif isinstance(limit, MinLen):
            words.append("not empty")
    return f" ({', '.join(words)})" if words else ""


def _options(algorithms: Mapping[str, Simulator]) -> Iterator[str]:
    """Yield the constants and readings of the paper's algorithms."""
    yield "options of the algorithms, {algorithm: {option: value}}; defaults as printed"
    for algorithm, module in algorithms.items():
        yield f"  {algorithm}"
        for key, field in module.Options.model_fields.items():
            for line in _entry(key, field, field.default):
                yield f"  {line}"


def _figures_by_experiment(figures: Sequence[Figure], config: Any) -> dict[str, list[str]]:
    touched: dict[str, list[str]] = {}
    for spec in figures:
        try:
            needs = spec.needs(config)
        except NotApplicable:
            continue
        for name in dict.fromkeys(need.experiment.replace("-", "_") for need in needs):
            touched.setdefault(name, []).append(spec.id)
    return touched
