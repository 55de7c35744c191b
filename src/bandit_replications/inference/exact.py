"""Identities and inequalities shown for all values, by computer algebra or interval arithmetic.

Both sides are text in sympy's notation, such as "sqrt(K*T*log(T))". Symbols are positive unless
named as real; names before a bracket are among `FUNCTIONS`; decimals are exact; the bounds of a
`Sum` are integers, the upper one at least the lower less 1. sympy and python-flint are loaded where
a line is examined, not before.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

BOXES = 20_000  # into which a range is cut at most until each shows the inequality
DERIVATIVES = 3  # taken at most until their sign is evident
# Unevaluated, sympy prints 1/x as 1 times a fraction.
FACTOR_ONE = re.compile(r"(?<![\w.}])(?:1 (?:\\cdot )?)+(?=\\frac)")
CONSTANTS = frozenset(("pi", "oo"))
FUNCTIONS = frozenset(
    ("Max", "Min", "Sum", "binomial", "ceiling", "cos", "exp", "floor", "log", "sin", "sqrt")
)

Ranges = Mapping[str, tuple[object, object]]


@dataclass(frozen=True, kw_only=True, eq=False)
class Line:
    """A line of algebra, shown for all values of its symbols or not.

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
    """Return the line left = right; it is shown if the difference simplifies to zero.

    Parameters
    ----------
    left, right : str
    real, integer : str
        Names of symbols that may be negative, and of positive integers, apart by spaces.
    **given
        Definitions put in place of symbols, in one another too: text in the same notation, or
        numbers.

    Raises
    ------
    ValueError
        If a text names another function, a definition names itself or a bound of a sum is not as
        above.

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
        Lowest and highest value of each symbol, as numbers or text without symbols; "oo" is
        infinity. None where both sides are numbers.
    strict : bool
        Whether left < right is asked for.
    real, integer, **given
        As in `identity`.

    Raises
    ------
    ValueError
        As in `identity`; if a range is empty, or one is missing or of a defined symbol.

    Examples
    --------
    >>> inequality("log(1 + x)", "x", over={"x": (0, "oo")})
    log(1 + x) <= x for 0 <= x  shown

    """
    import sympy as sp  # noqa: PLC0415

    over = over or {}
    limits = {name: tuple(map(_Reader("", "", {}).value, ends)) for name, ends in over.items()}
    for name, (low, high) in limits.items():
        fixed = not (low.free_symbols or high.free_symbols or name in {*given, *CONSTANTS})
        if not (fixed and low <= high and low != sp.oo):
            raise ValueError(f"over: {name} from {low} to {high} is no range of a symbol")
    signless = " ".join(name for name, (low, _) in limits.items() if low.is_negative)
    at_zero = " ".join(name for name, (low, _) in limits.items() if low.is_zero)
    reader = _Reader(f"{real} {signless}", integer, given, at_zero)
    difference = reader.value(right) - reader.value(left)
    ends = {reader.symbol(name): limit for name, limit in limits.items()}
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
        if taken := given.keys() & {*FUNCTIONS, *CONSTANTS}:
            raise ValueError(f"{', '.join(sorted(taken))}: not a symbol")

    def symbol(self, name: str) -> Any:
        import sympy as sp  # noqa: PLC0415

        if name in self.real:
            return sp.Symbol(name, real=True)
        if name in self.at_zero:
            return sp.Symbol(name, nonnegative=True)
        return sp.Symbol(name, positive=True, integer=True if name in self.integer else None)

    def parse(self, text: object, *, evaluate: bool, within: tuple[str, ...] = ()) -> Any:
        import sympy as sp  # noqa: PLC0415
        from sympy.parsing import sympy_parser  # noqa: PLC0415

        name = r"([A-Za-z_]\w*)"
        if strange := set(re.findall(rf"{name}\s*\(", str(text))) - FUNCTIONS:
            raise ValueError(f"{text}: no function {', '.join(sorted(strange))}")
        bound = set(re.findall(rf",\s*\(\s*{name}\s*,", str(text)))
        names = {}
        for word in set(re.findall(name, str(text))) - FUNCTIONS - CONSTANTS:
            if word in within:
                raise ValueError(f"{word}: defined by itself")
            if word in bound:
                names[word] = sp.Symbol(word, integer=True)
            elif evaluate and word in self.given:
                names[word] = self.parse(self.given[word], evaluate=True, within=(*within, word))
            else:
                names[word] = self.symbol(word)
        ways = (
            *sympy_parser.standard_transformations,
            sympy_parser.convert_xor,
            sympy_parser.rationalize,
        )
        return sp.parse_expr(
            str(text),
            local_dict=names,
            transformations=ways if evaluate else ways[:-1],
            evaluate=evaluate,
        )

    def value(self, text: object) -> Any:
        import sympy as sp  # noqa: PLC0415

        value = self.parse(text, evaluate=True)
        for total in value.atoms(sp.Sum):
            for _, low, high in total.limits:
                terms = high - low + 1
                whole = terms.is_integer and terms.is_nonnegative
                if not (low.is_integer and (high == sp.oo or whole)):
                    raise ValueError(f"{total}: bounds are not known to be integers in order")
        return value

    def line(
        self, left: str, relation: Literal["=", "<=", "<"], right: str, over: str, holds: Any
    ) -> Line:
        import sympy as sp  # noqa: PLC0415

        def latex(text: object) -> str:
            printed = str(sp.latex(self.parse(text, evaluate=False)))
            return FACTOR_ONE.sub("", printed)

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
    """Return True if an expression simplifies to zero, by one way or another."""
    import sympy as sp  # noqa: PLC0415

    ways = (
        sp.expand,
        sp.simplify,
        lambda it: sp.simplify(it.doit()),
        lambda it: sp.simplify(sp.expand_log(sp.expand(it))),
    )
    return any(way(difference) == 0 for way in ways)


