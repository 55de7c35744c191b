from bandit_replications.bandits.streams import generator
from bandit_replications.papers.multiplayer.algorithms import coordinate_and_play
from bandit_replications.papers.multiplayer.environments.losses import bernoulli_losses
from support.multiplayer_games import problem


def test_zero_losses_cost_whole_runs_the_same():
    game = problem(bernoulli_losses([0.0] * 8), 4, 2000)
    options = coordinate_and_play.Options(block_length=100, ranking_rounds=100)
    run = coordinate_and_play.simulate(game, generator=generator(1, "zero"), options=options)
    blocks, least = (2000 - 100) // 100, 3 * (2 * 8 + 2)
    assert run.regret[-1] % 1 == 0
    assert blocks * least <= run.regret[-1] <= blocks * least + 4 * 100
