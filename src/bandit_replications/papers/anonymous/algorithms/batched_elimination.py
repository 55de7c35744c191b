"""Algorithm 1: every user runs BaSE; each batch's demands are met by an anonymous decomposition.

Users share the batches' lengths. A batch's demands (Section 3.2) become assignments of users to
arms, and the sub-algorithm of Section 3.1 on each gives the feedback that BaSE asks for. Each an
option: the decomposition, the sub-algorithm (regrouping is ours), gamma, the batches, alpha in
T' = T / (alpha (2C + 2)), what the last batch does, which number of estimates the elimination
counts, and what happens when the users are not clustered enough (Algorithm 1 aborts, Appendix B
goes on with random active arms, and we, by default, with the decomposition of what can be met).

>>> import numpy as np
>>> means = np.tile([0.9, 0.5, 0.1], (30, 1))  # every user's best arm is the first
>>> problem = AnonymousProblem(means=means, group_size=2, horizon=20000)
>>> options = Options(gamma=5.0, approximation=1.0, batches=3)
>>> run = simulate(problem, generator=np.random.default_rng(0), options=options)
>>> uniform = 0.4 * 20000 * 30  # regret of playing all arms equally often
>>> bool(0 < run.regret[-1] < uniform)
True

"""

import math
from collections.abc import Callable
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from bandit_replications.bandits.arrays import Floats, Integers
from bandit_replications.bandits.compiled import kernel
from bandit_replications.bandits.options import AlgorithmOptions
from bandit_replications.papers.anonymous.algorithms.batched_successive_elimination import (
    Logarithm,
    batch_lengths,
    number_of_batches,
)
from bandit_replications.papers.anonymous.algorithms.decompositions import (
    Decomposition,
    Demand,
    DemandError,
    approximation,
    decompose,
    reachable,
)
from bandit_replications.papers.anonymous.algorithms.decompositions.demands import (
    IDLE,
    compressed,
    matched_cluster,
    random_active,
)
from bandit_replications.papers.anonymous.algorithms.sub_algorithms import (
    ENOUGH,
    RUNS,
    WORDS,
    SubAlgorithm,
    enough_for,
    literal,
    proxy_of,
    rounds_of,
    too_few,
)
from bandit_replications.papers.anonymous.environments.anonymity import Run, simulate_with
from bandit_replications.papers.anonymous.environments.problems import AnonymousProblem
from bandit_replications.papers.anonymous.environments.requests import Algorithm, Commit
from bandit_replications.papers.anonymous.environments.sizes import Sizes
from bandit_replications.runtime.errors import BadValue

Mask = NDArray[np.bool_]
Method = Literal[
    "greedy",
    "greedy-until-met",
    "same-arm",
    "random",
    "lp",
    "blocks",
    "all-open",
    "largest-beta",
    "random-closing",
    "closing",
    "sampled-closing",
]


class Options(AlgorithmOptions):
    """Constants and interpretations of Algorithm 1; the defaults are as printed."""

    decomposition: Method = Field(default="lp", description="how demands become assignments")
    sub_algorithm: SubAlgorithm = Field(default="leave-one-out", description=WORDS)
    gamma: float | None = Field(
        default=None,
        gt=0,
        allow_inf_nan=False,
        description="an arm goes if it is sqrt(gamma / estimates) below the best; null: ln(N K T)",
    )
    gamma_scale: Literal["none", "subgaussian"] = Field(
        default="none",
        description="what gamma is multiplied with: 1, as printed, or 4C + 1, a bound on the "
        "variance proxy of an estimate (Lemma 2); 9C/2 with regroup",
    )
    batches: int | None = Field(
        default=None, ge=1, description="number of batches B; null is log log T', rounded up"
    )
    logarithm: Logarithm = Field(default="base-2", description="base of log log T', both times")
    cluster: int | None = Field(
        default=None,
        ge=1,
        description="lower bound U on the users whose best arm an arm is; null is what informs, "
        "C + 1 or 2C",
    )
    approximation: float | None = Field(
        default=None,
        ge=1,
        allow_inf_nan=False,
        description="factor alpha in T' = T / (alpha (2C + 2)), T / alpha with regroup; null: as "
        "proved for the decomposition at this U, or K where nothing is proved",
    )
    last_batch: Literal["explored", "committed"] = Field(
        default="explored",
        description="the last batch: explored as in Algorithm 1, or committed to the arm that "
        "looks best as in Algorithm 3",
    )
    tau: Literal["most", "fewest"] = Field(
        default="most", description="estimates that the elimination counts, over the arms alive"
    )
    infeasible: Literal["continue", "random", "abort"] = Field(
        default="continue",
        description="on a graph that is not U-batched: leave out arms of too few users and keep "
        "the decomposition (ours), random active arms for the batch's alpha D assignments "
        "(Appendix B), or abort as in Algorithm 1: a random active arm to the end",
    )


