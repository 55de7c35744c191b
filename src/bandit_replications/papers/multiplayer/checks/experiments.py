"""Claims of Section 5 and the Discussion: what the paper says of its Figures 2 to 4.

The plotted numbers are not at hand, so a figure's claim is the message that the text attaches to
it. Regret is the online regret R_t against the K best arms of [t]. The vague words have these
meanings:

- "does not increase any more": the mean at T is at most `FLAT` times that after `SEATED` rounds,
  when the chairs are taken;
- a single run has stopped if its regret grows by at most one loss from then to T; a mean over ten
  runs, the paper's number, is flat with probability one half when `GROWING` of the runs grow;
- "keeps accumulating": from T/2 to 3T/4 and on to T the mean grows by a factor of at least `STEP`;
- "larger", "ahead": by a factor of at least `LARGER`; "starts to increase": to at least
  `INCREASED` times; a change is "not yet" seen within a factor `FLAT_SO_FAR`.

Each rule is also judged at half and at twice its margin, the distance of its factor from 1.
"""

from typing import Any

import numpy as np

from bandit_replications.ledger.claims import Claim, Finding, Results
from bandit_replications.ledger.proof_steps import Step, derived, not_testable, step
from bandit_replications.papers.multiplayer.checks.cells import (
    CHAIRS,
    COORDINATE,
    EXP3,
    EXPLORATION,
    PLAYERS,
    ROUND_ROBIN,
    SEATED,
    Part,
    Sample,
    all_of,
    growth,
    online_needs,
    part_of,
    ratio,
    regret_at,
    share,
)

FLAT = 1.05
GROWING = 1 - 0.5 ** (1 / 10)  # all of ten runs are flat with probability one half
STEP = 1.05
LARGER = 1.25
INCREASED = 2.0
FLAT_SO_FAR = 1.10
LEARNING_SHARE = 0.75
FIXED = 1.05
GROWN = 1.0  # a run has grown if its regret has by more than one loss
CHAIRS_SLOPE = 1.2  # losses per round that two failed arms cost, 2 (0.9 - 0.3)

AT_MARGINS = "half and twice the margin: half and twice the distance of a factor from 1"


def _derivation(name: str, function: str) -> Step:
    def run() -> Any:
        from bandit_replications.papers.multiplayer.theory import change_points  # noqa: PLC0415

        return getattr(change_points, function)()

    return step(name, run)


def _blocks(players: int, arms: int) -> Step:
    def run() -> Any:
        from bandit_replications.papers.multiplayer.theory.block_trace import figure_1  # noqa: PLC0415

        return figure_1(players=players, arms=arms)

    return step(f"K = {players}, N = {arms}", run)


FIGURE_1 = derived(
    "figure-01",
    "Figure 1, Section 4",
    (
        "A block begins with a Coordinate phase of K - 1 sub-blocks, in each of which the "
        "coordinator tells one follower her arm while the others are quiet; then all players "
        "stay on different arms."
    ),
    _blocks(4, 8),
    _blocks(3, 5),
    rule=(
        "of 50 blocks played by separate players none has a sub-block of N rounds in which "
        "others move or the two do not meet exactly once, or a Play phase with moves or equal arms"
    ),
    kind="enumeration",
)


# --- Experiment 1 ---------------------------------------------------------------------------


def _growing(results: Results, config: Any) -> tuple[int, int]:
    """Return how many runs of Musical Chairs grow after the chairs are taken, and of how many."""
    last = regret_at(results, CHAIRS, 1, config.online_regret.horizon)
    grown = last - regret_at(results, CHAIRS, 1, SEATED) > GROWN
    return int(grown.sum()), grown.size


def _grows_text(results: Results, config: Any) -> str:
    count, runs = _growing(results, config)
    if not count:
        return ""
    last = regret_at(results, CHAIRS, 1, config.online_regret.horizon)
    seated = regret_at(results, CHAIRS, 1, SEATED)
    return (
        f"in {count} of {runs} runs players hold wrong chairs for good, with linear regret, so "
        f"that its mean grows by a factor {last.mean() / seated.mean():.3g} after {SEATED} rounds"
    )


