import pytest

from bandit_replications.papers.multiplayer.theory import lemma_3_1


def test_altered_steps_fail():
    assert not all(check.holds for check in lemma_3_1.unbiased_estimates(factor=1.0))
    assert not lemma_3_1.meta_arms_with_many_players().holds
    assert lemma_3_1.nearest_exponential_weights(factor=0.5).holds
    assert not lemma_3_1.nearest_exponential_weights(factor=0.0).holds
    assert not lemma_3_1.lemma_3_1(factor=0.4).holds


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("np.exp(-learning_rate *", "np.exp(learning_rate *"),
        ("- losses.sum(axis=0).min()", ""),
        ("+ math.log(len(member)) / learning_rate", ""),
    ],
)
def test_altered_exponential_weights_are_caught(altered, old, new):
    assert not altered(lemma_3_1, old, new).nearest_exponential_weights(factor=0.5).holds