def check_problem(sizes: Sizes, options: Options) -> None:
    """Raise ValueError where the algorithm cannot work.

    That is with fewer users than inform, K < 2, a cluster bound U below that or above N/K, fewer
    users than lp needs, or a horizon too short for one instance of feedback.
    """
    users, arms, enough = sizes.users, sizes.arms, _enough(sizes, options)
    below = too_few(options.sub_algorithm, sizes.group_size)
    if arms < 2:
        raise BadValue(f"arms: {arms}; allowed: at least 2")
    if users < enough:
        raise BadValue(f"users: {users}; allowed: more than {below}")
    if options.decomposition == "lp" and users < arms * enough:
        raise BadValue(
            f"users: {users}; allowed: at least arms ({ENOUGH[options.sub_algorithm]}) = "
            f"{arms * enough} with lp, which opens all arms at once"
        )
    cluster = enough if options.infeasible != "continue" else None
    cluster = cluster if options.cluster is None else options.cluster
    if cluster is not None and not enough <= cluster <= users // arms:
        raise BadValue(
            f"cluster: {cluster}; allowed: more than {below}, and at most users / arms, "
            f"{users // arms}, since users have one best arm each"
        )
    rounds = rounds_of(options.sub_algorithm, sizes.group_size)
    least = math.ceil(_alpha(sizes, options) * rounds)
    if sizes.horizon < least:
        raise BadValue(
            f"horizon: {sizes.horizon}; allowed: at least one elicitation, "
            f"approximation times {rounds} = {least}"
        )


def simulate(
    problem: AnonymousProblem, *, generator: np.random.Generator, options: Options = Options()
) -> Run:
    """Simulate Algorithm 1: exact in distribution, totals of equal assignments drawn at once.

    Rounds that are left after the last batch, and too few for one elicitation, are played on each
    user's arm alive that looks best. A decomposition that would leave the horizon is cut there.
    """
    return simulate_with(play_aggregated, problem, generator=generator, options=options)


def play_aggregated(
    sizes: Sizes,
    *,
    generator: np.random.Generator,
    options: Options = Options(),
    watch: Callable[[Mask], None] | None = None,
) -> Algorithm:
    """Yield the requests of Algorithm 1, each batch as one.

    `watch` is shown the arms alive before each batch, shape (users, arms).
    """
    users, arms, size = sizes.users, sizes.arms, sizes.group_size
    inform = RUNS[options.sub_algorithm]
    gamma, lengths = _parameters(sizes, options)
    alive = np.ones((users, arms), dtype=np.bool_)
    counts, sums = np.zeros((users, arms), dtype=np.int64), np.zeros((users, arms))
    left = sizes.horizon // rounds_of(options.sub_algorithm, size)
    for b, length in enumerate(lengths):
        last = b == len(lengths) - 1
        if left == 0 or length == 0 or (last and options.last_batch == "committed"):
            continue
        if options.infeasible == "abort" and matched_cluster(alive) < _cluster(sizes, options):
            yield Commit(random_active(alive, generator, rows=1)[0])
        if watch is not None:
            watch(alive.copy())
        assigned = assignments_for(alive, length, sizes, options, generator, limit=left)
        if assigned is None:
            continue
        left -= assigned.total
        number, total = yield from inform(
            assigned.assignments,
            np.arange(len(assigned.assignments)),
            assigned.multiplicities,
            arms=arms,
            group_size=size,
        )
        counts += np.where(alive, number, 0)
        sums += np.where(alive, total, 0.0)
        if not last:
            alive = survivors(alive, counts, sums, gamma=gamma, tau=options.tau)
    averages = np.where(alive & (counts > 0), sums / np.maximum(counts, 1), -np.inf)
    seen = np.isfinite(averages).any(axis=1)
    anything = random_active(alive, generator, rows=1)[0]
    yield Commit(np.where(seen, averages.argmax(axis=1), anything))


