"""Rules on runs that mostly agree in all digits: every run decides, not their mean.

A phase that nobody ends, or a count that is the same whatever the rewards, gives one value in
nearly every run. Resampling such runs says nothing, so that a test cannot decide; instead every run
must be on the rule's side, which is more than their mean is asked for. Where a few are not, the
product of all runs tests a bound from below, and from above where no run can exceed a number.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from bandit_replications.ledger.claims import Evidence, Finding
from bandit_replications.ledger.parts import TEST_RESAMPLES, Comparison
from bandit_replications.ledger.rules import Numbers, all_of


@dataclass(frozen=True, kw_only=True)
class Product(Comparison):
    """That the mean of runs, none below 0, is at least a number: tested by their product.

    Independent a_i >= 0 of mean at most t have E prod(a_i / t) <= 1, so that 1 / prod(a_i / t) is a
    p-value, by Markov, however rare and far off the other runs may be: the one-sided bet of
    Waudby-Smith and Ramdas ("Estimating means of bounded random variables by betting", 2024) with
    all that one has. That a mean is at most a number is the same of what is missing to `ceiling`,
    which no run exceeds. Where the runs vary, p is twice the smaller of this and the bootstrap's.
    """

    ceiling: float = math.inf

    def evidence(self, *, resamples: int = TEST_RESAMPLES) -> list[Evidence]:
        """Return the p-values; the one against the rule is that of the bootstrap."""
        runs, bound = self.a, self.factors[0]
        if self.below:
            runs, bound = np.maximum(self.ceiling - runs, 0), max(self.ceiling - bound, 1e-300)
        chance = 1.0 / max(1.0, math.prod((runs / bound).tolist()))
        tests = super().evidence(resamples=resamples)
        if hardly_varies(self.a):
            return [replace(one, p_for=chance) for one in tests]
        return [replace(one, p_for=min(1.0, 2 * min(one.p_for, chance))) for one in tests]


@dataclass(frozen=True, kw_only=True)
class AnyOf(Comparison):
    """That this inequality holds or one of the others, which allow less."""

    others: Sequence[Comparison]

    @classmethod
    def of(cls, parts: Sequence[Comparison]) -> "AnyOf":
        """Return the part of inequalities, the one that allows most first."""
        return cls(**vars(parts[0]), others=parts[1:])

    def evidence(self, *, resamples: int = TEST_RESAMPLES) -> list[Evidence]:
        """Return the p-values at each margin: as many tries, and all to be refuted."""
        rows = [one.evidence(resamples=resamples) for one in self.others]
        return [
            Evidence(
                p_for=min(1.0, len(column) * min(one.p_for for one in column)),
                p_against=max(one.p_against for one in column),
            )
            for column in zip(super().evidence(resamples=resamples), *rows, strict=True)
        ]


def hardly_varies(sample: np.ndarray) -> bool:
    """Test for one value in more than half of the runs."""
    return bool(np.unique(sample, return_counts=True)[1].max() > sample.size / 2)


def decided_by_every_run(part: Comparison) -> bool | None:
    """Decide an inequality of runs that hardly vary: kept, or broken, by every run at all margins.

    None where they vary, or where runs are on both sides: then the means are tested.
    """
    b = np.ones(1) if part.b is None else part.b
    if not (hardly_varies(part.a) or (part.b is not None and hardly_varies(b))):
        return None
    low, high = min(part.factors), max(part.factors)
    below = bool(part.a.max() <= low * b.min()), bool(part.a.min() > high * b.max())
    above = bool(part.a.min() >= high * b.max()), bool(part.a.max() < low * b.min())
    keeps, breaks = below if part.below else above
    return True if keeps else False if breaks else None


def all_parts(
    parts: Sequence[Comparison], numbers: Numbers | None = None, *, caveat: str = ""
) -> Finding:
    """Return the finding of a claim that all parts together make; see `rules.all_of`.

    Parts that every run decides are decided so, the others are tested.
    """
    shown = {part.name: part.value for part in parts} if numbers is None else numbers
    decided = [_decided(part) for part in parts]
    tested = [part for part, known in zip(parts, decided, strict=True) if known is None]
    if False in decided or not tested:
        return Finding(numbers=shown, holds=False not in decided, caveat=caveat)
    return all_of(tested, shown, caveat=caveat)


def _decided(part: Comparison) -> bool | None:
    found = {decided_by_every_run(one) for one in (part, *getattr(part, "others", ()))}
    return True if True in found else None if None in found else False
