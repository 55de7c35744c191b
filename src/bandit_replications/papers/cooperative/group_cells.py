"""Cells of the experiments with a group of agents: an algorithm at each of its settings."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any

from bandit_replications.experiments.cells import Cell, Column, cell
from bandit_replications.experiments.tasks import Recording
from bandit_replications.papers.cooperative.catalogue import ENTRIES, OWN
from bandit_replications.papers.cooperative.environments.networks import NetworkEntry
from bandit_replications.papers.cooperative.parameters import Group
from bandit_replications.papers.cooperative.simulation import ByzantineRuns, PrivateRuns, Runs
from bandit_replications.playing.catalogue import Entry, entry_of

# Settings that are options of an algorithm and came to the data sets later, with the value that all
# earlier runs had. This one stands in no key, also where it is no longer the main one: a change of
# the main interpretation seeds no run anew.
LATER = {"own_message": "left-out", "halves": "sender-turns", "ties": "most-points", "width": "own"}
# Their main values; an algorithm with another default has no such setting.
MAIN = {**LATER, "halves": "receiver-turns"}
OPTIONS = ("sigma", "estimator", *LATER)

Chosen = Mapping[str, Any]


def group_cells(
    section: Group,
    columns: tuple[Column, ...],
    algorithm: str,
    *,
    options: Mapping[str, Any] | None = None,
    later: Sequence[str] = (),
    covers: bool = False,
    **given: Any,
) -> Iterator[Cell]:
    """Yield the cells of an algorithm in a section of a group of agents.

    Parameters
    ----------
    section : Group
        Of the configuration; what is not given below is taken from it.
    columns : tuple of Column
        Settings of the data set.
    algorithm : str
    options : mapping, optional
        In place of the section's.
    later : sequence of str
        Settings that came to the data set later, and so have no place in a key.
    covers : bool
        Whether the clique cover is kept instead of curves.
    **given
        `network` and `horizon` in place of the section's; the interpretation, `reading`.

    """
    network: NetworkEntry = given.get("network", section.network)
    horizon = given.get("horizon", section.horizon)
    entry = entry_of(section.id_of(algorithm), ENTRIES, OWN)
    own = section.options_given(algorithm) if options is None else options
    place = {"algorithm": algorithm, "agents": network.agents, "graph": network.name}
    place |= {"horizon": horizon, "reading": given.get("reading")}
    for chosen in _choices(section, entry, alone=network.agents == 1):
        task = _runs(
            section,
            chosen,
            algorithm=entry.algorithm,
            options=entry.Options(**{**_options(chosen), **own}),
            network=network,
            means=section.means,
            message_life=chosen.get("message_life", 0),
            recording=Recording(horizon=horizon, checkpoints=0 if covers else section.checkpoints),
            covers=covers,
        )
        values = {**place, **_shown(chosen)}
        settings = {column.name: values.get(column.name) for column in columns}
        key = [value for name, value in settings.items() if name not in (*LATER, *later)]
        key += [
            f"{name}={settings[name]}"
            for name, earlier in LATER.items()
            if settings.get(name) not in (None, earlier)
        ]
        work = entry.work(horizon * (network.agents or 100))
        yield cell(
            task, replicates=section.replicates_of(algorithm), work=work, key=tuple(key), **settings
        )


def _choices(section: Group, entry: Entry, *, alone: bool) -> Iterator[Chosen]:
    """Yield each combination of the settings that an algorithm has.

    Of halves and ties one at most differs from the main interpretation, and only of a trimmed mean.
    Halves are null for a mean, and for one agent alone, who is sender and receiver.
    """
    seen: list[Chosen] = []
    given = {name: own for name, own in section.settings().items() if _has(entry, name)}
    for values in product(*given.values()):
        chosen = dict(zip(given, values, strict=True))
        trimmed = chosen.get("estimator") == "trimmed-mean"
        if "halves" in chosen and (alone or not trimmed):
            chosen["halves"] = None
        other = sum(chosen.get(name) not in (None, MAIN[name]) for name in ("halves", "ties"))
        if other <= trimmed and chosen not in seen:
            seen.append(chosen)
            yield chosen


def _has(entry: Entry, setting: str) -> bool:
    """Test for a setting of an algorithm: of its problem, or an option of its own."""
    if setting not in OPTIONS:
        return ("contamination" if setting == "fraction" else setting) in entry.own
    option = entry.Options.model_fields.get(setting) if entry.style is not None else None
    return option is not None and MAIN.get(setting, option.default) == option.default


def _options(chosen: Chosen) -> dict[str, Any]:
    """Return the settings that are options; a clipped mean has its own width."""
    own = {"width": "anytime"} if chosen.get("estimator") == "clipped-mean" else {}
    return {name: chosen[name] for name in OPTIONS if chosen.get(name) is not None} | own


def _shown(chosen: Chosen) -> dict[str, Any]:
    """Return the settings as results have them."""
    shown = dict(chosen)
    if "message_life" in chosen:
        shown["message_life"] = str(chosen["message_life"])
    if "contamination" in chosen:
        entry = chosen["contamination"]
        shown |= {"contamination": entry.probability, "source": entry.source}
    return shown


def _runs(section: Any, chosen: Chosen, **common: Any) -> Runs:
    """Return runs of an algorithm on the problem that it is made for."""
    if "contamination" in chosen:
        entry, fraction = chosen["contamination"], chosen.get("fraction", 1.0)
        together = entry.probability / fraction  # as many reports are false
        return ByzantineRuns(
            contamination=entry.model_copy(update={"probability": together}),
            assumed_contamination=section.assumed_contamination,
            byzantine=None if section.byzantine is None else tuple(section.byzantine),
            fraction=fraction,
            noise_scale=chosen.get("noise_scale", 0.0),
            epsilon=chosen.get("epsilon"),
            **common,
        )
    if "epsilon" in chosen:
        # an algorithm without an exponent has none in its noise, and any in its problem
        v = chosen.get("v", min(section.exponents))
        return PrivateRuns(epsilon=chosen["epsilon"], v=v, **common)
    return Runs(**common)
