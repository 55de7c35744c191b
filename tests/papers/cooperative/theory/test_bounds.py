import math

import pytest

from bandit_replications.papers.cooperative.theory import bounds

GROUP = {"gaps": [0.0, 0.2, 0.5], "horizon": 1000, "agents": 10, "message_life": 2}


def test_private_regret_by_hand():
    # Section 3.3: 3 cliques, ε = 1/2
    expected = 3 * 8 * math.log(1000) * (5 + 2) + 0.7 * (3 * 22 + 10 * (2 + 2.6123753486854883))
    found = bounds.private_regret(**GROUP, clique_cover=3, epsilon=0.5)
    assert found == pytest.approx(expected, rel=1e-12)


def test_byzantine_regret_by_hand():
    # Section 4.2: σ = 1/2, ε = 0.01, so 2 σ sqrt(ε) = 0.1
    growth = 3 * math.log(1000) * (1 / 0.1**2 + 1 / 0.4**2)
    expected = growth + 0.7 * (30 + 2 * 3 * 9)
    arguments = {**GROUP, "clique_cover": 3, "sigma": 0.5}
    assert bounds.byzantine_regret(**arguments, contamination=0.01) == pytest.approx(expected)
    assert bounds.byzantine_regret(**arguments, contamination=0.04) == math.inf


def test_the_two_divergences_differ():
    # D(0.5, 0.75) = ln(4/3)/2 and D(0.75, 0.5) = ln 2 + 3/4 ln(3/4) + 1/4 ln(1/4)
    means = [0.75, 0.5]
    assert bounds.centralised_rate(means) == pytest.approx(0.25 / (math.log(4 / 3) / 2))
    other = math.log(2) + 0.75 * math.log(0.75) + 0.25 * math.log(0.25)
    printed = bounds.centralised_rate(means, divergence="best-arm")
    assert printed == pytest.approx(0.25 / other)
