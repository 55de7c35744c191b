"""Claims of Section 6 and Appendix I: what the paper says of its Figures 1 to 12.

The plotted numbers are not at hand, so a figure's claim is the message that the text attaches to
it. The vague words have these meanings:

- "competitive": a mean final regret at most `COMPETITIVE` times the other's;
- "does not perform well": at least `MUCH_WORSE` times that of each of the others; "performs well":
  at most `COMPETITIVE` times that of the worse of the others (a caveat says so if it is not also
  at most that many times the better one's, and if it is the worst of the three);
- "basically UCB1": a ratio within 1/`COMPETITIVE` and `COMPETITIVE`;
- "flat": the largest mean at most `FLAT` times the smallest;
- "decreases": from each ε to the next by a factor of at most `STEP`, and over the whole range by
  more than that.

Each rule is also judged at half and at twice its margin, the distance of its factor from 1. A
larger margin loosens an "at most" and tightens an "at least", so that rules with both need not be
monotone in it.
"""

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bandit_replications.bandits.streams import generator
from bandit_replications.experiments.needs import Need
from bandit_replications.inference.hypothesis_tests import ratio_tests
from bandit_replications.ledger.claims import Claim, Evidence, Finding, Results
from bandit_replications.runtime.errors import NotApplicable

COMPETITIVE = 1.25
MUCH_WORSE = 2.0
FLAT = 1.10
STEP = 1.05
STRETCHES = (1.0, 0.5, 2.0)

Sample = NDArray[np.float64]


@dataclass(frozen=True)
class _Comparison:
    """Mean final regret of one cell against another's: `ratio` a/b below or above a factor."""

    position: int
    name: str
    a: Sample
    b: Sample
    factor: float
    below: bool

    def evidence(self) -> tuple[Evidence, ...]:
        """Return the p-values with the factor's distance from 1 times each of `STRETCHES`."""
        factors = [_stretched(self.factor, stretch) for stretch in STRETCHES]
        stream = generator(0, "claims", "section-6", self.position, self.name)
        tests = ratio_tests(self.a, self.b, margins=factors, generator=stream)
        if self.below:
            return tuple(Evidence(p_for=test.below, p_against=test.above) for test in tests)
        return tuple(Evidence(p_for=test.above, p_against=test.below) for test in tests)

    @property
    def ratio(self) -> float:
        """Ratio of the two means."""
        return float(self.a.mean() / self.b.mean())


def _stretched(factor: float, stretch: float) -> float:
    """Return 1 + stretch (factor - 1); for a factor below 1 its inverse is stretched."""
    if factor >= 1:
        return 1 + stretch * (factor - 1)
    return 1 / (1 + stretch * (1 / factor - 1))


def _shown_or_refuted(shown: Finding, refuted: Finding) -> Finding:
    """Return a finding that one test can show and another can refute."""

    def joined(a: Any, b: Any) -> Evidence:
        return Evidence(p_for=a.p_for, p_against=b.p_against)

    return Finding(
        numbers={**shown.numbers, **refuted.numbers},
        evidence=joined(shown.evidence, refuted.evidence),
        half=joined(shown.half, refuted.half),
        twice=joined(shown.twice, refuted.twice),
    )


def all_of(comparisons: Sequence[_Comparison]) -> Finding:
    """Return the finding of a claim that all its comparisons together make.

    Intersection-union: the claim is shown when each part is; it is refuted when one part is, at a
    share of the level.
    """
    parts = [comparison.evidence() for comparison in comparisons]
    whole, half, twice = (
        Evidence(
            p_for=max(part.p_for for part in column),
            p_against=min(1.0, len(parts) * min(part.p_against for part in column)),
        )
        for column in zip(*parts, strict=True)
    )
    return Finding(
        numbers={f"ratio {comparison.name}": comparison.ratio for comparison in comparisons},
        evidence=whole,
        half=half,
        twice=twice,
    )


def any_of(comparisons: Sequence[_Comparison]) -> Finding:
    """Return the finding of a claim that holds when one of its comparisons does.

    A caveat names the comparisons that fail on the means at hand.
    """
    parts = [comparison.evidence() for comparison in comparisons]
    whole, half, twice = (
        Evidence(
            p_for=min(1.0, len(parts) * min(part.p_for for part in column)),
            p_against=max(part.p_against for part in column),
        )
        for column in zip(*parts, strict=True)
    )
    failing = [c for c in comparisons if (c.ratio > c.factor) == c.below]
    worst = "; it is the worst of all" if all(c.ratio > 1 for c in comparisons) else ""
    return Finding(
        numbers={f"ratio {comparison.name}": comparison.ratio for comparison in comparisons},
        evidence=whole,
        half=half,
        twice=twice,
        caveat="; ".join(f"not so for {c.name}: ratio {c.ratio:.3g}" for c in failing)
        + (worst if failing else ""),
    )


