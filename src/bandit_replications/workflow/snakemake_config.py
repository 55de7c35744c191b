"""Turns what Snakemake is configured with into a plan, or says in one line what is wrong."""

import os
import re
from collections.abc import Iterable, Mapping
from typing import Any

from bandit_replications.configuration import validation as configuration
from bandit_replications.configuration.messages import shown, unknown_key
from bandit_replications.configuration.papers import PAPERS, check_paper
from bandit_replications.experiments import run
from bandit_replications.experiments.shards import SHARD_SECONDS
from bandit_replications.runtime.errors import ConfigurationError, NotApplicable
from bandit_replications.runtime.processes import die_with_parent
from bandit_replications.workflow import variables
from bandit_replications.workflow.plan import Plan
from bandit_replications.workflow.selection import figure_spec

SWITCHES = ("numbers", "verdicts", "site", "yes")
KEYS = ("run", "scale", "papers", "figure", "claim", *SWITCHES, "shard_seconds")
LEAST_SHARD, MOST_SHARD = 1e-3, 1e6  # seconds of work


def announce_parent(*, remote: bool) -> None:
    """Tell this process's jobs whose end they must not outlive, and heed the same of its own.

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


def is_dry_run(words: Iterable[str]) -> bool:
    """Return whether snakemake's command line asks only what would be done.

    Snakemake itself says so after it has read the Snakefile, when damaged files are gone already.
    """
    return any(
        word in ("--dry-run", "--dryrun") or re.fullmatch("-[kpqFf]*n[kpqFf]*", word)
        for word in words
    )


def plan(config: Mapping[str, Any]) -> Plan:
    """Return the plan that a Snakemake configuration asks for.

    Parameters
    ----------
    config : mapping
        `scale` (paper or quick), `papers`, `run` (the folder under build/), `figure` or `claim`
        (that one alone), `numbers` (true: results and figures alone), `verdicts` (true: those
        that rest on random numbers alone), `site` (true: pages, too), `yes` (true: however
        long it takes), and for each paper's name the values laid over its configuration.

    Raises
    ------
    ConfigurationError
        If a key is unknown or a value cannot be used.

    """
    for key in config:
        if key not in (*KEYS, *PAPERS):
            raise ConfigurationError(unknown_key(str(key), (*KEYS, *PAPERS)))
    overrides = {paper: config[paper] for paper in PAPERS if paper in config}
    for paper, values in overrides.items():
        if not isinstance(values, Mapping):
            raise ConfigurationError(f"{paper}: {shown(values)}; allowed: experiment: key: value")
    scale = config.get("scale", "paper")
    name = config.get("run", "rerun-config" if overrides else scale)
    if overrides and name in configuration.SCALES:
        raise ConfigurationError(
            f"run: {shown(name)}; allowed with changed parameters: rerun-<label>, "
            "so that a rerun never mixes with the published scale"
        )
    papers = _papers(config.get("papers") or tuple(overrides) or PAPERS)
    created = run.create(
        name,
        papers,
        scale=scale,
        overrides=overrides,
        shard_seconds=_shard_seconds(config.get("shard_seconds", SHARD_SECONDS)),
    )
    switches = {key: _switch(config, key) for key in SWITCHES}
    chosen = [(key, str(config[key])) for key in ("figure", "claim") if key in config]
    if not chosen:
        if switches["verdicts"]:
            return Plan(created, "verdicts", "random")
        return Plan(created, numbers=switches["numbers"], site=switches["site"])
    if len(chosen) > 1 or len(papers) != 1:
        raise ConfigurationError("figure, claim: allowed: one of them, with one paper in papers")
    (only, only_id) = chosen[0]
    if only == "figure":
        only_id = figure_spec(papers[0], only_id).id
    asked = Plan(created, only, only_id)
    try:
        asked.needs(papers[0])
    except NotApplicable as reason:
        raise ConfigurationError(f"{only} {only_id}: {reason}") from reason
    return asked


def _papers(given: Any) -> tuple[str, ...]:
    named = [given] if isinstance(given, str) else given
    if not isinstance(named, (list, tuple)):
        raise ConfigurationError(f"papers: {shown(given)}; allowed: a list of {', '.join(PAPERS)}")
    for number, paper in enumerate(named):
        if check_paper(paper) in named[:number]:
            raise ConfigurationError(f"papers: {paper} twice; allowed: each once")
    return tuple(named)


def _switch(config: Mapping[str, Any], key: str) -> bool:
    value = config.get(key, False)
    if value in ("true", "false"):  # as snakemake hands on `--config site=true`
        return bool(value == "true")
    if value not in (False, True):
        raise ConfigurationError(f"{key}: {shown(value)}; allowed: true or false")
    return bool(value)


def _shard_seconds(value: Any) -> float:
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    if not is_number or not LEAST_SHARD <= value <= MOST_SHARD:
        raise ConfigurationError(
            f"shard_seconds: {shown(value)}; allowed: a number from {LEAST_SHARD:g} to "
            f"{MOST_SHARD:g}"
        )
    return float(value)
