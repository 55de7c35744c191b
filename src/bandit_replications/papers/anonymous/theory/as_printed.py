"""Steps as they are printed: where one does not hold, its Check names the erratum that says so."""

import functools
from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeVar, cast

from bandit_replications.inference.checks import Check

Step = TypeVar("Step", bound=Callable[..., Check | tuple[Check, ...]])


def as_printed(slug: str) -> Callable[[Step], Step]:
    """Return a decorator of a step, or of several, that gives its Checks this erratum's slug."""

    def decorate(step: Step) -> Step:
        @functools.wraps(step)
        def named(*args: Any, **options: Any) -> Check | tuple[Check, ...]:
            found = step(*args, **options)
            if isinstance(found, Check):
                return replace(found, erratum=slug)
            return tuple(replace(check, erratum=slug) for check in found)

        return cast("Step", named)

    return decorate