# --- Data -----------------------------------------------------------------------------------


PAPER_MEANS = (
    (0.75, 0.70, 0.70, 0.70, 0.70),
    (0.75, 0.625, 0.5, 0.375, 0.25),
    (0.75, 0.15, 0.15, 0.15, 0.15),
)


def setting_name(config: Any, position: int) -> str:
    """Return the name of the paper's setting 1, 2 or 3, by its position in the configuration.

    Raises
    ------
    NotApplicable
        If the run has other settings than the paper.

    """
    settings = config.regret.settings
    if (
        len(settings) <= position
        or tuple(settings[position].resolve_means()) != PAPER_MEANS[position]
        or settings[position].law != "bernoulli"
    ):
        raise NotApplicable(f"the run's setting {position + 1} is not the paper's")
    name: str = settings[position].name
    return name


def _needs(
    position: int, epsilons: Sequence[float] | None, *algorithms: str
) -> Callable[[Any], tuple[Need, ...]]:
    def needs(config: Any) -> tuple[Need, ...]:
        where: dict[str, tuple[Any, ...]] = {"setting": (setting_name(config, position),)}
        if config.regret.options:
            raise NotApplicable("the run changes constants or readings of the algorithms")
        for algorithm in algorithms:
            if algorithm not in config.regret.algorithms:
                raise NotApplicable(f"the run has no {algorithm}")
        where["algorithm"] = algorithms
        if epsilons is not None:
            for epsilon in epsilons:
                if epsilon not in config.regret.epsilons:
                    raise NotApplicable(f"the run has no epsilon {epsilon:g}")
            where["epsilon"] = tuple(epsilons)
        elif len(config.regret.epsilons) < 2:
            raise NotApplicable("the run has one epsilon only")
        return (Need(experiment="regret", where=where),)

    return needs


def final(
    results: Results, config: Any, position: int, algorithm: str, epsilon: float | None
) -> Sample:
    """Return the final regrets of one cell, one for each run."""
    frame = results["regret"]
    keep = (
        (frame["algorithm"] == algorithm)
        & (frame["setting"] == setting_name(config, position))
        & (frame["round"] == config.regret.horizon)
    )
    if epsilon is not None:
        keep &= frame["epsilon"] == epsilon
    return frame.loc[keep, "regret"].to_numpy()


# --- Rules ----------------------------------------------------------------------------------

Check = Callable[[Results, Any], Finding]


def at_most(
    position: int, epsilons: Sequence[float], a: str, b: Sequence[str], factor: float
) -> Check:
    """Return the check that a's mean final regret is at most factor times that of each of b."""

    def check(results: Results, config: Any) -> Finding:
        return all_of(
            [
                _Comparison(
                    position,
                    f"{a} / {other} at epsilon {epsilon:g}",
                    final(results, config, position, a, epsilon),
                    final(results, config, position, other, _epsilon_of(other, epsilon)),
                    factor,
                    below=True,
                )
                for epsilon in epsilons
                for other in b
            ]
        )

    return check


def performs_well(position: int, epsilon: float, a: str, b: Sequence[str]) -> Check:
    """Return the check that a's mean final regret is comparable to the worse of the others."""

    def check(results: Results, config: Any) -> Finding:
        return any_of(
            [
                _Comparison(
                    position,
                    f"{a} / {other} at epsilon {epsilon:g}",
                    final(results, config, position, a, epsilon),
                    final(results, config, position, other, epsilon),
                    COMPETITIVE,
                    below=True,
                )
                for other in b
            ]
        )

    return check


def _epsilon_of(algorithm: str, epsilon: float) -> float | None:
    return None if algorithm == "ucb1" else epsilon


def at_least(
    position: int, epsilons: Sequence[float], a: str, b: Sequence[str], factor: float
) -> Check:
    """Return the check that a's mean final regret is at least factor times that of each of b."""

    def check(results: Results, config: Any) -> Finding:
        return all_of(
            [
                _Comparison(
                    position,
                    f"{a} / {other} at epsilon {epsilon:g}",
                    final(results, config, position, a, epsilon),
                    final(results, config, position, other, epsilon),
                    factor,
                    below=False,
                )
                for epsilon in epsilons
                for other in b
            ]
        )

    return check


