"""Data sets of the paper, their columns and settings; the numbers are in the configuration.

Dubey, Pentland: Private and Byzantine-Proof Cooperative Decision-Making.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import product
from typing import Any

from bandit_replications.configuration.sections import MAIN, Variant
from bandit_replications.experiments.cells import (
    ALGORITHM,
    Cell,
    Column,
    Experiment,
    cell,
    data_sets,
    integer,
    number,
    text,
)
from bandit_replications.papers.cooperative.catalogue import PRIVATE
from bandit_replications.papers.cooperative.group_cells import group_cells
from bandit_replications.papers.cooperative.parameters import PAPER, Configuration, Group, Readings
from bandit_replications.papers.cooperative.simulation.lower_bounds import LimitRuns
from bandit_replications.papers.cooperative.simulation.network_bounds import NetworkBounds
from bandit_replications.papers.cooperative.simulation.privacy import ComposedLosses

Columns = tuple[Column, ...]
Listed = Callable[[Any], Iterable[Cell]]

# --- Cells ----------------------------------------------------------------------------------


def _group_regret(
    name: str, title: str, columns: Columns, later: Sequence[str] = (), covers: bool = False
) -> Experiment:
    """Return the group regret of the section of this name, with `covers` beside clique covers."""

    def cells(config: Configuration) -> Iterator[Cell]:
        section: Group = getattr(config, name.replace("-", "_"))
        networks = getattr(section, "networks", [section.network])
        for network, algorithm in product(networks, section.algorithms):
            given: Any = {"network": network, "later": later, "covers": covers}
            yield from group_cells(section, columns, algorithm, **given)

    return _experiment(name, title, columns, cells, covers=covers)


def _experiment(
    name: str, title: str, columns: Columns, cells: Listed, *, covers: bool = False
) -> Experiment:
    """Return a data set of regret over the rounds, or of final regret beside clique covers."""
    metrics = (REGRET, COVER) if covers else (REGRET,)
    return Experiment(
        name=name, title=title, settings=columns, metrics=metrics, listed=cells, rounds=not covers
    )


def lasting_noise_cells(config: Configuration) -> Iterator[Cell]:
    """Yield the cells of the private theorem's long runs; the repair has no v."""
    section = config.lasting_noise
    names, exponents = ("agents", "gap", "v", "horizon"), (*section.exponents, None)
    for values in product(section.agents, section.gaps, exponents, section.horizons):
        yield _limit_cell("lasting_noise", section, dict(zip(names, values, strict=True)))


def saturated_reports_cells(config: Configuration) -> Iterator[Cell]:
    """Yield the cells of the Byzantine theorem's condition, and of the repair."""
    section = config.saturated_reports
    for share, horizon in product(section.contaminations, section.horizons):
        settings = {"agents": section.agents, "contamination": share, "horizon": horizon}
        key = tuple(settings.values())
        for estimator, own in (("trimmed-mean", ()), ("clipped-mean", ("clipped-mean",))):
            chosen = {**settings, "estimator": estimator}
            yield _limit_cell("saturated_reports", section, chosen, key=(*key, *own))


def _limit_cell(instance: Any, section: Any, settings: dict[str, Any], **key: Any) -> Cell:
    task = LimitRuns(instance=instance, settings=settings)
    work = settings["agents"] * settings["horizon"]
    return cell(task, replicates=section.replicates, work=work, **key, **settings)


def bounds_cells(config: Configuration) -> Iterator[Cell]:
    """Yield the cells of the theorems' bounds on the environments of Figure 1(c)."""
    private, byzantine = config.message_life, config.byzantine_message_life
    shares = [entry.probability for entry in byzantine.contaminations if entry.probability]
    for algorithm in config.bounds.algorithms:
        section: Group = private if algorithm in PRIVATE else byzantine
        levels = private.epsilons if algorithm in PRIVATE else shares
        for level, life in product(levels, section.message_lives):
            yield cell(
                NetworkBounds(
                    algorithm=algorithm,
                    level=level,
                    network=section.network,
                    means=section.means,
                    message_life=life,
                    horizon=section.horizon,
                ),
                replicates=section.replicates_of(section.algorithms[0]),
                work=section.network.agents or 100,
                algorithm=algorithm,
                level=level,
                message_life=str(life),
            )


