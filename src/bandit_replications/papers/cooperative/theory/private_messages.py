"""Section 3: what a message loses, at its release, later, and through what it does not hide."""

import math

import numpy as np

from bandit_replications.inference.checks import Check, at_most, equal
from bandit_replications.papers.cooperative.algorithms import private_multi_agent_ucb


def laplace_mechanism(*, scale: float = 0.5, sensitivity: float = 1.0, printed: bool) -> Check:
    """The Laplace lemma of Section 3.1: noise of scale β gives s(f)/β, not β/s(f).

    The log ratio of the densities exp(-|y|/β) and exp(-|y - s|/β) is at most s/β and equal to it
    beyond both centres. As printed more noise would mean less privacy.
    """
    y = np.linspace(-3.0, 4.0, 1401)
    loss = float((np.abs(y - sensitivity) - np.abs(y)).max() / scale)
    claimed, text = sensitivity / scale, "s(f)/β"
    if printed:
        claimed, text = 1 / claimed, "β/s(f)"
    return equal(f"largest log ratio of the densities, against {text}", loss, claimed)


def at_release(*, pulls: int = 20, v: float = 1.1) -> Check:
    """The privacy of outgoing messages, at a release: sensitivity 1/n over scale n^(v/2 - 1)."""
    loss = (1 / pulls) / pulls ** (v / 2 - 1)
    return equal(
        f"loss of the mean of n = {pulls} pulls, against n^(-v/2)", loss, pulls ** (-v / 2)
    )


def between_releases(*, epsilon: float = 0.1, pulls: int = 19, v: float = 1.1) -> Check:
    """The same lemma between releases: false for ε < 1.

    After n pulls the message carries the mean of the last release, n' = f floor(n/f) pulls with
    f = ceil(1/ε), and loses n'^(-v/2) > n^(-v/2). Just before the next release that is more by up
    to a factor 2^(v/2).
    """
    interval = math.ceil(1 / epsilon)
    released = pulls // interval * interval
    name = f"loss of the message after n = {pulls} pulls, last released at {released}"
    return at_most(name, released ** (-v / 2), pulls ** (-v / 2))


def messages_together(*, epsilon: float = 0.1, pulls: int = 100, v: float = 1.1) -> Check:
    """Messages of a run together lose more than each: each message is all that the lemma is about.

    After n pulls the releases at f, 2f, … lose Σ (j f)^(-v/2), against the n^(-v/2) of the last.
    """
    interval = math.ceil(1 / epsilon)
    total = math.fsum(n ** (-v / 2) for n in range(interval, pulls + 1, interval))
    return at_most(f"loss of all messages after n = {pulls} pulls", total, pulls ** (-v / 2))


def probability_of_counts(*, reward: float) -> float:
    """Return P{pulls after three rounds are (1, 2)} of an agent whose first reward is `reward`.

    Two arms, ε = 1, Algorithm 2 itself: round 1 pulls the second arm (t mod K) and pays `reward`,
    round 2 the first one and pays 1/2; the third round follows the agent's own rewards as they
    are. Given what it has received (nothing here) there is no chance in it.
    """
    options = private_multi_agent_ucb.Options()
    stream = np.random.default_rng(0)  # the noise of its own messages, which it does not use
    agent = private_multi_agent_ucb._Agent(2, 2, [1, 2, 3, 4], 1.1, options, stream)
    for t, paid in ((1, reward), (2, 0.5)):
        agent.update(agent.choose(t), paid)
    return float(agent.choose(3) == 1)


def unhidden_counts(*, loss: float = 1.0) -> Check:
    """Message (6) carries pull counts without noise, and the agent acts on its rewards as they are.

    Given the messages that it has received, which their senders know, changing one reward from 1 to
    0 changes the third action with certainty, hence the counts in the next message: no ε bounds the
    ratio. The definition of a private message compares histories that differ in one reward *with
    the same actions*; under it counts lose nothing, and so it says nothing about what a neighbour
    learns from a running agent.
    """
    name = "P{counts (1, 2)} with reward 1, against e^ε times that with reward 0"
    bound = math.exp(loss) * probability_of_counts(reward=0.0)
    return at_most(name, probability_of_counts(reward=1.0), bound)
