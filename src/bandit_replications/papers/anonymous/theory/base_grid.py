"""Appendix A: BaSE's static grid, the base of log log T, and the last loop of Algorithm 3.

u_1 = a, u_m = a sqrt(u_(m-1)), a = T^(1/(2 - 2^(1-B))) (Gao et al., 2019; the paper uses u and a
without saying what they are).
"""

import math

from bandit_replications.inference.checks import Check, at_most, equal
from bandit_replications.papers.anonymous.theory.as_printed import as_printed
from bandit_replications.papers.anonymous.theory.bounds import first_batch


def log_first_batch_excess(*, log_horizon: float, batches: float) -> float:
    """Return ln(a / sqrt(T)) = ln(T) 2^(-B) / (2 - 2^(1-B)); ln T may be astronomically large."""
    power = 2.0**-batches
    return log_horizon * power / (2 - 2 * power)


def grid_points(*, horizon: float, batches: int) -> tuple[float, list[float]]:
    """Return a and u_1, …, u_B in closed form, u_b = a^(2 - 2^(1-b))."""
    a = first_batch(horizon=horizon, batches=batches)
    return a, [a ** (2 - 2.0 ** (1 - b)) for b in range(1, batches + 1)]


@as_printed("loglog-base")
def first_batch_over_root(
    *, log2_horizon: float = 1e6, base: float = 2, rounded: bool = False
) -> Check:
    """Check a <= 2 sqrt(T) with B = log log T to a base; `rounded`: B rounded up.

    With base 2 and T >= 4 the excess is 2^(1/(2 - 2/log2 T)), and rounding B up only lowers a. Only
    the outer logarithm's base matters up to constants; with natural logarithms it fails.
    """
    batches = math.log(log2_horizon * math.log(2) / math.log(base), base)
    excess = log_first_batch_excess(
        log_horizon=log2_horizon * math.log(2), batches=math.ceil(batches) if rounded else batches
    )
    return at_most(f"a/sqrt(T), base {base:g}, log2 T = {log2_horizon:g}", math.exp(excess), 2.0)


@as_printed("loglog-base")
def natural_logarithm(*, log_horizon: float = 1e12, power: int = 10) -> Check:
    """Check a/sqrt(T) <= (ln T)^p with B = ln ln T (not rounded): fails for every p at some T.

    2^(-B) = (ln T)^(-ln 2), so ln(a/sqrt(T)) is about (ln T)^0.307 / 2, which outgrows p ln ln T.
    Both sides as logarithms.
    """
    excess = log_first_batch_excess(log_horizon=log_horizon, batches=math.log(log_horizon))
    return at_most(
        f"ln(a/sqrt(T)), natural logarithms, ln T = {log_horizon:g}, power {power}",
        excess,
        power * math.log(log_horizon),
    )


@as_printed("algorithm-3-last-loop")
def last_loop(*, horizon: int = 100000, batches: int = 5, printed: bool = True) -> Check:
    """Check that Algorithm 3 plays T rounds.

    The printed last loop runs from t_(b-1) + 1 to t_b; after the loop over b = 1, …, B - 1 its b
    is B - 1, so a batch is repeated and the last never played. With b = B all rounds are.
    """
    _, points = grid_points(horizon=horizon, batches=batches)
    ends = [0, *(int(u + 1e-6) for u in points[:-1]), horizon]
    b = batches - 1 if printed else batches
    return equal(
        f"rounds that Algorithm 3 plays, last loop over batch {'B - 1' if printed else 'B'}",
        ends[batches - 1] + ends[b] - ends[b - 1],
        horizon,
    )
