"""Decisions on Coordinate and Play: Algorithms 2 and 3, Section 4's protocol, Appendix A.3."""

from collections.abc import Callable
from typing import Any

from bandit_replications.experiments.needs import Need
from bandit_replications.inference.checks import Check
from bandit_replications.ledger.claims import Finding, Results
from bandit_replications.ledger.decisions import Step, measured, proof, step
from bandit_replications.ledger.rules import all_of, ratio
from bandit_replications.papers.multiplayer.theory import coordinate_phase as phase
from bandit_replications.papers.multiplayer.theory import staying_quiet as quiet
from bandit_replications.runtime.errors import NotApplicable

SMALL = ((2, 4), (3, 4), (3, 5), (4, 5))
COST = 1.25  # most that the repaired protocol without quiet may cost, over that with quiet

# The sum over epochs of lengths …, T/4, T/2, T of their bounds is at most this times that of T.
DOUBLING = 2 ** (2 / 3) / (2 ** (2 / 3) - 1)
COMPARED = ("coordinate-and-play", "doubling")
PAPERS_SCENARIOS = ("experiment-1", "experiment-2", "experiment-3")

_FACTS = {
    "small": f"{', '.join(map(str, SMALL[:-1]))} and {SMALL[-1]}",
    "cost": COST,
    "doubling": DOUBLING,
}


def _in_small_games(name: str, check: Callable[..., Check], **arguments: Any) -> Step:
    """Return the step that checks all ordered choices of arms in every small game."""

    def checks() -> tuple[Check, ...]:
        return tuple(check(players=k, arms=n, **arguments) for k, n in SMALL)

    return step(name, checks)


# --- An unknown horizon ---------------------------------------------------------------------


def _doubling_needs(config: Any) -> tuple[Need, ...]:
    section = config.online_regret
    names = tuple(one.name for one in section.scenarios if one.name in PAPERS_SCENARIOS)
    if not set(COMPARED) <= set(section.algorithms) or not names:
        raise NotApplicable("doubling and coordinate-and-play are not run in the paper's scenarios")
    if min(section.replicates_of(name) for name in COMPARED) < 2:
        raise NotApplicable("the run has one replicate; at least 2 are needed")
    return (Need(experiment="online-regret", where={"algorithm": COMPARED, "scenario": names}),)


def _doubling(results: Results, config: Any) -> Finding:
    frame = results["online-regret"]
    last = frame[frame["round"] == config.online_regret.horizon]
    (need,) = _doubling_needs(config)
    comparisons = []
    for name in need.where["scenario"]:
        cell = last[last["scenario"] == name]
        known, unknown = (
            cell.loc[cell["algorithm"] == algorithm, "regret"].to_numpy() for algorithm in COMPARED
        )
        comparisons.append(ratio(name, unknown, known, DOUBLING, below=True))
    numbers = {f"{one.name}, ratio": one.value for one in comparisons}
    return all_of("section-2-unknown-horizon", comparisons, numbers)


CHECKS = {
    "algorithm-2": proof(
        _in_small_games("wrong arms", phase.everyone_finds_the_arm),
        printed=(step("longer than the phase, T = 200", phase.block_holds_phase, horizon=200),),
        method="enumeration",
        failing="for short games the block of Theorem 4.1 does not hold the phase",
        facts=_FACTS,
    ),
    "algorithm-3": proof(
        _in_small_games("trials", phase.most_trials), method="enumeration", facts=_FACTS
    ),
    "section-4-coordinate-rounds": proof(
        _in_small_games("wrong arms in the first round of Play", phase.everyone_finds_the_arm),
        step("certain losses, K = 3", phase.certain_losses, players=3, arms=5),
        step("certain losses, K = 4", phase.certain_losses, players=4, arms=5),
        method="enumeration",
        facts=_FACTS,
    ),
    "section-4-remaining-rounds": proof(
        step("T = 240000, by definition", phase.remaining_rounds),
        step(
            "blocks and ranking fit, (T - T_R) / τ rounded down",
            phase.blocks_fit,
            horizon=239855,
            ranking_rounds=20,
            counted=True,
        ),
        printed=(
            step(
                "blocks and ranking fit, T = 979 · 245",
                phase.blocks_fit,
                horizon=239855,
                ranking_rounds=20,
            ),
            step("horizons of Appendix A.5", phase.horizons_that_overrun),
        ),
    ),
    "appendix-3-relaxed": proof(
        _in_small_games(
            "coordinator stays on arm 1", quiet.followers_misled, waiting="first-arm-repaired"
        ),
        step("cost of the repair", quiet.cost_of_the_rule, rule="repaired", factor=COST),
        printed=(
            _in_small_games(
                "coordinator leaves arm 1 (line 10)", quiet.followers_misled, waiting="first-arm"
            ),
            step("the same, by first try, K = 4", quiet.order_of_tries, players=4, arms=5),
            step("cost as printed", quiet.cost_of_the_rule, rule="as-printed", factor=COST),
        ),
        method="enumeration",
        failing="with line 10 of Algorithm 2 as printed followers are misled",
        facts=_FACTS,
    ),
    "section-2-unknown-horizon": measured(_doubling, _doubling_needs, facts=_FACTS),
}
