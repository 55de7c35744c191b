"""Cases of the privacy audit: a release on worst-case neighbours, and its loss."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from bandit_replications.inference.privacy_audits import statistical_loss

Kind = Literal["closed-form", "enumeration", "quadrature", "statistical"]

CONFIDENCE = 0.9999  # of each certified bound
CHUNK = 2**18  # runs at once, to bound memory


@dataclass(frozen=True)
class AuditCase:
    """One audited release; the loss that is claimed is ε.

    Attributes
    ----------
    mechanism, case : str
        What is audited; together they identify the case.
    kind : {"closed-form", "enumeration", "quadrature", "statistical"}
    compute : callable
        epsilon -> loss in nats. Of a statistical case: (second, epsilon, generator, samples) -> one
        output for each run on the first or the second input, integer codes or real numbers.
    reference : str, optional
        Of a statistical case: the case of this mechanism that has the exact loss of the same
        release and neighbours. Absent where no exact loss is known, where it is infinite, and
        where it is only approached by events too rare to sample.
    most_draws : float
        Of a statistical case: to certify a small loss takes a number of runs of the order 1/ε², so
        that below ε = 0.45 there are more than asked for, up to this many times as many.

    """

    mechanism: str
    case: str
    kind: Kind
    compute: Callable[..., Any]
    reference: str | None = None
    most_draws: float = 5.0

    def loss(self, *, epsilon: float, generator: np.random.Generator, samples: int) -> float:
        """Return the loss, or a bound certified from about `samples` >= 4 runs on each input."""
        if self.kind != "statistical":
            return float(self.compute(epsilon=epsilon))
        draws = round(samples * min(self.most_draws, max(1.0, 0.2 / epsilon**2)))
        sizes = [CHUNK] * (draws // CHUNK) + [draws % CHUNK] * (draws % CHUNK > 0)
        run = {"epsilon": epsilon, "generator": generator}
        first, second = (
            np.concatenate([self.compute(second=other, samples=size, **run) for size in sizes])
            for other in (False, True)
        )
        return statistical_loss(first, second, confidence=CONFIDENCE)
