"""The parameters of the paper's experiments: one section for each, with ranges and meanings."""

from collections.abc import Mapping, Sequence
from itertools import combinations, product
from typing import Annotated, Any, Self

from pydantic import AfterValidator, Field, model_validator

from bandit_replications.bandits.quantities import (
    MOST_CONSTANT,
    MOST_PLAYERS,
    ROUNDS,
    Count,
    Horizon,
    Mean,
    Players,
    Replicates,
    Rounds,
    Samples,
    check_cells,
)
from bandit_replications.configuration.sections import (
    AlgorithmList,
    Algorithms,
    AnySettings,
    Horizons,
    Ids,
    Options,
    Settings,
    check_options,
    distinct,
    distinct_by,
)
from bandit_replications.configuration.validation import PaperConfiguration, Section
from bandit_replications.papers.multiplayer.algorithms.blocks import (
    RANKING_ROUNDS,
    check_block_length,
    check_phases,
    check_sizes,
    theorem_block_length,
    theorem_ranking_rounds,
)
from bandit_replications.papers.multiplayer.algorithms.coordinate_in_bits_options import (
    Options as BitOptions,
)
from bandit_replications.papers.multiplayer.algorithms.subset_sampling import MOST_ARMS
from bandit_replications.papers.multiplayer.catalogue import COORDINATED, ENTRIES, IN_BITS
from bandit_replications.papers.multiplayer.environments.reacting import Reacts
from bandit_replications.papers.multiplayer.environments.scenarios import Reacting, Scenario

PAPER = "multiplayer"

LOSS: dict[str, Any] = {"unit": "loss per round"}

FEEDBACK = ("collisions",)
KIND = ("good", "others", "reacts", "last")  # what tells losses of a sweep apart
BLOCKED = {**COORDINATED, **IN_BITS}  # may meet adversaries that react
Ranked = Annotated[int, Field(ge=2, le=MOST_PLAYERS)]

# At most as many games as the paper's sweep, each of which makes cells.
MOST_HORIZONS = 10_000


def _check_scenario(scenario: Scenario) -> Scenario:
    """Refuse a change given twice."""
    distinct(scenario.changes)
    return scenario


Played = Annotated[Scenario, AfterValidator(_check_scenario)]


def check_games(
    scenarios: Sequence[Scenario],
    *,
    players: int,
    horizon: int,
    algorithms: Sequence[tuple[str, Mapping[str, Any]]],
) -> None:
    """Check that every algorithm can play every scenario, before anything is simulated.

    `algorithms` are ids with the options of each.

    Raises
    ------
    ValueError
        If sizes break the paper's assumptions, a block cannot hold its Coordinate
        phase, or a block or the ranking is longer than the game.

    """
    for scenario in scenarios:
        rounds = scenario.horizon(horizon)
        try:
            if scenario.arms > MOST_ARMS:
                raise ValueError(f"arms: {scenario.arms}; allowed: at most {MOST_ARMS}")
            sizes = {"players": players, "arms": scenario.arms}
            check_sizes(**sizes, horizon=rounds)
            for algorithm, own in algorithms:
                if algorithm in IN_BITS:
                    BitOptions(**own).blocks(**sizes, horizon=rounds)
                elif scenario.reacting and algorithm not in COORDINATED:
                    raise ValueError(f"algorithms: {algorithm}; allowed: {', '.join(BLOCKED)}")
                elif algorithm in COORDINATED:
                    _check_blocks(own, **sizes, horizon=rounds)
        except ValueError as error:
            raise ValueError(f"{error} (scenario {scenario.name!r})") from error


def _check_blocks(own: Mapping[str, Any], *, players: int, arms: int, horizon: int) -> None:
    """Check the blocks and the ranking of Coordinate and Play with these options."""
    given, ranking = own.get("block_length"), own.get("ranking_rounds", RANKING_ROUNDS)
    check_phases(
        ranking_rounds=ranking or theorem_ranking_rounds(players=players, horizon=horizon),
        block_length=given,
        horizon=horizon,
    )
    theorem = theorem_block_length(players=players, arms=arms, horizon=horizon)
    check_block_length(given or theorem, players=players, arms=arms)


class OnlineRegret(Algorithms):
    """Section 5: online regret of every algorithm in every scenario."""

    checkpoints: Count = Field(
        description="equally spaced rounds that every run records, besides the milestones"
    )
    scenarios: Settings[Played] = Field(description="named loss sequences")
    players: Players
    horizon: Horizon = Field(description="length of a run; scenarios from files have their own")
    milestones: AnySettings[Rounds] = Field(
        description="rounds that every run records, besides T/8, T/4, T/3, 4T/9, T/2, 3T/4 and T",
        json_schema_extra=ROUNDS,
    )
    options: Options

    @model_validator(mode="after")
    def _check(self) -> Self:
        self.check_algorithms(ENTRIES, feedback=FEEDBACK)
        check_options(ENTRIES, self.options, self.ids)
        _check_section(self, self.horizon)
        return self