def _learning_part(claim_id: str, results: Results) -> Part:
    return growth(
        claim_id,
        f"Musical Chairs' mean regret at T0 over that after {SEATED} rounds",
        regret_at(results, CHAIRS, 1, EXPLORATION),
        regret_at(results, CHAIRS, 1, SEATED),
        LEARNING_SHARE,
        below=False,
    )


def _accumulating_parts(claim_id: str, results: Results, config: Any) -> list[Part]:
    points = {"T/2": (1, 2), "3T/4": (3, 4), "T": (1, 1)}
    runs = {
        name: regret_at(results, COORDINATE, 1, part_of(config, *fraction))
        for name, fraction in points.items()
    }
    return [
        growth(
            claim_id,
            f"Coordinate and Play's mean regret at {later} over that at {earlier}",
            runs[later],
            runs[earlier],
            STEP,
            below=False,
        )
        for earlier, later in (("T/2", "3T/4"), ("3T/4", "T"))
    ]


def _growing_part(results: Results, config: Any) -> Part:
    count, runs = _growing(results, config)
    return share("share of Musical Chairs' runs that grow", count, runs, GROWING)


def _learns(results: Results, config: Any) -> Finding:
    return all_of([_learning_part("experiment-1-musical-chairs-learns", results)])


def _stops_on_average(results: Results, config: Any) -> Finding:
    claim_id = "experiment-1-musical-chairs-stops"
    last = regret_at(results, CHAIRS, 1, config.online_regret.horizon)
    seated = regret_at(results, CHAIRS, 1, SEATED)
    count, runs = _growing(results, config)
    part = growth(
        claim_id,
        f"mean regret at T over that after {SEATED} rounds",
        last,
        seated,
        FLAT,
        below=True,
    )
    return all_of([part], {"runs that grow": count, "runs": runs})


def _typical_run(results: Results, config: Any) -> Finding:
    from bandit_replications.inference.intervals import clopper_pearson  # noqa: PLC0415

    count, runs = _growing(results, config)
    low, high = clopper_pearson(count, runs, confidence=0.95)
    return all_of(
        [_growing_part(results, config)],
        {
            "runs that grow": count,
            "runs": runs,
            "95% interval of the share": f"{low:.4f} to {high:.4f}",
            "a mean of 10 runs is flat with probability": (1 - count / runs) ** 10,
        },
        caveat=_grows_text(results, config),
    )


def _accumulates(results: Results, config: Any) -> Finding:
    claim_id = "experiment-1-coordinate-and-play-accumulates"
    return all_of(_accumulating_parts(claim_id, results, config))


def _figure_2(results: Results, config: Any) -> Finding:
    return all_of(
        [
            _learning_part("figure-02", results),
            _growing_part(results, config),
            *_accumulating_parts("figure-02", results, config),
        ],
        caveat=_grows_text(results, config),
    )


_ACCUMULATES = (
    f"mean regret at 3T/4 at least {STEP:g} times that at T/2, and at T at least {STEP:g} times "
    "that at 3T/4"
)
_LEARNS = f"mean regret at T0 at least {LEARNING_SHARE:g} times that after {SEATED} rounds"
_GROWING = (
    f"the share of runs whose regret grows by more than {GROWN:g} after {SEATED} rounds is at most "
    f"{GROWING:.3g}, so that ten runs are flat with probability at least one half"
)