def _evident(difference: Any, ends: Mapping[Any, Any], strict: bool, depth: int) -> bool:
    """Return True if the sign of a difference follows from its terms or derivatives."""
    import sympy as sp  # noqa: PLC0415

    if difference.has(sp.oo, sp.zoo, sp.nan) or difference.is_negative:
        return False
    if any(
        form.is_positive if strict else form.is_nonnegative
        for form in _forms(difference, ends, nonnegative=True)
    ):
        return True
    if not depth or not _smooth(difference, ends):
        return False
    for symbol, (low, high) in ends.items():
        if symbol not in difference.free_symbols:
            continue
        slope = sp.simplify(sp.diff(difference, symbol))
        for end, sign in ((low, 1), (high, -1)):
            if end not in (sp.oo, -sp.oo) and (
                _evident(difference.subs(symbol, end), ends, strict, depth - 1)
                and _evident(sign * slope, ends, False, depth - 1)
            ):
                return True
    return False


def _forms(value: Any, ends: Mapping[Any, Any], **sign: bool) -> tuple[Any, ...]:
    """Return forms of an expression in the distances of its symbols from an end."""
    import sympy as sp  # noqa: PLC0415

    for symbol, (low, high) in ends.items():
        beyond = sp.Dummy(f"{symbol}_", **sign)
        if low != -sp.oo:
            value = value.subs(symbol, low + beyond)
        elif high != sp.oo:
            value = value.subs(symbol, high - beyond)
    return (value, sp.expand(value), sp.factor(sp.together(sp.expand(value))))


def _smooth(value: Any, ends: Mapping[Any, Any]) -> bool:
    """Return True if an expression evidently has no pole, jump or branch between the ends."""
    import sympy as sp  # noqa: PLC0415

    whole = (sp.Add, sp.Mul, sp.exp, sp.sin, sp.cos, sp.Max, sp.Min)
    for part in sp.preorder_traversal(value):
        if part.is_Atom or isinstance(part, whole):
            continue
        if not isinstance(part, sp.Pow | sp.log):
            return False
        base = part.args[0]
        polynomial = part.is_Pow and part.exp.is_Integer and part.exp.is_nonnegative
        if not polynomial and not (
            any(form.is_positive for form in _forms(base, ends, positive=True))
            or _evident(base, ends, True, 1)
        ):
            return False
    return True


def _by_boxes(difference: Any, ends: Mapping[Any, Any], strict: bool) -> bool:
    """Return True if interval arithmetic shows the sign on each of at most `BOXES` boxes."""
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
