"""Probability that the ranking (Algorithm 4) fails: the exact Markov chain, and the paper's bound.

Alatur, Levy, Krause: Multi-Player Bandits: The Adversarial Case (Algorithm 4, Appendix A.2). The
state is the number u of players without rank. The K - u others own an arm each, so u of the K arms
are free; the u players choose among all K arms, and each that is alone on a free arm gets it.
"""

import functools
import math
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray


def seated_probability(seated: int, *, unranked: int, players: int) -> Fraction:
    """Return the probability that exactly `seated` of u unranked players get a rank in a round.

    Inclusion and exclusion over the free arms with exactly one of the u players: m given arms
    are taken by one player each with probability u! / (u - m)! K^-m (1 - m/K)^(u - m).

    Parameters
    ----------
    seated, unranked, players : int
        0 <= seated <= u <= K.

    """
    u, k = unranked, players
    return sum(
        (
            (-1) ** (m - seated)
            * math.comb(m, seated)
            * math.comb(u, m)
            * Fraction(math.perm(u, m) * (k - m) ** (u - m), k**u)
            for m in range(seated, u + 1)
        ),
        start=Fraction(0),
    )


@functools.cache
def transition_matrix(players: int) -> NDArray[np.float64]:
    """Return the chain's transition probabilities, shape (K + 1, K + 1), from u to u'.

    Each is computed as a fraction and rounded once.

    Parameters
    ----------
    players : int
        K >= 1.

    """
    matrix = np.zeros((players + 1, players + 1))
    for u in range(players + 1):
        for seated in range(u + 1):
            chance = seated_probability(seated, unranked=u, players=players)
            matrix[u, u - seated] = float(chance)
    matrix.flags.writeable = False
    return matrix


def unranked_distribution(*, players: int, ranking_rounds: int) -> NDArray[np.float64]:
    """Return the law of the number of players without rank after T_R rounds, shape (K + 1,).

    All terms are non-negative, so even tiny probabilities have their relative precision.

    Parameters
    ----------
    players, ranking_rounds : int
        K >= 1 and T_R >= 0.

    """
    law = np.zeros(players + 1)
    law[players] = 1.0
    for _ in range(ranking_rounds):
        law = law @ transition_matrix(players)
    return law


def failure_probability(*, players: int, ranking_rounds: int) -> float:
    """Return the probability that after T_R rounds of Algorithm 4 a player has no rank.

    Parameters
    ----------
    players, ranking_rounds : int
        K >= 1 and T_R >= 0.

    """
    law = unranked_distribution(players=players, ranking_rounds=ranking_rounds)
    return float(law[1:].sum())


def failure_bound(*, players: int, ranking_rounds: float) -> float:
    """Return Appendix A.2's bound K exp(-T_R / (K e)) on the probability of failure.

    Parameters
    ----------
    players : int
        K >= 1.
    ranking_rounds : float
        T_R >= 0.

    """
    return players * math.exp(-ranking_rounds / (players * math.e))


def slack(*, players: int) -> float:
    """Return Theorem 4.1's T_R over the exact number of rounds for K / T, as T grows.

    Both grow with ln T: K e per unit of it, and -1 / ln d. The probability of failure falls by d
    in a round in the long run, the largest chance to stay at some u > 0: the chain only moves
    downwards.
    """
    return -players * math.e * math.log(np.diag(transition_matrix(players))[1:].max())
