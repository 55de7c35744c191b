"""Which erratum says that a derivation's step does not hold as printed."""

from collections.abc import Callable
from dataclasses import replace
from functools import wraps
from typing import ParamSpec

from bandit_replications.inference.checks import Check

P = ParamSpec("P")


def erratum(slug: str) -> Callable[[Callable[P, Check]], Callable[P, Check]]:
    """Return a decorator that names the erratum in a derivation's Check, shown where it fails."""

    def named(derivation: Callable[P, Check]) -> Callable[P, Check]:
        @wraps(derivation)
        def check(*args: P.args, **kwargs: P.kwargs) -> Check:
            return replace(derivation(*args, **kwargs), erratum=slug)

        return check

    return named
