"""Steps as printed: what they show where they do not hold."""

from collections.abc import Callable
from dataclasses import replace
from functools import wraps
from typing import ParamSpec

from bandit_replications.inference.checks import Check

Arguments = ParamSpec("Arguments")


def printed(slug: str) -> Callable[[Callable[Arguments, Check]], Callable[Arguments, Check]]:
    """Return the decorator of a derivation whose Check, where it fails, names this erratum."""

    def decorate(function: Callable[Arguments, Check]) -> Callable[Arguments, Check]:
        @wraps(function)
        def named(*values: Arguments.args, **constants: Arguments.kwargs) -> Check:
            return replace(function(*values, **constants), erratum=slug)

        return named

    return decorate
