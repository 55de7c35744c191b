"""What is simulated for the paper: data sets, their columns and settings. Numbers live in config.

Dubey, Pentland: Private and Byzantine-Proof Cooperative Decision-Making.
"""

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

from bandit_replications.experiments.cells import ALGORITHM, Cell, Column, Experiment, simulated_by
from bandit_replications.papers.cooperative.catalogue import COMMUNICATING, module_name
from bandit_replications.papers.cooperative.environments.contamination import ContaminationEntry
from bandit_replications.papers.cooperative.environments.networks import NetworkEntry
from bandit_replications.papers.cooperative.parameters import PAPER, Configuration, Variant

# --- Cells ----------------------------------------------------------------------------------

# Seconds of one agent's round on one core. They shape shards and the time left, never results.
SECONDS = {
    "byzantine-proof-ucb": 1.6e-7,
    "private-multi-agent-ucb": 1.4e-7,
    "multi-agent-ucb": 9e-8,
}
SECONDS_DEFAULT = 6e-8
SECONDS_PER_RUN = 0.003
# More for the trimmed mean where all reports are values other than 0 and 1.
SECONDS_TRIMMED = 8e-5
STRANGE = ("uniform", "outliers", "point-mass")


def _settings(section: Any, algorithm: str) -> Iterator[dict[str, Any]]:
    """Yield each combination of what applies to an algorithm; the rest is null."""
    lives = [str(life) for life in section.message_lives]
    nothing = [None]
    private = algorithm in ("private-multi-agent-ucb", "dp-ucb-int")
    robust = algorithm == "byzantine-proof-ucb"
    epsilons = getattr(section, "epsilons", nothing) if private else nothing
    exponents = getattr(section, "exponents", nothing) if private else nothing
    contaminations = getattr(section, "contaminations", nothing) if robust else nothing
    sigmas = getattr(section, "sigmas", nothing) if robust else nothing
    estimators = getattr(section, "estimators", nothing) if robust else nothing
    noise_scales = getattr(section, "noise_scales", nothing) if robust else nothing
    for epsilon, v, entry, sigma, estimator, noise_scale, life in product(
        epsilons,
        exponents,
        contaminations,
        sigmas,
        estimators,
        noise_scales,
        lives if algorithm in COMMUNICATING else nothing,
    ):
        yield {
            "epsilon": epsilon,
            "v": v,
            "contamination": entry,
            "sigma": sigma,
            "estimator": estimator,
            "noise_scale": noise_scale,
            "message_life": life,
        }


def _cell(
    experiment: str,
    columns: tuple[Column, ...],
    section: Any,
    algorithm: str,
    chosen: Mapping[str, Any],
    *,
    options: dict[str, Any] | None = None,
    network: NetworkEntry | None = None,
    horizon: int | None = None,
    reading: str | None = None,
) -> Cell:
    network, horizon = network or section.network, horizon or section.horizon
    entry = chosen["contamination"]
    values = {
        "algorithm": algorithm,
        **chosen,
        "contamination": entry and entry.probability,
        "source": entry and entry.source,
        "agents": network.agents,
        "graph": network.name,
        "horizon": horizon,
        "reading": reading,
    }
    base = dict(section.options.get(algorithm, {}) if options is None else options)
    if chosen["sigma"] is not None:
        base = {"sigma": chosen["sigma"], "estimator": chosen["estimator"], **base}
    parameters: dict[str, Any] = {
        "network": network.model_dump(),
        "means": section.means.model_dump(),
        "horizon": horizon,
        "curve_replicates": section.curve_replicates,
        "checkpoints": section.checkpoints,
        "options": base,
        **{key: chosen[key] for key in ("epsilon", "v", "message_life")},
    }
    if entry is not None:
        parameters["contamination"] = entry.model_dump()
        parameters["assumed_contamination"] = section.assumed_contamination
        parameters["byzantine"] = section.byzantine
        parameters["noise_scale"] = chosen["noise_scale"]
    agents = network.agents or 100
    per_round = SECONDS.get(algorithm, SECONDS_DEFAULT)
    if chosen["estimator"] == "trimmed-mean":
        per_round += SECONDS_TRIMMED * _strange_share(entry, chosen["noise_scale"])
    return Cell(
        experiment=experiment,
        settings={column.name: values[column.name] for column in columns},
        replicates=section.replicates_of(algorithm),
        seconds=SECONDS_PER_RUN + per_round * agents * horizon,
        parameters=parameters,
        modules=(module_name("simulation"), module_name(algorithm)),
    )


def _strange_share(entry: ContaminationEntry, noise_scale: float) -> float:
    """Return a share of reports that are neither 0 nor 1, for the time that they take."""
    if noise_scale > 0:
        return 0.3  # every report, of few agents
    return entry.probability if entry.source in STRANGE else 0.0


def _group_cells(experiment: str, columns: tuple[Column, ...], section: Any) -> list[Cell]:
    return [
        _cell(experiment, columns, section, algorithm, chosen)
        for algorithm in section.algorithms
        for chosen in _settings(section, algorithm)
    ]


