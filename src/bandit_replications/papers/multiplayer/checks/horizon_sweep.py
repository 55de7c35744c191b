"""Claims of Appendix A.5 and of the Discussion on exponents: games of many lengths.

Appendix A.5 says what it plots and why (to compare the fitted lines with Theorem 4.1), and nothing
of what comes out. So Figures 5 to 7 themselves claim nothing, and the comparison is ours: an
exponent is within `NEAR` of Theorem 4.1's 2/3 (half and twice this distance). The exponent is the
slope of the line that A.5 fits, and its law is taken as normal.
"""

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from bandit_replications.bandits.streams import generator
from bandit_replications.experiments.needs import Need
from bandit_replications.inference.hypothesis_tests import mean_test
from bandit_replications.ledger.claims import Claim, Evidence, Finding, Results
from bandit_replications.papers.multiplayer.checks.cells import (
    CHAIRS,
    COORDINATE,
    EXPERIMENTS,
    EXPLORATION,
    PLAYERS,
    STRETCHES,
    all_of,
    check_section,
    share,
)
from bandit_replications.papers.multiplayer.theory.horizon_fits import fitted, slope_text
from bandit_replications.runtime.errors import NotApplicable

THEOREM = 2 / 3
NEAR = 0.05
RARELY = 0.10
QUARTER = 0.25
FAR = 2.0  # times all that the learning phase can cost, K T_0: such a run has linear regret
FEWEST_HORIZONS = 5
ROUNDING = 1e-9  # least standard error of a slope
LONG = 10.0  # ratio of the longest to the shortest game


def sweep_needs(*numbers: int, algorithm: str) -> Callable[[Any], tuple[Need, ...]]:
    """Return the needs of a claim about A.5: these experiments, one algorithm, many horizons."""

    def needs(config: Any) -> tuple[Need, ...]:
        section = config.horizon_sweep
        for number in numbers:
            check_section(config, "horizon_sweep", number, algorithm)
        horizons = section.horizons
        if len(horizons) < FEWEST_HORIZONS or horizons[-1] < LONG * horizons[0]:
            raise NotApplicable(
                f"the claim needs {FEWEST_HORIZONS} horizons, the longest {LONG:g} times the first"
            )
        names = tuple(EXPERIMENTS[number - 1].name for number in numbers)
        where = {"scenario": names, "algorithm": (algorithm,)}
        return (Need(experiment="horizon-sweep", where=where),)

    return needs


def games(results: Results, number: int, algorithm: str) -> Any:
    """Return the rows of one experiment and algorithm, by horizon and replicate."""
    frame = results["horizon-sweep"]
    keep = (frame["scenario"] == EXPERIMENTS[number - 1].name) & (frame["algorithm"] == algorithm)
    return frame[keep].sort_values(["horizon", "replicate"])


def _last_quarter(frame: Any) -> Any:
    """Return the games of the last quarter of the horizons, at least one."""
    horizons = np.unique(frame["horizon"])
    few = max(1, round(QUARTER * horizons.size))
    return frame[frame["horizon"] >= horizons[-few]]


def normal_tail(errors: float) -> float:
    """Return the chance that a standard normal variable exceeds this number of standard errors."""
    return 0.5 * math.erfc(errors / math.sqrt(2))


def _exponent(number: int) -> Callable[[Results, Any], Finding]:
    def check(results: Results, config: Any) -> Finding:
        frame = games(results, number, COORDINATE)
        fit = fitted(frame)
        error = max(fit.error, ROUNDING)
        columns = []
        for stretch in STRETCHES:
            room = (stretch * NEAR - abs(fit.slope - THEOREM)) / error
            against = min(1.0, 2 * normal_tail(-room))
            columns.append(Evidence(p_for=normal_tail(room), p_against=against))
        whole, half, twice = columns
        return Finding(
            numbers={
                "fitted slope": slope_text(fit),
                "games": len(frame),
            },
            evidence=whole,
            half=half,
            twice=twice,
        )

    return check


def _bound(number: int) -> Callable[[Results, Any], Finding]:
    claim_id = f"appendix-5-bound-experiment-{number}"

    def check(results: Results, config: Any) -> Finding:
        from bandit_replications.papers.multiplayer.theory import bounds  # noqa: PLC0415  loads its own

        frame = games(results, number, COORDINATE)
        arms = EXPERIMENTS[number - 1].arms
        bound = {
            horizon: bounds.theorem_4_1_regret(players=PLAYERS, arms=arms, horizon=int(horizon))
            for horizon in np.unique(frame["horizon"])
        }
        over = frame["regret"].to_numpy() / frame["horizon"].map(bound).to_numpy()
        test = mean_test(over, bound=1.0, generator=generator(0, "claims", claim_id))
        means = frame.assign(over=over).groupby("horizon")["over"].mean()
        above = int((means > 1).sum())
        return Finding(
            numbers={
                "mean regret over the bound": float(over.mean()),
                "largest mean over a horizon's bound": float(means.max()),
                "horizons above it": above,
            },
            evidence=Evidence(p_for=test.below, p_against=test.above),
            caveat=f"the mean of {above} horizons lies above the bound" if above else "",
        )

    return check