def _check_section(section: "OnlineRegret | HorizonSweep", horizon: int) -> None:
    given = [(section.id_of(name), section.options_given(name)) for name in section.algorithms]
    check_games(section.scenarios, players=section.players, horizon=horizon, algorithms=given)


class Reading(Section):
    """An algorithm as it can also be understood, or repaired."""

    name: str = Field(min_length=1, description="name of the interpretation in results and figures")
    algorithm: str = Field(description="id of the algorithm")
    options: dict[str, Any] = Field(default={}, description="options that make the interpretation")
    shared_means: Count = Field(
        default=1,
        description="consecutive runs that share one draw of random means; above 1 only "
        "scenarios with random means are run",
    )
    over: str = Field(
        default="",
        description="what its regret is divided by: that of an algorithm, or of an interpretation "
        "of coordinate-and-play; empty: of its algorithm as configured",
    )
    replicates: Count = Field(description="runs in each scenario")


class Readings(Section):
    """What the paper leaves open, and repairs: final regrets in the scenarios of online_regret."""

    entries: Annotated[list[Reading], distinct_by("algorithm", "name")] = Field(
        description="interpretations; those of one algorithm stand together"
    )
    most_replicates: Count = Field(description="upper limit on the replicates of every entry")

    @model_validator(mode="after")
    def _check(self) -> Self:
        for number, entry in enumerate(self.entries):
            if entry.algorithm not in ENTRIES:
                known = ", ".join(ENTRIES)
                raise ValueError(f"algorithms: {entry.algorithm!r}; allowed: {known}")
            path = ("entries", number, "options")
            check_options(ENTRIES, {entry.algorithm: entry.options}, (entry.algorithm,), path=path)
        return self

    def replicates_of(self, entry: Reading) -> int:
        """Return the number of runs of an entry in each scenario."""
        return min(entry.replicates, self.most_replicates)


class HorizonSweep(AlgorithmList):
    """Appendix A.5: regret at the end of games of many lengths."""

    scenarios: Settings[Played] = Field(description="named loss sequences, no files")
    players: Players
    first_horizon: Horizon = Field(description="shortest game")
    last_horizon: Horizon = Field(description="longest game")
    step: Rounds = Field(description="from one horizon to the next", json_schema_extra=ROUNDS)
    algorithms: Ids
    replicates: Count = Field(description="runs of each algorithm in each game")
    options: Options

    @property
    def horizons(self) -> range:
        """The lengths of the games."""
        return range(self.first_horizon, self.last_horizon + 1, self.step)

    @model_validator(mode="after")
    def _check(self) -> Self:
        self.check_known(ENTRIES, feedback=FEEDBACK)
        check_options(ENTRIES, self.options, self.ids)
        if self.last_horizon < self.first_horizon:
            raise ValueError(
                f"last_horizon: {self.last_horizon}; allowed: at least first_horizon, "
                f"{self.first_horizon}"
            )
        if len(self.horizons) > MOST_HORIZONS:
            raise ValueError(
                f"step: {self.step}, which makes {len(self.horizons)} horizons; allowed: at most "
                f"{MOST_HORIZONS} of them"
            )
        check_cells(
            "horizons, scenarios and algorithms",
            len(self.horizons) * len(self.scenarios) * len(self.algorithms),
        )
        for scenario in self.scenarios:
            if scenario.file is not None:
                raise ValueError(f"scenarios: {scenario.name!r} is a file, which has one horizon")
        for horizon in (self.first_horizon, self.horizons[-1]):
            _check_section(self, horizon)
        return self


