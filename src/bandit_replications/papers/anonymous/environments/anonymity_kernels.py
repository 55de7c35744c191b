"""Compiled parts of the model: refusal of groups, and totals over many repeated rounds."""

import math

import numpy as np

from bandit_replications.bandits.arrays import Floats, Integers
from bandit_replications.bandits.compiled import kernel
from bandit_replications.bandits.interrupts import interruptible

BERNOULLI = 0


@kernel
def first_outside(numbers: Integers, least: int, most: int) -> int:
    """Return where the first number stands that is not from `least` to `most`, or -1."""
    for place in range(numbers.size):
        if numbers[place] < least or numbers[place] > most:
            return place
    return -1


@kernel
def first_refused(assignments: Integers, groups: Integers, group_size: int) -> int:
    """Return the first row with a group that is refused, or -1; mutates nothing.

    A group is refused unless it has C + 1 to 2C + 1 users, all on one arm.
    """
    different, users = groups.shape
    sizes, arms = np.empty(users, dtype=np.int64), np.empty(users, dtype=np.int64)
    for row in range(different):
        sizes[:], several = 0, 0
        for user in range(users):
            group = groups[row, user]
            if group >= users or group < -1:
                return row
            if group >= 0:
                if sizes[group] > 0 and arms[group] != assignments[row, user]:
                    return row
                sizes[group] += 1
                arms[group] = assignments[row, user]
                several = max(several, group + 1)
        for size in sizes[:several]:
            if size > 0 and (size < group_size + 1 or size > 2 * group_size + 1):
                return row
    return -1


@kernel
def runs_of_rows(sequence: Integers, runs: Integers, different: int) -> Integers:
    """Return the number of runs of each of `different` rows in a sequence; mutates nothing."""
    repeats = np.zeros(different, dtype=np.int64)
    for place in range(sequence.size):
        repeats[sequence[place]] += runs[place]
    return repeats


@kernel
def count_regret(
    gaps: Floats,
    assignments: Integers,
    sequence: Integers,
    rounds: Integers,
    points: Integers,
    curve: Floats,
    played: int,
    regret: float,
) -> tuple[int, float]:
    """Return rounds played and regret after assignments that are each kept for some rounds.

    Rows `sequence` of the assignments, cut at the last of `points`. The regret grows linearly in
    between; `curve` is set at the points that are passed. Mutates curve.
    """
    users, horizon = gaps.shape[0], points[-1]
    point = 0
    while point < points.size and points[point] <= played:
        point += 1
    costs = np.full(assignments.shape[0], -1.0)  # computed when a row is first played
    for place in range(sequence.size):
        row = sequence[place]
        if costs[row] < 0:
            cost = 0.0
            for user in range(users):
                cost += gaps[user, assignments[row, user]]
            costs[row] = cost
        end = min(played + rounds[place], horizon)
        while point < points.size and points[point] <= end:
            curve[point] = regret + costs[row] * (points[point] - played)
            point += 1
        regret += costs[row] * (end - played)
        played = end
    return played, regret


@kernel
def draw_totals(
    means: Floats,
    assignments: Integers,
    groups: Integers,
    repeats: Integers,
    law: int,
    generator: np.random.Generator,
) -> tuple[Floats, Floats]:
    """Return totals of each user's groups by arm, whole and without the user, (users, arms).

    Row r is run `repeats[r]` times. A group's total in its whole round is drawn for each run's row,
    since all its users share it. Rounds without a user serve this user alone: of these it is
    enough to count who was there, and to draw each such user's rewards of all rows at once.
    Two users of a group are together for both, so pairs are counted once, the later user last.
    Mutates the generator.
    """
    different, users = groups.shape
    arms = means.shape[1]
    whole = np.zeros((users, arms))
    together = np.zeros((arms, users, users), dtype=np.int64)
    # Users by group: those of group g stand at starts[g], …, starts[g + 1] - 1.
    members, starts = np.empty(users, dtype=np.int64), np.empty(users + 2, dtype=np.int64)
    work = 0
    for row in range(different):
        work = interruptible(work + users)
        several, runs = _by_group(groups, row, members, starts), repeats[row]
        for group in range(several):
            first, end = starts[group], starts[group + 1]
            if first == end:
                continue
            arm = assignments[row, members[first]]
            # Here and not in a function: handing a generator over costs more than a draw.
            total = 0.0
            if law == BERNOULLI and runs == 1:  # as draw_rewards does, without its branches
                for place in range(first, end):
                    total += 1.0 if generator.random() < means[members[place], arm] else 0.0
            else:
                for place in range(first, end):
                    total += draw_rewards(means[members[place], arm], runs, law, generator)
            for place in range(first, end):
                user = members[place]
                whole[user, arm] += total
                for later in range(place + 1, end):
                    together[arm, user, members[later]] += runs
    return whole, _draw_without(means, together, law, generator)


