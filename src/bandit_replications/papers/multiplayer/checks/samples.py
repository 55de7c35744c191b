"""Samples of online regret for the claims on Section 5, and the meanings of its vague words.

The plotted numbers are not at hand, so a figure's claim is the message that the text attaches to
it. Regret is the online regret R_t against the K best arms of [t]. The vague words have these
meanings:

- "does not increase any more": a single run has stopped if its regret grows by at most one loss
  from `SEATED` rounds, when the chairs are taken, to T; ten runs, the paper's number, all have with
  probability one half when `GROWING` of the runs grow; or, another interpretation, the expected
  regret has stopped if it does not grow markedly;
- "keeps accumulating": a single run does if its regret grows from T/2 to 3T/4 and again to T; ten
  runs all do with probability one half when `GROWING` of the runs do not; or the expectation does;
- "larger" alone: the sign decides; "starts to increase", the opposite of flat, and "reacts":
  markedly, in regret and, for the latter, in growth.

"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from bandit_replications.configuration import validation as configuration
from bandit_replications.experiments.needs import Need
from bandit_replications.inference.proportions import clopper_pearson
from bandit_replications.ledger.comparison_records import Chosen, ComparisonRecord
from bandit_replications.ledger.parts import Comparison, Part, Sample, Share, level
from bandit_replications.ledger.rules import Numbers
from bandit_replications.ledger.samples import Reader, Samples, cell_text, require
from bandit_replications.papers.multiplayer.analysis.mean_curves import last_crossing
from bandit_replications.papers.multiplayer.parameters import Configuration
from bandit_replications.papers.multiplayer.theory import bounds, silence
from bandit_replications.runtime.errors import NotApplicable

COORDINATE, CHAIRS = "coordinate-and-play", "musical-chairs"

PLAYERS, EXPLORATION, SEATED = 4, 3000, 6000  # rounds: T_0, and by when chairs are taken
FEWEST_RUNS = 20
SHORTEST = 60_000  # rounds: the first change comes well after chairs are taken

# The paper's three and two of ours.
EXPERIMENTS = tuple(configuration.load("multiplayer", scale="paper").online_regret.scenarios)
# Constants that the paper gives its algorithms; a run with others is about something else.
PAPER_OPTIONS: Mapping[str, Mapping[str, Any]] = {
    "online_regret": {"ranking_rounds": 20, "exploration_rounds": EXPLORATION},
    "horizon_sweep": {"ranking_rounds": 25, "exploration_rounds": EXPLORATION},
}

GROWING = 1 - 0.5 ** (1 / 10)  # all of ten runs are flat with probability one half
RARELY = 0.05  # "with high probability" and "almost always", where no number is named
GROWN = 1.0  # a run has grown if its regret has by more than one loss
# Losses per round that two failed arms cost.
CHAIRS_SLOPE = float(2 * (silence.FAILED - silence.OTHER))


# --- Scope ----------------------------------------------------------------------------------


def need_of(
    config: Configuration, section: str, numbers: Sequence[int], algorithms: Sequence[str]
) -> tuple[Need, ...]:
    """Return the rows of the paper's experiments with these numbers that algorithms played.

    Raises
    ------
    NotApplicable
        If scenarios, number of players, algorithms or constants are not the paper's.

    """
    values = getattr(config, section)
    for number in numbers:
        if EXPERIMENTS[number - 1] not in values.scenarios:
            raise NotApplicable(f"the run has no experiment-{number} as in the paper")
    if values.players != PLAYERS:
        raise NotApplicable(f"the run has {values.players} players; the paper {PLAYERS}")
    for algorithm in algorithms:
        if algorithm not in values.algorithms:
            raise NotApplicable(f"the run has no {algorithm}")
        for key, value in values.options.get(algorithm, {}).items():
            if value != PAPER_OPTIONS[section].get(key):
                raise NotApplicable(f"the run sets {key} of {algorithm} to {value}")
    names = tuple(EXPERIMENTS[number - 1].name for number in numbers)
    where = {"scenario": names, "algorithm": tuple(algorithms)}
    return (Need(experiment=section.replace("_", "-"), where=where),)


def _scope(config: Configuration, chosen: Sequence[Chosen]) -> None:
    section = config.online_regret
    numbers = {_number(one["scenario"]) for one in chosen}
    algorithms = {one["algorithm"] for one in chosen if "reading" not in one}
    need_of(config, "online_regret", sorted(numbers), sorted(algorithms))
    require(config, "online-regret", algorithms, fewest=FEWEST_RUNS)
    if section.horizon < SHORTEST:
        raise NotApplicable(f"horizon {section.horizon}; the claim needs {SHORTEST} rounds")
    if not {EXPLORATION, SEATED} <= set(section.milestones):
        raise NotApplicable(f"the milestones lack {EXPLORATION} or {SEATED}")
    readings = {one["reading"] for one in chosen if "reading" in one}
    if not readings <= {entry.name for entry in config.readings.entries}:
        raise NotApplicable(f"the run lacks an interpretation of {', '.join(sorted(readings))}")


def _number(scenario: str) -> int:
    return 1 + [one.name for one in EXPERIMENTS].index(scenario)


def _cell(config: Configuration, cell: Chosen) -> str:
    if "scenario" in cell:
        return str(cell["scenario"]).replace("experiment-", "experiment ")
    return f"T{cell['round'].removeprefix('1')}" if "round" in cell else cell_text(cell)


# --- Runs that grow, or stop ----------------------------------------------------------------


def _grown(reader: Reader[Configuration], place: Chosen) -> np.ndarray:
    """Return a mask of the runs of Musical Chairs that grow after the chairs are taken."""
    return reader({**place, "since": SEATED}) > GROWN


def _few(name: str, rare: np.ndarray) -> list[Part]:
    return [Share(name=name, successes=int(rare.sum()), trials=rare.size, bound=GROWING)]


def _few_grow(reader: Reader[Configuration], place: Chosen) -> Sequence[Part]:
    return _few("share of Musical Chairs' runs that grow", _grown(reader, place))


def _few_stop(reader: Reader[Configuration], place: Chosen) -> Sequence[Part]:
    later = reader({**place, "round": "3/4", "since": "1/2"})
    stopped = np.minimum(later, reader({**place, "since": "3/4"})) <= 0
    return _few("share of Coordinate and Play's runs that do not grow", stopped)


def _growing(
    reader: Reader[Configuration], record: ComparisonRecord, parts: Sequence[Part]
) -> Numbers:
    grown = _grown(reader, record.chosen({}, {}))
    count, total = int(grown.sum()), grown.size
    low, high = clopper_pearson(count, total, confidence=0.95)
    return {
        **{part.name: part.value for part in parts},
        "runs that grow": count,
        "runs": total,
        "95% interval of the share": f"{low:.4f} to {high:.4f}",
        "all of 10 runs are flat with probability": (1 - count / total) ** 10,
    }


def _grows_text(reader: Reader[Configuration], record: ComparisonRecord) -> str:
    place = record.chosen({}, {})
    grown = _grown(reader, place)
    factor = reader(place).mean() / reader({**place, "round": SEATED}).mean()
    return (
        f"in {int(grown.sum())} of {grown.size} runs players hold wrong chairs for good, with "
        f"linear regret, so that its mean grows by a factor {factor:.3g} after {SEATED} rounds"
    ) * bool(grown.any())


def _few_lock_out(reader: Reader[Configuration], place: Chosen) -> Sequence[Part]:
    """Return the inequality on the share of runs that lose as much as if they never moved."""
    horizon = reader.config.online_regret.horizon
    lost = reader(place) >= float(silence.NEVER_TRIED * horizon)
    name = f"share of runs that never react, {place.get('reading', place['algorithm'])}"
    return [Share(name=name, successes=int(lost.sum()), trials=lost.size, bound=RARELY)]


# --- Other sentences ------------------------------------------------------------------------


def _not_yet_larger(reader: Reader[Configuration], record: ComparisonRecord) -> str:
    """Return the first recorded rounds with Coordinate and Play's mean not the larger one."""
    found = {}
    for after in (EXPLORATION, SEATED):
        play, chairs = (
            reader(record.chosen(name, {"round": after})).mean() for name in (COORDINATE, CHAIRS)
        )
        found[after] = play / chairs
    smaller = [f"after {t} rounds ({factor:.3g})" for t, factor in found.items() if factor <= 1]
    text = f"not in the first rounds, when Musical Chairs learns: {', '.join(smaller)}"
    return text * bool(smaller)


