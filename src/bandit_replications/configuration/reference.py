"""Lists a paper's parameters: what a user can change without editing code."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Protocol

from pydantic import BaseModel

from bandit_replications.bandits.problems import Simulator
from bandit_replications.configuration import validation as configuration
from bandit_replications.runtime.errors import NotApplicable

_TYPES = {
    "integer": "whole number",
    "number": "number",
    "string": "text",
    "boolean": "true/false",
    "object": "mapping",
    "array": "list",
    "null": "nothing",
}
_LIMITS = {
    "exclusiveMinimum": "> {}",
    "minimum": ">= {}",
    "exclusiveMaximum": "< {}",
    "maximum": "<= {}",
    "minItems": "not empty",
}


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
            lines += [*_entries(type(config), {name: section}), ""]
            continue
        lines.append(f"{name}: {field.description}")
        lines.append(f"  figures: {', '.join(touched.get(name, ())) or 'none'}")
        lines += [*_entries(type(section), dict(section), f"{name}."), ""]
    lines += _options(algorithms)
    return "\n".join(lines)


def _entries(model: type[BaseModel], defaults: Mapping[str, Any], prefix: str = "") -> list[str]:
    """Return two lines for each key of a model, from the model's JSON schema."""
    schema = model.model_json_schema()
    lines = []
    for key, default in defaults.items():
        if model.model_fields[key].exclude:
            continue
        given, symbol = schema["properties"][key], model.model_fields[key].title
        unit = f", in {given['unit']}" if "unit" in given else ""
        kind = type_text(given, schema.get("$defs", {}))
        lines += [
            f"  {prefix}{key}{f' [{symbol}]' if symbol else ''}: {kind}{unit}",
            f"      {_description(model, key)}; default {_default(default)}",
        ]
    return lines


def _description(model: type[BaseModel], key: str) -> str | None:
    """Return what a key means; a model that changes a default alone leaves that to its base."""
    bases = [base for base in model.__mro__ if issubclass(base, BaseModel)]
    fields = [base.model_fields[key] for base in bases if key in base.model_fields]
    return next((field.description for field in fields if field.description), None)


def _default(value: Any) -> str:
    if isinstance(value, list) and value and isinstance(value[0], BaseModel):
        return f"[{', '.join(str(_brief(item)) for item in value)}]"
    return str(value)


def _brief(item: BaseModel) -> Any:
    values = item.model_dump(exclude_unset=True)
    return values.get("name") or values.get("reading") or values


def type_text(schema: Mapping[str, Any], definitions: Mapping[str, Any]) -> str:
    """Return the type and the range of a JSON schema in words."""
    if "$ref" in schema:
        keys = definitions[schema["$ref"].rpartition("/")[2]]["properties"]
        return f"{{{', '.join(keys)}}}"
    if "anyOf" in schema:
        return " or ".join(type_text(part, definitions) for part in schema["anyOf"])
    if "enum" in schema or "const" in schema:
        return " | ".join(str(one) for one in schema.get("enum", [schema.get("const")]))
    kind = _TYPES[schema["type"]]
    if kind == "list":
        kind = f"list of {type_text(schema['items'], definitions)}"
    limits = [words.format(schema[name]) for name, words in _LIMITS.items() if name in schema]
    return kind + (f" ({', '.join(limits)})" if limits else "")


def _options(algorithms: Mapping[str, Simulator]) -> Iterator[str]:
    """Yield the constants and readings of the paper's algorithms."""
    yield "options of the algorithms, {algorithm: {option: value}}; defaults as printed"
    for algorithm, module in algorithms.items():
        yield f"  {algorithm}"
        defaults = {key: field.default for key, field in module.Options.model_fields.items()}
        for line in _entries(module.Options, defaults):
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
