"""How large a parameter may be: one bound for each kind of quantity, whoever has it.

Sections of configurations name these types. Entries and options of algorithms, whose models
belong to what is simulated, are held to the same bounds by their keys (`limits`).
"""

from typing import Annotated

from pydantic import Field

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
Samples = Annotated[int, Field(ge=1, le=MOST_SAMPLES)]
Rounds = Annotated[int, Field(ge=1, le=LONGEST)]
Horizon = Annotated[int, Field(ge=2, le=LONGEST)]
Pulls = Annotated[int, Field(ge=0, le=EXACT)]  # agents times horizon, and numbers sent
Points = Annotated[int, Field(ge=0, le=MOST_POINTS)]
Arms = Annotated[int, Field(ge=1, le=MOST_ARMS)]
Agents = Annotated[int, Field(ge=1, le=MOST_AGENTS)]
Users = Annotated[int, Field(ge=1, le=MOST_USERS)]
Players = Annotated[int, Field(ge=1, le=MOST_PLAYERS)]
Dimension = Annotated[int, Field(ge=1, le=MOST_DIMENSIONS)]
Demand = Annotated[int, Field(ge=1, le=MOST_DEMAND)]
Epsilon = Annotated[float, Field(ge=LEAST_EPSILON, le=MOST_EPSILON)]
Gap = Annotated[float, Field(ge=LEAST_GAP, lt=1)]
Constant = Annotated[float, Field(gt=0, le=MOST_CONSTANT)]


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