EXPERIMENT_1 = (
    Claim(
        id="experiment-1-musical-chairs-learns",
        source="Section 5, Experiment 1",
        statement="Musical Chairs accumulates its regret up to T0, the end of its learning phase.",
        kind="statistical",
        rule=f"{_LEARNS}; {AT_MARGINS}",
        needs=online_needs(1, algorithms=(CHAIRS,)),
        check=_learns,
    ),
    Claim(
        id="experiment-1-musical-chairs-stops",
        source="Section 5, Experiment 1",
        statement=(
            "Once chairs are taken Musical Chairs' regret stays where it is, the K best arms being "
            "in use: read as the mean over many runs."
        ),
        kind="statistical",
        rule=f"mean regret at T at most {FLAT:g} times that after {SEATED} rounds; {AT_MARGINS}",
        needs=online_needs(1, algorithms=(CHAIRS,)),
        check=_stops_on_average,
    ),
    Claim(
        id="experiment-1-musical-chairs-typical-run",
        source="Section 5, Experiment 1",
        statement=(
            "Once chairs are taken Musical Chairs' regret stays where it is, the K best arms being "
            "in use: read as what ten runs show."
        ),
        kind="statistical",
        rule=f"{_GROWING}; half and twice the margin: half and twice this share",
        needs=online_needs(1, algorithms=(CHAIRS,)),
        check=_typical_run,
    ),
    Claim(
        id="experiment-1-coordinate-and-play-accumulates",
        source="Section 5, Experiment 1",
        statement="The regret of Coordinate and Play never levels off within the game.",
        kind="statistical",
        rule=f"{_ACCUMULATES}; {AT_MARGINS}",
        needs=online_needs(1, algorithms=(COORDINATE,)),
        check=_accumulates,
    ),
    Claim(
        id="figure-02",
        source="Figure 2, Section 5",
        statement=(
            "Experiment 1: Musical Chairs' regret grows up to T0 and not afterwards; that of "
            "Coordinate and Play grows until the end."
        ),
        kind="statistical",
        rule=f"Musical Chairs: {_LEARNS}; {_GROWING}. Coordinate and Play: {_ACCUMULATES}",
        needs=online_needs(1, algorithms=(COORDINATE, CHAIRS)),
        check=_figure_2,
    ),
)


# --- Experiments 2 and 3 --------------------------------------------------------------------


def ahead_from(results: Results, number: int) -> int | None:
    """Return the first recorded round from which on Coordinate and Play's mean is the lower one.

    Whole curves only; None if it is not lower at the end.
    """
    frame = results["online-regret"]
    frame = frame[frame["scenario"] == f"experiment-{number}"]
    curves = {}
    for algorithm in (COORDINATE, CHAIRS):
        table = frame[frame["algorithm"] == algorithm].pivot(
            index="replicate", columns="round", values="regret"
        )
        curves[algorithm] = table.dropna().mean(axis=0)
    common = curves[COORDINATE].index.intersection(curves[CHAIRS].index)
    behind = (curves[COORDINATE][common] >= curves[CHAIRS][common]).to_numpy()
    if behind[-1]:
        return None
    first = 0 if not behind.any() else int(np.flatnonzero(behind)[-1]) + 1
    return int(common[first])


def _ahead_text(results: Results, config: Any, number: int) -> str:
    found = ahead_from(results, number)
    if found is None:
        return "never"
    return f"{found} ({found / config.online_regret.horizon:.3g} T)"


def _chairs(results: Results, config: Any, number: int, numerator: int, denominator: int) -> Sample:
    return regret_at(results, CHAIRS, number, part_of(config, numerator, denominator))


def _play(results: Results, config: Any, number: int, numerator: int, denominator: int) -> Sample:
    return regret_at(results, COORDINATE, number, part_of(config, numerator, denominator))


def _rise_part(claim_id: str, results: Results, config: Any, number: int) -> Part:
    return growth(
        claim_id,
        "Musical Chairs' mean regret at T over that at T/4",
        _chairs(results, config, number, 1, 1),
        _chairs(results, config, number, 1, 4),
        INCREASED,
        below=False,
    )


def _onset_caveat(results: Results, config: Any, number: int) -> str:
    early = (
        _chairs(results, config, number, 1, 3).mean()
        / _chairs(results, config, number, 1, 4).mean()
    )
    if early > FLAT_SO_FAR:
        return ""
    return (
        f"the rise does not begin at T/4: at T/3 the mean is still only {early:.3g} times that at "
        "T/4, because R_t compares with the K best arms of [t] and the changed arm passes the "
        "others in cumulative loss at T/3 only"
    )


def _rises(number: int) -> Any:
    claim_id = f"experiment-{number}-musical-chairs-rises"

    def check(results: Results, config: Any) -> Finding:
        return all_of(
            [_rise_part(claim_id, results, config, number)],
            caveat=_onset_caveat(results, config, number),
        )

    return check


