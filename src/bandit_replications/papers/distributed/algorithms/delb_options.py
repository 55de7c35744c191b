"""Constants and interpretations of DELB."""

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
