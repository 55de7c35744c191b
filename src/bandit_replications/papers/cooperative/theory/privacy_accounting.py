"""Privacy loss of all releases of an arm's mean together (Section 3.3).

The release after n pulls is n^(-v/2)-private: one reward moves the mean by 1/n, and the noise has
scale n^(v/2 - 1). A reward of the first pulls enters every later release, so after t pulls the
losses of the releases W_1 < … < W_k <= t compose:

- `basic`: they add up (δ = 0).
- `advanced`: Σ ε_i (e^ε_i - 1) + sqrt(2 ln(1/δ) Σ ε_i²) (Dwork, Rothblum, Vadhan, 2010).
- `exact`: the least ε for which the composed Laplace mechanisms are (ε, δ)-private, from the law of
  their privacy loss.

The paper's bound is min(ε t^(1 - v/2)/(1 - v/2), 2 ε ζ(v) + sqrt(2 ε ζ(v) ln(1/δ))). Its first part
is about δ = 0, its second about δ' > 0; `basic` is held against the first part alone.
"""

import math
from functools import lru_cache
from typing import Literal

import numpy as np
from scipy.special import zeta

from bandit_replications.bandits.arrays import Floats
from bandit_replications.papers.cooperative.algorithms.release_series import Series, release_pulls

Accounting = Literal["basic", "advanced", "exact"]

# Width of a cell of the privacy loss's law.
CELL = 1e-3


def release_losses(*, epsilon: float, v: float, horizon: int, series: Series) -> Floats:
    """Return the privacy loss n^(-v/2) of each release within `horizon` pulls."""
    releases = release_pulls(epsilon=epsilon, v=v, horizon=horizon, series=series)
    return np.asarray(releases.astype(float) ** (-v / 2))


def guarantee(*, epsilon: float, v: float, horizon: int, delta: float | None) -> float:
    """Return the paper's bound on the loss after `horizon` pulls; without δ its first part.

    Source: the lemma on the privacy guarantee, Section 3.3, with t - d(m, m') = `horizon`.
    """
    first = epsilon * horizon ** (1 - v / 2) / (1 - v / 2)
    if delta is None:
        return float(first)
    spread = epsilon * float(zeta(v))
    return float(min(first, 2 * spread + math.sqrt(2 * spread * math.log(1 / delta))))


def advanced_loss(losses: Floats, *, delta: float) -> float:
    """Return ε of the advanced composition theorem for these losses and δ."""
    mean = math.fsum(losses * np.expm1(losses))
    return mean + math.sqrt(2 * math.log(1 / delta) * math.fsum(losses**2))


def exact_loss(losses: Floats, *, delta: float) -> float:
    """Return the least ε for which Laplace mechanisms of these losses are (ε, δ)-private together.

    The privacy loss of one mechanism is ε_i with probability 1/2, -ε_i with probability
    e^(-ε_i)/2 and has density e^((l - ε_i)/2)/4 between. The law of the sum is computed on a grid,
    two laws folded into one until one is left; each law is rounded to neighbouring cells with its
    mean kept, so that the error is of the order of the cell's width squared times the number of
    releases.

    Parameters
    ----------
    losses : array, shape (releases,)
        Each > 0.
    delta : float
        In (0, 1).

    Returns
    -------
    float
        0 if there is no release.

    """
    if losses.size == 0:
        return 0.0
    laws = [_law_on_grid(float(loss), CELL) for loss in losses]
    while len(laws) > 1:
        folded = [_folded(*pair) for pair in zip(laws[::2], laws[1::2], strict=False)]
        laws = folded + laws[2 * len(folded) :]
    middle = laws[0].size // 2
    values = np.asarray(np.arange(1, middle + 1) * CELL, dtype=np.float64)
    found = _least_epsilon(values, np.maximum(laws[0][middle + 1 :], 0.0), delta)
    return min(found, math.fsum(losses))  # the grid may overshoot by a part of a cell


def _folded(one: Floats, other: Floats) -> Floats:
    """Return the law of the sum of two losses; each law's middle place is a loss of 0."""
    size = one.size + other.size - 1
    room = 2 ** math.ceil(math.log2(size))
    law = np.fft.irfft(np.fft.rfft(one, room) * np.fft.rfft(other, room), room)
    return np.asarray(law[:size])


@lru_cache(maxsize=4096)
def _law_on_grid(loss: float, cell: float) -> Floats:
    """Return the law of one mechanism's privacy loss on multiples of `cell`, the middle one 0.

    Mass between two points goes to both so that its mean stays; the integrals of the density
    against the hat functions are in closed form.
    """
    middle = math.ceil(loss / cell) + 1
    law = np.zeros(2 * middle + 1)
    for value, atom in ((loss, 0.5), (-loss, 0.5 * math.exp(-loss))):
        place = value / cell
        low = math.floor(place)
        law[middle + low] += atom * (low + 1 - place)
        law[middle + low + 1] += atom * (place - low)
    cuts = np.unique(
        np.concatenate(
            [[-loss, loss], np.arange(math.ceil(-loss / cell), math.floor(loss / cell) + 1) * cell]
        )
    )
    a, b = cuts[:-1], cuts[1:]
    # ∫ e^((l - ε)/2)/4 dl and ∫ l e^((l - ε)/2)/4 dl over [a, b]
    low_end, high_end = np.exp((a - loss) / 2), np.exp((b - loss) / 2)
    mass = (high_end - low_end) / 2
    first = ((b - 2) * high_end - (a - 2) * low_end) / 2
    left = np.floor((a + b) / 2 / cell).astype(np.int64)
    right_share = first / cell - left * mass
    np.add.at(law, middle + left, mass - right_share)
    np.add.at(law, middle + left + 1, right_share)
    return law


def _least_epsilon(values: Floats, law: Floats, delta: float) -> float:
    """Return the least ε >= 0 with E[(1 - e^(ε - L))+] <= δ, given the law above 0; values rise.

    Between two values of L the mean is A - B e^ε, with A the mass above and B its mean of e^(-L).
    """
    mass = np.cumsum(law[::-1])[::-1]
    weighted = np.cumsum((law * np.exp(-values))[::-1])[::-1]
    if mass[0] - weighted[0] <= delta:
        return 0.0
    above = np.append(mass[1:] - weighted[1:] * np.exp(values[:-1]), 0.0)
    cell = int(np.argmax(above <= delta))  # ε is at most this value and more than the one before
    return min(float(np.log((mass[cell] - delta) / weighted[cell])), float(values[cell]))
