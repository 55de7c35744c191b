"""The additive constants of the private bound do not match those of one UCB with all pulls.

Dubey and Pentland, Private and Byzantine-Proof Cooperative Decision-Making (AAMAS 2020), remarks
after both theorems: on a complete network the constant M + 2 "matches the single-agent UCB case for
MT total pulls", and so does, at eps = 1, the private term M (1/eps + zeta(1.5)).

UCB1's bound is sum_k 8 ln n / Delta_k + (1 + pi^2/3) sum_k Delta_k after n pulls (Auer,
Cesa-Bianchi, Fischer, 2002): its constant is the same for n = T and n = M T. The printed ones grow
with M. (The terms with ln T do match, up to ln M.)
"""

import math

ucb = 1 + math.pi**2 / 3
zeta = sum(n**-1.5 for n in range(1, 10**6)) + 2 / math.sqrt(10**6)  # the rest, by an integral
for agents in (1, 4, 20, 200):
    delays, privacy = agents + 2, agents * (1 + zeta)
    print(f"M = {agents}: delays {delays}, privacy {privacy:.1f}, UCB1 {ucb:.2f}")
    if agents >= 4:
        assert min(delays, privacy) > 1.25 * ucb
