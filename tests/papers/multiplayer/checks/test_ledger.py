"""Verdicts without data, the paper's numbered items, and errata that carry computed numbers."""

import pytest

from bandit_replications.ledger.claims import examine, no_needs
from bandit_replications.ledger.verdicts import judge
from bandit_replications.papers.multiplayer.checks import LEDGER
from bandit_replications.papers.multiplayer.theory import (
    coordinate_phase,
    failed_ranking,
    ranking,
    staying_quiet,
)

# what the paper numbers, counted in its text; it numbers no definition
ITEMS = [
    *(f"Lemma {number}" for number in ("3.1", "4.1")),
    *(f"Theorem {number}" for number in ("4.1", "4.2")),
    *(f"Algorithm {number}" for number in range(1, 6)),
    *(f"Figure {number}" for number in range(1, 8)),
    *(f"Equation {number}" for number in (1, 2)),
]
EXPECTED = {
    "section-4-average-loss": "false as stated",
    **dict.fromkeys(
        (
            "section-3-number-of-meta-arms",
            "algorithm-5",
            "theorem-4-1",
            "algorithm-2",
            "section-4-remaining-rounds",
            "appendix-3-relaxed",
            "section-4-ranking-high-probability",
        ),
        "reproduced with caveat",
    ),
    **{record.id: "not testable here" for record in LEDGER.records if record.not_testable},
}
WITHOUT_DATA = [one for one in LEDGER.claims if one.needs is no_needs]
ERRATA = {erratum.slug: erratum for erratum in LEDGER.errata}


def test_the_list_has_every_numbered_item():
    assert sorted(LEDGER.items) == sorted(ITEMS)


@pytest.mark.parametrize("claim", WITHOUT_DATA, ids=lambda claim: claim.id)
def test_verdicts_without_data(claim):
    (row,) = judge([claim], [examine(claim, {}, None)], paper="multiplayer", config=None)
    assert row.verdict == EXPECTED.get(claim.id, "reproduced")


@pytest.mark.parametrize("claim", LEDGER.steps, ids=lambda claim: claim.id)
def test_steps_of_proofs_hold(claim):
    found = examine(claim, {}, None)
    assert found.holds
    assert not found.caveat


def test_errata_on_the_coordinate_phase_carry_the_computed_numbers():
    count = ERRATA["block-count-ignores-ranking"].counterexample
    printed = coordinate_phase.blocks_fit(horizon=239855, ranking_rounds=20)
    assert f"{printed.left:.0f}" in count
    assert f"{coordinate_phase.horizons_that_overrun().left:.0f} of the 1301" in count
    short = ERRATA["block-shorter-than-phase"]
    assert "from 239 on" in short.holds_under  # tested with the phase
    length = coordinate_phase.block_holds_phase(horizon=200).left
    assert f"{length:.0f} rounds" in short.counterexample
    first_arm = ERRATA["first-arm-left"].counterexample
    four, two = (
        [check.left for check in staying_quiet.order_of_tries(players=k, arms=n)]
        for k, n in ((4, 5), (2, 4))
    )
    assert four == [72, 54, 54, 54, 54]
    assert "72 of the 120" in first_arm
    assert "and in 54 when it is another" in first_arm
    assert two == [3, 0, 1, 2]
    assert "in 3, 0, 1 or 2 of the 12 choices for N = 4" in first_arm


def test_errata_on_the_ranking_carry_the_computed_numbers():
    rounds = ERRATA["ranking-rounds-of-experiments"]
    for number, value in {
        "0.00555": ranking.failure_in_experiments().left,
        "0.00132": ranking.failure_in_experiments(rounds=25).left,
        "51.4": ranking.failed_rankings_expected(runs=39030, rounds=25).left,
    }.items():
        assert number in rounds.counterexample
        assert f"{value:.3g}" == number
    assert f"{4 / 240000:.7f}" in rounds.counterexample
    needed = [ranking.rounds_over_needed(players=4, horizon=t) for t in (100000, 1400000)]
    assert [check.right for check in needed] == [38, 47]
    assert "38 to 47" in rounds.repair
    assert [round(check.left, 1) for check in needed] == [125.2, 153.9]
    undefined = ERRATA["ranking-failure-undefined"].counterexample
    assert "0.555%" in undefined
    for missing, unranked in ((None, "quiet"), (1, "quiet"), (0, "quiet"), (0, "uniform")):
        loss = failed_ranking.loss_per_round(missing=missing, unranked=unranked)
        assert f"{loss:.2f}" in undefined
