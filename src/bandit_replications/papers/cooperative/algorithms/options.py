"""Options that several algorithms of the paper have."""

from typing import Annotated

from pydantic import Field

from bandit_replications.bandits.options import AlgorithmOptions, Positive

Factor = Annotated[float, Field(ge=0, allow_inf_nan=False)]


class UcbOptions(AlgorithmOptions):
    """The constant of UCB1's index."""

    exploration_constant: Positive = Field(
        default=2.0, description="constant under the index's square root"
    )
