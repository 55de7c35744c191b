"""Cases of the privacy audit: a release on worst-case neighbours, and its loss."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal, Protocol

import numpy as np
from numpy.typing import NDArray

from bandit_replications.inference.privacy_audits import statistical_loss

Kind = Literal["closed-form", "enumeration", "quadrature", "statistical"]
Outputs = NDArray[Any]  # integer codes, or real numbers

CONFIDENCE = 0.9999  # of each certified bound
CHUNK = 2**18  # runs at once, to bound memory


class Loss(Protocol):
    """Loss of a case: exact, or a bound certified from about `samples` runs on each input."""

    def __call__(self, *, epsilon: float, generator: np.random.Generator, samples: int) -> float:
        """Return the loss in nats."""


class Runs(Protocol):
    """One output for each of `samples` independent runs on one of the two inputs."""

    def __call__(
        self, *, second: bool, epsilon: float, generator: np.random.Generator, samples: int
    ) -> Outputs:
        """Return the outputs on the first or the second input."""


@dataclass(frozen=True, kw_only=True)
class AuditCase:
    """One audited release.

    Attributes
    ----------
    mechanism, case : str
        What is audited; together they identify the case.
    kind : {"closed-form", "enumeration", "quadrature", "statistical"}
    loss : callable
        (epsilon, generator, samples) -> loss in nats; exact kinds ignore the last two.
    claimed : callable
        epsilon -> the loss that the paper, or the mechanism's description, claims.
    reference : str, optional
        Of a statistical case: the case of this mechanism that has the exact loss of the same
        release and neighbours. Absent where no exact loss is known, where it is infinite, and
        where it is only approached by events too rare to sample.

    """

    mechanism: str
    case: str
    kind: Kind
    loss: Loss
    claimed: Callable[[float], float] = float
    reference: str | None = None


def exact_case(
    mechanism: str,
    case: str,
    kind: Kind,
    loss: Callable[..., float],
    /,
    **parameters: object,
) -> AuditCase:
    """Return the case whose loss is `loss(epsilon=..., **parameters)`."""

    def compute(*, epsilon: float, generator: np.random.Generator, samples: int) -> float:
        return loss(epsilon=epsilon, **parameters)

    return AuditCase(mechanism=mechanism, case=case, kind=kind, loss=compute)


def sampled_case(
    mechanism: str,
    case: str,
    runs: Runs,
    *,
    reference: str | None = None,
    most_draws: float = 5.0,
) -> AuditCase:
    """Return the case whose loss is certified from runs on both inputs.

    To certify a small loss takes a number of runs of the order 1/ε²: below ε = 0.45 there are more
    than `samples`, up to `most_draws` times as many.
    """

    def certify(*, epsilon: float, generator: np.random.Generator, samples: int) -> float:
        draws = round(samples * min(most_draws, max(1.0, 0.2 / epsilon**2)))
        sizes = [CHUNK] * (draws // CHUNK) + [draws % CHUNK] * (draws % CHUNK > 0)

        def outputs(second: bool) -> Outputs:
            parts = [
                runs(second=second, epsilon=epsilon, generator=generator, samples=size)
                for size in sizes
            ]
            return np.concatenate(parts)

        return statistical_loss(outputs(False), outputs(True), confidence=CONFIDENCE)

    return AuditCase(
        mechanism=mechanism,
        case=case,
        kind="statistical",
        loss=certify,
        reference=reference,
    )
