"""Samples of final group regrets for comparisons, and their caveats in words.

The paper's ε is unknown and its γ not an integer: an unqualified sentence of Section 5 is judged at
every ε and every rounding that Figure 1 was run with, and for the private algorithm also under
Algorithm 1 as printed, which counts an agent's own message beside its rewards.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from bandit_replications.ledger.comparison_records import Chosen, ComparisonRecord
from bandit_replications.ledger.parts import Sample
from bandit_replications.ledger.samples import Reader, Samples, cell_text, section_of
from bandit_replications.papers.cooperative.environments.instances import draw_means
from bandit_replications.papers.cooperative.parameters import Configuration
from bandit_replications.runtime.errors import NotApplicable

PRIVATE, ROBUST, REPAIRED = "private-multi-agent-ucb", "byzantine-proof-ucb", "released-sums-ucb"
WIDTHS = {"message-life": "algorithm-2", "byzantine-message-life": "algorithm-3"}


def _defaults(config: Configuration, chosen: Chosen) -> Chosen:
    """Return the main interpretation: smallest v, trimmed mean, first contamination and γ.

    An anchor has the width of the algorithm that it stands beside.
    """
    data, algorithm = chosen["data"], chosen["algorithm"]
    section = section_of(config, data)
    if algorithm in (PRIVATE, "dp-ucb-int"):
        main = {"epsilon": max(section.epsilons), "v": min(section.exponents)}
        left_out = algorithm == PRIVATE and data != "readings"
        return main | ({"own_message": "left-out"} if left_out else {})
    if algorithm == ROBUST:
        return {
            "message_life": str(section.message_lives[0]),
            "contamination": section.contaminations[0].probability,
            "estimator": "trimmed-mean",
            "halves": "receiver-turns",
            "ties": "most-points",
        }
    return {"width": WIDTHS[data]} if algorithm == "centralised-ucb1" and data in WIDTHS else {}


def _values(config: Configuration, data: str, column: str, name: str) -> Sequence[Any]:
    """Return every ε, γ or contamination, or the interpretations that assume too large a one."""
    section = section_of(config, data)
    values = {
        "epsilon": lambda: sorted(section.epsilons),
        "message_life": lambda: [str(life) for life in section.message_lives],
        "contamination": lambda: [one.probability for one in section.contaminations],
        "reading": lambda: list(_assumed(config)),
        "fraction": lambda: sorted(section.fractions)[:-1],
    }
    return list(values[column]())


def _assumed(config: Configuration) -> dict[str, float]:
    """Return the factor on ε of each interpretation that assumes another one."""
    found = {
        one.reading: one.options.get("assumed_factor", 1.0)
        for one in config.overestimated.variants
        if one.algorithm == ROBUST and len(one.options) == 1
    }
    return {name: float(factor) for name, factor in found.items() if factor != 1}


def _cell(config: Configuration, cell: Chosen) -> str:
    if "reading" in cell:
        true = config.overestimated.contaminations[0].probability
        factor, life = _assumed(config).get(cell["reading"]), cell["message_life"]
        name = cell["reading"] if factor is None else f"ε' = {factor * true:g}"
        return f"γ {life}, {name}"
    return cell_text(cell)


def _resolve(config: Configuration, chosen: Chosen) -> Chosen:
    """Return the runs with the least contaminations of a law, and all agents for a fraction."""
    if chosen["data"] != "contamination-sweep":
        return chosen
    found = dict(chosen)
    place = {"least": 0, "second least": 1}.get(found.get("contamination", 0))
    if place is not None:
        entries = section_of(config, found["data"]).contaminations
        law = {one.probability for one in entries if one.source == found["source"]} - {0.0}
        if len(law) <= place:
            raise NotApplicable(f"the sweep has {len(law)} contaminations by {found['source']}")
        found["contamination"] = sorted(law)[place]
    if "fraction" in found:
        found["contamination"] = round(found["contamination"] / found.pop("fraction"), 12)
    return found


def _in_turn(reader: Reader[Configuration], chosen: Chosen, other: Chosen) -> Sample:
    """Return the group regret of a round robin on the means of each replicate."""
    section, root = section_of(reader.config, chosen["data"]), reader.config.root_seed
    means = [
        draw_means(section.means, root_seed=root, replicate=number)
        for number in range(reader(other).size)
    ]
    pulls = section.horizon * (section.network.agents or 1)
    return np.array([pulls * float((one.max() - one).mean()) for one in means])


def _turn(reader: Reader[Configuration], record: ComparisonRecord) -> str:
    """Return the caveat with each ε of the sweep at which UCB1 is the better algorithm."""
    config = reader.config
    sweep = {"data": "privacy-sweep", "v": min(config.private.exponents)}
    alone = reader({**sweep, "algorithm": "ucb1"}).mean()
    worse = [
        epsilon
        for epsilon in sorted(config.privacy_sweep.epsilons)
        if reader({**sweep, "algorithm": PRIVATE, "epsilon": epsilon}).mean() > alone
    ]
    listed = ", ".join(f"{epsilon:g}" for epsilon in worse)
    return f"not for small ε: in the sweep UCB1 is the better one at ε = {listed}" * bool(worse)


def _star(reader: Reader[Configuration], record: ComparisonRecord) -> str:
    """Return the caveat on agents that are not Byzantine at random."""
    return (
        "not given who is Byzantine: of what a leaf hears from a Byzantine hub a share ε is false"
    )


SAMPLES = Samples(
    place="papers.cooperative.checks.samples:SAMPLES",
    defaults=_defaults,
    values=_values,
    cell=_cell,
    resolve=_resolve,
    computed={"round robin": _in_turn},
    caveats={"turn": _turn, "star": _star},
)
