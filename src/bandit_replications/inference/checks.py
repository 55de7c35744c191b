"""A step of a derivation as a comparison that shows both of its sides."""

import itertools
import operator
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import wraps
from typing import Any, Literal, ParamSpec, TypeVar, cast

ROUNDING = 1e-11  # margins up to this share of the sides are rounding errors

Relation = Literal["<=", "<", ">=", ">", "=="]

_COMPARE: dict[str, Callable[[float, float], bool]] = {
    "<=": operator.le,
    "<": operator.lt,
    ">=": operator.ge,
    ">": operator.gt,
}


@dataclass(frozen=True, kw_only=True)
class Check:
    """Both sides of one step, so that a reader sees the margin and not only a yes or no.

    Attributes
    ----------
    step : str
        What is compared, with its place in the paper.
    left, right : float
        The two sides.
    relation : str
        How the paper relates them: "<=", "<", ">=", ">" or "==".
    tolerance : float
        For "==" only: the largest relative difference that counts as equal, >= 0.
    at : str
        The parameters at which the sides were computed, such as those of the worst case.
    erratum : str
        Slug of the erratum that says that the step does not hold as printed.

    """

    step: str
    left: float
    relation: Relation
    right: float
    tolerance: float = 1e-9
    at: str = ""
    erratum: str = ""

    @property
    def holds(self) -> bool:
        """Whether the numbers stand in the stated relation."""
        if self.relation == "==":
            scale = max(abs(self.left), abs(self.right), 1e-300)
            return abs(self.left - self.right) <= self.tolerance * scale
        return _COMPARE[self.relation](self.left, self.right)

    @property
    def sides(self) -> str:
        """Both sides with their relation, to four digits."""
        return f"{self.left:.4g} {self.relation} {self.right:.4g}"

    @property
    def margin(self) -> float:
        """How far the relation is from flipping: positive when it holds with room."""
        difference = self.right - self.left
        if self.relation == "==":
            return -abs(difference)
        return difference if self.relation in ("<=", "<") else -difference

    def __str__(self) -> str:
        place = f" (at {self.at})" if self.at else ""
        text = f"{self.step}: {self.left:.6g} {self.relation} {self.right:.6g}{place}"
        negligible = ROUNDING * max(abs(self.left), abs(self.right))
        if self.holds and (self.relation == "==" or abs(self.margin) <= negligible):
            return f"{text}  holds"  # the margin would be rounding error
        if self.erratum and not self.holds:
            return f"{text}  as printed: does not hold (erratum {self.erratum})"
        word = "holds" if self.holds else "FAILS"
        return f"{text}  {word} (margin {self.margin + 0.0:.3g})"


Parameters = ParamSpec("Parameters")
Checks = TypeVar("Checks", bound=Check | tuple[Check, ...])


def erratum(slug: str) -> Callable[[Callable[Parameters, Checks]], Callable[Parameters, Checks]]:
    """Return a decorator of a step that names the erratum in its Check, or in each of its Checks.

    A Check says so only where it does not hold, so one decorator serves a step as printed and as
    repaired.
    """

    def decorate(step: Callable[Parameters, Checks]) -> Callable[Parameters, Checks]:
        @wraps(step)
        def named(*args: Parameters.args, **kwargs: Parameters.kwargs) -> Checks:
            found: Any = step(*args, **kwargs)
            if isinstance(found, Check):
                return cast(Checks, replace(found, erratum=slug))
            return cast(Checks, tuple(replace(check, erratum=slug) for check in found))

        return named

    return decorate


def at_most(step: str, left: float, right: float) -> Check:
    """Return the Check left <= right."""
    return Check(step=step, left=left, relation="<=", right=right)


def below(step: str, left: float, right: float) -> Check:
    """Return the Check left < right."""
    return Check(step=step, left=left, relation="<", right=right)


def at_least(step: str, left: float, right: float) -> Check:
    """Return the Check left >= right."""
    return Check(step=step, left=left, relation=">=", right=right)


def above(step: str, left: float, right: float) -> Check:
    """Return the Check left > right."""
    return Check(step=step, left=left, relation=">", right=right)


def equal(step: str, left: float, right: float, *, tolerance: float = 1e-9) -> Check:
    """Return the Check left == right, to a relative tolerance."""
    return Check(step=step, left=left, relation="==", right=right, tolerance=tolerance)


def vanishes(step: str, difference: float, *, within: float = 1e-9) -> Check:
    """Return the Check that a difference is zero but for rounding; rounding is shown as zero."""
    shown = 0.0 if abs(difference) <= within else abs(difference)
    return Check(step=step, left=shown, relation="<=", right=within)


def nearest_check(checks: Sequence[Check]) -> Check:
    """Return the Check that comes nearest to breaking its relation, or most breaks it.

    Near is measured by the ratio of the sides, which must be positive; all have one relation.
    """
    sign = 1 if checks[0].relation in ("<=", "<") else -1
    return max(checks, key=lambda check: sign * check.left / check.right)


def worst_over(*, check: Callable[..., Check], **axes: Sequence[Any]) -> Check:
    """Return the Check nearest to breaking among those of a function on a grid of arguments."""
    points = itertools.product(*axes.values())
    return nearest_check([check(**dict(zip(axes, point, strict=True))) for point in points])
