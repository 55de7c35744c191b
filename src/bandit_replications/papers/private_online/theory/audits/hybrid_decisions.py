"""Privacy loss of Hybrid-UCB (Algorithm 4) at the level of decisions, on one sequence of them.

Two arms, all rewards 0, but for arm 0's second pull: 0 or 1. Arm 0 is pulled in round 1 and in the
rounds t_1 < … < t_7, arm 1 in all others; its pulls before t_k are n_k = 3 · 2^(r-1) - 1, so that
half of its tree r is full, r = r_1, r_1 + 1, ….

While arm 1 is pulled, its mean hardly moves, and arm 0's width grows. So the round in which arm 0
is pulled again says where its noisy sum s_k of k rewards lies. Given arm 1's noise, the decisions
are s_1, …, s_7 in intervals, and with c_k = s_k - s_1 the density of these sums is a product over

    the leaf, c_2, and the root, c_3, of tree 1, each of which changes by its own ε/2, and
    array 1 within c_4, c_5, c_7: where all are below -v, the array's noise is, too.

Both hold wherever arm 1's mean is within η of its expectation at 14 times. That it is not is far
less likely than the decisions are: the former falls exponentially with n_1 / r_1, the latter with
r_1. Both are bounded here, by Chernoff's inequality and by a part of the event.
"""

import itertools
import math
from dataclasses import dataclass

from bandit_replications.inference.checks import Check, at_least, at_most
from bandit_replications.papers.private_online.theory.audits.hybrid_released_sums import (
    Levels,
    noise_scale,
)

STRETCHES = 7
ETA = 5.0  # times 1/ε
DIP = 40.0, 3.0  # arm 1's sum falls by so many scales, and more by levels, before each t_k
NEGLIGIBLE = -25.0  # logarithm of the part of the probability that may be lost
LARGEST_TREE = 60


@dataclass(frozen=True, kw_only=True)
class Scenario:
    """The decisions and the mechanism's constants.

    Attributes
    ----------
    epsilon : float
    first_tree : int, optional
        r_1; by default the least one for which what is lost is negligible.
    levels : {"as-printed", "repaired", "first-tree-repaired"}
        See `hybrid_released_sums`.
    width_constant, noise_width_constant : float
        Constants of the two widths in (35); printed 3 and 6 sqrt(8).

    """

    epsilon: float
    first_tree: int | None = None
    levels: Levels = "as-printed"
    width_constant: float = 3.0
    noise_width_constant: float = 6 * math.sqrt(8)

    def tree(self, stretch: int) -> int:
        """Return the tree of arm 1 that is half full at the end of a stretch."""
        return (least_tree(self) if self.first_tree is None else self.first_tree) + stretch - 1

    def pulls(self, stretch: int) -> int:
        """Return arm 1's pulls n_k before round t_k; one before the first stretch."""
        return 3 * 2 ** (self.tree(stretch) - 1) - 1 if stretch else 1

    @property
    def horizon(self) -> int:
        """Rounds T of the sequence: it ends with arm 0's eighth pull."""
        return self.pulls(STRETCHES) + 1 + STRETCHES

    def scale(self, tree: int) -> float:
        """Return the scale of the nodes' noise."""
        return noise_scale((tree, 0, 1), epsilon=self.epsilon, levels=self.levels)

    def drop(self, stretch: int) -> float:
        """Return by how much arm 1's sum falls when its tree is half full, in noise scales."""
        return DIP[0] + DIP[1] * self.tree(stretch)

    def lead(self, stretch: int, pulls: int) -> float:
        """Return arm 1's width after so many pulls less arm 0's after `stretch` pulls."""
        logarithm = math.log2(pulls + 1 + stretch)
        return self._radius(logarithm, pulls) - self._radius(logarithm, stretch)

    def _radius(self, logarithm: float, pulls: int) -> float:
        levels = (pulls + 1).bit_length() - 1
        noise = self.noise_width_constant * logarithm * levels / (pulls * self.epsilon)
        return math.sqrt(self.width_constant * logarithm / pulls) + noise


def decision_loss(*, scenario: Scenario) -> float:
    """Return the privacy loss that these decisions prove, a lower bound on the algorithm's."""
    tree = least_tree(scenario) if scenario.first_tree is None else scenario.first_tree
    fixed = Scenario(**{**vars(scenario), "first_tree": tree})
    lost = log_far(fixed) - log_probability(fixed)
    if lost >= 0:
        return -math.inf
    return loss_within(fixed) + math.log1p(-math.exp(lost))


def reaches(*, epsilon: float = 1.0, share: float = 1.499) -> Check:
    """Check that the decisions lose nearly 1.5 ε."""
    loss = decision_loss(scenario=Scenario(epsilon=epsilon))
    return at_least(f"loss of decisions >= {share:g} ε, ε = {epsilon:g}", loss, share * epsilon)


def too_short(*, epsilon: float = 1.0, first_tree: int = 8) -> Check:
    """Check that a short first stretch proves no loss: the decisions are not the likelier ones."""
    loss = decision_loss(scenario=Scenario(epsilon=epsilon, first_tree=first_tree))
    return at_most(f"loss that first tree {first_tree} proves, ε = {epsilon:g}", loss, 0.0)


