"""Identities and inequalities are shown for all values, or not at all."""

import numpy as np
import pytest

from bandit_replications.inference.exact import identity, inequality

IDENTITIES = [
    ("T*gap", "sqrt(K*T*log(T))", {"gap": "sqrt(K*log(T)/T)"}),
    ("2*exp(-4*x*log(q)/(2*x))", "2/q**2", {}),
    ("sqrt(x**2)", "x", {}),
    ("0.1 + 0.2", "y", {"y": 0.3}),
    ("b*a", "12", {"b": "3*a", "a": "2"}),
    ("Sum(2**r, (r, 0, n))", "2**(n + 1) - 1", {"integer": "n"}),
    ("Sum(4**(r + 3), (r, 1, n))", "256*(4**n - 1)/3", {"integer": "n"}),
    ("tau*C*sqrt(T/tau)", "2*(K**4*N**2*L*T**2)**(1/3)",
     {"C": "2*K*sqrt(N*L)", "tau": "(K**2*N*T/L)**(1/3)"}),
]  # fmt: skip

INEQUALITIES = [  # the sides of numbers 2 to 5 touch
    ("pi", "22/7", {}),
    ("x", "exp(x) - 1/2", {"x": (-1, 3)}),
    ("log(1 + x)", "x", {"x": (0, "oo")}),
    ("exp(-x)", "1 - x + x**2/2", {"x": (0, "oo")}),
    ("2*x*y", "x**2 + y**2", {"x": (0, "oo"), "y": (0, "oo")}),
    ("x*(1 - x)", "1/4", {"x": (0, 1)}),
    ("x*log(x)", "x**2", {"x": (1, "oo")}),
]


@pytest.mark.parametrize(("left", "right", "given"), IDENTITIES)
def test_identity_is_shown_and_no_other(left, right, given):
    assert identity(left, right, **given).holds
    assert not identity(left, f"{right} + x/1000000", **given).holds


@pytest.mark.parametrize(("left", "right", "over"), INEQUALITIES)
def test_inequality_is_shown(left, right, over):
    assert inequality(left, right, over=over).holds


@pytest.mark.parametrize(("left", "right", "over"), INEQUALITIES[2:6])
def test_inequality_that_touches_is_not_strict(left, right, over):
    assert not inequality(left, f"{right} - 1/1000000", over=over).holds
    assert not inequality(left, right, over=over, strict=True).holds


def test_inequality_of_numbers_is_exact():
    assert inequality("pi", "22/7", strict=True).holds
    assert not inequality("22/7", "pi").holds
    assert not inequality("0.1 + 1/10**20", "0.1").holds
    assert inequality("x", "0.1", over={"x": (0, 0.1)}).holds


def test_nothing_false_is_shown():
    rng = np.random.default_rng(5)
    shown = 0
    for _ in range(30):
        a, b, c, d = (int(value) for value in rng.integers(-3, 4, size=4))
        low = int(rng.integers(-2, 2))
        line = inequality("0", f"{a} + {b}*x + {c}*x**2 + {d}*x**3", over={"x": (low, low + 2)})
        x = np.linspace(low, low + 2, 201)
        least = (a + b * x + c * x**2 + d * x**3).min()
        assert least > -1e-12 or not line.holds, line
        shown += line.holds
    assert shown > 5


@pytest.mark.parametrize(
    ("left", "right", "given"),
    [
        ("sqrt(x**2)", "x", {"real": "x"}),
        ("sqrt(a**2)", "a", {"a": "-2"}),
        ("sqrt(a**2)", "a", {"a": "x - 1"}),
        ("Max(a, 0)", "a", {"a": "x - 1"}),
        ("floor(n)", "n", {"integer": "n", "n": "1/2"}),
        ("a/a", "1", {"a": 0}),
        ("b", "c", {"a": "2", "b": "a", "c": "3*a/3 + a - 2 + x"}),
        ("Sum(sqrt(j**2), (j, -2, 2))", "0", {}),
        ("0.1 + 1/10**18", "0.1", {}),
        ("2^3", "1", {}),
    ],
)
def test_false_identity_is_not_shown_by_signs_of_names(left, right, given):
    assert not identity(left, right, **given).holds


@pytest.mark.parametrize(
    ("left", "right", "given"),
    [
        ("N(K - 1)", "K - 1", {}),
        ("Piecewise((0, x < 5), (-1, True))", "x", {}),
        ("x", "x", {"x": "x + 1"}),
        ("x", "y", {"x": "y", "y": "x"}),
        ("pi", "x", {"pi": "3"}),
        ("Sum(1, (j, 1, n))", "n", {}),
        ("Sum(1, (j, 3, n))", "n - 2", {"integer": "n"}),
    ],
)
def test_text_of_two_meanings_is_an_error(left, right, given):
    with pytest.raises(ValueError, match=r"function|itself|not a symbol|bounds"):
        identity(left, right, **given)


@pytest.mark.parametrize(
    "right", ["(log(1 - x) - log(x - 1))*log(-1)", "-sqrt(x - 1)/sqrt(1 - x)*sqrt(-1)"]
)
def test_slope_shows_nothing_beyond_a_jump(right):
    assert not inequality("0", right, over={"x": (0, "oo")}).holds


@pytest.mark.parametrize(
    ("x", "given"),
    [(("y - 10", "oo"), {}), ((3, 1), {}), (("oo", "oo"), {}), ((0, 2), {"x": "1/2"})],
)
def test_range_that_is_none_is_an_error(x, given):
    with pytest.raises(ValueError, match=r"over: x from .* is no range"):
        inequality("sqrt(x**2)", "x", over={"x": x, "y": (1, 2)}, **given)
    with pytest.raises(ValueError, match="over: no range of y"):
        inequality("x", "y", over={"x": (0, 1)})


def test_line_prints_as_algebra():
    line = identity("T*gap", "sqrt(K*T)", gap="sqrt(K/T)")
    assert str(line) == "T*gap = sqrt(K*T), gap = sqrt(K/T)  shown"
    assert r"\sqrt{K T}" in line._repr_latex_()
    assert "NOT SHOWN" in str(identity("x", "2*x"))


@pytest.mark.parametrize(
    ("text", "latex"),
    [
        ("1 - 1/K", r"1 - \frac{1}{K}"),
        ("M*(1/M)**2", r"M \left(\frac{1}{M}\right)^{2}"),
        ("1/10*1/3", r"\frac{1}{10} \cdot \frac{1}{3}"),
        ("1*(1/x)", r"\frac{1}{x}"),
        ("2**1*(1/3)", r"2^{1} \cdot \frac{1}{3}"),
        ("21/x + 0.1*(1/2)", r"0.1 \cdot \frac{1}{2} + \frac{21}{x}"),
    ],
)
def test_fractions_print_without_a_factor_one(text, latex):
    assert identity(text, text).latex.startswith(f"${latex} =")