def _onset(number: int) -> Any:
    claim_id = f"experiment-{number}-onset"

    def check(results: Results, config: Any) -> Finding:
        parts = [
            growth(
                claim_id,
                "Musical Chairs' mean regret at T/3 over that at T/4",
                _chairs(results, config, number, 1, 3),
                _chairs(results, config, number, 1, 4),
                FLAT_SO_FAR,
                below=True,
            ),
            growth(
                claim_id,
                "at T/2 over that at T/3",
                _chairs(results, config, number, 1, 2),
                _chairs(results, config, number, 1, 3),
                INCREASED,
                below=False,
            ),
        ]
        return all_of(parts)

    return check


def _cannot_react(results: Results, config: Any) -> Finding:
    claim_id = "experiment-2-cannot-react"
    horizon = config.online_regret.horizon
    rise = _chairs(results, config, 2, 1, 1) - _chairs(results, config, 2, 3, 4)
    full = np.full(rise.size, CHAIRS_SLOPE * (horizon - part_of(config, 3, 4)))
    name = "growth of the mean regret in the last quarter over that of fixed arms"
    return all_of(
        [
            growth(claim_id, name, rise, full, FIXED, below=True),
            growth(claim_id, f"{name}, from below", rise, full, 1 / FIXED, below=False),
        ]
    )


def _larger_parts(claim_id: str, results: Results, config: Any, number: int) -> list[Part]:
    return [
        ratio(
            claim_id,
            f"Coordinate and Play / Musical Chairs at T/{denominator}",
            _play(results, config, number, 1, denominator),
            _chairs(results, config, number, 1, denominator),
            LARGER,
            below=False,
        )
        for denominator in (8, 4)
    ]


def _reacting_parts(claim_id: str, results: Results, config: Any, number: int) -> list[Part]:
    rises = [
        run(results, config, number, 1, 1) - run(results, config, number, 3, 4)
        for run in (_play, _chairs)
    ]
    return [
        ratio(
            claim_id,
            "Coordinate and Play / Musical Chairs at T",
            _play(results, config, number, 1, 1),
            _chairs(results, config, number, 1, 1),
            1 / LARGER,
            below=True,
        ),
        ratio(
            claim_id,
            "Coordinate and Play / Musical Chairs, growth in the last quarter",
            rises[0],
            rises[1],
            1 / INCREASED,
            below=True,
        ),
    ]


def _initially_larger(results: Results, config: Any) -> Finding:
    return all_of(_larger_parts("experiment-2-initially-larger", results, config, 2))


def _reacts(number: int) -> Any:
    claim_id = f"experiment-{number}-reacts"

    def check(results: Results, config: Any) -> Finding:
        return all_of(
            _reacting_parts(claim_id, results, config, number),
            {"ahead from round": _ahead_text(results, config, number)},
        )

    return check


def _figure_3(results: Results, config: Any) -> Finding:
    parts = [
        _rise_part("figure-03", results, config, 2),
        *_larger_parts("figure-03", results, config, 2),
        *_reacting_parts("figure-03", results, config, 2),
    ]
    numbers = {"Coordinate and Play ahead from round": _ahead_text(results, config, 2)}
    return all_of(parts, numbers, caveat=_onset_caveat(results, config, 2))


def _figure_4(results: Results, config: Any) -> Finding:
    parts = [_rise_part("figure-04", results, config, 3)]
    return all_of(parts, caveat=_onset_caveat(results, config, 3))


_RISES = f"Musical Chairs' mean regret at T at least {INCREASED:g} times that at T/4"
_ONSET = (
    f"Musical Chairs' mean regret at T/3 at most {FLAT_SO_FAR:g} times that at T/4, and at T/2 at "
    f"least {INCREASED:g} times that at T/3"
)
_LARGER = f"mean regret at T/8 and T/4 at least {LARGER:g} times Musical Chairs'"
_REACTS = (
    f"mean regret at T at most 1/{LARGER:g} of Musical Chairs', and growth from 3T/4 to T at most "
    f"1/{INCREASED:g} of its"
)
_BOTH = (COORDINATE, CHAIRS)
_AFTER = _derivation("T0 before the first change", "changes_after_learning")