def assignments_for(
    alive: Mask,
    length: int,
    sizes: Sizes,
    options: Options,
    generator: np.random.Generator,
    *,
    limit: int,
) -> Decomposition | None:
    """Return assignments that meet a batch's demands, or None if no arm can inform.

    With `infeasible: random`, as in Appendix B: where the graph is not U-batched, everybody plays a
    random active arm in each of α D assignments. Otherwise arms with C interested users or fewer
    are left out; where the method still has no decomposition, users are assigned to random active
    arms until the demand is met; and users without an arm that can inform play a random active one.
    """
    if options.infeasible == "random" and matched_cluster(alive) < _cluster(sizes, options):
        rows = min(limit, math.ceil(_alpha(sizes, options) * length))
        return compressed(random_active(alive, generator, rows=rows))
    together = options.decomposition == "same-arm"  # informs however few are interested
    others = _enough(sizes, options) - 1
    active = alive if together else reachable(alive, group_size=others)
    if not active.any() or sizes.users <= others:
        return None
    demand = Demand(active=active, total=length, group_size=others)
    try:
        found = decompose(options.decomposition, demand, generator=generator, limit=limit)
    except DemandError:
        found = decompose("random", demand, generator=generator, limit=limit)
    idle = found.assignments == IDLE
    if not idle.any():
        return found
    fillers = random_active(alive, generator, rows=len(found.assignments))
    return Decomposition(
        assignments=np.where(idle, fillers, found.assignments),
        multiplicities=found.multiplicities,
    )


def survivors(
    alive: Mask, counts: Integers, sums: Floats, *, gamma: float, tau: Literal["most", "fewest"]
) -> Mask:
    """Return the arms that stay alive for each user after a batch (Algorithm 3).

    Parameters
    ----------
    alive : array of bool, shape (users, arms)
    counts, sums : arrays, shape (users, arms)
        Estimates so far and their sum. Arms without any stay.
    gamma : float
    tau : {"most", "fewest"}
        Which of the counts of a user's arms with estimates stands for all of them.

    """
    return _survivors(alive, counts, sums, gamma, tau == "most")


@kernel
def _survivors(alive: Mask, counts: Integers, sums: Floats, gamma: float, most: bool) -> Mask:
    """Return `survivors`, user by user; mutates nothing."""
    users, arms = alive.shape
    kept = alive.copy()
    for i in range(users):
        best, pulls = -math.inf, 0
        for j in range(arms):
            if alive[i, j] and counts[i, j] > 0:
                best = max(best, sums[i, j] / counts[i, j])
                further = counts[i, j] > pulls if most else counts[i, j] < pulls
                if pulls == 0 or further:
                    pulls = counts[i, j]
        for j in range(arms):
            if alive[i, j] and counts[i, j] > 0:
                kept[i, j] = best - sums[i, j] / counts[i, j] < math.sqrt(gamma / pulls)
    return kept


def _enough(sizes: Sizes, options: Options) -> int:
    return enough_for(options.sub_algorithm, sizes.group_size)


def _cluster(sizes: Sizes, options: Options) -> int:
    return _enough(sizes, options) if options.cluster is None else options.cluster


def _alpha(sizes: Sizes, options: Options) -> float:
    """Return the factor alpha of T'."""
    if options.approximation is not None:
        return options.approximation
    alpha = approximation(
        options.decomposition,
        arms=sizes.arms,
        group_size=_enough(sizes, options) - 1,
        cluster=_cluster(sizes, options),
    )
    return alpha if math.isfinite(alpha) else float(sizes.arms)


