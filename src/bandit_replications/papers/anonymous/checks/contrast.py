"""Figure 2's contrast with Figure 1 (Appendix B) under every product of interpretations."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from bandit_replications.bandits.arrays import Floats
from bandit_replications.ledger.claims import Evidence, Finding, Results
from bandit_replications.ledger.comparisons import FACTS, MARKED
from bandit_replications.ledger.decisions import measured
from bandit_replications.ledger.parts import Comparison, ratio
from bandit_replications.ledger.rules import any_of
from bandit_replications.papers.anonymous.analysis.contrast import (
    GREEDIES,
    contrast_needs,
    final_regrets,
)
from bandit_replications.papers.anonymous.parameters import Configuration


def _compared(pairs: Sequence[tuple[Floats, Floats]]) -> tuple[Comparison, Comparison, Evidence]:
    """Return that greedy is not better on uniform or not worse on linear means, and the test."""
    first = ratio("uniform", *pairs[0], 1.0, below=False)
    second = ratio("linear", *pairs[1], MARKED, below=True)
    evidence = any_of((first, second)).evidence
    assert isinstance(evidence, Evidence)
    return first, second, evidence


def _nowhere(results: Results, config: Configuration) -> Finding:
    """Check that no product shows the contrast; products are counted by greedy's words.

    Control: greedy's runs of the first product scaled to show it. The others are tested once for
    both, which halves the time.
    """
    regrets = final_regrets(results["regret"], config)
    tested = {product: _compared(pairs) for product, pairs in regrets.items()}
    first, pairs = next(iter(regrets.items()))
    planted = [
        (one * (scale * two.mean() / one.mean()), two)
        for scale, (one, two) in zip((0.8, 1.5), pairs, strict=True)
    ]
    return replace(_joined(tested), control=_joined({**tested, first: _compared(planted)}))


def _joined(found: Mapping[tuple[str, str], tuple[Comparison, Comparison, Evidence]]) -> Finding:
    # How far from the contrast: the larger of both ratios, over 1 and MARKED over it.
    far = {name: max(a.value, MARKED / b.value) for name, (a, b, _) in found.items()}
    nearest = min(far, key=far.__getitem__)
    numbers: dict[str, float | int | str] = {
        "products": len(found) // len(GREEDIES),
        "words for greedy": len(GREEDIES),
        "nearest": ", ".join(nearest),
        **{f"there, on {part.name} means": part.value for part in found[nearest][:2]},
    }
    tests = [evidence for *_, evidence in found.values()]
    against = min(1.0, len(tests) * min(one.p_against for one in tests))
    joined = Evidence(p_for=max(one.p_for for one in tests), p_against=against)
    return Finding(numbers=numbers, evidence=joined)


CHECKS = {"appendix-b-no-contrast": measured(_nowhere, contrast_needs, facts=FACTS)}
