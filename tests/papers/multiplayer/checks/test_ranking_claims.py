import dataclasses
import types

import numpy as np
import pandas as pd
import pytest

from bandit_replications.ledger.claims import examine, find_claim, judge
from bandit_replications.papers.multiplayer.checks import errata_ranking, ranking, setting
from bandit_replications.papers.multiplayer.theory import failed_ranking
from bandit_replications.papers.multiplayer.theory import ranking as derivations
from bandit_replications.papers.multiplayer.theory.ranking_probability import (
    failure_bound,
    failure_probability,
)
from bandit_replications.runtime.errors import NotApplicable

SAMPLES = 10000
CONFIG = types.SimpleNamespace(ranking=types.SimpleNamespace(samples=SAMPLES))
CAVEAT = {"section-4-ranking-high-probability"}
ON_DATA = "appendix-2-simulated"


def verdict(claim, results=None):
    found = examine(claim, results or {}, CONFIG)
    return judge([claim], [found], paper="multiplayer", config=CONFIG)[0]


def simulated(scale):
    """Failures drawn with `scale` times the exact probability."""
    rng = np.random.default_rng(1)
    rows = []
    for players in (2, 3, 4, 8, 16):
        for rounds in (1, 5, 10, 20, 25, 50, 100):
            sizes = {"players": players, "ranking_rounds": rounds}
            exact, bound = failure_probability(**sizes), failure_bound(**sizes)
            share = rng.binomial(SAMPLES, min(1.0, scale * exact)) / SAMPLES
            row = {"failure_exact": exact, "failure_simulated": share, "bound": bound}
            rows.append({**sizes, "replicate": 0, **row})
    return {"ranking": pd.DataFrame(rows)}


@pytest.mark.parametrize(
    "claim", [claim for claim in ranking.CLAIMS if claim.id != ON_DATA], ids=lambda claim: claim.id
)
def test_verdicts_without_data(claim):
    row = verdict(claim)
    caveat = claim.id in CAVEAT
    assert row.verdict == ("reproduced with caveat" if caveat else "reproduced")
    assert bool(row.caveat) == caveat
    # what Algorithm 4 leaves open is an erratum, and no statement that could fail
    assert bool(claim.errata) == (caveat or claim.id == "algorithm-4")


def test_setting_claims_are_not_testable():
    for claim in setting.CLAIMS:
        if claim.id == "section-1-regret-bound":
            continue  # follows from Theorem 4.1's bound
        assert verdict(claim).verdict == "not testable here"


def test_simulated_rankings_decide():
    claim = find_claim(ranking.CLAIMS, ON_DATA)
    assert verdict(claim, simulated(1.0)).verdict == "reproduced"
    assert verdict(claim, simulated(60.0)).verdict == "not reproduced"
    assert claim.needs(CONFIG)[0].experiment == "ranking"


def test_simulated_rankings_without_an_informative_cell():
    claim = find_claim(ranking.CLAIMS, ON_DATA)
    frame = simulated(1.0)["ranking"]
    with pytest.raises(NotApplicable):
        claim.check({"ranking": frame[frame["bound"] > 1]}, CONFIG)


@pytest.mark.parametrize(
    ("claim_id", "old", "new"),
    [
        ("theorem-4-1-ranking", "int(theorem_ranking_rounds", "int(0.1 * theorem_ranking_rounds"),
        ("appendix-2-union-bound", "right=failure_bound(", "right=0.01 * failure_bound("),
        ("appendix-2-one-player", "left=mean / players,", "left=mean,"),
        ("appendix-2-seat-probability", "left=mean / u,", "left=mean,"),
        ("algorithm-4", "choices[first + k] if rank is None else rank", "choices[first + k]"),
        ("appendix-2-least-seat-probability", "right=1 / math.e", "right=0.5"),
        ("section-4-ranking-high-probability", "players: int = 4, h", "players: int = 8, h"),
    ],
)
def test_altered_derivations_flip_the_verdict(altered, monkeypatch, claim_id, old, new):
    mutant = altered(derivations, old, new)
    monkeypatch.setattr(ranking, "steps", lambda: mutant)
    row = verdict(find_claim(ranking.CLAIMS, claim_id))
    assert row.verdict in ("false as stated", "not reproduced")


def test_errata_and_claims_name_each_other():
    claims = (*ranking.CLAIMS, *setting.CLAIMS)
    for erratum in errata_ranking.ERRATA:
        naming = {claim.id for claim in claims if erratum.slug in claim.errata}
        assert naming == set(erratum.claims)
        assert all(dataclasses.asdict(erratum).values())


def test_errata_carry_the_computed_numbers():
    rounds, undefined = errata_ranking.ERRATA
    for number, value in {
        "0.00555": derivations.failure_in_experiments().left,
        "0.00132": derivations.failure_in_experiments(rounds=25).left,
        "51.4": derivations.failed_rankings_expected(runs=39030, rounds=25).left,
    }.items():
        assert number in rounds.counterexample
        assert f"{value:.3g}" == number
    assert "0.0000167" in rounds.counterexample
    assert f"{4 / 240000:.7f}" == "0.0000167"
    needed = [derivations.rounds_over_needed(players=4, horizon=t) for t in (100000, 1400000)]
    assert [check.right for check in needed] == [38, 47]
    assert "38 to 47" in rounds.repair
    assert [round(check.left, 1) for check in needed] == [125.2, 153.9]
    assert "0.555%" in undefined.counterexample
    for missing, unranked in ((None, "quiet"), (1, "quiet"), (0, "quiet"), (0, "uniform")):
        loss = failed_ranking.loss_per_round(missing=missing, unranked=unranked)
        assert f"{loss:.2f}" in undefined.counterexample
