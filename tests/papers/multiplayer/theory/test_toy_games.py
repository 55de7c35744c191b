import numpy as np

from bandit_replications.papers.multiplayer.environments.losses import bernoulli_losses
from bandit_replications.papers.multiplayer.environments.online_run import OnlineRun
from bandit_replications.papers.multiplayer.theory.toy_games import mean_regret
from support.multiplayer_games import problem


def test_the_mean_and_its_interval_are_those_of_the_games():
    def simulate(game, *, generator):
        regret = 100.0 if generator.random() < 0.5 else 300.0
        zeros = np.zeros(1)
        return OnlineRun(
            players=2,
            player_losses=zeros + regret,
            arm_losses=np.zeros((1, 3)),
            collisions=zeros,
            quiet=zeros,
        )

    game = problem(bernoulli_losses([0.1, 0.2, 0.3]), 2, 10)
    text = mean_regret(simulate, game, games=400, seed=1)
    mean, low, high = (
        float(word) for word in text.replace("(", " ").replace(")", "").split() if word.isdigit()
    )
    # the standard error is 5
    assert abs(mean - 200) < 20
    assert 7 < mean - low < 13
    assert 7 < high - mean < 13