def _parameters(sizes: Sizes, options: Options) -> tuple[float, list[int]]:
    """Return gamma and the batches' lengths."""
    rounds = rounds_of(options.sub_algorithm, sizes.group_size)
    budget = max(1.0, sizes.horizon / (_alpha(sizes, options) * rounds))
    batches = options.batches or number_of_batches(budget, logarithm=options.logarithm)
    gamma = math.log(sizes.users * sizes.arms * sizes.horizon)
    gamma = gamma if options.gamma is None else options.gamma
    proxy = proxy_of(options.sub_algorithm, sizes.group_size)
    scale = proxy if options.gamma_scale == "subgaussian" else 1
    return gamma * scale, batch_lengths(horizon=budget, batches=batches)


# --- The pseudo-code, round by round --------------------------------------------------------


def simulate_literal(
    problem: AnonymousProblem, *, generator: np.random.Generator, options: Options = Options()
) -> Run:
    """Simulate Algorithm 1 round by round."""
    return simulate_with(play, problem, generator=generator, options=options)


def play(
    sizes: Sizes, *, generator: np.random.Generator, options: Options = Options()
) -> Algorithm:
    """Yield the rounds of Algorithm 1; be sent the totals of its groups."""
    N, K, C, T = sizes.users, sizes.arms, sizes.group_size, sizes.horizon  # noqa: N806
    regroups = options.sub_algorithm == "regroup"
    rounds, enough = (1, 2 * C) if regroups else (2 * C + 2, C + 1)
    U = enough if options.cluster is None else options.cluster  # noqa: N806
    T_prime = max(1.0, T / (_alpha(sizes, options) * rounds))  # noqa: N806
    B = options.batches or number_of_batches(T_prime, logarithm=options.logarithm)  # noqa: N806
    D = batch_lengths(horizon=T_prime, batches=B)  # noqa: N806
    gamma = math.log(N * K * T) if options.gamma is None else options.gamma
    if options.gamma_scale == "subgaussian":
        gamma *= 9 * C / 2 if regroups else 4 * C + 1
    A = [set(range(K)) for _ in range(N)]  # noqa: N806
    n = [[0] * K for _ in range(N)]
    sigma = [[0.0] * K for _ in range(N)]
    runs_left = T // rounds
    inform = literal(options.sub_algorithm, generator)

    explored = B if options.last_batch == "explored" else B - 1
    for b in range(explored):
        active = np.array([[j in A[i] for j in range(K)] for i in range(N)])
        if D[b] == 0 or runs_left == 0:
            continue
        if options.infeasible == "abort" and matched_cluster(active) < U:
            yield Commit(random_active(active, generator, rows=1)[0])
        found = assignments_for(active, D[b], sizes, options, generator, limit=runs_left)
        if found is None:
            continue
        for M in np.repeat(found.assignments, found.multiplicities, axis=0).tolist():  # noqa: N806
            estimates = yield from inform(M, arms=K, group_size=C)
            runs_left -= 1
            for i in estimates.keys() & {i for i in range(N) if M[i] in A[i]}:
                n[i][M[i]] += 1
                sigma[i][M[i]] += estimates[i]
        if b < B - 1:
            for i in range(N):
                A[i] -= eliminated(A[i], n[i], sigma[i], gamma, options)

    last = random_active(np.array([[j in a for j in range(K)] for a in A]), generator, rows=1)[0]
    for i in range(N):
        known = sorted(j for j in A[i] if n[i][j])
        if known:
            averages = [sigma[i][j] / n[i][j] for j in known]
            last[i] = known[averages.index(max(averages))]
    yield Commit(last)


def eliminated(
    alive: set[int], n: list[int], sigma: list[float], gamma: float, options: Options
) -> set[int]:
    """Return the arms of one user that Algorithm 3 removes after a batch."""
    known = {j for j in alive if n[j] > 0}
    if not known:
        return set()
    best = max(sigma[j] / n[j] for j in known)
    tau = (max if options.tau == "most" else min)(n[j] for j in known)
    return {j for j in known if best - sigma[j] / n[j] >= math.sqrt(gamma / tau)}
