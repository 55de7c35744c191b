"""What is simulated for the paper: data sets, their columns and settings. Numbers live in config.

Dubey, Pentland: Private and Byzantine-Proof Cooperative Decision-Making.
"""

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Annotated, Any, Literal, Self

from pydantic import AfterValidator, Field, ValidationInfo, model_validator

from bandit_replications.configuration.sections import Algorithms, Count, check_options
from bandit_replications.configuration.validation import PaperConfiguration, Section
from bandit_replications.experiments.cells import ALGORITHM, Cell, Column, Experiment, simulated_by
from bandit_replications.papers.cooperative.catalogue import ALONE, COMMUNICATING, module_name
from bandit_replications.papers.cooperative.environments.contamination import ContaminationEntry
from bandit_replications.papers.cooperative.environments.instances import MeansEntry, life_in_rounds
from bandit_replications.papers.cooperative.environments.networks import NetworkEntry

PAPER = "cooperative"

ROUNDS: dict[str, Any] = {"unit": "rounds"}

Epsilon = Annotated[float, Field(gt=0, allow_inf_nan=False)]
Exponent = Annotated[float, Field(gt=1, lt=1.5)]
Probability = Annotated[float, Field(ge=0, lt=0.5)]
Gap = Annotated[float, Field(gt=0, lt=1)]


def _check_life(life: int | str) -> int | str:
    life_in_rounds(life, 1)
    return life


Life = Annotated[int | str, AfterValidator(_check_life)]
Options = dict[str, dict[str, Any]]


# --- Configuration --------------------------------------------------------------------------


class Group(Algorithms):
    """What every experiment with a group of agents has."""

    network: NetworkEntry = Field(description="who can talk to whom")
    means: MeansEntry = Field(description="the arms")
    horizon: int = Field(
        ge=2, title="T", description="rounds of each agent", json_schema_extra=ROUNDS
    )
    message_lives: list[Life] = Field(
        min_length=1,
        title="γ",
        description="how often a message is passed on: a number, diameter, half-diameter-up/-down",
    )
    options: Options = Field(
        description="constants and readings of each algorithm, {algorithm: {option: value}}"
    )

    @model_validator(mode="after")
    def _check_group(self, info: ValidationInfo) -> Self:
        self.check_algorithms((*COMMUNICATING, *ALONE))
        check_options(PAPER, self.options, self.algorithms, info)
        if self.horizon < self.means.number:
            raise ValueError(
                f"horizon: {self.horizon}; allowed: at least the number of arms, "
                f"{self.means.number}"
            )
        return self


class Private(Group):
    """Section 5, Figure 1(a): private algorithms and their anchors."""

    epsilons: list[Epsilon] = Field(min_length=1, title="ε", description="privacy parameters")
    exponents: list[Exponent] = Field(
        min_length=1, title="v", description="exponents of the noise scale n^(v/2 - 1)"
    )


class Byzantine(Group):
    """Section 5, Figure 1(b): contaminated messages."""

    contaminations: list[ContaminationEntry] = Field(
        min_length=1, description="what Byzantine agents do"
    )
    assumed_contamination: Probability | None = Field(
        default=None, description="ε that the algorithm is given; by default the true one"
    )
    byzantine: list[Annotated[int, Field(ge=0)]] | None = Field(
        default=None, description="the Byzantine agents; by default all"
    )
    sigmas: list[Annotated[float, Field(gt=0)]] = Field(
        min_length=1, title="σ", description="bounds on the rewards' standard deviation"
    )
    estimators: list[Literal["trimmed-mean", "mean"]] = Field(
        min_length=1, description="how an arm's samples are averaged"
    )
    noise_scales: list[Annotated[float, Field(ge=0, allow_inf_nan=False)]] = Field(
        default=[0.0],
        min_length=1,
        description="scales of Laplace noise on each reported reward; 0 is the paper's algorithm",
    )


class MessageLife(Private, Byzantine):
    """Section 5, Figure 1(c): both algorithms against the message life."""


class Variant(Section):
    """One reading of an algorithm: a name, its options, and settings that differ."""

    reading: str = Field(min_length=1, description="name of the reading")
    algorithm: str = Field(description="id of the algorithm")
    options: dict[str, Any] = Field(description="options that differ from the main reading")


class Readings(Private, Byzantine):
    """How far each ambiguous reading moves the regret."""

    variants: list[Variant] = Field(min_length=1, description="readings to compare")

    @model_validator(mode="after")
    def _check_variants(self, info: ValidationInfo) -> Self:
        for number, variant in enumerate(self.variants):
            path = ("variants", number, "options")
            options = {variant.algorithm: variant.options}
            check_options(PAPER, options, self.algorithms, info, path=path)
        return self


class Privacy(Section):
    """Section 3: privacy losses of all releases together, beside the stated bound."""

    epsilons: list[Epsilon] = Field(min_length=1, title="ε", description="privacy parameters")
    exponents: list[Exponent] = Field(min_length=1, title="v", description="exponents")
    horizons: list[Count] = Field(
        min_length=1, title="t", description="pulls of one arm", json_schema_extra=ROUNDS
    )
    series: list[Literal["constant-interval", "square-root", "as-printed"]] = Field(
        min_length=1, description="readings of the release series W_n"
    )
    accountings: list[Literal["basic", "advanced", "exact"]] = Field(
        min_length=1, description="composition theorems"
    )
    delta: float = Field(gt=0, lt=1, title="δ'", description="δ of the last two of them")


class Graphs(Private, Byzantine):
    """Regret against the clique cover, over families of graphs."""

    networks: list[NetworkEntry] = Field(min_length=1, description="graphs to compare")