@kernel
def _draw_without(
    means: Floats, together: Integers, law: int, generator: np.random.Generator
) -> Floats:
    """Return totals without each user by arm, (users, arms), given how often pairs are together.

    Only `together[arm, user, other]` with user < other counts. Mutates the generator.
    """
    users, arms = means.shape
    without = np.zeros((users, arms))
    for arm in range(arms):
        for user in range(users):
            for other in range(users):
                count = together[arm, min(user, other), max(user, other)]
                if count > 0:
                    without[user, arm] += draw_rewards(means[other, arm], count, law, generator)
    return without


@kernel
def _by_group(groups: Integers, row: int, members: Integers, starts: Integers) -> int:
    """Sort the users of a row by group; return the number of groups. Mutates members, starts.

    The row is no argument of its own: a view of it would cost more than reading it.
    """
    users = groups.shape[1]
    starts[:], several = 0, 0
    # While users are placed, starts[g + 1] is where the next one of group g goes.
    for user in range(users):
        group = groups[row, user]
        if group >= 0:
            starts[group + 2] += 1
            several = max(several, group + 1)
    for group in range(1, several):
        starts[group + 1] += starts[group]
    for user in range(users):
        group = groups[row, user]
        if group >= 0:
            members[starts[group + 1]] = user
            starts[group + 1] += 1
    return several


@kernel
def draw_regrouped(
    means: Floats,
    assignments: Integers,
    repeats: Integers,
    group_size: int,
    law: int,
    generator: np.random.Generator,
) -> Floats:
    """Return sums of estimates by regrouping, (users, arms); row r is played `repeats[r]` times.

    In each round the n >= 2C users of an arm are shuffled and cut into ⌊n/C⌋ groups as equal as
    can be; see `algorithms.regrouping`. Mutates the generator.
    """
    users, arms = means.shape
    sums = np.zeros((users, arms))
    members, rewards = np.empty(users, dtype=np.int64), np.empty(users)
    work = 0
    for row in range(assignments.shape[0]):
        for arm in range(arms):
            n = 0
            for user in range(users):
                if assignments[row, user] == arm:
                    members[n] = user
                    n += 1
            q = n // group_size
            if q < 2:
                continue
            for _ in range(repeats[row]):
                work = interruptible(work + n)
                whole = 0.0
                for place in range(n):
                    # The users so far not placed stand from `place` on: one of them comes next.
                    other = place + int(generator.random() * (n - place))
                    members[place], members[other] = members[other], members[place]
                    mean = means[members[place], arm]
                    if law == BERNOULLI:
                        rewards[place] = 1.0 if generator.random() < mean else 0.0
                    else:
                        rewards[place] = generator.normal(mean, 1.0)
                    whole += rewards[place]
                for group in range(q):
                    first, end = n * group // q, n * (group + 1) // q
                    total, m = 0.0, end - first
                    for place in range(first, end):
                        total += rewards[place]
                    estimate = ((n - 1) * total - (m - 1) * whole) / (n - m)
                    for place in range(first, end):
                        sums[members[place], arm] += estimate
    return sums


@kernel
def draw_rewards(mean: float, count: int, law: int, generator: np.random.Generator) -> float:
    """Return the sum of `count` rewards with this mean; mutates the generator."""
    if law != BERNOULLI:
        return generator.normal(count * mean, math.sqrt(count))
    if count == 1:
        return 1.0 if generator.random() < mean else 0.0
    return float(generator.binomial(count, mean))


@kernel
def count_estimates(
    assignments: Integers, groups: Integers, repeats: Integers, arms: int
) -> Integers:
    """Return the number of runs with each pair of user and arm in a group, (users, arms)."""
    different, users = groups.shape
    counts = np.zeros((users, arms), dtype=np.int64)
    for row in range(different):
        for user in range(users):
            if groups[row, user] >= 0:
                counts[user, assignments[row, user]] += repeats[row]
    return counts