def _constant(results: Results, config: Any) -> Finding:
    frame = games(results, 1, CHAIRS)
    last = _last_quarter(frame)
    far = int((last["regret"] > FAR * PLAYERS * EXPLORATION).sum())
    fit = fitted(frame)
    part = share("share of the longest games with a large regret", far, len(last), RARELY)
    caveat = (
        f"{far} of {len(last)} of the longest games have linear regret (wrong chairs); fitted "
        f"slope of the mean {slope_text(fit)}"
    )
    return all_of([part], {"fitted slope of the mean": slope_text(fit)}, caveat=caveat * bool(far))


def _no_message(results: Results, config: Any) -> Finding:
    return Finding(
        testable=False, caveat="the text says what is plotted and nothing of the outcome"
    )


def _open_question(results: Results, config: Any) -> Finding:
    numbers: dict[str, float | int | str] = {}
    for number in (1, 2, 3):
        fit = fitted(games(results, number, COORDINATE))
        numbers[f"fitted slope in experiment {number}:"] = slope_text(fit)
    return Finding(
        numbers=numbers,
        testable=False,
        caveat=(
            "an open question; exponents of one algorithm on three sequences say nothing of the "
            "best rate: with blocks tuned to T^(1/3) the Coordinate phases alone cost T^(2/3). "
            "Later work gives a rate of the root of T for two players"
        ),
    )


FIGURES = tuple(
    Claim(
        id=f"figure-0{number + 4}",
        source=f"Figure {number + 4}, Appendix A.5",
        statement=(
            f"Experiment {number}: average final regrets over the horizon with fitted lines, as "
            "plotted."
        ),
        kind="none",
        rule="none: the text attaches no statement to this figure",
        check=_no_message,
    )
    for number in (1, 2, 3)
)

EXPONENTS = tuple(
    Claim(
        id=f"appendix-5-exponent-experiment-{number}",
        source=f"Appendix A.5, Figure {number + 4}",
        statement=(
            f"Experiment {number}: the final regret of Coordinate and Play grows as Theorem 4.1 "
            "lets one expect, with an exponent of 2/3."
        ),
        kind="statistical",
        rule=(
            f"the slope fitted over all horizons is within {NEAR:g} of 2/3 "
            f"(half {NEAR / 2:g}, twice {2 * NEAR:g})"
        ),
        needs=sweep_needs(number, algorithm=COORDINATE),
        check=_exponent(number),
    )
    for number in (1, 2, 3)
)

BOUNDS = tuple(
    Claim(
        id=f"appendix-5-bound-experiment-{number}",
        source=f"Appendix A.5, Theorem 4.1, Figure {number + 4}",
        statement=(
            f"Experiment {number}: over all horizons together the final regret of Coordinate and "
            "Play is on average below Theorem 4.1's bound."
        ),
        kind="statistical",
        rule=(
            "the mean over all games of regret over bound is below 1; horizons whose own mean is "
            "above it make a caveat"
        ),
        needs=sweep_needs(number, algorithm=COORDINATE),
        check=_bound(number),
    )
    for number in (1, 2, 3)
)

OTHERS = (
    Claim(
        id="section-5-musical-chairs-constant",
        source="Section 5, after Rosenski, Shamir and Szlak",
        statement=(
            "In a stochastic setting with a gap Musical Chairs has constant regret with high "
            "probability."
        ),
        kind="statistical",
        rule=(
            "experiment 1: of the games in the last quarter of the horizons at most "
            f"{RARELY:g} have more regret than {FAR:g} K T0, where learning can cost K T0; half "
            "and twice the margin: half and twice this share"
        ),
        needs=sweep_needs(1, algorithm=CHAIRS),
        check=_constant,
    ),
    Claim(
        id="discussion-exponent",
        source="Section 6",
        statement="It is open whether the rate T^(2/3) is tight or the root of T can be reached.",
        kind="none",
        rule="none: a question",
        needs=sweep_needs(1, 2, 3, algorithm=COORDINATE),
        check=_open_question,
    ),
)

CLAIMS = (*FIGURES, *EXPONENTS, *BOUNDS, *OTHERS)
