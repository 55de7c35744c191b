"""Identities and inequalities shown for all values, by computer algebra or interval arithmetic.

Both sides are text in sympy's notation, such as "sqrt(K*T*log(T))". Symbols are positive unless
named as real; names before a bracket are functions. sympy and python-flint are loaded where a line
is examined, not before.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

BOXES = 20_000  # into which a range is cut at most until each shows the inequality
DERIVATIVES = 3  # taken at most until their sign is evident

Ranges = Mapping[str, tuple[object, object]]


@dataclass(frozen=True, kw_only=True, eq=False)
class Line:
    """A line of algebra, and whether it is shown for all values of its symbols.

    Attributes
    ----------
    left, right : str
        The two sides as written.
    relation : str
        "=", "<=" or "<".
    over : str
        The ranges of the symbols in words; "" means all positive values.
    holds : bool
        Whether it is shown. An inequality that is not shown may still be true.
    latex : str

    """

    left: str
    right: str
    relation: str
    over: str
    holds: bool
    latex: str

    @property
    def sides(self) -> str:
        """Both sides with their relation."""
        return f"{self.left} {self.relation} {self.right}"

    def __str__(self) -> str:
        place = f" for {self.over}" if self.over else ""
        return f"{self.sides}{place}  {'shown' if self.holds else 'NOT SHOWN'}"

    __repr__ = __str__

    def _repr_latex_(self) -> str:
        return self.latex


def identity(
    left: str, right: str, *, real: str = "", integer: str = "", **given: str | float
) -> Line:
    """Return the line left = right, shown where the difference simplifies to zero.

    Parameters
    ----------
    left, right : str
    real, integer : str
        Names of symbols that may be negative, and of positive integers, apart by spaces.
    **given
        Definitions put in place of symbols, in this order: text in the same notation, or numbers.

    Examples
    --------
    >>> identity("T*gap", "sqrt(K*T*log(T))", gap="sqrt(K*log(T)/T)")
    T*gap = sqrt(K*T*log(T)), gap = sqrt(K*log(T)/T)  shown

    """
    import sympy as sp  # noqa: PLC0415  only where an exact step runs

    reader = _Reader(real, integer, given)
    first, second = reader.value(left), reader.value(right)
    holds = _is_zero(first - second) or (second != 0 and _is_zero(sp.powsimp(first / second) - 1))
    return reader.line(left, "=", right, "", holds)


def inequality(
    left: str,
    right: str,
    *,
    over: Ranges | None = None,
    strict: bool = False,
    real: str = "",
    integer: str = "",
    **given: str | float,
) -> Line:
    """Return the line left <= right over ranges, shown by signs, derivatives or intervals.

    Shown where the sign of right - left, or of its values at an end and its derivative, is evident
    from those of its terms; or where interval arithmetic shows it on each of many small boxes,
    which needs finite ranges on which the sides do not touch.

    Parameters
    ----------
    left, right : str
    over : mapping, optional
        Lowest and highest value of each symbol, as numbers or text; "oo" is infinity. None where
        both sides are numbers.
    strict : bool
        Whether left < right is asked for.
    real, integer, **given
        As in `identity`.

    Examples
    --------
    >>> inequality("log(1 + x)", "x", over={"x": (0, "oo")})
    log(1 + x) <= x for 0 <= x  shown

    """
    import sympy as sp  # noqa: PLC0415

    over = over or {}
    low_ends = {name: sp.sympify(low) for name, (low, _) in over.items()}
    signless = " ".join(name for name, low in low_ends.items() if low.is_negative)
    at_zero = " ".join(name for name, low in low_ends.items() if low.is_zero)
    reader = _Reader(f"{real} {signless}", integer, given, at_zero)
    difference = reader.value(right) - reader.value(left)
    ends = {
        reader.symbol(name): (sp.sympify(low), sp.sympify(high))
        for name, (low, high) in over.items()
    }
    if loose := difference.free_symbols - ends.keys():
        raise ValueError(f"over: no range of {', '.join(sorted(map(str, loose)))}")
    holds = _evident(difference, ends, strict, DERIVATIVES) or _by_boxes(difference, ends, strict)
    words = ", ".join(
        f"{low} <= {name}" + ("" if str(high) == "oo" else f" <= {high}")
        for name, (low, high) in over.items()
    )
    return reader.line(left, "<" if strict else "<=", right, words, holds)


class _Reader:
    """Expressions from text, with symbols of the stated kinds."""

    def __init__(
        self, real: str, integer: str, given: Mapping[str, str | float], at_zero: str = ""
    ) -> None:
        self.real, self.integer, self.given = real.split(), integer.split(), given
        self.at_zero = at_zero.split()

    def symbol(self, name: str) -> Any:
        import sympy as sp  # noqa: PLC0415

        if name in self.real:
            return sp.Symbol(name, real=True)
        if name in self.at_zero:
            return sp.Symbol(name, nonnegative=True)
        return sp.Symbol(name, positive=True, integer=True if name in self.integer else None)

    def parse(self, text: object, *, evaluate: bool) -> Any:
        import sympy as sp  # noqa: PLC0415

        words = set(re.findall(r"[A-Za-z_]\w*(?![\w(])", str(text))) - {"pi", "oo"}
        names = {word: self.symbol(word) for word in words}
        return sp.parse_expr(str(text), local_dict=names, evaluate=evaluate)

    def value(self, text: str) -> Any:
        value = self.parse(text, evaluate=True)
        for name, definition in self.given.items():
            value = value.subs(self.symbol(name), self.parse(definition, evaluate=True))
        return value

    def line(
        self, left: str, relation: Literal["=", "<=", "<"], right: str, over: str, holds: Any
    ) -> Line:
        import sympy as sp  # noqa: PLC0415

        def latex(text: object) -> str:
            return str(sp.latex(self.parse(text, evaluate=False)))

        sign = {"=": "=", "<=": r"\le", "<": "<"}[relation]
        where = "".join(f", {name} = {text}" for name, text in self.given.items())
        shown = "".join(
            rf",\quad {latex(name)} = {latex(text)}" for name, text in self.given.items()
        )
        ranges = rf"\quad\text{{for {over}}}" if over else ""
        mark = r"\quad\checkmark" if holds else r"\quad\text{not shown}"
        return Line(
            left=left,
            right=f"{right}{where}",
            relation=relation,
            over=over,
            holds=bool(holds),
            latex=f"${latex(left)} {sign} {latex(right)}{shown}{ranges}{mark}$",
        )


def _is_zero(difference: Any) -> bool:
    """Return whether an expression simplifies to zero, by one way or another."""
    import sympy as sp  # noqa: PLC0415

    ways = (
        sp.expand,
        sp.simplify,
        lambda it: sp.simplify(it.doit()),
        lambda it: sp.simplify(sp.expand_log(sp.expand(it))),
    )
    return any(way(difference) == 0 for way in ways)


def _evident(difference: Any, ends: Mapping[Any, Any], strict: bool, depth: int) -> bool:
    """Return whether the sign of a difference follows from those of its terms or derivatives."""
    import sympy as sp  # noqa: PLC0415

    if difference.has(sp.oo, sp.zoo, sp.nan) or difference.is_negative:
        return False
    moved = difference
    for symbol, (low, high) in ends.items():
        beyond = sp.Dummy(f"{symbol}_", nonnegative=True)
        if low != -sp.oo:
            moved = moved.subs(symbol, low + beyond)
        elif high != sp.oo:
            moved = moved.subs(symbol, high - beyond)
    forms = (moved, sp.expand(moved), sp.factor(sp.together(sp.expand(moved))))
    if any(form.is_positive if strict else form.is_nonnegative for form in forms):
        return True
    for symbol, (low, high) in ends.items():
        if not depth or symbol not in difference.free_symbols:
            continue
        slope = sp.simplify(sp.diff(difference, symbol))
        for end, sign in ((low, 1), (high, -1)):
            if end not in (sp.oo, -sp.oo) and (
                _evident(difference.subs(symbol, end), ends, strict, depth - 1)
                and _evident(sign * slope, ends, False, depth - 1)
            ):
                return True
    return False


def _by_boxes(difference: Any, ends: Mapping[Any, Any], strict: bool) -> bool:
    """Return whether interval arithmetic shows the sign on each of at most `BOXES` boxes."""
    import sympy as sp  # noqa: PLC0415

    if not all(end.is_Rational for both in ends.values() for end in both):
        return False
    waiting = [dict(ends)]
    for _ in range(BOXES):
        if not waiting:
            return True
        box = waiting.pop()
        ball = _ball(difference, box)
        if ball > 0 or (not strict and ball >= 0):
            continue
        if ball < 0 or not box:
            return False
        widest = max(box, key=lambda symbol: box[symbol][1] - box[symbol][0])
        low, high = box[widest]
        if high == low:
            return False
        middle = sp.Rational(low + high, 2)
        waiting += [{**box, widest: (low, middle)}, {**box, widest: (middle, high)}]
    return False


def _ball(value: Any, box: Mapping[Any, Any]) -> Any:
    """Return an interval that holds the values of an expression on a box."""
    import flint  # noqa: PLC0415

    if value.is_Symbol:
        low, high = (flint.arb(flint.fmpq(int(end.p), int(end.q))) for end in box[value])
        return low.union(high)
    if value.is_Rational:
        return flint.arb(flint.fmpq(int(value.p), int(value.q)))
    name = type(value).__name__
    parts: Iterator[Any] = (_ball(part, box) for part in value.args)
    if name == "Add":
        return sum(parts, flint.arb(0))
    if name == "Mul":
        product = flint.arb(1)
        for part in parts:
            product *= part
        return product
    if name == "Pow":
        base, power = value.args
        if power.is_Integer:
            return _ball(base, box) ** int(power)
        return _ball(base, box).sqrt() if power * 2 == 1 else _ball(base, box) ** _ball(power, box)
    if name in ("log", "exp"):
        return getattr(next(parts), name)()
    if name in ("Pi", "Exp1"):
        return flint.arb.pi() if name == "Pi" else flint.arb(1).exp()
    raise ValueError(f"{value}: no interval arithmetic for {name}")