def alike_ucb1(position: int, epsilons: Sequence[float]) -> Check:
    """Return the check that Hybrid-UCB's mean final regret is within `COMPETITIVE` of UCB1's."""

    def check(results: Results, config: Any) -> Finding:
        ucb1 = final(results, config, position, "ucb1", None)
        return all_of(
            [
                _Comparison(
                    position,
                    f"hybrid-ucb / ucb1 at epsilon {epsilon:g}, {side}",
                    final(results, config, position, "hybrid-ucb", epsilon),
                    ucb1,
                    factor,
                    below=below,
                )
                for epsilon in epsilons
                for side, factor, below in (
                    ("from above", COMPETITIVE, True),
                    ("from below", 1 / COMPETITIVE, False),
                )
            ]
        )

    return check


def not_increasing(position: int, algorithm: str) -> Check:
    """Return the check that the mean final regret does not grow from one epsilon to the next.

    A growth of up to `STEP` counts as none; over the whole range it falls by more than that.
    """

    def check(results: Results, config: Any) -> Finding:
        epsilons = sorted(config.regret.epsilons)
        cells = {e: final(results, config, position, algorithm, e) for e in epsilons}
        steps = [
            _Comparison(position, f"epsilon {b:g} / {a:g}", cells[b], cells[a], STEP, below=True)
            for a, b in itertools.pairwise(epsilons)
        ]
        first, last = epsilons[0], epsilons[-1]
        whole = _Comparison(
            position,
            f"epsilon {last:g} / {first:g}, whole range",
            cells[last],
            cells[first],
            1 / STEP,
            below=True,
        )
        return all_of([*steps, whole])

    return check


def flat(position: int, algorithm: str) -> Check:
    """Return the check that the means at all epsilons are within `FLAT` of each other."""

    def check(results: Results, config: Any) -> Finding:
        epsilons = sorted(config.regret.epsilons)
        cells = {e: final(results, config, position, algorithm, e) for e in epsilons}
        means = {e: cell.mean() for e, cell in cells.items()}
        high, low = max(means, key=means.__getitem__), min(means, key=means.__getitem__)
        extremes = _Comparison(
            position, f"epsilon {high:g} / {low:g}", cells[high], cells[low], FLAT, below=True
        )
        # Shown by the two means that the data set furthest apart; refuted by a pair that was fixed
        # beforehand, the smallest and the largest epsilon, either way round.
        first, last = epsilons[0], epsilons[-1]
        ends = [
            _Comparison(position, f"epsilon {a:g} / {b:g}", cells[a], cells[b], FLAT, below=True)
            for a, b in ((first, last), (last, first))
        ]
        return _shown_or_refuted(all_of([extremes]), all_of(ends))

    return check


def message_only(results: Results, config: Any) -> Finding:
    """Return the finding of a figure to which the text attaches no statement."""
    return Finding(
        testable=False,
        caveat=(
            "the text says what is plotted and nothing of what it shows, and the plotted numbers "
            "are not at hand; our figure has the band in which a mean over 15 runs falls"
        ),
    )


# --- Claims ---------------------------------------------------------------------------------

LAZY, HYBRID, DP_SE = "anytime-lazy-ucb", "hybrid-ucb", "dp-se"


_WELL = (
    f"mean final regret at most {COMPETITIVE:g} times that of the worse of Anytime-Lazy-UCB and "
    "DP-SE (caveat if not also of the better)"
)


_FLAT = (
    f"largest mean final regret at most {FLAT:g} times the smallest (shown by these two; refuted "
    "by the smallest against the largest ε)"
)


def _times(factor: float) -> str:
    return f"{factor:g} times"


def _figure_small_epsilon(number: int, position: int, epsilon: float) -> Claim:
    lazy = at_most(position, [epsilon], LAZY, [DP_SE], COMPETITIVE)
    hybrid = at_least(position, [epsilon], HYBRID, [LAZY, DP_SE], MUCH_WORSE)

    def check(results: Results, config: Any) -> Finding:
        return _both(lazy(results, config), hybrid(results, config))

    return Claim(
        id=f"figure-{number:02d}",
        source=f"Figure {number}, Section 6",
        statement=(
            f"Setting {position + 1}, ε = {epsilon:g}: Anytime-Lazy-UCB keeps up with DP-SE, and "
            "Hybrid-UCB is far behind both."
        ),
        kind="statistical",
        rule=(
            f"mean final regret: Lazy at most {_times(COMPETITIVE)} DP-SE, and Hybrid at least "
            f"{_times(MUCH_WORSE)} each of the others"
        ),
        needs=_needs(position, [epsilon], LAZY, HYBRID, DP_SE),
        check=check,
    )


