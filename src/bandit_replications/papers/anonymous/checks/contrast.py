"""Figure 2's contrast with Figure 1 (Appendix B) under every product of interpretations."""

from collections.abc import Mapping, Sequence
from functools import partial

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


def _parts(
    results: Results, config: Configuration, *, planted: bool
) -> Mapping[str, Sequence[Comparison]]:
    """Return, for each product, that greedy is not better on uniform or not worse on linear means.

    `planted`: the control, greedy's runs of the first product scaled to show the contrast.
    """
    found: dict[str, tuple[Comparison, Comparison]] = {}
    for (series, reading), pairs in final_regrets(results["regret"], config).items():
        (uniform, first), (linear, second) = pairs
        if planted and not found:
            uniform = uniform * (0.8 * first.mean() / uniform.mean())
            linear = linear * (1.5 * second.mean() / linear.mean())
        found[f"{series}, {reading}"] = (
            ratio("uniform", uniform, first, 1.0, below=False),
            ratio("linear", linear, second, MARKED, below=True),
        )
    return found


def _nowhere(results: Results, config: Configuration, *, planted: bool = False) -> Finding:
    """Check that no product shows the contrast; products are counted by greedy's words."""
    found = _parts(results, config, planted=planted)
    # How far from the contrast: the larger of both ratios, over 1 and MARKED over it.
    far = {name: max(a.value, MARKED / b.value) for name, (a, b) in found.items()}
    nearest = min(far, key=far.__getitem__)
    numbers: dict[str, float | int | str] = {
        "products": len(found) // len(GREEDIES),
        "words for greedy": len(GREEDIES),
        "nearest": nearest,
        **{f"there, on {part.name} means": part.value for part in found[nearest]},
    }
    evidence = [any_of(parts).evidence for parts in found.values()]
    tests = [one for one in evidence if isinstance(one, Evidence)]
    against = min(1.0, len(tests) * min(one.p_against for one in tests))
    joined = Evidence(p_for=max(one.p_for for one in tests), p_against=against)
    return Finding(numbers=numbers, evidence=joined)


CHECKS = {
    "appendix-b-no-contrast": measured(
        _nowhere, contrast_needs, control=partial(_nowhere, planted=True), facts=FACTS
    ),
}
