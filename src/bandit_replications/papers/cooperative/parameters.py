"""The parameters of the paper's experiments: one section for each, with ranges and meanings."""

from collections import Counter
from collections.abc import Sequence
from typing import Annotated, Any, Literal, Self

from pydantic import AfterValidator, Field, model_validator

from bandit_replications.bandits.quantities import (
    LONGEST,
    MOST_CONSTANT,
    MOST_IN_NETWORK,
    ROUNDS,
    Corruption,
    Exponent,
    Gap,
    Horizon,
    NoiseScale,
    Replicates,
    Rounds,
)
from bandit_replications.configuration.sections import (
    AnySettings,
    Curves,
    Epsilons,
    Horizons,
    Options,
    Settings,
    Variant,
    Variants,
    check_options,
    check_variants,
    distinct_by,
    with_gap,
)
from bandit_replications.configuration.validation import PaperConfiguration, Section
from bandit_replications.papers.cooperative.algorithms.centralised_ucb1 import Width
from bandit_replications.papers.cooperative.algorithms.release_series import Series
from bandit_replications.papers.cooperative.algorithms.trimmed_mean import Ties
from bandit_replications.papers.cooperative.catalogue import ENTRIES
from bandit_replications.papers.cooperative.environments.contamination import ContaminationEntry
from bandit_replications.papers.cooperative.environments.instances import MeansEntry
from bandit_replications.papers.cooperative.environments.networks import NetworkEntry
from bandit_replications.papers.cooperative.environments.problems import life_in_rounds
from bandit_replications.playing import extensions

PAPER = "cooperative"


def _check_life(life: int | str) -> int | str:
    if not str(life).isascii():  # other digits than 0 to 9
        raise ValueError(f"message life {life!r}; allowed: an integer >= 0")
    if life_in_rounds(life, 1) > LONGEST:
        raise ValueError(f"message life {life!r}; allowed: at most {LONGEST}")
    return life


def _check_lives(lives: list[int | str]) -> list[int | str]:
    for text, number in Counter(map(str, lives)).items():
        if number > 1:
            raise ValueError(f"{text!r} twice; allowed: each value once")
    return lives


def _check_means(means: MeansEntry) -> MeansEntry:
    if means.instance is not None:
        with_gap(means.instance)
    return means


Life = Annotated[int | str, AfterValidator(_check_life)]
Means = Annotated[MeansEntry, AfterValidator(_check_means)]
Contaminations = Annotated[
    Settings[ContaminationEntry], distinct_by("probability", "source")
]  # a value is no column of results
OwnMessage = Literal["left-out", "counted"]
Estimator = Literal["trimmed-mean", "mean", "clipped-mean"]
Halves = Literal["sender-turns", "receiver-turns"]
Widths = Annotated[
    Settings[Width], Field(description="widths of the one UCB1 that makes all pulls")
]
OWN_WIDTH: list[Width] = ["own"]
SETTINGS = {
    "epsilon": "epsilons",
    "v": "exponents",
    "contamination": "contaminations",
    "sigma": "sigmas",
    "estimator": "estimators",
    "noise_scale": "noise_scales",
    "fraction": "fractions",
    "own_message": "own_messages",
    "halves": "halves",
    "ties": "ties",
    "width": "widths",
    "message_life": "message_lives",
}  # of a cell: the key of a section that lists their values


