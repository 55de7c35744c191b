"""An independent simulator of Protocol S: coins in blocks, nothing of the package imported."""

import math

import numpy as np


def phases_of(agents, arms, horizon, *, c, squared):
    """Return D and (width, pulls of an owner, start, stop) of each phase."""
    log = math.log(agents * arms * horizon)
    most, owners = -(-arms // agents), max(1, agents // arms)
    burn_in = min(horizon, -(-horizon // (agents if squared else agents * arms)))
    level = 0
    while 4 ** (level + 1) <= 3 * burn_in / (4 * c * arms * log):
        level += 1
    widths = [2.0 ** -(level + place) for place in range(1, 80)]
    if squared:
        least, number = math.sqrt(32 * c * arms * log / (agents * horizon)), 0
        widths = []
        while least * 2.0 ** (2**number + number - 1) < 2.0**-level:
            widths.insert(0, least * 2.0 ** (2**number + number - 1))
            number += 1
        burn_in = burn_in if widths else horizon
    phases, time = [], burn_in
    for width in widths:
        if time >= horizon:
            break
        pulls = -(-math.ceil(c * log / width**2) // owners)
        phases.append((width, pulls, time, time + most * pulls))
        time += most * pulls
    return burn_in, phases


def alone(means, budget, *, c, log, generator):
    """Return the arms that elimination alone keeps after D steps, and its pulls of each arm."""
    kept, pulls, level, left = list(range(len(means))), np.zeros(len(means), int), 1, budget
    while left > 0:
        size, averages = math.ceil(c * 4**level * log), {}
        for arm in kept:
            now = min(size, left)
            pulls[arm] += now
            left -= now
            if now < size:
                return kept, pulls
            averages[arm] = generator.binomial(size, means[arm]) / size
        best = max(averages.values())
        kept = [arm for arm in kept if averages[arm] + 2.0**-level > best]
        level += 1
    return kept, pulls


def simulate(means, *, agents, horizon, c, squared, generator):
    """Return the regret of all agents and the numbers sent in one run."""
    arms, gaps = len(means), max(means) - np.asarray(means)
    log, owners = math.log(agents * arms * horizon), max(1, agents // arms)
    burn_in, phases = phases_of(agents, arms, horizon, c=c, squared=squared)
    lost, sent, time, own, leaders = 0.0, 0, burn_in, {}, []
    for agent in range(agents):
        kept, pulls = alone(means, burn_in, c=c, log=log, generator=generator)
        lost += float(pulls @ gaps)
        leaders.append(kept[0])
        mine = [arm for arm in range(arms) if arm % agents == agent]
        if agents > arms:
            mine = [agent % arms] if agent < owners * arms else []
        own[agent] = [arm for arm in mine if arm in kept]
    held = [sum(arm in mine for mine in own.values()) for arm in range(arms)]
    alive = {arm for arm in range(arms) if held[arm] == owners}
    for width, pulls, start, time in phases:
        for agent, mine in own.items():
            now = start
            for arm in mine:
                lost += gaps[arm] * max(0, min(pulls, horizon - now))
                now += pulls
            lost += gaps[leaders[agent]] * max(0, min(time, horizon) - min(now, horizon))
        if time >= horizon:
            return lost, sent
        averages = {
            arm: generator.binomial(owners * pulls, means[arm]) / (owners * pulls) for arm in alive
        }
        leader = max(sorted(averages), key=lambda arm: averages[arm], default=0)
        alive = {arm for arm in averages if averages[arm] + width >= averages[leader]}
        own = {agent: [arm for arm in mine if arm in alive] for agent, mine in own.items()}
        leaders = [leader] * agents
        sent += 4 * agents if agents <= arms else owners * arms + 2 * agents
    lost += float(np.sum(gaps[leaders])) * (horizon - time)
    return lost, sent