EXPERIMENT_2 = (
    derived(
        "experiment-2-after-learning",
        "Section 5, Experiments 2 and 3",
        "The changes of Experiments 2 and 3 come after Musical Chairs' learning phase.",
        _AFTER,
        rule="T0 = 3000 rounds end before T/4 = 60000 rounds, the first change in either",
    ),
    Claim(
        id="experiment-2-musical-chairs-rises",
        source="Section 5, Experiment 2",
        statement="Because of the link failures, Musical Chairs' regret starts to increase.",
        kind="statistical",
        rule=f"{_RISES}; {AT_MARGINS}",
        needs=online_needs(2, algorithms=(CHAIRS,)),
        check=_rises(2),
    ),
    Claim(
        id="experiment-2-cannot-react",
        source="Section 5, Experiment 2",
        statement="Musical Chairs cannot react to the link failures.",
        kind="statistical",
        rule=(
            f"in the last quarter its mean regret grows by {CHAIRS_SLOPE:g} a round, what two "
            f"failed arms cost players who never leave them, to a factor {FIXED:g}; {AT_MARGINS}"
        ),
        needs=online_needs(2, algorithms=(CHAIRS,)),
        check=_cannot_react,
    ),
    Claim(
        id="experiment-2-initially-larger",
        source="Section 5, Experiment 2",
        statement="Initially Coordinate and Play has larger regret than Musical Chairs.",
        kind="statistical",
        rule=f"{_LARGER}; {AT_MARGINS}",
        needs=online_needs(2, algorithms=_BOTH),
        check=_initially_larger,
    ),
    Claim(
        id="experiment-2-reacts",
        source="Section 5, Experiment 2",
        statement="Coordinate and Play is able to react to the link failures.",
        kind="statistical",
        rule=f"{_REACTS}; {AT_MARGINS}",
        needs=online_needs(2, algorithms=_BOTH),
        check=_reacts(2),
    ),
    Claim(
        id="figure-03",
        source="Figure 3, Section 5",
        statement=(
            "Experiment 2: after the link failures Musical Chairs' regret rises; Coordinate and "
            "Play starts with more regret and reacts."
        ),
        kind="statistical",
        rule=f"{_RISES}. Coordinate and Play: {_LARGER}; {_REACTS}",
        needs=online_needs(2, algorithms=_BOTH),
        check=_figure_3,
    ),
    derived(
        "experiment-2-onset-exact",
        "Section 5, Experiment 2, beyond what is said",
        (
            "In expectation the first failed link leaves the K best of [t] at T/3, not at T/4 "
            "where it fails: exactly when the second link fails."
        ),
        _derivation("after T/4", "first_link_leaves"),
        _derivation("at T/3", "first_link_leaves_as_the_second_fails"),
    ),
    Claim(
        id="experiment-2-onset",
        source="Section 5, Experiment 2, beyond what is said",
        statement=(
            "Musical Chairs' online regret starts to rise when the first failed link leaves the K "
            "best of [t], at T/3, and not when it fails, at T/4."
        ),
        kind="statistical",
        rule=f"{_ONSET}; {AT_MARGINS}",
        needs=online_needs(2, algorithms=(CHAIRS,)),
        check=_onset(2),
    ),
)

EXPERIMENT_3 = (
    Claim(
        id="figure-04",
        source="Figure 4, Section 5; the rise is beyond what is said",
        statement=(
            "Experiment 3: the link improves after Musical Chairs has learnt. That is all that the "
            "text says; our reading is that its regret then rises, as in Experiment 2."
        ),
        kind="statistical",
        rule=f"{_RISES}; {AT_MARGINS}",
        needs=online_needs(3, algorithms=(CHAIRS,)),
        check=_figure_4,
    ),
    Claim(
        id="experiment-3-onset",
        source="Section 5, Experiment 3, beyond what is said",
        statement=(
            "Musical Chairs' online regret starts to rise at T/3, when the improved link enters "
            "the K best of [t], and not when it improves, at T/4."
        ),
        kind="statistical",
        rule=f"{_ONSET}; {AT_MARGINS}",
        needs=online_needs(3, algorithms=(CHAIRS,)),
        check=_onset(3),
    ),
    Claim(
        id="experiment-3-reacts",
        source="Section 5, Experiment 3, beyond what is said",
        statement="Coordinate and Play reacts to the improved link.",
        kind="statistical",
        rule=f"{_REACTS}; {AT_MARGINS}",
        needs=online_needs(3, algorithms=_BOTH),
        check=_reacts(3),
    ),
)