def _readings(name: str, title: str) -> Experiment:
    """Return the data set of the interpretations in the section of that name; one is `main`."""

    def cells(config: Configuration) -> Iterator[Cell]:
        section: Readings = getattr(config, name)
        main = [Variant(reading=MAIN, algorithm=name, options={}) for name in section.algorithms]
        for variant in (*main, *section.variants):
            yield from group_cells(
                section,
                READINGS_COLUMNS,
                variant.algorithm,
                options={**section.options_given(variant.algorithm), **variant.options},
                reading=variant.reading,
            )

    return _experiment(name, title, READINGS_COLUMNS, cells)


def privacy_cells(config: Configuration) -> Iterator[Cell]:
    """Yield the cells of the composed privacy losses: one row each."""
    section = config.privacy
    for epsilon, v, horizon, series, accounting in product(
        section.epsilons, section.exponents, section.horizons, section.series, section.accountings
    ):
        delta = None if accounting == "basic" else section.delta
        losses = ComposedLosses(
            epsilon=epsilon, v=v, horizon=horizon, series=series, accounting=accounting, delta=delta
        )
        yield cell(losses, replicates=1, **vars(losses))


def scaling_cells(config: Configuration) -> Iterator[Cell]:
    """Yield the cells of the scaling in agents and in rounds."""
    section = config.scaling
    sizes = [(agents, section.horizon) for agents in section.agents]
    sizes += [(section.network.agents or 2, horizon) for horizon in section.horizons]
    for (agents, horizon), algorithm in product(dict.fromkeys(sizes), section.algorithms):
        network = section.network.model_copy(update={"agents": agents})
        yield from group_cells(
            section, SCALING_COLUMNS, algorithm, network=network, horizon=horizon, covers=True
        )


# --- Data sets ------------------------------------------------------------------------------

EPSILON = number("epsilon", "privacy parameter ε; null for non-private algorithms")
EXPONENT = number("v", "exponent v of the noise scale n^(v/2 - 1); null without such noise")
LIFE = text(
    "message_life",
    "message life γ: a number, diameter, half-diameter-down or -up; null without messages",
)
CONTAMINATION = number("contamination", "probability ε that a reported reward is false")
SOURCE = text("source", "law Q of false rewards")
SIGMA = number("sigma", "σ of the index of Algorithm 3")
ESTIMATOR = text("estimator", "how an arm's samples are averaged")
NOISE_SCALE = number("noise_scale", "scale of Laplace noise on each reported reward")
GAP = number("gap", "gap of two arms, reward per round")
BOUND = number("bound", "the theorem's bound", decimals=6)
GRAPH = text("graph", "name of the network")
AGENTS = integer("agents", "number of agents M; null: of a file")
HORIZON = integer("horizon", "rounds of each agent T, or pulls t")
REGRET = number(
    "regret",
    "group pseudo-regret after `round` rounds: sum over agents and arms of pulls times gap",
    decimals=6,
)
COVER = integer(
    "clique_cover",
    "cliques of a greedy cover of the power graph: an upper bound on the covering number",
)

OWN_MESSAGE = text("own_message", "whether an agent's own message counts too: left-out, counted")
WIDTH = text("width", "width of the one UCB1 that makes all pulls: own, algorithm-2, algorithm-3")
HALVES = text("halves", "who divides the samples of the trimmed mean into halves; else null")
TIES = text("ties", "which of several shortest intervals the trimmed mean takes")
FRACTION = number("fraction", "fraction f of Byzantine agents")

PRIVATE_COLUMNS = (ALGORITHM, EPSILON, EXPONENT, OWN_MESSAGE, WIDTH, LIFE)
BYZANTINE_COLUMNS = (ALGORITHM, CONTAMINATION, SOURCE, SIGMA, ESTIMATOR, HALVES, WIDTH, LIFE)
TRIMMING_COLUMNS = (ALGORITHM, CONTAMINATION, SOURCE, ESTIMATOR, HALVES, TIES, LIFE)
FRACTIONS_COLUMNS = (ALGORITHM, CONTAMINATION, FRACTION, SOURCE, ESTIMATOR, LIFE)
CONTAMINATION_COLUMNS = (ALGORITHM, CONTAMINATION, SOURCE, ESTIMATOR, NOISE_SCALE, LIFE)
BOTH_COLUMNS = (ALGORITHM, EPSILON, *CONTAMINATION_COLUMNS[1:])
READINGS_COLUMNS = (
    ALGORITHM,
    text("reading", "reading; `main` is the one chosen"),
    EPSILON,
    EXPONENT,
    CONTAMINATION,
    SOURCE,
    LIFE,
)
ZERO_COLUMNS = (ALGORITHM, AGENTS, ESTIMATOR, HALVES, TIES)
GRAPHS_COLUMNS = (ALGORITHM, GRAPH, AGENTS, EPSILON, CONTAMINATION, ESTIMATOR, LIFE)
SCALING_COLUMNS = (ALGORITHM, GRAPH, AGENTS, HORIZON, EPSILON, CONTAMINATION, ESTIMATOR, LIFE)