def _group_regret(name: str, title: str, columns: tuple[Column, ...]) -> Experiment:
    """Return the data set of group regret over the section of the same name."""
    return Experiment(
        name=name,
        title=title,
        settings=columns,
        metrics=(REGRET,),
        cells=lambda config: _group_cells(name, columns, getattr(config, name.replace("-", "_"))),
        simulate=simulated_by(PAPER, "simulate_curves"),
    )


def lasting_noise_cells(config: Configuration) -> list[Cell]:
    """Return the cells of the private theorem's long runs."""
    section = config.lasting_noise
    return [
        Cell(
            experiment="lasting-noise",
            settings={"agents": agents, "gap": gap, "v": v, "horizon": horizon},
            replicates=section.replicates,
            seconds=SECONDS_PER_RUN + 3e-7 * agents * horizon,
            parameters={},
            modules=(module_name("simulation"), module_name("theory.lower-bounds")),
        )
        for agents in section.agents
        for gap in section.gaps
        for v in section.exponents
        for horizon in section.horizons
    ]


def saturated_reports_cells(config: Configuration) -> list[Cell]:
    """Return the cells of the Byzantine theorem's condition."""
    section = config.saturated_reports
    return [
        Cell(
            experiment="saturated-reports",
            settings={"agents": section.agents, "contamination": share, "horizon": horizon},
            replicates=section.replicates,
            seconds=SECONDS_PER_RUN + 1.8e-7 * section.agents * horizon,
            parameters={},
            modules=(module_name("simulation"), module_name("theory.lower-bounds")),
        )
        for share in section.contaminations
        for horizon in section.horizons
    ]


def readings_cells(config: Configuration) -> list[Cell]:
    """Return the cells of the sensitivity to the readings; `main` is the one chosen."""
    section = config.readings
    main = [Variant(reading="main", algorithm=name, options={}) for name in section.algorithms]
    return [
        _cell(
            "readings",
            READINGS_COLUMNS,
            section,
            variant.algorithm,
            chosen,
            options={**section.options.get(variant.algorithm, {}), **variant.options},
            reading=variant.reading,
        )
        for variant in (*main, *section.variants)
        for chosen in _settings(section, variant.algorithm)
    ]


def privacy_cells(config: Configuration) -> list[Cell]:
    """Return the cells of the composed privacy losses: one row each."""
    section = config.privacy
    return [
        Cell(
            experiment="privacy",
            settings={
                "epsilon": epsilon,
                "v": v,
                "horizon": horizon,
                "series": series,
                "accounting": accounting,
                "delta": None if accounting == "basic" else section.delta,
            },
            replicates=1,
            seconds=0.03 if accounting == "exact" else 0.001,
            parameters={},
            modules=(module_name("simulation"), module_name("theory.privacy-accounting")),
        )
        for epsilon in section.epsilons
        for v in section.exponents
        for horizon in section.horizons
        for series in section.series
        for accounting in section.accountings
    ]


def graphs_cells(config: Configuration) -> list[Cell]:
    """Return the cells of the other networks."""
    section = config.graphs
    return [
        _cell(
            "graphs",
            GRAPHS_COLUMNS,
            section,
            algorithm,
            chosen,
            network=network,
        )
        for network in section.networks
        for algorithm in section.algorithms
        for chosen in _settings(section, algorithm)
    ]


def scaling_cells(config: Configuration) -> list[Cell]:
    """Return the cells of the scaling in agents and in rounds."""
    section = config.scaling
    sizes = [(agents, section.horizon) for agents in section.agents]
    sizes += [(section.network.agents or 2, horizon) for horizon in section.horizons]
    return [
        _cell(
            "scaling",
            SCALING_COLUMNS,
            section,
            algorithm,
            chosen,
            network=section.network.model_copy(update={"agents": agents}),
            horizon=horizon,
        )
        for agents, horizon in dict.fromkeys(sizes)
        for algorithm in section.algorithms
        for chosen in _settings(section, algorithm)
    ]


# --- Data sets ------------------------------------------------------------------------------

EPSILON = Column(
    name="epsilon", type="number", meaning="privacy parameter ε; null for non-private algorithms"
)
EXPONENT = Column(name="v", type="number", meaning="exponent v of the noise scale n^(v/2 - 1)")
LIFE = Column(
    name="message_life",
    type="text",
    meaning="message life γ: a number, diameter, half-diameter-down or -up; null without messages",
)
CONTAMINATION = Column(
    name="contamination", type="number", meaning="probability ε that a reported reward is false"
)
SOURCE = Column(name="source", type="text", meaning="law Q of false rewards")
SIGMA = Column(name="sigma", type="number", meaning="σ of the index of Algorithm 3")
ESTIMATOR = Column(name="estimator", type="text", meaning="how an arm's samples are averaged")
NOISE_SCALE = Column(
    name="noise_scale", type="number", meaning="scale of Laplace noise on each reported reward"
)
GAP = Column(name="gap", type="number", meaning="gap of two arms, reward per round")
BOUND = Column(name="bound", type="number", decimals=6, meaning="the theorem's bound")
GRAPH = Column(name="graph", type="text", meaning="name of the network")
AGENTS = Column(name="agents", type="integer", meaning="number of agents M; null: of a file")
HORIZON = Column(name="horizon", type="integer", meaning="rounds of each agent T, or pulls t")
REGRET = Column(
    name="regret",
    type="number",
    decimals=6,
    meaning="group pseudo-regret after `round` rounds: sum over agents and arms of pulls times gap",
)
COVER = Column(
    name="clique_cover",
    type="integer",
    meaning="cliques of a greedy cover of the power graph: an upper bound on the covering number",
)

