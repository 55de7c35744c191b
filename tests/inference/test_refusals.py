"""Samples, laws and levels that no interval, test, fit or audit accepts."""

from functools import partial
from math import nan

import numpy as np
import pytest

from bandit_replications.inference.hypothesis_tests import holm, paired_tests, ratio_tests
from bandit_replications.inference.intervals import mean_interval, predictive_mean_band
from bandit_replications.inference.power_laws import fit_exponent
from bandit_replications.inference.privacy_audits import (
    exact_loss,
    laplace_release_loss,
    statistical_loss,
)
from bandit_replications.inference.proportions import clopper_pearson

AT_95 = {"confidence": 0.95, "generator": np.random.default_rng(8)}
proportion = partial(clopper_pearson, confidence=0.95)
pairs = partial(paired_tests, [1.0, 2.0], factors=[1.0])
fit = partial(fit_exponent, confidence=0.95)
release = partial(laplace_release_loss, scales=[1.0])
audit = partial(statistical_loss, np.zeros(4), confidence=0.9)

REFUSED = [
    (lambda: proportion(-1, 5), "successes"),
    (lambda: proportion(6, 5), "successes"),
    (lambda: proportion(0, 0), "successes"),
    (lambda: mean_interval([], **AT_95), "at least one run"),
    (lambda: mean_interval([1.0, 2.0], **AT_95 | {"confidence": 95}), "confidence"),
    (lambda: predictive_mean_band([1.0, 2.0], runs=0, **AT_95), "runs"),
    (lambda: holm([0.1, nan]), "p_values"),
    (lambda: ratio_tests([1.0], [1.0, 2.0], margins=[1.0]), "at least 2"),
    (lambda: ratio_tests([1.0, 2.0], [0.0, 0.0], margins=[1.0]), "positive mean"),
    (lambda: ratio_tests([1.0, 2.0], [1.0, 2.0], margins=[0.0]), "margin"),
    (lambda: ratio_tests([1.0, nan], [1.0, 2.0], margins=[1.0]), "finite"),
    (lambda: pairs([1.0]), "allowed: at least 2 finite pairs"),
    (lambda: pairs([1.0, nan]), "allowed: at least 2 finite pairs"),
    (lambda: fit([0.0, 1.0], [[1.0, 1.0]] * 2), "x: allowed"),
    (lambda: fit([1.0, 1.0], [[1.0, 1.0]] * 2), "different"),
    (lambda: fit([1.0, 2.0], [[0.0, 0.0], [1.0, 1.0]]), "positive mean"),
    (lambda: fit([1.0, 2.0], [[1.0], [1.0]]), "2 runs"),
    (lambda: fit([1.0, 2.0], [[1.0, 1.0]]), "2 points"),
    (lambda: fit([1.0, 2.0], [[1.0, 2.0]] * 2, scatter=True), "at least 3"),
    *((lambda law=law: exact_loss(law, [0.5, 0.5]), "probabilities_a")
      for law in ([0.5, 0.6], [1.5, -0.5], [[1.0]], [nan, 1.0])),
    (lambda: exact_loss([1.0], [0.5, 0.5]), "outcomes"),
    (lambda: release(shifts=[1.0], noises=[[1.0, 1.0]]), "noises"),
    (lambda: release(shifts=[1.0, 0.0], noises=[[1.0], [1.0]]), "shifts"),
    *((lambda outputs=outputs: audit(outputs), "outputs_b")
      for outputs in ([], [1.0, 2.0, 3.0], np.zeros((4, 2)), [nan, 1.0, 2.0, 3.0])),
    (lambda: audit(np.zeros(4), confidence=1.0), "confidence"),
]  # fmt: skip


@pytest.mark.parametrize(("call", "message"), REFUSED)
def test_bad_input_is_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()
