"""Algorithms by id with their keywords, found in the papers' modules `catalogue`."""

import functools
import importlib
import os
import pkgutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from bandit_replications import papers
from bandit_replications.configuration.messages import unknown, unknown_key
from bandit_replications.library.values import Runs, Steps
from bandit_replications.playing import extensions
from bandit_replications.playing.catalogue import Entry
from bandit_replications.runtime.errors import ConfigurationError


def algorithms(*, live: bool = False) -> dict[str, dict[str, dict[str, str]]]:
    """Return the keywords of `simulate` with their descriptions, by paper and algorithm.

    All algorithms take horizon, checkpoints, seed and runs, too.

    Parameters
    ----------
    live : bool
        List the keywords of `learner` instead; all algorithms take horizon and seed, too.

    Returns
    -------
    dict
        {paper: {algorithm: {keyword: description}}}; a description ends with the default, or says
        that there is none.

    Examples
    --------
    >>> list(algorithms()["anonymous"])
    ['ucb', 'explore-then-commit', 'batched-elimination']
    >>> print(algorithms()["anonymous"]["ucb"]["exploration_constant"])
    constant under the square root of the index; usual: 2; default 2.0
    >>> list(algorithms(live=True)["cooperative"]["ucb1"])
    ['arms', 'agents', 'exploration_constant']

    """
    return {
        paper: {
            name: _described(entries, live=live) for name, entries in library_entries(paper).items()
        }
        for paper in papers_with_library()
    }


class Found(NamedTuple):
    """An algorithm that was asked for.

    Attributes
    ----------
    id : str
        `module:Class` of a class that was given itself.
    paper : str
    entry : Entry

    """

    id: str
    paper: str
    entry: Entry


def find(
    algorithm: str | type,
    paper: str | None,
    given: Mapping[str, Any],
    *,
    live: bool = False,
    strict: bool = True,
) -> Found:
    """Return the entry of an algorithm that takes the keywords that are given.

    Parameters
    ----------
    algorithm : str or class
        An id, a user's class, or its `module:Class`.
    paper : str or None
    given : mapping
        Of keywords; their names count.
    live : bool
        True if it is to be driven step by step.
    strict : bool
        False if it need not take all of the keywords.

    Raises
    ------
    ConfigurationError
        If there is none, or it is not known of which paper.

    """
    if paper is not None and (not isinstance(paper, str) or paper not in papers_with_library()):
        raise ConfigurationError(unknown("paper", paper, papers_with_library()))
    searched = papers_with_library() if paper is None else (paper,)
    if isinstance(algorithm, type):
        name = f"{algorithm.__module__}:{algorithm.__qualname__}"
        extensions.check(algorithm, name)
        return _own(name, algorithm, searched, given, live=live, strict=strict)
    name = algorithm
    if not isinstance(name, str):
        raise ConfigurationError(f"algorithm: {name!r}; allowed: an id such as 'dp-se', or a class")
    having = [one for one in searched if _has(one, name) and name in library_entries(one)]
    if len(having) > 1:
        raise ConfigurationError(
            f"paper: missing, and {name!r} has several; allowed: {', '.join(having)}"
        )
    if having:
        entries = library_entries(having[0])[name]
        return Found(name, having[0], _entry(entries, given, live=live, strict=strict))
    cls = extensions.find(name)
    if cls is None:
        others = [one for one in papers_with_library() if name in library_entries(one)]
        if others:
            allowed = ", ".join(others)
            raise ConfigurationError(f"paper: {paper!r}; allowed with {name!r}: {allowed}")
        known = sorted({name for other in searched for name in library_entries(other)})
        raise ConfigurationError(unknown("algorithm", name, known, see="br.algorithms()"))
    return _own(name, cls, searched, given, live=live, strict=strict)


def _own(
    name: str,
    cls: type,
    searched: Sequence[str],
    given: Mapping[str, Any],
    *,
    live: bool,
    strict: bool,
) -> Found:
    """Return the entry of a user's class: the problem of the paper with its feedback."""
    if live:
        raise ConfigurationError(f"algorithm: {name!r}; allowed: built in; a class has its steps")
    feedback = extensions.feedback_of(cls)
    for paper in searched:
        own = _catalogue(paper).OWN.get(feedback)
        if own:
            player = own.player(name=name, given=cls)
            asked = extensions.known_to(cls)
            entries = (Entry(player, own.keywords(asked)),)
            return Found(name, paper, _entry(entries, given, strict=strict))
    raise ConfigurationError(f"paper: {searched[0]!r}; allowed: one with feedback {feedback!r}")


@functools.cache
def papers_with_library() -> tuple[str, ...]:
    """Return the papers with a catalogue, found by their files."""
    folders = (Path(folder) for folder in papers.__path__)
    return tuple(
        found.name
        for folder in folders
        for found in pkgutil.iter_modules([str(folder)])
        if (folder / found.name / "catalogue.py").is_file()
    )


@functools.cache
def library_entries(paper: str) -> Mapping[str, tuple[Entry, ...]]:
    """Return a paper's algorithms by id; one with a module for each of two settings has both."""
    found: Mapping[str, Entry | tuple[Entry, ...]] = _catalogue(paper).ENTRIES
    return {
        name: (entries,) if isinstance(entries, Entry) else entries
        for name, entries in found.items()
    }


def _catalogue(paper: str) -> Any:
    return importlib.import_module(f"{papers.__name__}.{paper}.catalogue")


def _has(paper: str, algorithm: str) -> bool:
    """Say if a paper may have an algorithm, by the name of a module."""
    file = algorithm.replace("-", "_") + ".py"
    return any(os.path.isfile(Path(f, paper, "algorithms", file)) for f in papers.__path__)


def _entry(
    entries: tuple[Entry, ...], given: Mapping[str, Any], *, live: bool = False, strict: bool
) -> Entry:
    """Return the entry that takes the keywords, of several the one that takes most of them."""

    def known(entry: Entry) -> tuple[str, ...]:
        common, own = (Steps, entry.asked) if live else (Runs, entry.own)
        return (*common.model_fields, *own, *entry.options)

    def refused(entry: Entry) -> list[str]:
        return [key for key in given if key not in known(entry)]

    chosen = min(entries, key=lambda entry: len(refused(entry)))
    for key in refused(chosen) if strict else ():
        if live and key in (*Runs.model_fields, *chosen.own):
            allowed = ", ".join(known(chosen))
            raise ConfigurationError(f"{key}: not for a learner; allowed: {allowed}")
        raise ConfigurationError(unknown_key(key, known(chosen), see="br.algorithms()"))
    return chosen


def _described(entries: tuple[Entry, ...], *, live: bool) -> dict[str, str]:
    described = {}
    for entry in entries:
        fields = dict(entry.keywords.model_fields)
        if live:
            known = {name: fields[name] for name in entry.known}
            fields = {**entry.live.model_fields, **known}
        for key, field in {**fields, **entry.algorithm.Options.model_fields}.items():
            end = "required" if field.is_required() else f"default {field.default!r}"
            described[key] = f"{field.description or key}; {end}"
    return described