# --- Beside the paper -----------------------------------------------------------------------


def _finals(results: Results, config: Any, algorithm: str) -> list[Sample]:
    horizon = config.online_regret.horizon
    return [regret_at(results, algorithm, number, horizon) for number in (1, 2, 3)]


def _compare_finals(claim_id: str, a: str, b: str, factor: float, *, below: bool) -> Any:
    def check(results: Results, config: Any) -> Finding:
        pairs = zip(_finals(results, config, a), _finals(results, config, b), strict=True)
        return all_of(
            [
                ratio(
                    claim_id, f"{a} / {b} in experiment {number}", one, other, factor, below=below
                )
                for number, (one, other) in enumerate(pairs, start=1)
            ]
        )

    return check


ROUND_ROBIN_COST = float(np.sqrt(PLAYERS))

BESIDE = (
    derived(
        "section-5-rewards",
        "Section 5",
        "Losses and rewards can be converted by r = 1 - l: the regret is the same number.",
        _derivation("regret in losses and in rewards", "rewards_and_losses"),
    ),
    Claim(
        id="section-5-stationary-ahead",
        source="Section 5, Experiment 1, beyond what is said",
        statement="Without changes Musical Chairs has far less regret than Coordinate and Play.",
        kind="statistical",
        rule=(
            f"experiment 1: Coordinate and Play's mean final regret at least {INCREASED:g} times "
            f"Musical Chairs'; {AT_MARGINS}"
        ),
        needs=online_needs(1, algorithms=_BOTH),
        check=lambda results, config: all_of(
            [
                ratio(
                    "section-5-stationary-ahead",
                    "Coordinate and Play / Musical Chairs at T",
                    _play(results, config, 1, 1, 1),
                    _chairs(results, config, 1, 1, 1),
                    INCREASED,
                    below=False,
                )
            ]
        ),
    ),
    Claim(
        id="section-5-independent-exp3",
        source="Section 5, beyond what is said",
        statement=(
            "In the paper's three experiments K independent EXP3 players, who coordinate nothing "
            "and take a collision for a loss of 1, have less regret than Coordinate and Play."
        ),
        kind="statistical",
        rule=f"mean final regret at most 1/{LARGER:g} of Coordinate and Play's; {AT_MARGINS}",
        needs=online_needs(1, 2, 3, algorithms=(COORDINATE, EXP3)),
        check=_compare_finals(
            "section-5-independent-exp3", EXP3, COORDINATE, 1 / LARGER, below=True
        ),
    ),
    Claim(
        id="discussion-round-robin",
        source="Section 6, beyond what is said",
        statement=(
            "Coordinators in turn cost little: each learns from one block in K, so that a factor "
            "of the root of K in the regret would be expected."
        ),
        kind="statistical",
        rule=(
            f"experiments 1 to 3: mean final regret at most {ROUND_ROBIN_COST:g} times Coordinate "
            f"and Play's; {AT_MARGINS}"
        ),
        needs=online_needs(1, 2, 3, algorithms=(COORDINATE, ROUND_ROBIN)),
        check=_compare_finals(
            "discussion-round-robin", ROUND_ROBIN, COORDINATE, ROUND_ROBIN_COST, below=True
        ),
    ),
    not_testable(
        "discussion-single-point",
        "Section 6",
        (
            "One learner whose decisions the others accept is a single point of failure; switching "
            "coordinators after every block might remedy it."
        ),
        "a remark on players who leave or fail, of whom the model has none",
    ),
    not_testable(
        "section-5-exploration-rounds",
        "Section 5",
        "Rosenski, Shamir and Szlak also used T0 = 3000 in their experiments.",
        "a remark about another paper",
    ),
)

CLAIMS = (FIGURE_1, *EXPERIMENT_1, *EXPERIMENT_2, *EXPERIMENT_3, *BESIDE)
