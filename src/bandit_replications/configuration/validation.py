"""The one validator, for the workflow, the command line, notebooks and Python.

A paper's configuration is `config/paper/<paper>.yaml`; the quick scale lays
`config/quick/<paper>.yaml` over it; a user's overrides are laid over that. What comes out is the
paper's pydantic model, or one message that names the key, the value and what is allowed.
"""

import functools
import importlib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from bandit_replications.bandits import entries
from bandit_replications.bandits.quantities import MOST_SEED
from bandit_replications.configuration import limits, yaml_text
from bandit_replications.configuration.messages import shown, validated
from bandit_replications.configuration.papers import check_paper
from bandit_replications.runtime.errors import ConfigurationError
from bandit_replications.runtime.paths import repo_root

Scale = Literal["paper", "quick"]
SCALES: tuple[Scale, ...] = ("paper", "quick")


class Section(entries.Section):
    """Base of every section: closed, frozen, no silent conversion, no number that is not finite."""

    model_config = ConfigDict(allow_inf_nan=False)


class PaperConfiguration(Section):
    """Base of a paper's configuration: the root seed, and one section for each experiment."""

    root_seed: int = Field(ge=0, le=MOST_SEED, description="root seed of every random stream")

    @model_validator(mode="before")
    @classmethod
    def _check_limits(cls, values: Any) -> Any:
        limits.check(values)
        return values

    def remarks(self, settings: Iterable[Mapping[str, Any]]) -> list[str]:
        """Return what to know before cells with these settings run, a line each."""
        return []


def read_yaml(path: Path) -> dict[str, Any]:
    """Return the mapping in a YAML file.

    Raises
    ------
    ConfigurationError
        If the file cannot be read or holds no mapping.

    """
    content = yaml_text.read(path)
    if content is None:
        return {}
    if not isinstance(content, dict):
        raise ConfigurationError(f"{path}: a {type(content).__name__}; allowed: key: value lines")
    return content


WHOLE = {"name", "default"}  # keys of mappings that replace


def merge(base: Mapping[str, Any], over: Mapping[str, Any]) -> dict[str, Any]:
    """Return `base` with `over` laid over it: mappings merge, everything else is replaced.

    A mapping with a `name` is an entry of its own, such as a network, and one with a `default`
    says what holds for all that it does not name, such as numbers of runs: both replace the old
    one, of which keys would be left over otherwise.
    """
    merged = dict(base)
    for key, value in over.items():
        old = merged.get(key)
        if isinstance(old, Mapping) and isinstance(value, Mapping) and not WHOLE & {*value}:
            merged[key] = merge(old, value)
        else:
            merged[key] = value
    return merged


def load(
    paper: str, *, scale: Scale = "paper", overrides: Mapping[str, Any] | None = None
) -> Any:  # the paper's own model, known only at run time
    """Return the validated configuration of a paper.

    Parameters
    ----------
    paper : str
        Name of the paper, such as "private_online".
    scale : {"paper", "quick"}
        The papers' scale, or a small one with the same messages.
    overrides : mapping, optional
        Values laid over the scale's: {experiment: {key: value}}.

    Raises
    ------
    ConfigurationError
        If a key is unknown, or a value is of the wrong type or out of range.

    """
    check_paper(paper)
    if scale not in SCALES:
        raise ConfigurationError(f"scale: {shown(scale)}; allowed: {', '.join(SCALES)}")
    values = read_yaml(repo_root() / "config" / "paper" / f"{paper}.yaml")
    if scale == "quick":
        values = merge(values, read_yaml(repo_root() / "config" / "quick" / f"{paper}.yaml"))
    over = overrides or {}
    return validate(paper, merge(_for_overrides(values, over), over))


def _for_overrides(values: Mapping[str, Any], overrides: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values without what they say of algorithms and instances that are left out.

    Options of an algorithm that does not run are refused, but these were not asked for; nor were
    numbers of runs such as those of `random on clustered`.
    """
    kept = dict(values)
    for name, section in values.items():
        over = overrides.get(name)
        if not isinstance(section, Mapping) or not isinstance(over, Mapping):
            continue
        kept[name] = dict(section)
        chosen, options = over.get("algorithms"), section.get("options")
        if isinstance(chosen, list) and isinstance(options, Mapping):
            ids = [one.get("algorithm") if isinstance(one, Mapping) else one for one in chosen]
            kept[name]["options"] = {key: options[key] for key in options if key in ids}
        chosen, runs = over.get("instances"), section.get("replicates")
        if isinstance(chosen, list) and isinstance(runs, Mapping):
            gone = _names(section.get("instances", ())) - _names(chosen)
            kept[name]["replicates"] = {
                key: runs[key] for key in runs if key.partition(" on ")[2] not in gone
            }
    return kept


def _names(entries: Iterable[Any]) -> set[str]:
    return {
        str(entry["name"]) for entry in entries if isinstance(entry, Mapping) and "name" in entry
    }


def validate(paper: str, values: Mapping[str, Any]) -> Any:
    """Return the paper's configuration made of `values`, all of them given.

    Parameters
    ----------
    paper : str
    values : mapping
        {experiment: {key: value}}, and the root seed.

    Raises
    ------
    ConfigurationError
        If a key is unknown or missing, or a value is of the wrong type or out of range.

    """
    return validated(configuration_model(paper), values, see=f"make params PAPER={paper}")


@functools.cache
def configuration_model(paper: str) -> type[PaperConfiguration]:
    """Return the model of a paper's configuration, `Configuration` of its module `parameters`."""
    module = importlib.import_module(f"bandit_replications.papers.{check_paper(paper)}.parameters")
    model: type[PaperConfiguration] = module.Configuration
    return model


def to_values(configuration: BaseModel) -> dict[str, Any]:
    """Return a configuration as plain values: what `validate` takes and YAML holds."""
    return configuration.model_dump(mode="json", exclude_unset=True)


def overrides_of(paper: str, configuration: BaseModel, *, scale: Scale) -> dict[str, Any]:
    """Return in what a configuration differs from a scale's: what gives it again as overrides."""
    base, values = to_values(load(paper, scale=scale)), to_values(configuration)
    changed: dict[str, Any] = {}
    for name, value in values.items():
        if not isinstance(value, Mapping):
            if value != base[name]:
                changed[name] = value
            continue
        section = {key: value[key] for key in value if value[key] != base[name].get(key)}
        if section:
            changed[name] = section
    return changed
