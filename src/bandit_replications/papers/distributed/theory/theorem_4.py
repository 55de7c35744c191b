"""Theorem 4 (Appendices G and H): DisLinUCB."""

import math

import numpy as np

from bandit_replications.inference.checks import Check, at_most, equal
from bandit_replications.papers.distributed.theory import bounds
from bandit_replications.papers.distributed.theory.printed import printed
from bandit_replications.papers.distributed.theory.settings import combinations

SETTINGS = combinations(
    dimension=(1, 2, 10, 50), agents=(1, 4, 64, 1024), horizon=(1025, 10**5, 10**8)
)


def determinant(*, dimension: int = 4, agents: int = 3, horizon: int = 200) -> Check:
    """Appendix H: log det V_P <= d log(1 + MT/(λd)) for vectors in the unit ball. Random ones."""
    generator = np.random.default_rng(1)
    vectors = generator.normal(size=(agents * horizon, dimension))
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    grown = np.linalg.slogdet(np.eye(dimension) + vectors.T @ vectors)[1]
    return at_most(
        "log det of 600 unit vectors in 4 dimensions",
        float(grown),
        bounds.log_determinant(dimension=dimension, agents=agents, horizon=horizon),
    )


def elliptical_potential(*, dimension: int = 4, number: int = 500) -> tuple[Check, Check, Check]:
    """Lemma H.2: its three inequalities on random vectors of length at most 1."""
    generator = np.random.default_rng(2)
    vectors = generator.normal(size=(number, dimension))
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    matrix, norms = np.eye(dimension), np.empty(number)
    for index, vector in enumerate(vectors):
        norms[index] = vector @ np.linalg.solve(matrix, vector)
        matrix += np.outer(vector, vector)
    grown = float(np.linalg.slogdet(matrix)[1])
    clipped = float(np.sum(np.minimum(1, norms)))
    most = dimension * math.log((dimension + number) / dimension)
    return (
        at_most("Lemma H.2: log det against the sum of squared norms", grown, float(np.sum(norms))),
        at_most("Lemma H.2: clipped sum against 2 log det", clipped, 2 * grown),
        at_most("Lemma H.2: log det against d log((trace + n)/d)", grown, most),
    )


def potential_of_a_step() -> tuple[Check, Check]:
    """Lemma H.2, a step: log(1 + u) <= u and min(1, u) <= 2 log(1 + u), u the squared norm.

    Summed over steps, as det V grows by the factor 1 + u, these are its first two inequalities.
    Left: the largest ratios for u from 10^-9 to 10^9.
    """
    u = np.logspace(-9, 9, 2001)
    return (
        at_most("Lemma H.2: log(1 + u) over u, largest", float(np.max(np.log1p(u) / u)), 1.0),
        at_most(
            "Lemma H.2: min(1, u) over 2 log(1 + u), largest",
            float(np.max(np.minimum(1, u) / (2 * np.log1p(u)))),
            1.0,
        ),
    )


def norm_by_determinants(*, dimension: int = 5, seed: int = 3) -> Check:
    """Appendix H: x^T V̄^-1 x <= x^T Ṽ^-1 x · det Ṽ/det V̄ for Ṽ >= V̄. 500 random pairs."""
    generator = np.random.default_rng(seed)
    worst = 0.0
    for _ in range(500):
        small = np.eye(dimension) + np.cov(generator.normal(size=(dimension, 8)))
        extra = generator.normal(size=(dimension, 2))
        large = small + extra @ extra.T
        x = generator.normal(size=dimension)
        ratio = np.linalg.det(large) / np.linalg.det(small)
        left = x @ np.linalg.solve(small, x)
        worst = max(worst, float(left / (x @ np.linalg.solve(large, x) * ratio)))
    return at_most("x^T V̄^-1 x over x^T Ṽ^-1 x det Ṽ/det V̄, largest of 500", worst, 1.0)


def radius(*, per_epoch: bool = False) -> Check:
    """(5): 2 (sqrt(log det + 2 log(1/δ)) + 1) is O(sqrt(d log(T/δ))). Ratio at δ = 1/(M²T).

    `per_epoch`: with δ/P, P the bound on the epochs, as a union over epochs needs for 1 - Mδ.
    """
    ratios = []
    for size in SETTINGS:
        dimension, agents, horizon = size.values()
        delta = 1 / (agents**2 * horizon)
        if per_epoch:
            delta /= bounds.dislinucb_epochs(**size)
        value = 2 * (math.sqrt(bounds.log_determinant(**size) + 2 * math.log(1 / delta)) + 1)
        ratios.append(value / math.sqrt(dimension * math.log(horizon / delta)))
    return at_most("(5): factor over sqrt(d log(T/δ)), largest", max(ratios), 4)