class Sweep(Section):
    """Games of several sizes with losses of one kind: K good arms, the others alike."""

    name: str = Field(min_length=1, description="name of the losses in results and figures")
    good: Mean = Field(default=0.0, description="mean loss of K arms", json_schema_extra=LOSS)
    others: Mean = Field(default=1.0, description="mean loss of the others", json_schema_extra=LOSS)
    reacts: Reacts | None = Field(
        default=None, description="when an adversary that reacts does so, in place of these losses"
    )
    last: bool = Field(default=False, description="whether the K good arms are the last ones")
    players: Settings[Ranked] = Field(title="K", description="numbers of players")
    arms: Settings[Annotated[int, Field(ge=3, le=MOST_ARMS)]] = Field(
        title="N", description="numbers of arms"
    )
    horizons: Horizons
    block_factors: Settings[Annotated[float, Field(gt=0, le=MOST_CONSTANT)]] = Field(
        default=[1.0],
        description="block lengths over the algorithm's own; those without blocks have 1 alone",
    )

    @property
    def games(self) -> list[tuple[Scenario, int, int, float]]:
        """Losses, number of players, horizon and factor of the block length of each game."""
        sizes = product(self.players, self.arms, self.horizons, self.block_factors)
        return [
            (self._scenario(players, arms), players, rounds, factor)
            for players, arms, rounds, factor in sizes
        ]

    def _scenario(self, players: int, arms: int) -> Scenario:
        if self.reacts:
            return Scenario(name=self.name, reacting=Reacting(arms=arms, when=self.reacts))
        means = [self.good] * players + [self.others] * (arms - players)
        return Scenario(name=self.name, means=means[::-1] if self.last else means)


class Sizes(AlgorithmList):
    """Final regrets of several algorithms over players, arms, horizon and block length."""

    algorithms: Ids
    sweeps: Annotated[list[Sweep], distinct_by(*Sweep.model_fields)] = Field(
        min_length=1, description="games of several sizes"
    )
    replicates: Replicates
    options: Options

    @property
    def games(self) -> list[tuple[str, Scenario, int, int, float]]:
        """Algorithm, losses, number of players, horizon and factor of each game, each once.

        Adversaries that react, and other block lengths, are for algorithms that have blocks.
        """
        games = [
            (algorithm, *game)
            for sweep in self.sweeps
            for game in sweep.games
            for algorithm in self.algorithms
            if self.id_of(algorithm) in BLOCKED or not (sweep.reacts or game[-1] != 1)
        ]
        return [game for number, game in enumerate(games) if game not in games[:number]]

    @model_validator(mode="after")
    def _check(self) -> Self:
        self.check_known(ENTRIES, feedback=FEEDBACK)
        check_options(ENTRIES, self.options, self.ids)
        for one, other in combinations(self.sweeps, 2):
            has, had = (kind.model_dump(include={*KIND}) for kind in (other, one))
            if one.name == other.name and has != had:
                raise ValueError(f"sweeps: {one.name} with {has} and {had}; allowed: one of them")
        for name, scenario, players, horizon, factor in self.games:
            own = self.options_of(name, scenario, players, horizon, factor)
            given = [(self.id_of(name), own)]
            check_games([scenario], players=players, horizon=horizon, algorithms=given)
        return self

    def options_of(
        self, name: str, scenario: Scenario, players: int, horizon: int, factor: float
    ) -> dict[str, Any]:
        """Return the options of an algorithm in a game; a factor of 1 leaves its block length."""
        own = dict(self.options_given(name))
        if factor != 1:
            sizes = {"players": players, "arms": scenario.arms, "horizon": horizon}
            theorem = theorem_block_length(**sizes)
            if self.id_of(name) in IN_BITS:
                theorem = BitOptions(**own).blocks(**sizes).length
            own["block_length"] = round(factor * theorem)
        return own


class Ranking(Section):
    """Appendix A.2: failures of the ranking, Algorithm 4."""

    players: Settings[Ranked] = Field(title="K", description="numbers of players")
    ranking_rounds: Settings[Count] = Field(
        title="T_R", description="lengths of the ranking phase", json_schema_extra=ROUNDS
    )
    samples: Samples = Field(description="simulated rankings in each cell")


class Configuration(PaperConfiguration):
    """Every parameter of the paper's experiments."""

    online_regret: OnlineRegret = Field(description="Section 5: Figures 2 to 4")
    readings: Readings = Field(description="what the paper leaves open, and repairs")
    horizon_sweep: HorizonSweep = Field(description="Appendix A.5: Figures 5 to 7")
    ranking: Ranking = Field(description="Appendix A.2: Algorithm 4")
    sizes: Sizes = Field(description="games over players, arms, horizon and block length")

    @model_validator(mode="after")
    def _check_readings(self) -> Self:
        games = self.online_regret
        for entry in self.readings.entries:
            options = reading_options(games, entry)
            try:
                check_games(
                    games.scenarios,
                    players=games.players,
                    horizon=games.horizon,
                    algorithms=[(entry.algorithm, options)],
                )
            except ValueError as error:
                raise ValueError(f"readings: {entry.name!r}: {error}") from error
        return self


def reading_options(games: OnlineRegret, entry: Reading) -> dict[str, Any]:
    """Return the options of an interpretation over those that its algorithm is configured with."""
    return {**games.options.get(entry.algorithm, {}), **entry.options}
