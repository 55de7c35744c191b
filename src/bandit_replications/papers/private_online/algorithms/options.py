"""What the options of all algorithms have in common."""

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

Positive = Annotated[float, Field(gt=0, allow_inf_nan=False)]


class AlgorithmOptions(BaseModel):
    """Options that cannot be changed, and refuse names that they do not have."""

    model_config = ConfigDict(frozen=True, extra="forbid")