def _both(one: Finding, other: Finding) -> Finding:
    def joined(a: Any, b: Any) -> Evidence:
        return Evidence(
            p_for=max(a.p_for, b.p_for), p_against=min(1.0, 2 * min(a.p_against, b.p_against))
        )

    return Finding(
        numbers={**one.numbers, **other.numbers},
        evidence=joined(one.evidence, other.evidence),
        half=joined(one.half, other.half),
        twice=joined(one.twice, other.twice),
    )


def _figure_large_epsilon(number: int, position: int, epsilon: float) -> Claim:
    return Claim(
        id=f"figure-{number:02d}",
        source=f"Figure {number}, Section 6",
        statement=(
            f"In mean-reward setting {position + 1} at ε = {epsilon:g}, Hybrid-UCB performs well."
        ),
        kind="statistical",
        rule=_WELL,
        needs=_needs(position, [epsilon], LAZY, HYBRID, DP_SE),
        check=performs_well(position, epsilon, HYBRID, [LAZY, DP_SE]),
    )


def _figure_final(number: int, position: int) -> Claim:
    lazy, hybrid = not_increasing(position, LAZY), not_increasing(position, HYBRID)
    dp_se = flat(position, DP_SE)

    def check(results: Results, config: Any) -> Finding:
        ucb = _both(lazy(results, config), hybrid(results, config))
        return _both(ucb, dp_se(results, config))

    return Claim(
        id=f"figure-{number:02d}",
        source=f"Figure {number}, Section 6",
        statement=(
            f"In mean-reward setting {position + 1} the final regret of both UCB algorithms falls "
            "with ε while that of DP-SE stays flat."
        ),
        kind="statistical",
        rule=(
            f"as section-6-regret-falls-lazy, section-6-regret-falls-hybrid and "
            f"section-6-dp-se-flat, in setting {position + 1}"
        ),
        needs=_needs(position, None, LAZY, HYBRID, DP_SE),
        check=check,
    )


def _figure_without_message(number: int, what: str) -> Claim:
    return Claim(
        id=f"figure-{number:02d}",
        source=f"Figure {number}, Appendix I",
        statement=f"{what}, as plotted.",
        kind="none",
        rule="none: the text attaches no statement to this figure",
        check=message_only,
    )


FIGURES = (
    _figure_small_epsilon(1, 0, 0.5),
    _figure_small_epsilon(2, 0, 1),
    _figure_large_epsilon(3, 0, 8),
    _figure_large_epsilon(4, 0, 64),
    _figure_final(5, 0),
    _figure_small_epsilon(6, 1, 0.5),
    _figure_large_epsilon(7, 1, 8),
    _figure_large_epsilon(8, 1, 64),
    _figure_without_message(9, "Regret in setting 1 at ε = 0.1, 0.25, 128"),
    _figure_without_message(10, "Final regret of all algorithms in setting 2"),
    _figure_without_message(11, "Regret in setting 2 at ε = 0.1, 0.25, 1, 128"),
    _figure_without_message(12, "Final regret and regret in setting 3 at all seven ε"),
)

_FALLS = (
    f"mean final regret at each ε at most {_times(STEP)} that at the ε before, and at the "
    f"largest at most 1/{STEP:g} of that at the smallest"
)

