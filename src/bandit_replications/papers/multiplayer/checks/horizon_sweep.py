"""Decisions on Appendix A.5: games of many lengths.

The appendix says what it plots and why, to compare the fitted lines with what Theorem 4.1 leads
one to expect, and not what comes of it: the comparison is ours. The same
exponent is an equivalence within a factor `ALIKE` over the range of horizons: the fitted one may
differ from that of the bound by ln(1.25) over the logarithm of the longest horizon over the first.
It is the slope of the line that A.5 fits, and its law is taken as normal.
"""

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from bandit_replications.experiments.needs import Need
from bandit_replications.inference.power_laws import Fit, fit_exponent
from bandit_replications.ledger.claims import Finding, Results
from bandit_replications.ledger.decisions import measured
from bandit_replications.ledger.parts import Comparison, Part, Share, Slope
from bandit_replications.ledger.rules import Numbers, all_of
from bandit_replications.papers.multiplayer.analysis.horizon_fits import (
    fitted,
    median_fit,
    slope_text,
)
from bandit_replications.papers.multiplayer.checks.samples import (
    CHAIRS,
    COORDINATE,
    EXPERIMENTS,
    EXPLORATION,
    PLAYERS,
    RARELY,
    need_of,
)
from bandit_replications.papers.multiplayer.parameters import Configuration
from bandit_replications.papers.multiplayer.theory.bounds import theorem_4_1_regret
from bandit_replications.papers.multiplayer.theory.silence import silent_regret
from bandit_replications.runtime.errors import NotApplicable

ALIKE = 1.25
FAR = 2.0  # times all that the learning phase can cost, K T_0: such a run has linear regret
# One wrong chair, worse by the gap 0.05 or more, costs that much in games of this length.
FAR_FROM = 20 * FAR * PLAYERS * EXPLORATION
FEWEST_HORIZONS = 5
ROUNDING = 1e-9  # least standard error of a slope
LONG = 10.0  # ratio of the longest to the shortest game


def sweep_needs(
    numbers: Sequence[int], algorithms: Sequence[str]
) -> Callable[[Any], tuple[Need, ...]]:
    """Return the needs of a claim about A.5: these experiments and algorithms, many horizons."""

    def needs(config: Configuration) -> tuple[Need, ...]:
        found = need_of(config, "horizon_sweep", numbers, algorithms)
        horizons = config.horizon_sweep.horizons
        if len(horizons) < FEWEST_HORIZONS or horizons[-1] < LONG * horizons[0]:
            raise NotApplicable(
                f"the claim needs {FEWEST_HORIZONS} horizons, the longest {LONG:g} times the first"
            )
        return found

    return needs


def games(results: Results, number: int, algorithm: str) -> Any:
    """Return the rows of one experiment and algorithm, by horizon and replicate."""
    frame = results["horizon-sweep"]
    keep = (frame["scenario"] == EXPERIMENTS[number - 1].name) & (frame["algorithm"] == algorithm)
    return frame[keep].sort_values(["horizon", "replicate"])


def _against_bound(
    results: Results, number: int, algorithm: str
) -> tuple[list[Slope | Comparison], Numbers]:
    """Return slope and mean against those of Theorem 4.1's bound in one experiment."""
    sizes = {"players": PLAYERS, "arms": EXPERIMENTS[number - 1].arms}
    frame = games(results, number, algorithm)
    horizons = np.unique(frame["horizon"])
    bound = {T: theorem_4_1_regret(**sizes, horizon=int(T)) for T in horizons}
    law = fit_exponent(
        horizons, [np.full(2, bound[T]) for T in horizons], confidence=0.95, scatter=True
    )
    fit = fitted(frame)
    over = frame["regret"] / frame["horizon"].map(bound)
    means = over.groupby(frame["horizon"]).mean()
    name = f"experiment {number}, "
    slope = _slope(f"{name}fitted slope", fit, law.slope, horizons)
    # a bound has no margin: the same at half and twice that of the exponent
    part = Comparison(name=f"{name}mean over the bound", a=over.to_numpy(), factors=[1.0] * 3)
    silence = silent_regret(number)
    vacuous = sum(silence * T <= bound[T] for T in horizons)
    numbers: Numbers = {
        slope.name: slope_text(fit),
        f"{name}that of the bound": law.slope,
        part.name: float(over.mean()),
        f"{name}largest mean of a horizon over its bound": float(means.max()),
        f"{name}horizons where silence keeps below the bound too": (
            f"{int(vacuous)} of {len(horizons)}"
        ),
    }
    return [slope, part], numbers


def _like_the_bound(results: Results, algorithm: str) -> Finding:
    found = [_against_bound(results, number, algorithm) for number in (1, 2, 3)]
    parts: list[Part] = [part for own, _ in found for part in own]
    return all_of(parts, {name: value for _, shown in found for name, value in shown.items()})


def _slope(name: str, fit: Fit, target: float, horizons: Any) -> Slope:
    """Return the rule that a slope is off by at most a factor `ALIKE` over the range."""
    room = math.log(ALIKE) / math.log(horizons[-1] / horizons[0])
    error = max(fit.error, ROUNDING)
    return Slope(name=name, value=fit.slope, error=error, target=target, room=room)


# --- Musical Chairs' constant regret --------------------------------------------------------


def _constant_needs(config: Configuration) -> tuple[Need, ...]:
    found = sweep_needs((1,), (CHAIRS, COORDINATE))(config)
    if config.horizon_sweep.horizons[-1] < FAR_FROM:
        raise NotApplicable(f"the claim needs games of {FAR_FROM:.0f} rounds")
    return found


def _constant(results: Results, config: Configuration, algorithm: str = CHAIRS) -> Finding:
    frame = games(results, 1, algorithm)
    long = frame[frame["horizon"] >= FAR_FROM]
    far = int((long["regret"] > FAR * PLAYERS * EXPLORATION).sum())
    share = Share(
        name="share of long games with a large regret",
        successes=far,
        trials=len(long),
        bound=RARELY,
    )
    slope = _slope(
        "fitted slope of the median", median_fit(frame), 0.0, np.unique(frame["horizon"])
    )
    text = (
        f"{far} of {len(long)} of the long games have linear regret (wrong chairs); fitted "
        f"slope of the mean {slope_text(fitted(frame))}"
    )
    return all_of([share, slope], caveat=text * bool(far))


CHECKS = {
    "regret-grows-like-the-bound": measured(
        lambda results, config: _like_the_bound(results, COORDINATE),
        sweep_needs((1, 2, 3), (COORDINATE, CHAIRS)),
        control=lambda results, config: _like_the_bound(results, CHAIRS),
        facts={"alike": ALIKE},
    ),
    "section-5-musical-chairs-constant": measured(
        _constant,
        _constant_needs,
        control=lambda results, config: _constant(results, config, COORDINATE),
        facts={"rarely": RARELY, "far": FAR, "far_from": f"{FAR_FROM:.0f}", "alike": ALIKE},
    ),
}