def least_tree(scenario: Scenario) -> int:
    """Return the least r_1 for which the decisions are far likelier than arm 1's deviations."""
    for tree in range(2, LARGEST_TREE):
        one = Scenario(**{**vars(scenario), "first_tree": tree})
        if log_far(one) - log_probability(one) < NEGLIGIBLE:
            return tree
    raise AssertionError("unreachable: one probability falls exponentially, the other does not")


def loss_within(scenario: Scenario) -> float:
    """Return the least logarithm of the ratio of densities while arm 1's mean is within η."""
    epsilon, eta = scenario.epsilon, ETA / scenario.epsilon
    lowest = scenario.lead(1, scenario.pulls(1)) - eta  # of s_1
    # of c_k: the upper end of s_k's interval is set one round before t_k
    highest = {
        k: k * (scenario.lead(k, scenario.pulls(k) - 1) + eta) - lowest for k in (2, 3, 4, 5, 7)
    }
    if max(highest.values()) > 0:
        return -math.inf
    far, node = -max(highest[k] for k in (4, 5, 7)), scenario.scale(2)
    # P{array 1's noise > 0} given c_4, c_5, c_7: the integral beyond 0 over that from -v to 0
    growth = 3 / node - epsilon / 2
    still = growth * far < 1e-9
    room = far if still else math.expm1(growth * far) / growth
    near = 1.0 if still else -math.expm1(-growth) / growth
    above = (near + math.exp(-growth) / (epsilon / 2 + 3 / node)) / room
    return 2 / scenario.scale(1) + epsilon / 2 + math.log1p(-min(above, 1 - 1e-12))


def log_far(scenario: Scenario) -> float:
    """Return a bound on the log probability that arm 1's mean is beyond η at one of 14 times."""
    bounds = []
    for k in range(1, STRETCHES + 1):
        tree = scenario.tree(k)
        share = (scenario.pulls(k) - 1) * ETA / scenario.epsilon / (2 * scenario.scale(tree))
        bounds.append(math.log(4) + _moments(tree) - share)
    return _log_sum(bounds)


def log_probability(scenario: Scenario) -> float:
    """Return a lower bound on the log probability of the decisions where the reward is 1.

    Of the part in which arm 1's sum falls just before each t_k (`drop`), and s_k is within the
    range that this leaves for it.
    """
    epsilon, eta = scenario.epsilon, ETA / scenario.epsilon
    stretches = range(1, STRETCHES + 1)
    # the noises of the half trees
    inside = sum(math.log(0.5) - scenario.drop(k) for k in stretches)
    bad = _log_sum([_log_missed(scenario, k) for k in stretches])
    far = log_far(scenario)
    if bad >= math.log(0.5) or far >= inside - math.log(4):
        return -math.inf
    inside += math.log(0.25)  # at least 1/2 of it, less the deviations
    drops = [
        scenario.drop(k) * scenario.scale(scenario.tree(k)) / 4 / scenario.pulls(k)
        for k in stretches
    ]
    sizes = [
        k * (eta + abs(scenario.lead(k, scenario.pulls(k))) + drop)
        for k, drop in enumerate(drops, 1)
    ]
    first, later = sizes[0], [size + sizes[0] + 1 for size in sizes]
    leaf, node = scenario.scale(1), scenario.scale(2)
    density = _log_density(first, 2 / epsilon)
    density += _log_density(later[1], leaf) + _log_density(later[2], leaf)
    density += -0.5 - math.log(4)  # array 1's noise in [0, 1/ε]
    density += sum(_log_density(later[k - 1] + 1 / epsilon, node) for k in (4, 5, 7))
    density += _log_density(sizes[5] + sizes[4], node)
    return inside + density + sum(math.log(k * drop) for k, drop in enumerate(drops, 1))


def _log_missed(scenario: Scenario, k: int) -> float:
    """Return a bound on the log probability that stretch k ends early, or its drop is no drop.

    Given the drops. Between two powers of 2 the lead falls, so that each of the blocks of rounds is
    bounded by its last lead and its first number of pulls.
    """
    last, first = scenario.pulls(k), scenario.pulls(k - 1)
    tree = scenario.tree(k)
    drop = scenario.drop(k) * scenario.scale(tree)
    edges = {first, last, *(2**power - 1 for power in range(1, tree + 1))}
    edges |= {last - 2**power for power in range(tree + 1)}
    places = sorted(edge for edge in edges if first <= edge <= last)
    bounds = [tree * math.log(4 / 3) - scenario.epsilon / 4 * drop / 4]
    for low, high in itertools.pairwise(places):
        level = (low + 1).bit_length() - 1
        scale = scenario.scale(level)
        room = scenario.lead(k, high - 1) - scenario.lead(k, last) + drop / (2 * last)
        earlier = 0.0
        if k > 1 and level < tree:  # the drop before is still in arm 1's sum
            before = scenario.drop(k - 1) * scenario.scale(scenario.tree(k - 1))
            earlier = math.log(2) + before / (2 * scale)
        bounds.append(
            math.log(high - low) + _moments(level) + earlier - low * max(room, 0.0) / (2 * scale)
        )
    return _log_sum(bounds)


def _moments(tree: int) -> float:
    """Return the log of E exp(hW) for arm 1's noise W: 1/h twice a node's scale, 2 r noises."""
    return 2 * tree * math.log(4 / 3)


def _log_density(x: float, scale: float) -> float:
    return -abs(x) / scale - math.log(2 * scale)


def _log_sum(logarithms: list[float]) -> float:
    peak = max(logarithms)
    return peak + math.log(math.fsum(math.exp(one - peak) for one in logarithms))