EXPERIMENTS = data_sets(
    PAPER,
    _group_regret(
        "private", "Group regret of the private algorithms (Figure 1(a))", PRIVATE_COLUMNS
    ),
    _group_regret(
        "byzantine", "Group regret with Byzantine agents (Figure 1(b))", BYZANTINE_COLUMNS
    ),
    _group_regret(
        "message-life",
        "Group regret of the private algorithm against the message life (Figure 1(c))",
        PRIVATE_COLUMNS,
    ),
    _group_regret(
        "byzantine-message-life",
        "Group regret of the Byzantine-proof algorithm against the message life (Figure 1(c))",
        BYZANTINE_COLUMNS,
        later=("sigma",),
    ),
    _group_regret(
        "trimming", "What the definition of the trimmed mean leaves open", TRIMMING_COLUMNS
    ),
    _group_regret("fractions", "A fraction of Byzantine agents (Section 4.2)", FRACTIONS_COLUMNS),
    _readings("readings", "Sensitivity of the group regret to what the paper leaves open"),
    _readings("overestimated", "A contamination that is assumed too large (Section 4.2)"),
    Experiment(
        name="privacy",
        title="Privacy loss of all releases of an arm's mean (Section 3)",
        settings=(
            EPSILON,
            EXPONENT,
            HORIZON,
            text("series", "reading of the release series W_n"),
            text("accounting", "composition: basic, advanced, exact"),
            number("delta", "δ'; null for pure privacy"),
        ),
        metrics=(
            number("loss", "ε of all releases, nats", decimals=9),
            number("bound", "the paper's bound on it", decimals=9),
            text("kind", "closed-form or quadrature"),
        ),
        listed=privacy_cells,
        rounds=False,
    ),
    _group_regret(
        "graphs", "Group regret and clique cover on other networks", GRAPHS_COLUMNS, covers=True
    ),
    Experiment(
        name="bounds",
        title="The theorems' bounds on the networks and means of Figure 1(c)",
        settings=(ALGORITHM, number("level", "ε: privacy parameter or contamination"), LIFE),
        metrics=(
            BOUND,
            COVER,
            number("in_turn", "group pseudo-regret of playing the arms in turn", decimals=6),
        ),
        listed=bounds_cells,
        rounds=False,
    ),
    _experiment(
        "scaling",
        "Group regret against agents and rounds",
        SCALING_COLUMNS,
        scaling_cells,
        covers=True,
    ),
    _group_regret("privacy-sweep", "Group regret against ε and v", PRIVATE_COLUMNS),
    _group_regret(
        "contamination-sweep", "Group regret against the contamination", CONTAMINATION_COLUMNS
    ),
    _group_regret(
        "private-and-robust",
        "Group regret on clipped batches, and with noise on each report: privacy and robustness",
        BOTH_COLUMNS,
    ),
    _group_regret(
        "zero-estimate",
        "Algorithm 3 without Byzantine agents: an estimate that stays at 0",
        ZERO_COLUMNS,
    ),
    _group_regret("two-coins", "Algorithm 3 without Byzantine agents on two coins", ZERO_COLUMNS),
    Experiment(
        name="lasting-noise",
        title="Long runs of the private algorithm on a complete network, beside its theorem",
        settings=(AGENTS, GAP, EXPONENT, HORIZON),
        metrics=(REGRET, BOUND),
        listed=lasting_noise_cells,
        rounds=False,
    ),
    Experiment(
        name="saturated-reports",
        title="Byzantine-Proof Multi-Agent UCB under its theorem's printed condition",
        settings=(AGENTS, CONTAMINATION, HORIZON, ESTIMATOR),
        metrics=(REGRET, BOUND),
        listed=saturated_reports_cells,
        rounds=False,
    ),
)
