"""Privacy loss of Hybrid-UCB (Algorithm 4) at the level of decisions, on one sequence of them.

K arms. Rounds 1, …, K pull each once. Then `leaders` arms are pulled once each, and then arm 0 in
four rounds, at its pulls 2 to 5; the other arms are not pulled. The neighbours differ in arm 0's
reward of its second pull, 0 or 1, the first leaf of tree 1. The rewards of the first K rounds are
1, that of arm 0 and all later ones are 0.

Why these decisions: that the leaders go first bounds arm 0's array-0 noise from above, and the
waiting arms are too many for all to draw low noise. So arm 0, whose width falls with its pulls, can
only stay ahead if leaf, root and array noise of its tree 1 are large one by one: each is paid for.

The probability is an integral over the waiting arms' best noisy reward and arm 0's array-0 noise.
The leaders' second means enter as bounds on the probability: they are most likely below it.
"""

import math
from dataclasses import dataclass, field

import numpy as np

from bandit_replications.bandits.arrays import Floats
from bandit_replications.papers.private_online.theory.audits.hybrid_released_sums import (
    Levels,
    noise_scale,
)
from bandit_replications.papers.private_online.theory.audits.panels import panel_nodes

REACH = 100.0  # in units of 1/ε; with 250 the losses differ by less than 1e-10
TARGET_PULLS = 4
NEVER = 1e-300  # stands for probability 0 in a lower bound's logarithm: it adds nothing


@dataclass(frozen=True, kw_only=True)
class Scenario:
    """The decisions and the mechanism's constants.

    Attributes
    ----------
    epsilon : float
    arms, leaders : int
        K and the number of leaders, 1 <= leaders <= K - 2.
    levels : {"as-printed", "repaired", "first-tree-repaired"}
        See `hybrid_released_sums`.
    width_constant, noise_width_constant : float
        Constants of the two widths in (35); printed 3 and 6 sqrt(8).

    """

    epsilon: float
    arms: int = 12
    leaders: int = 2
    levels: Levels = "as-printed"
    width_constant: float = 3.0
    noise_width_constant: float = field(default=6 * math.sqrt(8))

    @property
    def horizon(self) -> int:
        """Rounds T of the sequence."""
        return self.arms + self.leaders + TARGET_PULLS

    def radius(self, round_number: int, pulls: int) -> float:
        """Return both widths of (35), base-2 logarithms."""
        logarithm = math.log2(round_number)
        levels = (pulls + 1).bit_length() - 1
        noise = self.noise_width_constant * logarithm * levels / (pulls * self.epsilon)
        return math.sqrt(self.width_constant * logarithm / pulls) + noise

    def sum_threshold(self, pulls: int, waiting: Floats | float) -> Floats | float:
        """Return the noisy sum that arm 0 needs after `pulls` pulls for the largest index."""
        return pulls * (waiting + self._advantage(self.arms + self.leaders + pulls, pulls))

    def leader_threshold(self, waiting: float) -> float:
        """Return the noisy sum of two rewards below which an early leader is not pulled again."""
        rounds = range(self.arms + 2, self.horizon + 1)
        return 2 * (waiting + min(self._advantage(number, 2) for number in rounds))

    def _advantage(self, round_number: int, pulls: int) -> float:
        return self.radius(round_number, 1) - self.radius(round_number, pulls)


