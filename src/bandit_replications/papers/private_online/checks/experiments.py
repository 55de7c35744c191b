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

A larger margin loosens an "at most" and tightens an "at least", so that rules with both need not be
monotone in it.
"""

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from bandit_replications.experiments.needs import Need
from bandit_replications.ledger.claims import Finding, Results
from bandit_replications.ledger.decisions import Decision, measured
from bandit_replications.ledger.rules import (
    Comparison,
    Sample,
    all_of,
    any_of,
    ratio,
    shown_or_refuted,
)
from bandit_replications.papers.private_online.checks.cells import DP_SE, HYBRID, LAZY, UCB1
from bandit_replications.runtime.errors import NotApplicable

COMPETITIVE = 1.25
MUCH_WORSE = 2.0
FLAT = 1.10
STEP = 1.05

PAPER_MEANS = (
    (0.75, 0.70, 0.70, 0.70, 0.70),
    (0.75, 0.625, 0.5, 0.375, 0.25),
    (0.75, 0.15, 0.15, 0.15, 0.15),
)

# --- Data -----------------------------------------------------------------------------------


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
    config: Any,
    *,
    position: int,
    algorithms: tuple[str, ...],
    epsilons: tuple[float, ...] | None = None,
) -> tuple[Need, ...]:
    where: dict[str, tuple[Any, ...]] = {"setting": (setting_name(config, position),)}
    if config.regret.options:
        raise NotApplicable("the run changes constants or readings of the algorithms")
    for algorithm in algorithms:
        if algorithm not in config.regret.algorithms:
            raise NotApplicable(f"the run has no {algorithm}")
    where["algorithm"] = algorithms
    for epsilon in epsilons or ():
        if epsilon not in config.regret.epsilons:
            raise NotApplicable(f"the run has no epsilon {epsilon:g}")
        where["epsilon"] = tuple(epsilons or ())
    if epsilons is None and len(config.regret.epsilons) < 2:
        raise NotApplicable("the run has one epsilon only")
    return (Need(experiment="regret", where=where),)


def final(results: Results, config: Any, position: int, algorithm: str, epsilon: float) -> Sample:
    """Return the final regrets of one cell, one for each run."""
    frame = results["regret"]
    keep = (
        (frame["algorithm"] == algorithm)
        & (frame["setting"] == setting_name(config, position))
        & (frame["round"] == config.regret.horizon)
    )
    if algorithm != UCB1:  # which has no epsilon
        keep &= frame["epsilon"] == epsilon
    return frame.loc[keep, "regret"].to_numpy()


def _values(parts: Sequence[Comparison]) -> dict[str, float]:
    return {f"ratio {part.name}": part.value for part in parts}


# --- One algorithm against others -----------------------------------------------------------


@dataclass(frozen=True)
class Versus:
    """That an algorithm's mean final regret is at most (or at least) a factor times others'."""

    algorithm: str
    others: tuple[str, ...]
    factor: float
    below: bool = True

    def parts(
        self, results: Results, config: Any, position: int, epsilons: Sequence[float]
    ) -> Iterator[Comparison]:
        """Yield the comparisons at each ε."""
        for epsilon, other in itertools.product(epsilons, self.others):
            yield ratio(
                f"{self.algorithm} / {other} at epsilon {epsilon:g}",
                final(results, config, position, self.algorithm, epsilon),
                final(results, config, position, other, epsilon),
                self.factor,
                below=self.below,
            )


def _versus(
    results: Results,
    config: Any,
    *,
    claim_id: str,
    position: int,
    epsilons: tuple[float, ...],
    rules: tuple[Versus, ...],
) -> Finding:
    parts = [part for rule in rules for part in rule.parts(results, config, position, epsilons)]
    return all_of(claim_id, parts, _values(parts))


def _performs_well(
    results: Results, config: Any, *, claim_id: str, position: int, epsilon: float
) -> Finding:
    """Return whether Hybrid-UCB is competitive with the worse of the others.

    A caveat names those with which it is not.
    """
    rule = Versus(HYBRID, (LAZY, DP_SE), COMPETITIVE)
    parts = list(rule.parts(results, config, position, [epsilon]))
    failing = [part for part in parts if part.value > COMPETITIVE]
    worst = bool(failing) and all(part.value > 1 for part in parts)
    texts = [f"not so for {part.name}: ratio {part.value:.3g}" for part in failing]
    caveat = "; ".join([*texts, *["it is the worst of all"] * worst])
    return any_of(claim_id, parts, _values(parts), caveat=caveat)


COMPETES = Versus(LAZY, (DP_SE,), COMPETITIVE)
POOR = Versus(HYBRID, (LAZY, DP_SE), MUCH_WORSE, below=False)
BETTER = Versus(LAZY, (DP_SE,), 1 / COMPETITIVE)
LIKE_UCB1 = (
    Versus(HYBRID, (UCB1,), COMPETITIVE),
    Versus(HYBRID, (UCB1,), 1 / COMPETITIVE, below=False),
)

# Position of the setting, ε, rules.
COMPARED: dict[str, tuple[int, tuple[float, ...], tuple[Versus, ...]]] = {
    "figure-01": (0, (0.5,), (COMPETES, POOR)),
    "figure-02": (0, (1,), (COMPETES, POOR)),
    "figure-06": (1, (0.5,), (COMPETES, POOR)),
    "section-6-lazy-competitive": (0, (0.5, 1), (COMPETES,)),
    "section-6-lazy-competitive-below": (0, (0.1, 0.25), (COMPETES,)),
    "section-6-setting-2-competitive": (1, (0.5, 8, 64), (COMPETES,)),
    "section-6-hybrid-poor-small-epsilon": (0, (0.5, 1), (POOR,)),
    "section-6-hybrid-is-ucb1": (0, (64, 128), LIKE_UCB1),
    "section-3-ucb-better-somewhere": (2, (1,), (BETTER,)),
}
WELL = {
    "section-6-hybrid-good-at-8": (0, 8),
    "section-6-hybrid-good-at-64": (0, 64),
    "figure-07": (1, 8),
    "figure-08": (1, 64),
}

# --- One algorithm over all ε ---------------------------------------------------------------


def _falling(cells: dict[float, Sample], algorithm: str) -> list[Comparison]:
    """Return that means grow from no ε to the next, by up to `STEP`, and fall over the range."""
    epsilons = sorted(cells)
    steps = [(a, b, STEP, "") for a, b in itertools.pairwise(epsilons)]
    whole = (epsilons[0], epsilons[-1], 1 / STEP, ", whole range")
    return [
        ratio(f"{algorithm}, epsilon {b:g} / {a:g}{text}", cells[b], cells[a], factor, below=True)
        for a, b, factor, text in [*steps, whole]
    ]


def _flat(cells: dict[float, Sample], algorithm: str) -> tuple[list[Comparison], list[Comparison]]:
    """Return what shows that all means are within `FLAT` of each other, and what refutes it.

    Shown by the two means that the data set furthest apart; refuted by a pair that was fixed
    beforehand, the smallest and the largest ε, either way round.
    """
    means = {epsilon: cell.mean() for epsilon, cell in cells.items()}
    high, low = max(means, key=means.__getitem__), min(means, key=means.__getitem__)
    first, last = min(cells), max(cells)
    extremes, *ends = (
        ratio(f"{algorithm}, epsilon {a:g} / {b:g}", cells[a], cells[b], FLAT, below=True)
        for a, b in ((high, low), (first, last), (last, first))
    )
    return [extremes], ends


def _trends(
    results: Results,
    config: Any,
    *,
    claim_id: str,
    position: int,
    falling: tuple[str, ...],
    flat: tuple[str, ...],
) -> Finding:
    shown, refuted = [], []
    for algorithm in (*falling, *flat):
        cells = {
            epsilon: final(results, config, position, algorithm, epsilon)
            for epsilon in sorted(config.regret.epsilons)
        }
        if algorithm in flat:
            extremes, ends = _flat(cells, algorithm)
        else:
            extremes = ends = _falling(cells, algorithm)
        shown += extremes
        refuted += ends
    found = all_of(claim_id, shown, _values(shown))
    if not flat:
        return found
    return shown_or_refuted(found, all_of(claim_id, refuted, _values(refuted)))


# Position of the setting, algorithms whose regret falls with ε, those whose regret is flat.
TRENDS: dict[str, tuple[int, tuple[str, ...], tuple[str, ...]]] = {
    "figure-05": (0, (LAZY, HYBRID), (DP_SE,)),
    "section-6-regret-falls-lazy": (0, (LAZY,), ()),
    "section-6-regret-falls-hybrid": (0, (HYBRID,), ()),
    "section-6-dp-se-flat": (0, (), (DP_SE,)),
    "section-6-dp-se-flat-setting-2": (1, (), (DP_SE,)),
    "section-6-regret-falls-setting-2": (1, (LAZY,), ()),
}

# --- Decisions ------------------------------------------------------------------------------

FACTS = {"competitive": COMPETITIVE, "much_worse": MUCH_WORSE, "flat": FLAT, "step": STEP}


def _compared(
    claim_id: str, position: int, epsilons: tuple[float, ...], rules: tuple[Versus, ...]
) -> Decision:
    algorithms = {name: None for rule in rules for name in (rule.algorithm, *rule.others)}
    return measured(
        partial(_versus, claim_id=claim_id, position=position, epsilons=epsilons, rules=rules),
        partial(_needs, position=position, algorithms=tuple(algorithms), epsilons=epsilons),
        facts=FACTS,
    )


CHECKS = {
    **{claim_id: _compared(claim_id, *case) for claim_id, case in COMPARED.items()},
    **{
        claim_id: measured(
            partial(_performs_well, claim_id=claim_id, position=position, epsilon=epsilon),
            partial(
                _needs, position=position, algorithms=(LAZY, HYBRID, DP_SE), epsilons=(epsilon,)
            ),
            facts=FACTS,
        )
        for claim_id, (position, epsilon) in WELL.items()
    },
    **{
        claim_id: measured(
            partial(_trends, claim_id=claim_id, position=position, falling=falling, flat=flat),
            partial(_needs, position=position, algorithms=(*falling, *flat)),
            facts=FACTS,
        )
        for claim_id, (position, falling, flat) in TRENDS.items()
    },
}