def _ahead(
    reader: Reader[Configuration], record: ComparisonRecord, parts: Sequence[Part]
) -> Numbers:
    """Return the ratios, and from when on Coordinate and Play's mean is the lower one."""
    play, chairs = (
        reader.cell(record.chosen(name, {})).groupby("round")["regret"].mean()
        for name in (COORDINATE, CHAIRS)
    )
    found = last_crossing(play.index.to_numpy(), (chairs - play).to_numpy())
    share = found / reader.config.online_regret.horizon
    text = "never" if np.isnan(found) else f"{found:.0f} ({share:.3g} T)"
    ratios = {part.name: part.value for part in parts}
    return {**ratios, "Coordinate and Play ahead from round": text}


def _fixed_arms(reader: Reader[Configuration], chosen: Chosen, other: Chosen) -> Sample:
    """Return the cost of two failed arms, never left, in the last quarter."""
    horizon = reader.config.online_regret.horizon
    return np.full(reader(other).size, CHAIRS_SLOPE * (horizon - 3 * horizon // 4))


def _within_bound(reader: Reader[Configuration], place: Chosen) -> Sequence[Comparison]:
    horizon = reader.config.online_regret.horizon
    bound = bounds.lemma_3_1_regret(players=PLAYERS, arms=8, horizon=horizon)
    name = f"mean regret over Lemma 3.1's bound, {place['scenario']}"
    return [level(name, reader(place) / bound, 1.0)]


SAMPLES = Samples(
    place="papers.multiplayer.checks.samples:SAMPLES",
    scope=_scope,
    cell=_cell,
    computed={"fixed arms": _fixed_arms},
    parts={
        "few grow": _few_grow,
        "few stop": _few_stop,
        "few lock out": _few_lock_out,
        "within the bound": _within_bound,
    },
    shown={"growing": _growing, "ahead": _ahead},
    caveats={"growing": _grows_text, "not yet larger": _not_yet_larger},
    facts={
        "growing": GROWING,
        "grown": GROWN,
        "chairs_slope": CHAIRS_SLOPE,
        "seated": SEATED,
        "rarely": RARELY,
        "never_tried": float(silence.NEVER_TRIED),
    },
)
