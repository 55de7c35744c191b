"""List of a paper's parameters: all that a user can change without editing code."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel, TypeAdapter
from pydantic_core import PydanticUndefined

from bandit_replications.bandits.problems import Simulator
from bandit_replications.configuration import validation as configuration
from bandit_replications.configuration import yaml_text

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

_NAMES = ("name", "reading", "variant")
_ANYTHING: TypeAdapter[Any] = TypeAdapter(Any)
LONGEST = 240  # characters of a default that is written out


@dataclass(frozen=True, kw_only=True)
class Parameter:
    """One key of a configuration, or one option of an algorithm.

    Attributes
    ----------
    key : str
        With its section, such as regret.horizon.
    symbol : str
        The paper's letter, if it has one.
    kind : str
        Type, range and unit in words.
    description : str
    default : str

    """

    key: str
    symbol: str
    kind: str
    description: str
    default: str


@dataclass(frozen=True, kw_only=True)
class Group:
    """The parameters of one experiment, or those that stand in no experiment.

    Attributes
    ----------
    name, description : str
        Empty for those in no experiment.
    figures : tuple of str
        Ids of the figures that they change.
    parameters : tuple of Parameter

    """

    name: str
    description: str
    figures: tuple[str, ...]
    parameters: tuple[Parameter, ...]


def listing(
    paper: str, *, algorithms: Mapping[str, Simulator], figures: Mapping[str, Sequence[str]]
) -> str:
    """Return all parameters of a paper as text: symbol, type, range, default, figures touched."""
    lines = [f"Parameters of {paper} (defaults: config/paper/{paper}.yaml)", ""]
    for group in groups(paper, figures=figures):
        if group.name:
            lines.append(f"{group.name}: {group.description}")
            lines.append(f"  figures: {', '.join(group.figures) or 'none'}")
        lines += [*_lines(group.parameters), ""]
    lines.append("options of the algorithms, {algorithm: {option: value}}; defaults as printed")
    for algorithm, module in algorithms.items():
        lines.append(f"  {algorithm}")
        lines += [f"  {line}" for line in _lines(fields(module.Options))]
    return "\n".join(lines)


def groups(paper: str, *, figures: Mapping[str, Sequence[str]]) -> list[Group]:
    """Return the parameters of a paper by experiment, with the defaults of its scale.

    `figures` are the data sets that each figure shows, by its id.
    """
    config = configuration.load(paper)
    touched: dict[str, list[str]] = {}
    for figure, data in figures.items():
        for name in data:
            touched.setdefault(name.replace("-", "_"), []).append(figure)
    found = []
    for name, field in type(config).model_fields.items():
        section = getattr(config, name)
        if isinstance(section, BaseModel):
            own = _parameters(type(section), dict(section), f"{name}.")
            shown, described = tuple(touched.get(name, ())), field.description or ""
            found.append(Group(name=name, description=described, figures=shown, parameters=own))
        else:
            own = _parameters(type(config), {name: section})
            found.append(Group(name="", description="", figures=(), parameters=own))
    return found


def fields(model: type[BaseModel]) -> tuple[Parameter, ...]:
    """Return the keys of a model with its own defaults, such as an algorithm's options."""
    return _parameters(model, {key: field.default for key, field in model.model_fields.items()})


def _lines(parameters: Iterable[Parameter]) -> Iterator[str]:
    for one in parameters:
        yield f"  {one.key}{f' [{one.symbol}]' if one.symbol else ''}: {one.kind}"
        yield f"      {one.description}; default {one.default}"


def _parameters(
    model: type[BaseModel], defaults: Mapping[str, Any], prefix: str = ""
) -> tuple[Parameter, ...]:
    """Return the keys of a model, from its JSON schema."""
    schema = model.model_json_schema()
    found = []
    for key, default in defaults.items():
        if model.model_fields[key].exclude:
            continue
        given = schema["properties"][key]
        unit = f", in {given['unit']}" if "unit" in given else ""
        found.append(
            Parameter(
                key=f"{prefix}{key}",
                symbol=model.model_fields[key].title or "",
                kind=type_text(given, schema.get("$defs", {})) + unit,
                description=str(_description(model, key)),
                default=_default(default),
            )
        )
    return tuple(found)


def _description(model: type[BaseModel], key: str) -> str | None:
    """Return the description of a key, that of a base where a model changes the default alone."""
    bases = [base for base in model.__mro__ if issubclass(base, BaseModel)]
    fields = [base.model_fields[key] for base in bases if key in base.model_fields]
    return next((field.description for field in fields if field.description), None)


def _default(value: Any) -> str:
    """Return a default as it is typed on the command line; a long one is cut, or names alone."""
    if value is PydanticUndefined:
        return "required"
    plain = _ANYTHING.dump_python(value, mode="json", exclude_unset=True)
    text = yaml_text.flow(plain)
    if len(text) > LONGEST and isinstance(plain, list):
        entries = [entry for entry in plain if isinstance(entry, dict)]
        names = [next((e[key] for key in _NAMES if key in e), None) for e in entries]
        if names and all(names):
            text = yaml_text.flow(names)
    return text if len(text) <= LONGEST else f"{text[:LONGEST]} …"


def type_text(schema: Mapping[str, Any], definitions: Mapping[str, Any]) -> str:
    """Return the type and the range of a JSON schema in words."""
    if "$ref" in schema:
        keys = definitions[schema["$ref"].rpartition("/")[2]]["properties"]
        return f"{{{', '.join(keys)}}}"
    if parts := schema.get("anyOf", schema.get("oneOf")):
        return " or ".join(type_text(part, definitions) for part in parts)
    if "enum" in schema or "const" in schema:
        return " | ".join(str(one) for one in schema.get("enum", [schema.get("const")]))
    kind = _TYPES.get(schema.get("type", ""), "as described")  # of several types, such as a graph
    if kind == "list":
        kind = f"list of {type_text(schema['items'], definitions)}"
    limits = [words.format(schema[name]) for name, words in _LIMITS.items() if name in schema]
    return kind + (f" ({', '.join(limits)})" if limits else "")
