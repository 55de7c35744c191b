"""Distributed Bandit Learning (arXiv:1904.06309): a design with support at most 48 d log log d.

As printed (Protocol 2, Section 4.2). For every action set there is a design π with g(π) <= 2d and
at most 48 d log log d actions in its support. By footnote 9 d is the dimension of the span of the
active actions: a run in which two of them are left, not parallel, arrives at d = 2.

d = 2: the number is negative, and undefined at d = 1. A design needs two actions: with one, x,
V = x x^T is singular and g is infinite. Fact 2, "at least n pulls and at most 48 d log log d more",
contradicts itself. From d = 3 on a design exists, and with max(1, log log d) in every dimension.
"""

import math

import numpy as np


def spread(actions: np.ndarray, weights: np.ndarray) -> float:
    """Return g(π), infinite where V is singular."""
    v = (actions * weights[:, None]).T @ actions
    if np.linalg.matrix_rank(v) < len(v):
        return math.inf
    return float(np.max(np.einsum("ij,jk,ik->i", actions, np.linalg.inv(v), actions)))


allowed = 48 * 2 * math.log(math.log(2))
print(f"d = 2: at most {allowed:.1f} actions")
assert allowed < 0
actions = np.eye(2)
for number in (0, 1):
    one = spread(actions, np.eye(2)[number])
    print(f"one action alone: g = {one}")
    assert one > 2 * 2
both = spread(actions, np.array([0.5, 0.5]))
print(f"both actions: g = {both:.0f} = d, with 2 actions; 48 d max(1, log log d) = {48 * 2}")
assert both <= 2 * 2
