"""Parse Snakemake's configuration into a plan, or say in one line what is wrong."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from bandit_replications.configuration import validation as configuration
from bandit_replications.configuration.messages import explain, shown, unknown_key
from bandit_replications.configuration.papers import PAPERS, check_paper
from bandit_replications.experiments import run
from bandit_replications.experiments.shards import SHARD_SECONDS
from bandit_replications.runtime.errors import ConfigurationError, NotApplicable
from bandit_replications.runtime.processes import die_with_parent
from bandit_replications.workflow.index import figure_id, find_claim
from bandit_replications.workflow.plan import variables
from bandit_replications.workflow.plan.plan import Plan


def announce_parent(*, remote: bool) -> None:
    """Name this process to its jobs, which end with it, and end with the one named to it.

    A command of ours that plans the workflow is the parent of snakemake, which is the parent of
    the jobs; each ends when the one before it is gone, however it ended.

    Parameters
    ----------
    remote : bool
        Whether this process is a job of a cluster. It has the environment of the process that
        submitted it, but that one runs on another machine; the cluster itself ends its jobs.

    """
    runner = os.environ.get(variables.PARENT)
    if runner is not None and not remote:
        die_with_parent(int(runner))
    os.environ[variables.PARENT] = str(os.getpid())


def _listed(value: Any) -> Any:
    return [value] if isinstance(value, str) else value


class Request(BaseModel):
    """Keys of a Snakemake configuration, the papers' parameters apart."""

    model_config = ConfigDict(coerce_numbers_to_str=True)

    run: str | None = Field(None, description="folder under build/")
    scale: Any = Field("paper", description="paper or quick")
    papers: Annotated[list[str], BeforeValidator(_listed)] = []
    figure: str | None = Field(None, description="this one alone")
    claim: str | None = Field(None, description="this one alone")
    numbers: bool = Field(False, description="results and figures alone")
    verdicts: bool = Field(False, description="verdicts that rest on random numbers alone")
    site: bool = Field(False, description="pages, too")
    yes: bool = Field(False, description="however long it takes")
    shard_seconds: float = Field(SHARD_SECONDS, ge=1e-3, le=1e6, description="work of a shard")


def plan(config: Mapping[str, Any]) -> Plan:
    """Return the plan that a Snakemake configuration asks for.

    Parameters
    ----------
    config : mapping
        The keys of `Request` and, for each paper's name, the values laid over its configuration.

    Raises
    ------
    ConfigurationError
        If a key is unknown or a value cannot be used.

    """
    overrides = {paper: config[paper] for paper in PAPERS if paper in config}
    for paper, values in overrides.items():
        if not isinstance(values, Mapping):
            raise ConfigurationError(f"{paper}: {shown(values)}; allowed: experiment: key: value")
    asked = _request({key: config[key] for key in config if key not in PAPERS})
    for number, paper in enumerate(asked.papers):
        if check_paper(paper) in asked.papers[:number]:
            raise ConfigurationError(f"papers: {paper} twice; allowed: each once")
    name = asked.run or ("rerun-config" if overrides else asked.scale)
    if overrides and name in configuration.SCALES:
        raise ConfigurationError(
            f"run: {shown(name)}; allowed with changed parameters: rerun-<label>, "
            "so that a rerun never mixes with the published scale"
        )
    created = run.create(
        name,
        asked.papers or tuple(overrides) or PAPERS,
        scale=asked.scale,
        overrides=overrides,
        shard_seconds=asked.shard_seconds,
    )
    if asked.figure is not None or asked.claim is not None:
        return _alone(created, asked)
    if asked.verdicts:
        return Plan(created, "verdicts", "random")
    return Plan(created, numbers=asked.numbers, site=asked.site, yes=asked.yes)


def _request(given: Mapping[str, Any]) -> Request:
    for key in given:
        if key not in Request.model_fields:
            raise ConfigurationError(unknown_key(str(key), (*Request.model_fields, *PAPERS)))
    try:
        return Request.model_validate(given)
    except ValidationError as error:
        raise ConfigurationError(explain(error, Request)) from error


def _alone(created: run.Run, asked: Request) -> Plan:
    """Return the plan of one figure or one claim."""
    if len(created.papers) != 1 or None not in (asked.figure, asked.claim):
        raise ConfigurationError("figure, claim: allowed: one of them, with one paper in papers")
    (paper,) = created.papers
    if asked.figure is None:
        only, only_id = "claim", find_claim(f"{paper}/{asked.claim}")[1]
    else:
        only, only_id = "figure", figure_id(paper, asked.figure)
    alone = Plan(created, only, only_id, yes=asked.yes)
    try:
        alone.needs(paper)
    except NotApplicable as reason:
        raise ConfigurationError(f"{only} {only_id}: {reason}") from reason
    return alone


def handed_plan() -> Plan | None:
    """Return the plan that another process validated for this one; None if there is none."""
    path = os.environ.get(variables.PLAN)
    found: Plan | None = None if path is None else run.read_plan(Path(path))
    return found
