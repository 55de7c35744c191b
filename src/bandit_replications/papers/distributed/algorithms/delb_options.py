"""Constants and interpretations of DELB."""

import math
from collections.abc import Iterable
from itertools import count, takewhile
from typing import Literal

from pydantic import Field

from bandit_replications.bandits.options import AlgorithmOptions
from bandit_replications.papers.distributed.algorithms.g_optimal_design import Start


class Options(AlgorithmOptions):
    """Constants and interpretations of DELB; the defaults are the printed ones."""

    constant: float = Field(default=600.0, gt=0, allow_inf_nan=False, description="C1")
    dimension_exponent: float = Field(
        default=2.0, ge=0, le=10, description="m_l grows with d to this power"
    )
    logarithm: Literal["natural", "binary"] = Field(
        default="natural", description="base of the logarithm in m_l"
    )
    rounding: Literal["up", "down"] = Field(
        default="up", description="rounding of m_l(x); down leaves at least 1"
    )
    strict: bool = Field(
        default=False, description="whether an action exactly 2^(1 - l) behind is dropped"
    )
    schedule: Literal["halved", "squared"] = Field(
        default="halved",
        description=(
            "widths of the phases, 2^-l as printed or squared (ours): then the last phase ends at "
            "16 C1 d² ln(MT)/(MT), squared, and everybody pulls the action estimated best"
        ),
    )
    accuracy: float = Field(
        default=2.0, gt=1, allow_inf_nan=False, description="g(π) is at most this times the rank"
    )
    start: Start = Field(
        default="one-sided",
        description="actions with which the search for the design starts: r, or up to 2 r",
    )
    phase_dimension: Literal["ambient", "rank"] = Field(
        default="ambient",
        description="d in m_l and in the estimate sent, once the active actions span less",
    )
    idle: Literal["leader", "most-pulled"] = Field(
        default="leader",
        description=(
            "what an agent without an assignment pulls (open in the paper): the action estimated "
            "best in the phase before, or the design's action with most pulls"
        ),
    )
    network: Literal["server", "point-to-point"] = Field(
        default="server",
        description=(
            "point-to-point: agent 1 is the server, and handing out or collecting messages takes "
            "M - 1 time steps (Procedures 9 and 10)"
        ),
    )
    precision_bits: int | None = Field(
        default=None,
        ge=1,
        le=52,
        description=(
            "bits after the point of each real: averages are rounded randomly, the estimate's "
            "entries to the nearest"
        ),
    )

    def scale(self, *, dimension: int, agents: int, horizon: int) -> float:
        """Return C1 d² log(MT): m_l(x) is that times π(x) over the squared width."""
        log = math.log(agents * horizon) / (1 if self.logarithm == "natural" else math.log(2))
        return self.constant * dimension**self.dimension_exponent * log

    def widths(self, *, dimension: int, agents: int, horizon: int) -> Iterable[float]:
        """Return w of each phase: actions more than 2 w behind are dropped.

        Squared: v 2^(2^k + k - 1) for k = J - 1, …, 0, v = 4 sqrt(C1 d² log(MT)/(MT)), J the first
        k at which that is 1/2 or more.
        """
        if self.schedule == "halved":
            return (2.0**-phase for phase in count(1))
        scale = self.scale(dimension=dimension, agents=agents, horizon=horizon)
        least = 4 * math.sqrt(scale / (agents * horizon))
        widths = (least * 2.0 ** (2**k + k - 1) for k in count())
        return list(takewhile(lambda width: width < 0.5, widths))[::-1]
