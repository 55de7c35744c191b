"""Base of the options of every algorithm."""

from typing import Annotated, Any, get_args

from pydantic import Field, ValidationInfo, field_validator

from bandit_replications.bandits.entries import Section

Positive = Annotated[float, Field(gt=0, allow_inf_nan=False)]


class AlgorithmOptions(Section):
    """Options that cannot be changed, refuse unknown names, and take no text for a number."""

    @field_validator("*", mode="before")
    @classmethod
    def _whole(cls, value: Any, info: ValidationInfo) -> Any:
        """Take 16.0 for 16 in place of a whole number."""
        if type(value) is float and value.is_integer() and info.field_name is not None:
            annotation = cls.model_fields[info.field_name].annotation
            if int in (annotation, *get_args(annotation)):
                return int(value)
        return value