@printed("doubling-epochs")
def doublings(*, threshold: float = 2.0, dimension: int = 1, total: int = 1000) -> Check:
    """Appendix H: all but R = ⌈d log(1 + MT/d)⌉ epochs have det V_j <= 2 det V_(j-1).

    The product of the ratios is at most e^R, so that up to R/log 2 of them exceed 2. Left: how many
    ratios just above the threshold fit into 1 + MT/d at d = 1; right: R.
    """
    growth = dimension * math.log1p(total / dimension)
    return at_most(
        f"ratios above {threshold:.4g} that fit, d = 1, MT = {total}, against R",
        math.floor(growth / math.log(threshold)),
        math.ceil(growth),
    )


def doublings_in_runs() -> Check:
    """The count itself is not refuted: in runs with one action few epochs more than double.

    d = 1, M from 1 to 10^4, T from 10 to 10^6. Left: the epochs of a run whose ratio of
    determinants is above 2, minus R, largest.
    """
    worst = -math.inf
    for size in combinations(agents=(1, 2, 16, 64, 1024, 10**4), horizon=(10, 100, 1000, 10**6)):
        ends = np.array([1.0, *_ends_of_epochs(**size)])
        many = int(np.count_nonzero(ends[1:] > 2 * ends[:-1]))
        worst = max(worst, many - math.ceil(math.log1p(math.prod(size.values()))))
    name = "epochs of a run with one action that more than double, minus R, largest"
    return at_most(name, worst, 0)


def _first_synchronisation(agents: int, horizon: int) -> tuple[int, float]:
    """Return the first step at which an agent passes D, and D; one action, d = 1, V = n + 1."""
    threshold = bounds.synchronisation_threshold(dimension=1, agents=agents, horizon=horizon)
    step = 1
    while math.log1p(step) * step <= threshold:
        step += 1
    return step, threshold


@printed("simultaneous-triggers")
def simultaneous(*, agents: int = 8, horizon: int = 10_000) -> Check:
    """Appendix H: in an epoch all agents but one stay below D. Where all pull alike, none does.

    One action, d = 1: the matrices agree, so that all pass D in the same step. Left: the agents
    that pass D at the first synchronisation, right: 1.
    """
    step, threshold = _first_synchronisation(agents, horizon)
    passing = sum(math.log1p(step) * step > threshold for _ in range(agents))
    name = f"agents above D at the first synchronisation, one action, M = {agents}"
    return at_most(name, passing, 1)


def one_step_before(*, agents: int = 8, horizon: int = 10_000) -> Check:
    """One step earlier all are at D or below: the last step costs each agent at most 2 more."""
    step, threshold = _first_synchronisation(agents, horizon)
    before = (step - 1) * math.log1p(step - 1)
    return at_most("(n - 1) log det ratio one step before, against D", before, threshold)


def epochs() -> Check:
    """Appendix H: 2 sqrt(TR/D) + 2 epochs are O(sqrt(M) d). Largest ratio over settings."""
    ratio = max(
        bounds.dislinucb_epochs(**size) / (math.sqrt(size["agents"]) * size["dimension"])
        for size in SETTINGS
    )
    return at_most("bound on the epochs over sqrt(M) d, largest", ratio, 5.0)


def _ends_of_epochs(*, agents: int, horizon: int) -> list[float]:
    """Return V at each synchronisation of a run with one action, d = 1, exactly.

    V grows by M n in an epoch of n steps, which ends with n log(1 + n/V) > D.
    """
    threshold = bounds.synchronisation_threshold(dimension=1, agents=agents, horizon=horizon)
    total, time, ends = 1.0, 0, []
    while time < horizon:
        low, high = 0, horizon
        while high - low > 1:
            middle = (low + high) // 2
            if middle * math.log1p(middle / total) > threshold:
                high = middle
            else:
                low = middle
        if time + high > horizon:
            break
        time, total = time + high, total + agents * high
        ends.append(total)
    return ends


def epochs_in_a_run(*, agents: int = 64, horizon: int = 10**6) -> Check:
    """Whether the epochs are as many as the bound says: one action, d = 1, exactly."""
    return at_most(
        f"synchronisations with one action, M = {agents}, T = {horizon:g}, against the bound",
        len(_ends_of_epochs(agents=agents, horizon=horizon)),
        bounds.dislinucb_epochs(dimension=1, agents=agents, horizon=horizon),
    )


@printed("last-synchronisation")
def last_matrix(*, agents: int = 4, horizon: int = 100) -> Check:
    """Appendix H takes V_P, of all samples, for a V_last; after the last synchronisation none is.

    One action, d = 1, MT = 400: the matrix of the last synchronisation against 1 + MT. An imagined
    last synchronisation repairs it and costs nothing.
    """
    last = _ends_of_epochs(agents=agents, horizon=horizon)[-1]
    name = "V_last at the end, one action, M = 4, T = 100, against 1 + MT"
    return equal(name, last, 1.0 + agents * horizon)


def failure_probability(*, agents: int = 64, horizon: int = 10**6) -> Check:
    """Appendix H: δ = 1/(M²T) makes M δ = 1/(MT), and its cost O(1): at most 2."""
    total = agents * horizon
    return at_most("2 MT M δ", 2 * total * agents / (agents**2 * horizon), 2.0 * (1 + 1e-12))


