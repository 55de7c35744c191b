import numpy as np
import pytest

from bandit_replications.papers.private_online.theory.audits import AUDIT_CASES

EXACT = [case for case in AUDIT_CASES.values() if case.kind != "statistical"]
SAMPLED = [case for case in AUDIT_CASES.values() if case.kind == "statistical"]
BROKEN = {
    # Theorem 6: the whole reward vector of a round is substituted
    "report-noisy-max": {
        *(f"2-actions-{rounds}-rounds" for rounds in (2, 64, 65536)),
        *("3-actions-1-round", "3-actions-8-rounds", "8-actions-1-round", "32-actions-1-round"),
    },
    "ftnl": {"decisions-2-actions-8-rounds", "decisions-8-actions-8-rounds"},
    # Theorem 2: the first pull without noise
    "anytime-lazy-ucb": {"decisions-3-rounds-first-pull-as-printed"},
    # Theorem 5: the root of a full tree is one level more than the noise is made for
    "hybrid-ucb": {
        *(f"nodes-and-array-tree-{tree}" for tree in (1, 2, 3)),
        *("released-sums-4-pulls", "released-sums-5-pulls", "released-sums-tree-1"),
        *("released-sums-noise-each-release-15-pulls", "decisions-2-arms-8-pulls"),
    },
    # Chan, Shi and Song's binary mechanism at a power of two; our own broken sum
    "binary-mechanism": {"2-items", "1024-items"},
    "laplace-sum-broken": {"one-sum"},
}


def loss(case, epsilon):
    generator = np.random.default_rng(1) if case.kind == "statistical" else None
    return case.loss(epsilon=epsilon, generator=generator, samples=200_000)


def name(case):
    return f"{case.mechanism}/{case.case}"


@pytest.mark.parametrize("case", EXACT, ids=name)
@pytest.mark.parametrize("epsilon", [0.1, 64.0])
def test_which_claims_hold(case, epsilon):
    found = loss(case, epsilon)
    exceeds = found > epsilon * (1 + 1e-6)
    assert exceeds == (case.case in BROKEN.get(case.mechanism, ()))
    assert found > 0.2 * epsilon


@pytest.mark.parametrize("case", [case for case in SAMPLED if case.reference], ids=name)
@pytest.mark.parametrize("epsilon", [0.5, 1.0])
def test_sampling_reaches_most_of_a_known_loss(case, epsilon):
    exact = loss(AUDIT_CASES[case.mechanism, case.reference], epsilon)
    # false alarm of the second comparison: 1e-4
    assert 0.8 * exact <= loss(case, epsilon) <= exact


@pytest.mark.parametrize("epsilon", [0.5, 1.0])
@pytest.mark.parametrize(
    ("mechanism", "case"),
    [
        ("laplace-sum-broken", "one-sum-sampled"),  # exceeds its claim 1.5 times
        ("report-noisy-max", "2-actions-2-rounds-sampled"),  # 1.19 and 1.31 times
        ("hybrid-ucb", "released-sums-5-pulls-sampled"),
        ("anytime-lazy-ucb", "decisions-3-rounds-first-pull-as-printed-sampled"),
    ],
)
def test_broken_claims_are_caught_by_sampling(mechanism, case, epsilon):
    assert loss(AUDIT_CASES[mechanism, case], epsilon) > epsilon


def test_kept_claims_are_not_caught():
    cases = [("laplace-sum", "one-sum"), ("dp-se", "decisions-2-arms-near-margin")]
    for mechanism, case in cases:
        assert loss(AUDIT_CASES[mechanism, f"{case}-sampled"], 1.0) <= 1.0


def test_small_epsilon_is_given_more_runs():
    # 0.1 is certified to 80% only with more than the stated number of samples
    assert loss(AUDIT_CASES["laplace-sum", "one-sum-sampled"], 0.1) > 0.08