class Group(Curves):
    """What every experiment with a group of agents has."""

    network: NetworkEntry = Field(description="who can talk to whom")
    means: Means = Field(description="the arms")
    horizon: Horizon = Field(description="rounds of each agent")
    message_lives: Annotated[Settings[Life], AfterValidator(_check_lives)] = Field(
        title="γ",
        description="how often a message is passed on: a number, diameter, half-diameter-up/-down",
    )
    options: Options

    @model_validator(mode="after")
    def _check_group(self) -> Self:
        self.check_algorithms(ENTRIES, feedback=("network",))
        check_options(ENTRIES, self.options, self.ids)
        self._check_own()
        if self.horizon < self.means.number:
            raise ValueError(
                f"horizon: {self.horizon}; allowed: at least the number of arms, "
                f"{self.means.number}"
            )
        return self

    def settings(self) -> dict[str, Sequence[Any]]:
        """Return the values of each setting of the section, in the order of its cells."""
        return {name: getattr(self, key) for name, key in SETTINGS.items() if hasattr(self, key)}

    def _check_own(self) -> None:
        """Check that the section has all words of a user's class, and the class one at most."""
        for algorithm in self.ids:
            words = [] if algorithm in ENTRIES else asked_for(algorithm)
            lacking = [word for word in words if word not in self.settings()]
            if len(words) > 1 or lacking:
                places = " or ".join(sorted(words))
                raise ValueError(
                    f"algorithms: {algorithm!r} asks for {places}; allowed: one of them, in an "
                    "experiment that has it"
                )


def asked_for(algorithm: str) -> list[str]:
    """Return the words epsilon and contamination, if a user's class asks for them."""
    words = ("epsilon", "contamination")
    return [word for word in words if extensions.asks_for(algorithm, word)]


class Private(Group):
    """Section 5, Figure 1(a): private algorithms and their anchors."""

    epsilons: Epsilons
    exponents: Settings[Exponent] = Field(
        title="v", description="exponents of the noise scale n^(v/2 - 1)"
    )
    own_messages: Settings[OwnMessage] = Field(
        default=["left-out"],
        description="whether an agent counts its own message too, as Algorithm 1 prints it",
    )
    widths: Widths = OWN_WIDTH


class Byzantine(Group):
    """Section 5, Figure 1(b): contaminated messages."""

    contaminations: Contaminations = Field(description="what Byzantine agents do")
    assumed_contamination: Corruption | None = Field(
        default=None, description="ε that the algorithm is given; by default the true one"
    )
    byzantine: AnySettings[Annotated[int, Field(ge=0, lt=MOST_IN_NETWORK)]] | None = Field(
        default=None, description="the Byzantine agents; by default all"
    )
    sigmas: Settings[Annotated[float, Field(gt=0, le=MOST_CONSTANT)]] = Field(
        title="σ", description="bounds on the rewards' standard deviation"
    )
    estimators: Settings[Estimator] = Field(
        description="how an arm's samples are averaged; clipped-mean is ours, with its own width"
    )
    halves: Settings[Halves] = Field(
        default=["receiver-turns"],
        description="who puts samples by turns into the halves of the trimmed mean",
    )
    ties: Settings[Ties] = Field(
        default=["most-points"],
        description="which of several shortest intervals the trimmed mean takes",
    )
    widths: Widths = OWN_WIDTH
    noise_scales: Settings[NoiseScale] = Field(
        default=[0.0],
        description="scales of Laplace noise on each reported reward; 0 is the paper's algorithm",
    )


class Readings(Private, Byzantine):
    """Effects of ambiguous passages on the regret."""

    variants: Variants = Field(description="interpretations to compare")

    @model_validator(mode="after")
    def _check_variants(self) -> Self:
        check_variants(ENTRIES, self.variants, self.algorithms)
        for variant in self.variants:
            self._check_assumed(variant)
        return self

    def _check_assumed(self, variant: Variant) -> None:
        """Check that a variant assumes a contamination below 1/2."""
        factor = variant.options.get("assumed_factor", 0.0)
        true = max(entry.probability for entry in self.contaminations)
        if factor * true >= 1 / 2:
            raise ValueError(
                f"contaminations: {true:g}; allowed: less than {1 / (2 * factor):g}, of which "
                f"reading {variant.reading!r} assumes {factor:g} times as much"
            )


class Privacy(Section):
    """Section 3: privacy losses of all releases together, beside the stated bound."""

    epsilons: Epsilons
    exponents: Settings[Exponent] = Field(title="v", description="exponents")
    horizons: Settings[Rounds] = Field(
        title="t", description="pulls of one arm", json_schema_extra=ROUNDS
    )
    series: Settings[Series] = Field(description="interpretations of the release series W_n")
    accountings: Settings[Literal["basic", "advanced", "exact"]] = Field(
        description="composition theorems"
    )
    delta: float = Field(gt=0, lt=1, title="δ'", description="δ of the last two of them")


