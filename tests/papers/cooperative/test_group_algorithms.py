"""Compiled simulators against agents that really pass messages: the same actions, round by round.

Both consume one random stream in the same order, so every difference is an error.
"""

import networkx as nx
import numpy as np
import pytest

from bandit_replications.bandits.rewards import bernoulli_table, beta_table
from bandit_replications.papers.cooperative.algorithms import (
    byzantine_proof_ucb,
    byzantine_proof_ucb_kernels,
    centralised_ucb1,
    dp_ucb_int,
    multi_agent_ucb,
    private_multi_agent_ucb,
    ucb1,
)
from bandit_replications.papers.cooperative.environments.contamination import ContaminationEntry
from bandit_replications.papers.cooperative.environments.networks import distances

MEANS = np.array([0.5, 0.6, 0.4])
REWARDS = bernoulli_table(MEANS)
POINTS = np.arange(1, 131)
# diameters 1, 3, 4 and 7; the largest class of distances is 1, 2, 1 and one among several
GRAPHS = {
    "lollipop": nx.lollipop_graph(7, 3),
    "complete": nx.complete_graph(6),
    "small-world": nx.connected_watts_strogatz_graph(12, 4, 0.3, seed=4),
    "ring": nx.cycle_graph(14),
}
RUN = {"rewards": REWARDS, "horizon": 130, "checkpoints": POINTS}


def contamination(source, probability, value=None):
    entry = ContaminationEntry(probability=probability, source=source, value=value)
    return entry.for_arms(MEANS)


def same_actions(module, *, seeds=(0, 1), **arguments):
    run = {**RUN, **arguments}
    for seed in seeds:
        fast = module.simulate(generator=np.random.default_rng(seed), **run)
        literal = module.simulate_literal(generator=np.random.default_rng(seed), **run)
        if not np.array_equal(fast.pulls, literal.pulls):
            return False
    return True


@pytest.mark.parametrize("graph", GRAPHS)
@pytest.mark.parametrize("life", [0, 1, 2, 3, 9])
@pytest.mark.parametrize("delay", ["distance", "distance-plus-one"])
def test_multi_agent_ucb(graph, life, delay):
    options = multi_agent_ucb.Options(delay=delay)
    network = {"lengths": distances(GRAPHS[graph]), "message_life": life}
    assert same_actions(multi_agent_ucb, **network, options=options)


@pytest.mark.parametrize("graph", GRAPHS)
@pytest.mark.parametrize("life", [1, 2, 9])
@pytest.mark.parametrize(
    "reading",
    [
        {},
        {"delay": "distance-plus-one"},
        {"unreleased": "zero"},
        {"own_message": "counted"},
        {"series": "square-root"},
        {"series": "as-printed"},
        {"noise_factor": 0.0},
    ],
    ids=str,
)
def test_private_multi_agent_ucb(graph, life, reading):
    module = private_multi_agent_ucb
    network = {"lengths": distances(GRAPHS[graph]), "message_life": life}
    if reading == {"noise_factor": 0.0}:  # without noise coins tie, up to rounding
        network["rewards"] = beta_table([2, 3, 1], [2, 2, 2])
    for epsilon in (1.0, 0.2):
        assert same_actions(
            module, **network, seeds=(0,), epsilon=epsilon, v=1.2, options=module.Options(**reading)
        )


SOURCES = [("adversarial", None), ("point-mass", 0.3), ("uniform", None), ("outliers", 5.0)]


@pytest.mark.parametrize("graph", GRAPHS)
@pytest.mark.parametrize("life", [0, 2, 9])
@pytest.mark.parametrize(("source", "value"), [*SOURCES, ("flip", None)])
@pytest.mark.parametrize(
    "reading",
    [{}, {"delay": "distance-plus-one"}, {"own_samples": "reported"}, {"estimator": "mean"}],
    ids=str,
)
def test_byzantine_proof_ucb(graph, life, source, value, reading):
    module = byzantine_proof_ucb
    assert same_actions(
        module,
        lengths=distances(GRAPHS[graph]),
        message_life=life,
        contamination=contamination(source, 0.2, value),
        assumed_contamination=0.1,
        seeds=(0,),
        options=module.Options(**reading),
    )


@pytest.mark.parametrize("estimator", ["trimmed-mean", "mean"])
def test_byzantine_proof_ucb_with_some_false_agents_noise_and_other_rewards(estimator):
    module = byzantine_proof_ucb
    network = {"lengths": distances(GRAPHS["small-world"]), "message_life": 2}
    options = module.Options(estimator=estimator)
    false = contamination("adversarial", 0.3)
    some = {"contamination": false, "assumed_contamination": 0.0, "byzantine": [0, 3]}
    assert same_actions(module, **network, **some, options=options)
    assert same_actions(module, **network, **some, noise_scale=0.5, options=options)
    beta = {**some, "rewards": beta_table([2, 3, 1], [2, 2, 2])}
    assert same_actions(module, **network, **beta, options=options)


