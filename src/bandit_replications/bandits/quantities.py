"""Quantities of bandit problems: range, letter and meaning of each kind, stated once.

Problems, the library's keywords and the sections of a configuration name these types. Entries and
options of algorithms are held to the same bounds by their keys (`configuration.limits`).
"""

import operator
from typing import Annotated, Any, get_args

import numpy as np
from pydantic import Field

from bandit_replications.runtime.errors import BadType, BadValue

ROUNDS: dict[str, Any] = {"unit": "rounds"}
REWARD: dict[str, Any] = {"unit": "reward per round"}

# Up to here each whole number is a float64 of its own. Sums of rewards, pulls and messages are at
# most agents (or users) times horizon, so that product stays below it.
EXACT = 2**53

MOST_SEED = 2**64
LONGEST = 10**12
MOST_REPLICATES = 10**6
MOST_SAMPLES = 10**8
MOST_ARMS = 10**4
MOST_AGENTS = 10**5  # of protocols; a network has at most MOST_IN_NETWORK
MOST_IN_NETWORK = 5000  # distances between all pairs are held: 200 MB; times LONGEST below EXACT
MOST_USERS = 5000  # counts for all pairs of users are held; times LONGEST below EXACT
MOST_PLAYERS = 1000
MOST_DIMENSIONS = 1000
MOST_DEMAND = 10**6
MOST_POINTS = 10**4  # of a curve
MOST_VALUES = 1000  # of a list of settings
MOST_PARTS = 10**6  # of a configuration: numbers, texts, lists and mappings
MOST_CELLS = 10**6  # of a section, which are planned in a minute or two

# No noise may swallow the sum that it hides. The largest scale of noise on a sum is that of naive
# FTNL, arms times noise_scale over epsilon; a Laplace variable is beyond 40 scales with
# probability 4e-18. So 40 MOST_ARMS MOST_NOISE / epsilon < EXACT: sums keep their units.
MOST_NOISE = 100
LEAST_EPSILON = 1e-8
# e^epsilon, which privacy is about, is no finite float64 beyond 709.
MOST_EPSILON = 700

# It takes about 1 / gap^2 rounds to see a gap, and there are at most LONGEST.
LEAST_GAP = 1e-6

# Of all other numbers: 0, or a size between these.
LEAST_SIZE = 1e-15
MOST_SIZE = EXACT
MOST_CONSTANT = 1e6

Count = Annotated[int, Field(ge=1, le=MOST_REPLICATES)]
Replicates = Annotated[Count, Field(description="runs in each cell")]
Samples = Annotated[int, Field(ge=1, le=MOST_SAMPLES)]
Rounds = Annotated[int, Field(ge=1, le=LONGEST)]
Horizon = Annotated[
    int,
    Field(ge=2, le=LONGEST, title="T", description="length of a run", json_schema_extra=ROUNDS),
]
Pulls = Annotated[int, Field(ge=0, le=EXACT)]  # agents times horizon, and numbers sent
Points = Annotated[int, Field(ge=0, le=MOST_POINTS)]
Arms = Annotated[int, Field(ge=1, le=MOST_ARMS, title="K", description="number of arms")]
SeveralArms = Annotated[Arms, Field(ge=2)]
Agents = Annotated[int, Field(ge=1, le=MOST_AGENTS, title="M", description="number of agents")]
SeveralAgents = Annotated[Agents, Field(ge=2)]
Users = Annotated[int, Field(ge=1, le=MOST_USERS, title="N", description="number of users")]
GroupSize = Annotated[
    int,
    Field(ge=1, le=MOST_USERS, title="C", description="smallest group that reports a total"),
]
Players = Annotated[int, Field(ge=1, le=MOST_PLAYERS, title="K", description="number of players")]
Dimension = Annotated[
    int, Field(ge=1, le=MOST_DIMENSIONS, title="d", description="dimension of the actions")
]
Demand = Annotated[int, Field(ge=1, le=MOST_DEMAND)]
Mean = Annotated[float, Field(ge=0, le=1)]
Epsilon = Annotated[
    float,
    Field(
        ge=LEAST_EPSILON,
        le=MOST_EPSILON,
        title="ε",
        description=f"privacy parameter ε, a number from {LEAST_EPSILON:g} to {MOST_EPSILON}",
    ),
]
Exponent = Annotated[
    float,
    Field(gt=1, lt=1.5, title="v", description="exponent of the noise, between 1 and 1.5"),
]
Corruption = Annotated[
    float,
    Field(ge=0, lt=0.5, description="probability of a false report, at least 0 and less than 1/2"),
]
NoiseScale = Annotated[
    float, Field(ge=0, le=MOST_CONSTANT, description="scale of Laplace noise on each report")
]
Gap = Annotated[float, Field(ge=LEAST_GAP, lt=1)]
Constant = Annotated[float, Field(gt=0, le=MOST_CONSTANT)]


def check_quantity(kind: Any, **numbers: object) -> None:
    """Check that each number lies in the range of a quantity, such as `Epsilon`.

    Raises
    ------
    TypeError
        If one is not a real number.
    ValueError
        If one is out of range.

    """
    field = get_args(kind)[1]
    for name, number in numbers.items():
        if isinstance(number, bool) or not isinstance(number, (int, float, np.number)):
            raise BadType(f"{name}: {number!r}; allowed: a real number")
        for said in field.metadata:
            for word in {"ge", "gt", "le", "lt"} & {*dir(said)}:
                if not getattr(operator, word)(number, getattr(said, word)):
                    raise BadValue(f"{name}: {number!r}; allowed: {field.description}")


def check_cells(what: str, number: int) -> None:
    """Check that so many cells can be planned.

    Parameters
    ----------
    what : str
        The keys and values that make them.
    number : int

    Raises
    ------
    ValueError
        If they are more than 10^6.

    """
    if number > MOST_CELLS:
        raise ValueError(f"{what} make {number} cells; allowed: at most {MOST_CELLS}")


def check_rounds(*, agents: int, horizon: int) -> None:
    """Check that the pulls of all agents can be counted in float64.

    Raises
    ------
    ValueError
        If agents times horizon is beyond 2^53.

    """
    if agents * horizon > EXACT:
        raise ValueError(
            f"horizon: {horizon} with {agents} agents; allowed: agents times horizon of at most "
            f"2^53, so that sums of rewards are exact"
        )
