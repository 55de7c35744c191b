"""Gauss-Legendre quadrature on panels between the kinks of a function."""

import itertools
import math

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float64]

ORDER = 16
NODES, WEIGHTS = np.polynomial.legendre.leggauss(ORDER)


def panel_edges(kinks: ArrayLike, width: float) -> Floats:
    """Return increasing edges that contain all kinks, none further apart than `width`."""
    corners = np.unique(kinks)
    pieces = [
        np.linspace(low, high, math.ceil((high - low) / width), endpoint=False)
        for low, high in itertools.pairwise(corners)
    ]
    return np.append(np.concatenate(pieces), corners[-1])


def panel_nodes(kinks: ArrayLike, width: float) -> tuple[Floats, Floats]:
    """Return nodes and weights that integrate from the first kink to the last one."""
    edges = panel_edges(kinks, width)
    half = np.diff(edges)[:, None] / 2
    return (edges[:-1, None] + half * (1 + NODES)).ravel(), (half * WEIGHTS).ravel()
