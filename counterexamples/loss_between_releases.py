"""The lemma on the privacy of outgoing messages (Section 3.2), for every v in (1, 1.5).

Dubey and Pentland, Private and Byzantine-Proof Cooperative Decision-Making (AAMAS 2020): for any
agent m, t in [T], v in (1, 1.5) each outgoing message q_m(t) is n_k^m(t)^(-v/2)-differentially
private with respect to the rewards of arm k. n_k^m(t) is the number of pulls so far (Algorithm 1,
line 4, and below (6)).

Refuted with the hat that line 10 lacks. A message goes out in every round, its mean is renewed when
the pulls are n' = W_1, W_2, ...; between them it is the one of n' < n = n_k^m(t) pulls, with the
Laplace noise of scale n'^(v/2-1) that line 7 gave it. One reward changed from 0 to 1 moves it by
1/n', and {message <= 0} is then exp(-n'^(-v/2)) times as likely: it loses n'^(-v/2) > n^(-v/2).
So for every series W that skips a count after its first release; here its three readings (releases
every ceil(1/eps) pulls; y' = x' with a root on both sides; y' = x' as printed). Without the hat the
loss is infinite.
Nothing is refuted at the releases themselves, and the guarantee of Section 3.3 adds up these alone.
"""

import itertools
import math


def releases(*, eps: float, v: float, pulls: int, series: str) -> list[int]:
    """Return the counts W_1 < W_2 < ... <= pulls at which a mean is released."""
    if series == "constant":
        return list(range(math.ceil(1 / eps), pulls + 1, math.ceil(1 / eps)))
    found, total = [], 0.0
    for x in range(1, pulls + 1):
        total += x ** (-v / 2)
        if total >= 1 / (eps * x ** (v / 2 if series == "root" else v)):
            found.append(x)
            total = 0.0
    return found


def at_most_0(*, ones: int, number: int, v: float) -> float:
    """Return P{mean + noise <= 0}, `ones` of the `number` rewards being 1, the others 0."""
    return math.exp(-(ones / number) / number ** (v / 2 - 1)) / 2


for v in (1.01, 1.1, 1.49):
    for series in ("constant", "root", "printed"):
        at = releases(eps=0.1, v=v, pulls=1000, series=series)
        last, n = max(
            ((a, b - 1) for a, b in itertools.pairwise(at)),
            key=lambda pair: pair[1] / pair[0],
        )
        log_ratio = math.log(
            at_most_0(ones=0, number=last, v=v) / at_most_0(ones=1, number=last, v=v)
        )
        print(
            f"v {v}, {series:8}: n = {n:3}, mean of {last:3}: {log_ratio:.4f}, {n ** (-v / 2):.4f}"
        )
        assert log_ratio > 1.01 * n ** (-v / 2)
