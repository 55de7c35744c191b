"""What a neighbour can disclose: Section 3.1 after the definition; remark Robustness to Strategy.

Dubey and Pentland, Private and Byzantine-Proof Cooperative Decision-Making (AAMAS 2020). Message
(6) is q_m(t) = <m, t, gamma, vhat_m(t), n_m(t)>: noisy means, and pull counts without noise.
Stated: with private messages a learner cannot disclose its neighbours' rewards, and whatever
algorithm the agents decide by, all that one receives from another is private. The lemma before the
remark has (eps', delta'), delta' in (0, 1],
eps' <= min(eps (t-d(m,m'))^(1-v/2)/(1-v/2), 2 eps zeta(v) + sqrt(2 eps zeta(v) ln(1/delta'))).

Refuted for what a *running* agent sends as a function of the rewards that it draws: a neighbour can
disclose one with certainty. Not refuted: the lemmas in the definition's letter, which compares
histories with the *same* actions; counts lose nothing there, whatever a neighbour learns from them.

Two neighbours, gamma = 1, two arms, f = 1/eps an integer, Algorithm 2. The first 2f rounds pull
each arm f times; then each agent has released each mean once, with Laplace noise of scale
f^(v/2-1). All rewards are 0 but the sender's first one, X, of arm a. In round 2f + 1 both arms have
the same width, and the sender takes arm a if X + D > 0, where D = f (vhat'_a - vhat'_b), or
D = f (vhat'_a + vhat_a - vhat'_b - vhat_b) if it adds its own message, too, as in the pseudo-code.
The receiver knows D, has sent or received it, and reads the choice in the next counts. Event E: arm
a was chosen and -1 < D < 0. With X = 0 it is impossible, with X = 1 it is {-1 < D < 0}: no finite
eps' will do, and no delta' below P(E). D is X' + f^(v/2) Z, Z a sum of 2 (4) standard Laplace
variables, X' = 0 (X). Agents that act on released means alone would not have this (E is empty).
"""

import math


def chooses_a(first_reward: int, difference: float) -> bool:
    """Return whether Algorithm 2 takes arm a in round 2f + 1: equal counts, hence equal widths."""
    return first_reward + difference > 0


def beyond(z: float, *, terms: int) -> float:
    """Return P{Z > z}, z >= 0, for a sum of 2 or 4 independent standard Laplace variables."""
    if terms == 2:
        return (2 + z) * math.exp(-z) / 4
    return (z**3 + 9 * z**2 + 33 * z + 48) * math.exp(-z) / 96


def main(*, v: float = 1.1, delta: float = 0.01) -> None:
    """Print P(E) with X = 1 and X = 0, and assert that the guarantee fails."""
    inside = [-(i + 0.5) / 1000 for i in range(1000)]  # values of D in (-1, 0)
    zero = sum(chooses_a(0, d) for d in inside) / len(inside)  # P{arm a | D in (-1, 0)}, X = 0
    one = sum(chooses_a(1, d) for d in inside) / len(inside)
    print(" eps  own message  eps' at most     P(E), X = 1  P(E), X = 0  delta'")
    for f in (1, 2, 10):
        for terms, shift in ((2, 0), (4, 1)):
            loss = (2 * f + 1) ** (1 - v / 2) / (1 - v / 2) / f  # the minimum's first part
            scale = f ** (v / 2)
            chance = beyond(shift / scale, terms=terms) - beyond((1 + shift) / scale, terms=terms)
            left, right = one * chance, math.exp(loss) * zero * chance + delta
            name = "left out" if terms == 2 else "counted"
            print(f"{1 / f:4}  {name:11}  {loss:16.3f}  {left:11.4f}  {zero * chance:11}  {delta}")
            assert left > 2 * right, (f, name, left, right)


if __name__ == "__main__":
    main()