SECTION_6 = (
    Claim(
        id="section-6-lazy-competitive",
        source="Section 6, abstract",
        statement="Anytime-Lazy-UCB is competitive with DP-SE in setting 1 at ε = 0.5 and 1.",
        kind="statistical",
        rule=f"mean final regret at most {_times(COMPETITIVE)} DP-SE's at both",
        needs=_needs(0, [0.5, 1], LAZY, DP_SE),
        check=at_most(0, [0.5, 1], LAZY, [DP_SE], COMPETITIVE),
    ),
    Claim(
        id="section-6-lazy-competitive-below",
        source="Section 6, beyond what is said",
        statement="Anytime-Lazy-UCB stays competitive with DP-SE in setting 1 at ε = 0.1 and 0.25.",
        kind="statistical",
        rule=f"mean final regret at most {_times(COMPETITIVE)} DP-SE's at both",
        needs=_needs(0, [0.1, 0.25], LAZY, DP_SE),
        check=at_most(0, [0.1, 0.25], LAZY, [DP_SE], COMPETITIVE),
    ),
    Claim(
        id="section-6-hybrid-poor-small-epsilon",
        source="Section 6",
        statement="Hybrid-UCB does not perform well in setting 1 at ε = 0.5 and 1.",
        kind="statistical",
        rule=f"mean final regret at least {_times(MUCH_WORSE)} that of each of the others at both",
        needs=_needs(0, [0.5, 1], LAZY, HYBRID, DP_SE),
        check=at_least(0, [0.5, 1], HYBRID, [LAZY, DP_SE], MUCH_WORSE),
    ),
    Claim(
        id="section-6-hybrid-good-at-8",
        source="Section 6",
        statement="Hybrid-UCB performs well in setting 1 at ε = 8.",
        kind="statistical",
        rule=_WELL,
        needs=_needs(0, [8], LAZY, HYBRID, DP_SE),
        check=performs_well(0, 8, HYBRID, [LAZY, DP_SE]),
    ),
    Claim(
        id="section-6-hybrid-good-at-64",
        source="Section 6",
        statement="Hybrid-UCB performs well in setting 1 at ε = 64.",
        kind="statistical",
        rule=_WELL,
        needs=_needs(0, [64], LAZY, HYBRID, DP_SE),
        check=performs_well(0, 64, HYBRID, [LAZY, DP_SE]),
    ),
    Claim(
        id="section-6-hybrid-is-ucb1",
        source="Section 6",
        statement="Hybrid-UCB with a large ε (64, 128) is basically UCB1, setting 1.",
        kind="statistical",
        rule=f"mean final regret within a factor {COMPETITIVE:g} of UCB1's at both, either way",
        needs=_needs(0, [64, 128], HYBRID, "ucb1"),
        check=alike_ucb1(0, [64, 128]),
        errata=("hybrid-ucb1-constant",),
    ),
    Claim(
        id="section-6-regret-falls-lazy",
        source="Section 6",
        statement="The final regret of Anytime-Lazy-UCB falls as ε grows, setting 1.",
        kind="statistical",
        rule=_FALLS,
        needs=_needs(0, None, LAZY),
        check=not_increasing(0, LAZY),
    ),
    Claim(
        id="section-6-regret-falls-hybrid",
        source="Section 6",
        statement="The final regret of Hybrid-UCB falls as ε grows, setting 1.",
        kind="statistical",
        rule=_FALLS,
        needs=_needs(0, None, HYBRID),
        check=not_increasing(0, HYBRID),
    ),
    Claim(
        id="section-6-dp-se-flat",
        source="Section 6",
        statement="The final regret of DP-SE tends to stay flat over the seven ε, setting 1.",
        kind="statistical",
        rule=_FLAT,
        needs=_needs(0, None, DP_SE),
        check=flat(0, DP_SE),
    ),
    Claim(
        id="section-6-setting-2-competitive",
        source="Section 6",
        statement="In setting 2, too, Anytime-Lazy-UCB is competitive with DP-SE (ε = 0.5, 8, 64).",
        kind="statistical",
        rule=f"mean final regret at most {_times(COMPETITIVE)} DP-SE's at each",
        needs=_needs(1, [0.5, 8, 64], LAZY, DP_SE),
        check=at_most(1, [0.5, 8, 64], LAZY, [DP_SE], COMPETITIVE),
    ),
)

BEYOND = (
    Claim(
        id="section-6-dp-se-flat-setting-2",
        source="Section 6, beyond what is said",
        statement="The final regret of DP-SE is flat over the seven ε in setting 2, too.",
        kind="statistical",
        rule=_FLAT,
        needs=_needs(1, None, DP_SE),
        check=flat(1, DP_SE),
    ),
    Claim(
        id="section-6-regret-falls-setting-2",
        source="Section 6, beyond what is said",
        statement="The final regret of Anytime-Lazy-UCB falls as ε grows in setting 2, too.",
        kind="statistical",
        rule=_FALLS,
        needs=_needs(1, None, LAZY),
        check=not_increasing(1, LAZY),
    ),
    Claim(
        id="section-3-ucb-better-somewhere",
        source="Sections 1 and 3",
        statement=(
            "On some instances elimination does badly beside an index: in setting 3 at ε = 1 "
            "Anytime-Lazy-UCB has clearly less regret than DP-SE."
        ),
        kind="statistical",
        rule=f"mean final regret of Lazy at most 1/{COMPETITIVE:g} of DP-SE's",
        needs=_needs(2, [1], LAZY, DP_SE),
        check=at_most(2, [1], LAZY, [DP_SE], 1 / COMPETITIVE),
    ),
)

CLAIMS = (*FIGURES, *SECTION_6, *BEYOND)