class Graphs(Private, Byzantine):
    """Regret against the clique cover, over families of graphs."""

    networks: Settings[NetworkEntry] = Field(description="graphs to compare")


class ZeroEstimate(Byzantine):
    """Algorithm 3 without Byzantine agents on coins and constants (`zero_estimate`)."""

    networks: Settings[NetworkEntry] = Field(description="complete networks to compare")


class PrivateAndRobust(Byzantine):
    """Privacy and robustness together; noise of scale 1/ε on each report stands beside it."""

    epsilons: Epsilons


Agents = Annotated[int, Field(ge=2, le=MOST_IN_NETWORK)]


class LastingNoise(Section):
    """Two arms on a complete network, for long runs (`lower_bounds.lasting_noise`)."""

    agents: Settings[Agents] = Field(title="M", description="numbers of agents")
    gaps: Settings[Gap] = Field(title="Δ", description="gaps")
    exponents: Settings[Exponent] = Field(title="v", description="exponents")
    horizons: Horizons
    replicates: Replicates


class SaturatedReports(Section):
    """False reports that the printed condition lets through (`lower_bounds.saturated_reports`)."""

    agents: int = Field(ge=2, le=MOST_IN_NETWORK, title="M", description="number of agents")
    contaminations: Settings[Corruption] = Field(
        title="ε", description="contaminations; the printed condition is ε < 0.118"
    )
    horizons: Horizons
    replicates: Replicates


class Fractions(Byzantine):
    """Section 4.2: a fraction f of Byzantine agents, with the same share of false rewards."""

    fractions: Settings[Annotated[float, Field(gt=0, le=1)]] = Field(
        title="f", description="fractions of Byzantine agents; the contamination is divided by them"
    )


BOUNDED = Literal[
    "private-multi-agent-ucb", "released-sums-ucb", "byzantine-proof-ucb", "clipped-mean"
]


class Bounds(Section):
    """The theorems' bounds in the environments of Figure 1(c)."""

    algorithms: Settings[BOUNDED] = Field(
        description="whose bounds: of printed algorithms, or of their repairs"
    )


class Scaling(Private, Byzantine):
    """Regret against the number of agents and the horizon."""

    agents: Settings[Agents] = Field(title="M", description="numbers of agents at `horizon`")
    horizons: Horizons = Field(description="horizons with the agents of `network`")


class Configuration(PaperConfiguration):
    """Every parameter of the paper's experiments."""

    private: Private = Field(description="Figure 1(a)")
    byzantine: Byzantine = Field(description="Figure 1(b)")
    message_life: Private = Field(description="Figure 1(c), the private algorithm")
    byzantine_message_life: Byzantine = Field(
        description="Figure 1(c), the Byzantine-proof algorithm, on the means of Figure 1(b)"
    )
    trimming: Byzantine = Field(description="what the trimmed mean leaves open")
    fractions: Fractions = Field(description="a fraction of Byzantine agents")
    privacy_sweep: Private = Field(description="regret against ε and v")
    contamination_sweep: Byzantine = Field(description="regret against the contamination")
    private_and_robust: PrivateAndRobust = Field(description="privacy besides robustness")
    readings: Readings = Field(description="sensitivity to what the paper leaves open")
    overestimated: Readings = Field(description="a contamination that is assumed too large")
    privacy: Privacy = Field(description="Section 3: composed privacy losses")
    graphs: Graphs = Field(description="other networks")
    bounds: Bounds = Field(description="bounds beside the runs of Figure 1(c)")
    scaling: Scaling = Field(description="more agents, more rounds")
    zero_estimate: ZeroEstimate = Field(description="an estimate that stays at 0")
    two_coins: Byzantine = Field(description="the same on two coins")
    lasting_noise: LastingNoise = Field(description="the private theorem on long runs")
    saturated_reports: SaturatedReports = Field(description="the Byzantine theorem's condition")