PRIVATE_COLUMNS = (ALGORITHM, EPSILON, EXPONENT, LIFE)
BYZANTINE_COLUMNS = (ALGORITHM, CONTAMINATION, SOURCE, SIGMA, ESTIMATOR, LIFE)
MESSAGE_LIFE_COLUMNS = (ALGORITHM, EPSILON, EXPONENT, CONTAMINATION, SOURCE, ESTIMATOR, LIFE)
CONTAMINATION_COLUMNS = (ALGORITHM, CONTAMINATION, SOURCE, ESTIMATOR, NOISE_SCALE, LIFE)
READINGS_COLUMNS = (
    ALGORITHM,
    Column(name="reading", type="text", meaning="reading; `main` is the one chosen"),
    EPSILON,
    EXPONENT,
    CONTAMINATION,
    SOURCE,
    LIFE,
)
GRAPHS_COLUMNS = (ALGORITHM, GRAPH, AGENTS, EPSILON, CONTAMINATION, ESTIMATOR, LIFE)
SCALING_COLUMNS = (ALGORITHM, GRAPH, AGENTS, HORIZON, EPSILON, CONTAMINATION, ESTIMATOR, LIFE)

EXPERIMENTS = (
    _group_regret(
        "private", "Group regret of the private algorithms (Figure 1(a))", PRIVATE_COLUMNS
    ),
    _group_regret(
        "byzantine", "Group regret with Byzantine agents (Figure 1(b))", BYZANTINE_COLUMNS
    ),
    _group_regret(
        "message-life", "Group regret against the message life (Figure 1(c))", MESSAGE_LIFE_COLUMNS
    ),
    Experiment(
        name="readings",
        title="Sensitivity of the group regret to what the paper leaves open",
        settings=READINGS_COLUMNS,
        metrics=(REGRET,),
        cells=readings_cells,
        simulate=simulated_by(PAPER, "simulate_curves"),
    ),
    Experiment(
        name="privacy",
        title="Privacy loss of all releases of an arm's mean (Section 3)",
        settings=(
            EPSILON,
            EXPONENT,
            HORIZON,
            Column(name="series", type="text", meaning="reading of the release series W_n"),
            Column(name="accounting", type="text", meaning="composition: basic, advanced, exact"),
            Column(name="delta", type="number", meaning="δ'; null for pure privacy"),
        ),
        metrics=(
            Column(name="loss", type="number", decimals=9, meaning="ε of all releases, nats"),
            Column(name="bound", type="number", decimals=9, meaning="the paper's bound on it"),
            Column(name="kind", type="text", meaning="closed-form or quadrature"),
        ),
        cells=privacy_cells,
        simulate=simulated_by(PAPER, "simulate_privacy"),
        rounds=False,
    ),
    Experiment(
        name="graphs",
        title="Group regret and clique cover on other networks",
        settings=GRAPHS_COLUMNS,
        metrics=(REGRET, COVER),
        cells=graphs_cells,
        simulate=simulated_by(PAPER, "simulate_covers"),
        rounds=False,
    ),
    Experiment(
        name="scaling",
        title="Group regret against agents and rounds",
        settings=SCALING_COLUMNS,
        metrics=(REGRET, COVER),
        cells=scaling_cells,
        simulate=simulated_by(PAPER, "simulate_covers"),
        rounds=False,
    ),
    _group_regret("privacy-sweep", "Group regret against ε and v", PRIVATE_COLUMNS),
    _group_regret(
        "contamination-sweep", "Group regret against the contamination", CONTAMINATION_COLUMNS
    ),
    _group_regret(
        "private-and-robust",
        "Group regret with noise on each report: privacy besides robustness",
        CONTAMINATION_COLUMNS,
    ),
    Experiment(
        name="lasting-noise",
        title="Long runs of the private algorithm on a complete network, beside its theorem",
        settings=(AGENTS, GAP, EXPONENT, HORIZON),
        metrics=(REGRET, BOUND),
        cells=lasting_noise_cells,
        simulate=simulated_by(PAPER, "simulate_lasting_noise"),
        rounds=False,
    ),
    Experiment(
        name="saturated-reports",
        title="Byzantine-Proof Multi-Agent UCB under its theorem's printed condition",
        settings=(AGENTS, CONTAMINATION, HORIZON),
        metrics=(REGRET, BOUND),
        cells=saturated_reports_cells,
        simulate=simulated_by(PAPER, "simulate_saturated_reports"),
        rounds=False,
    ),
)
