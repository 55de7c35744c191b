"""Functions that are smooth between kinks, on Gauss-Legendre panels: integrals over any range."""

import itertools
import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from bandit_replications.bandits.arrays import Floats

ORDER = 16
NODES, WEIGHTS = np.polynomial.legendre.leggauss(ORDER)
# values at the nodes -> Legendre coefficients of the polynomial through them, by the discrete
# orthogonality of P_0, P_1, … on the nodes
TO_COEFFICIENTS = (np.polynomial.legendre.legvander(NODES, ORDER - 1) * WEIGHTS[:, None]).T
TO_COEFFICIENTS *= np.arange(0.5, ORDER)[:, None]


def panel_edges(kinks: ArrayLike, width: float) -> Floats:
    """Return increasing edges that contain all kinks, none further apart than `width`."""
    corners = np.unique(kinks)
    pieces = [
        np.linspace(low, high, math.ceil((high - low) / width), endpoint=False)
        for low, high in itertools.pairwise(corners)
    ]
    return np.append(np.concatenate(pieces), corners[-1])


@dataclass(frozen=True)
class Laplace:
    """A Laplace law, followed up to a distance on each side of its center."""

    center: float
    scale: float
    reach: float

    def density(self, x: Floats) -> Floats:
        """Return the density."""
        return np.exp(-np.abs(x - self.center) / self.scale) / (2 * self.scale)

    def mass(self, low: Floats, high: Floats) -> Floats:
        """Return P(low < X < high), measured from the nearer tail so that nothing cancels."""
        low, high = (low - self.center) / self.scale, (high - self.center) / self.scale
        low, high = np.where(low > 0, -high, low), np.where(low > 0, -low, high)
        below_high = np.where(high > 0, 1 - np.exp(-np.abs(high)) / 2, np.exp(-np.abs(high)) / 2)
        return np.asarray(below_high - np.exp(-np.abs(low)) / 2)

    def kinks(self) -> list[float]:
        """Return the ends of the range that is followed, and the kink."""
        return [self.center + side * self.reach for side in (-1, 0, 1)]


class Panels:
    """Panels between kinks, and their quadrature nodes."""

    def __init__(self, kinks: ArrayLike, width: float) -> None:
        self.kinks = np.unique(kinks)
        self.edges = panel_edges(self.kinks, width)
        self.half = np.diff(self.edges) / 2
        self.points = self.edges[:-1, None] + self.half[:, None] * (1 + NODES)


class Curve:
    """A non-negative function that is smooth on each panel, 0 beyond them."""

    def __init__(self, panels: Panels, values: Floats) -> None:
        self.panels = panels
        self.coefficients = values @ TO_COEFFICIENTS.T
        self.masses = values @ WEIGHTS * panels.half
        self.below = np.append(0.0, np.cumsum(self.masses))
        self.above = np.append(np.cumsum(self.masses[::-1])[::-1], 0.0)

    def __call__(self, x: Floats) -> Floats:
        """Return the function's values."""
        panel, u = self._locate(x)
        basis = np.polynomial.legendre.legvander(u, ORDER - 1)
        edges = self.panels.edges
        inside = (edges[0] <= x) & (x <= edges[-1])
        return np.where(inside, np.sum(self.coefficients[panel] * basis, axis=-1), 0.0)

    def integral(self) -> float:
        """Return the integral over all panels."""
        return float(np.sum(self.masses))

    def mass(self, low: Floats, high: Floats) -> Floats:
        """Return the integral from low to high, measured from the nearer end."""
        below_low, above_low = self._split(low)
        below_high, above_high = self._split(high)
        return np.where(below_high < above_low, below_high - below_low, above_low - above_high)

    def _split(self, x: Floats) -> tuple[Floats, Floats]:
        """Return the integrals below and above each x."""
        panel, u = self._locate(x)
        basis = np.polynomial.legendre.legvander(u, ORDER)
        # the integral of P_k from -1 to u is (P_{k+1} - P_{k-1}) / (2k + 1)
        orders = np.arange(1, ORDER)
        integrals = (basis[..., 2:] - basis[..., :-2]) / (2 * orders + 1)
        integrals = np.concatenate([1 + u[..., None], integrals], axis=-1)
        part = self.panels.half[panel] * np.sum(self.coefficients[panel] * integrals, axis=-1)
        return self.below[panel] + part, self.above[panel + 1] + self.masses[panel] - part

    def _locate(self, x: Floats) -> tuple[NDArray[np.intp], Floats]:
        """Return the panel of each x and the place in it, from -1 to 1."""
        edges, half = self.panels.edges, self.panels.half
        panel = np.clip(np.searchsorted(edges, x) - 1, 0, half.size - 1)
        return panel, np.clip((x - edges[panel]) / half[panel] - 1, -1, 1)