class LastingNoise(Section):
    """Two arms on a complete network, for long runs (`lower_bounds.lasting_noise`)."""

    agents: list[Annotated[int, Field(ge=2)]] = Field(
        min_length=1, title="M", description="numbers of agents"
    )
    gaps: list[Gap] = Field(min_length=1, title="Δ", description="gaps")
    exponents: list[Exponent] = Field(min_length=1, title="v", description="exponents")
    horizons: list[Annotated[int, Field(ge=2)]] = Field(
        min_length=1, title="T", description="lengths of a run", json_schema_extra=ROUNDS
    )
    replicates: Count = Field(description="runs in each cell")


class SaturatedReports(Section):
    """False reports that the printed condition lets through (`lower_bounds.saturated_reports`)."""

    agents: int = Field(ge=2, title="M", description="number of agents")
    contaminations: list[Probability] = Field(
        min_length=1, title="ε", description="contaminations; the printed condition is ε < 0.118"
    )
    horizons: list[Annotated[int, Field(ge=2)]] = Field(
        min_length=1, title="T", description="lengths of a run", json_schema_extra=ROUNDS
    )
    replicates: Count = Field(description="runs in each cell")


class Scaling(Private, Byzantine):
    """Regret against the number of agents and the horizon."""

    agents: list[Annotated[int, Field(ge=2)]] = Field(
        min_length=1, title="M", description="numbers of agents at `horizon`"
    )
    horizons: list[Annotated[int, Field(ge=2)]] = Field(
        min_length=1,
        title="T",
        description="horizons with the agents of `network`",
        json_schema_extra=ROUNDS,
    )


class Configuration(PaperConfiguration):
    """Every parameter of the paper's experiments."""

    private: Private = Field(description="Figure 1(a)")
    byzantine: Byzantine = Field(description="Figure 1(b)")
    message_life: MessageLife = Field(description="Figure 1(c)")
    privacy_sweep: Private = Field(description="regret against ε and v")
    contamination_sweep: Byzantine = Field(description="regret against the contamination")
    private_and_robust: Byzantine = Field(
        description="noise on each report, for privacy besides robustness"
    )
    readings: Readings = Field(description="sensitivity to what the paper leaves open")
    privacy: Privacy = Field(description="Section 3: composed privacy losses")
    graphs: Graphs = Field(description="other networks")
    scaling: Scaling = Field(description="more agents, more rounds")
    lasting_noise: LastingNoise = Field(description="the private theorem on long runs")
    saturated_reports: SaturatedReports = Field(description="the Byzantine theorem's condition")


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


def private_cells(config: Configuration) -> list[Cell]:
    """Return the cells of Figure 1(a)."""
    return _group_cells("private", PRIVATE_COLUMNS, config.private)


def byzantine_cells(config: Configuration) -> list[Cell]:
    """Return the cells of Figure 1(b)."""
    return _group_cells("byzantine", BYZANTINE_COLUMNS, config.byzantine)


def message_life_cells(config: Configuration) -> list[Cell]:
    """Return the cells of Figure 1(c)."""
    return _group_cells("message-life", MESSAGE_LIFE_COLUMNS, config.message_life)


def privacy_sweep_cells(config: Configuration) -> list[Cell]:
    """Return the cells of the sweep over ε and v."""
    return _group_cells("privacy-sweep", PRIVATE_COLUMNS, config.privacy_sweep)


def contamination_sweep_cells(config: Configuration) -> list[Cell]:
    """Return the cells of the sweep over contaminations and the noise of reports."""
    return _group_cells("contamination-sweep", CONTAMINATION_COLUMNS, config.contamination_sweep)


def private_and_robust_cells(config: Configuration) -> list[Cell]:
    """Return the cells of noised reports."""
    return _group_cells("private-and-robust", CONTAMINATION_COLUMNS, config.private_and_robust)


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
    Experiment(
        name="private",
        title="Group regret of the private algorithms (Figure 1(a))",
        settings=PRIVATE_COLUMNS,
        metrics=(REGRET,),
        cells=private_cells,
        simulate=simulated_by(PAPER, "simulate_curves"),
    ),
    Experiment(
        name="byzantine",
        title="Group regret with Byzantine agents (Figure 1(b))",
        settings=BYZANTINE_COLUMNS,
        metrics=(REGRET,),
        cells=byzantine_cells,
        simulate=simulated_by(PAPER, "simulate_curves"),
    ),
    Experiment(
        name="message-life",
        title="Group regret against the message life (Figure 1(c))",
        settings=MESSAGE_LIFE_COLUMNS,
        metrics=(REGRET,),
        cells=message_life_cells,
        simulate=simulated_by(PAPER, "simulate_curves"),
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
    Experiment(
        name="privacy-sweep",
        title="Group regret against ε and v",
        settings=PRIVATE_COLUMNS,
        metrics=(REGRET,),
        cells=privacy_sweep_cells,
        simulate=simulated_by(PAPER, "simulate_curves"),
    ),
    Experiment(
        name="contamination-sweep",
        title="Group regret against the contamination",
        settings=CONTAMINATION_COLUMNS,
        metrics=(REGRET,),
        cells=contamination_sweep_cells,
        simulate=simulated_by(PAPER, "simulate_curves"),
    ),
    Experiment(
        name="private-and-robust",
        title="Group regret with noise on each report: privacy besides robustness",
        settings=CONTAMINATION_COLUMNS,
        metrics=(REGRET,),
        cells=private_and_robust_cells,
        simulate=simulated_by(PAPER, "simulate_curves"),
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