def log_probability_bounds(*, scenario: Scenario, reward: float) -> tuple[float, float]:
    """Return a lower and an upper bound on the log probability of the decisions.

    Parameters
    ----------
    scenario : Scenario
    reward : float
        Arm 0's reward of its second pull.

    """
    epsilon = scenario.epsilon
    waiting_arms = scenario.arms - 1 - scenario.leaders
    array = 2 / epsilon
    node = noise_scale((1, 0, 1), epsilon=epsilon, levels=scenario.levels)
    next_node = noise_scale((2, 0, 1), epsilon=epsilon, levels=scenario.levels)
    lower, upper = [], []
    far_away = _reach(scenario)
    best_nodes = panel_nodes(_waiting_kinks(scenario, reward), 4 / epsilon)
    for waiting, weight in zip(*best_nodes, strict=True):
        needed = [scenario.sum_threshold(pulls, waiting) - reward for pulls in (2, 3, 4)]
        top = max(waiting, 0.0) + far_away
        kinks = [waiting, top, *(kink for kink in (0.0, 1.0, *needed) if waiting < kink < top)]
        z, weights = panel_nodes(kinks, 8 / epsilon)
        # pulls 2, 3, 4: array 0 and a leaf; array 0 and the root; both arrays and the next leaf
        arm_0 = (
            np.log(weights)
            + _log_density(z, array)
            + _log_tail(needed[0] - z, node)
            + _log_tail(needed[1] - z, node)
            + _log_tail_of_two(needed[2] - z, array, next_node)
        )
        best = _log_density(waiting - 1, array) + math.log(weight * waiting_arms)
        best += (waiting_arms - 1) * _log_tail(1 - waiting, array)  # the others are below
        ahead = _log_tail(z - 1, array)  # a leader's first noisy reward is above arm 0's
        far = scenario.leader_threshold(waiting) - 1
        # ahead, and yet array noise + node noise <= far: each at most far / 2 will do
        missed = np.exp(_log_tail(np.maximum(z - 1, far / 2), array) - ahead)
        stays = np.maximum(1 - np.exp(_log_tail(far / 2, node)) - missed, NEVER)
        upper.append(best + _log_sum(arm_0 + scenario.leaders * ahead))
        lower.append(best + _log_sum(arm_0 + scenario.leaders * (ahead + np.log(stays))))
    # the leaders may come in any order, each is as likely
    orders = math.lgamma(scenario.leaders + 1)
    return _log_sum(np.array(lower)) - orders, _log_sum(np.array(upper)) - orders


def decision_loss(*, scenario: Scenario) -> float:
    """Return the privacy loss that these decisions prove, a lower bound on the algorithm's."""
    with_reward, _ = log_probability_bounds(scenario=scenario, reward=1.0)
    _, without = log_probability_bounds(scenario=scenario, reward=0.0)
    return with_reward - without


def _waiting_kinks(scenario: Scenario, reward: float) -> list[float]:
    """Return the range of the waiting arms' best noisy reward, and the integrand's kinks."""
    inner = [0.0, 1.0]
    for pulls in (2, 3, 4):
        offset = float(scenario.sum_threshold(pulls, 0.0)) - reward
        # sum_threshold - reward = pulls * waiting + offset meets waiting, 0 and 1
        inner += [-offset / (pulls - 1), -offset / pulls, (1 - offset) / pulls]
    reach = _reach(scenario)
    return [-reach, *(kink for kink in inner if -reach < kink < reach), reach]


def _reach(scenario: Scenario) -> float:
    """Return the range of noisy rewards that is followed: of rewards, and of noise around them."""
    return 2 + REACH / scenario.epsilon


def _log_sum(logarithms: Floats) -> float:
    peak = np.max(logarithms)
    return float(peak + np.log(np.sum(np.exp(logarithms - peak))))


def _log_density(x: Floats | float, scale: float) -> Floats:
    return np.asarray(-np.abs(x) / scale - math.log(2 * scale))


def _log_tail(x: Floats | float, scale: float) -> Floats:
    """Return log P(Lap(scale) >= x)."""
    rarer = -np.abs(x) / scale - math.log(2)
    return np.where(np.asarray(x) > 0, rarer, np.log1p(-np.exp(rarer)))


def _log_tail_of_two(x: Floats, first: float, second: float) -> Floats:
    """Return log P(Lap(first) + Lap(second) >= x), first < second, by partial fractions."""
    distance = np.abs(x)
    narrow = first**2 * np.exp(-distance * (1 / first - 1 / second))
    rarer = np.log((second**2 - narrow) / (2 * (second**2 - first**2))) - distance / second
    return np.where(x > 0, rarer, np.log1p(-np.exp(rarer)))