def bad_epochs_form() -> Check:
    """Appendix H: R sqrt(d log) M sqrt(D) is d sqrt(MT) log²(MT) with D = T log(MT)/(dM)."""
    dimension, agents, horizon = 10, 64, 10**6
    size = math.log(agents * horizon)
    threshold = bounds.synchronisation_threshold(
        dimension=dimension, agents=agents, horizon=horizon
    )
    left = dimension * size * math.sqrt(dimension * size) * agents * math.sqrt(threshold)
    return equal(
        "M d^1.5 log^1.5(MT) sqrt(D) against d sqrt(MT) log²(MT)",
        left,
        dimension * math.sqrt(agents * horizon) * size**2,
    )


def last_steps(*, dimension: int = 10) -> Check:
    """The last steps of bad epochs lose 2 each at most, 2 M R/log 2 <= 3 M d log(1 + MT/d) in all.

    As ‖x‖, ‖θ*‖ <= 1. That is below d sqrt(MT) log²(MT) for all T > M, since sqrt(MT) > M. Left:
    the largest ratio at T = M + 2.
    """
    ratios = []
    for agents in (1, 4, 64, 1024, 10**6):
        horizon = agents + 2
        total = agents * horizon
        growth = bounds.log_determinant(dimension=dimension, agents=agents, horizon=horizon)
        lost = 2 * agents * growth / math.log(2)
        ratios.append(lost / (dimension * math.sqrt(total) * math.log(total) ** 2))
    return at_most(
        "cost of the last steps over d sqrt(MT) log²(MT), T = M + 2, largest", max(ratios), 3.0
    )


def regret_form() -> Check:
    """Theorem 4: the repaired bound over d sqrt(MT) log²(MT), largest over settings."""
    ratios = []
    for size in SETTINGS:
        dimension, total = size["dimension"], size["agents"] * size["horizon"]
        form = dimension * math.sqrt(total) * math.log(total) ** 2
        ratios.append(bounds.theorem_4_regret(**size) / form)
    return at_most("bound over d sqrt(MT) log²(MT), largest", max(ratios), 16.0)


def communication_form() -> Check:
    """Theorem 4: 2 M (d² + d) an epoch over M^1.5 d³, largest over settings."""
    ratio = max(
        bounds.theorem_4_communication(**size) / (size["agents"] ** 1.5 * size["dimension"] ** 3)
        for size in SETTINGS
    )
    return at_most("bound over M^1.5 d³, largest", ratio, 20.0)


@printed("signs-of-rewards")
def mean_of_a_sign(*, reward: float = 2.0, size: float = 1.0) -> Check:
    """Finite precision: a random ±1 whose mean is the reward, ⟨x, θ*⟩ + η of up to 2.

    Left: the largest reward, right: the largest mean of a random ±`size`.
    """
    return at_most(f"largest reward against the largest mean of ±{size:g}", reward, size)


def bits() -> Check:
    """Finite precision: entries are multiples of ε² up to 2 MT: O(log T) bits at ε = 1/(MT).

    Left: the most bits over log2 T, T > M.
    """
    ratio = max(
        math.log2(4 * (size["agents"] * size["horizon"]) ** 3) / math.log2(size["horizon"])
        for size in SETTINGS
    )
    return at_most("bits of a number that DisLinUCB sends over log2 T, largest", ratio, 7.0)


@printed("divergence-of-signs")
def divergence_of_signs(*, epsilon: float = 1e-3) -> Check:
    """Finite precision: a history's divergence is O(MT d ε²), an O(ε²) for each step and d = 1.

    Deterministic reward 1 and its rounded action's 1 - ε: with ±1 the divergence is -log(1 - ε/2),
    linear in ε. Left: it over ε²; right: 10.
    """
    return at_most(
        "kl of the rewards' signs over ε², mean 1, ε = 1e-3",
        -math.log1p(-epsilon / 2) / epsilon**2,
        10.0,
    )


def divergence_of_twos(*, epsilon: float = 1e-3) -> Check:
    """With ±2, means in [-1, 1], the probabilities stay in [1/4, 3/4] and it is at most ε²/3."""
    p, q = 0.75, 0.75 - epsilon / 4
    kl = p * math.log(p / q) + (1 - p) * math.log((1 - p) / (1 - q))
    return at_most("kl with ±2 over ε², mean 1, ε = 1e-3", kl / epsilon**2, 1 / 3)


def rounding_total(*, dimension: int = 10, agents: int = 64, horizon: int = 10**6) -> Check:
    """Finite precision: sqrt(M³T³d) ε at ε = 1/(MT) is sqrt(MTd), below d sqrt(MT)."""
    total = agents * horizon
    return at_most(
        "sqrt(M³T³d)/(MT) over d sqrt(MT)",
        math.sqrt(total**3 * dimension) / total / (dimension * math.sqrt(total)),
        1.0,
    )