@pytest.mark.parametrize("epsilon", [1.0, 0.3, 0.1])
@pytest.mark.parametrize("renewal", ["every-round", "once"])
def test_dp_ucb_int(epsilon, renewal):
    options = dp_ucb_int.Options(renewal=renewal)
    assert same_actions(dp_ucb_int, agents=3, epsilon=epsilon, v=1.1, options=options)


def test_agents_alone_and_one_for_all():
    assert same_actions(ucb1, agents=3)
    assert same_actions(centralised_ucb1, agents=3)


# --- What must be caught ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("actions[:] = t % arms", "actions[:] = (t - 1) % arms"),
        (
            "news[agent] = n * released[agent, arm] - before",
            "news[agent] = n * released[agent, arm]",
        ),
        ("counts[agent] = n\n", "counts[agent] = n - 1\n"),
        ("before = (n - 1) * released", "before = n * released"),
        ("** power  #", "** (power - 0.5)  #"),
        ("t > forced", "t > forced + 1"),
    ],
)
def test_altered_private_simulators_are_caught(altered, old, new):
    mutant = altered(private_multi_agent_ucb, old, new)
    mutant.simulate_literal = private_multi_agent_ucb.simulate_literal
    network = {"lengths": distances(GRAPHS["small-world"]), "message_life": 2}
    assert not same_actions(mutant, **network, epsilon=0.3, v=1.2, seeds=(0, 1, 2))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("(own[agent, arm] & 1)", "0"),
        ("t - extra, events", "t - extra - 1, events"),
        (
            "math.sqrt(sigma * log_delta / (number_x + number_y))",
            "math.sqrt(sigma * log_delta / (number_x + number_y + 1))",
        ),
        ("math.sqrt(sigma * log_delta / (n_x[agent] + n_y[agent]))", "0.0"),
        ("halves[agent, arm, half, place] += 1.0", "halves[agent, arm, half, place] += 2.0"),
        ("samples.late[agent, arm] = late + 1", "samples.late[agent, arm] = late"),
    ],
)
def test_altered_byzantine_simulators_are_caught(altered, old, new):
    kernels = altered(byzantine_proof_ucb_kernels, old, new)
    mutant = altered(byzantine_proof_ucb, "= simulate_agents(", "= simulate_agents (")
    mutant.simulate.__globals__["simulate_agents"] = kernels.simulate_agents
    mutant.simulate_literal = byzantine_proof_ucb.simulate_literal
    network = {"lengths": distances(GRAPHS["small-world"]), "message_life": 2}
    false = {"contamination": contamination("uniform", 0.3), "assumed_contamination": 0.1}
    assert not same_actions(mutant, **network, **false, seeds=(0, 1, 2))


# --- Arguments -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "error", "message"),
    [
        ({"epsilon": 0.0}, ValueError, "epsilon: 0.0; allowed: > 0"),
        ({"v": 1.5}, ValueError, "v: 1.5; allowed: between 1 and 1.5"),
        ({"message_life": -1}, ValueError, "message_life: -1; allowed: at least 0"),
        ({"horizon": 2, "checkpoints": np.array([2])}, ValueError, "horizon: 2; allowed"),
    ],
)
def test_bad_arguments_are_refused(change, error, message):
    run = {
        **RUN,
        "lengths": distances(GRAPHS["ring"]),
        "message_life": 1,
        "epsilon": 1.0,
        "v": 1.1,
        "generator": np.random.default_rng(0),
    }
    with pytest.raises(error, match=message):
        private_multi_agent_ucb.simulate(**{**run, **change})


@pytest.mark.parametrize("probability", [0.5, -0.1])
def test_bad_contaminations_are_refused(probability):
    run = {**RUN, "lengths": distances(GRAPHS["ring"]), "message_life": 1}
    with pytest.raises(ValueError, match=r"contamination: .*; allowed: at least 0"):
        byzantine_proof_ucb.simulate(
            **run,
            contamination=contamination("uniform", 0.1),
            assumed_contamination=probability,
            generator=np.random.default_rng(0),
        )
    with pytest.raises(ValueError, match="byzantine: 14; allowed: agents 0 to 13"):
        byzantine_proof_ucb.simulate(
            **run,
            contamination=contamination("uniform", 0.1),
            assumed_contamination=0.1,
            byzantine=[14],
            generator=np.random.default_rng(0),
        )
