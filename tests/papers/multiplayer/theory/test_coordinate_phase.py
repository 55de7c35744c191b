from bandit_replications.bandits.streams import generator
from bandit_replications.papers.multiplayer.algorithms import coordinate_and_play
from bandit_replications.papers.multiplayer.environments.losses import bernoulli_losses
from bandit_replications.papers.multiplayer.environments.problems import MultiplayerProblem
from bandit_replications.papers.multiplayer.theory import coordinate_phase


def test_blocks_as_printed_overrun():
    printed = coordinate_phase.blocks_fit(horizon=239855, ranking_rounds=20)
    assert (printed.left, printed.right, printed.holds) == (239875, 239855, False)
    over = coordinate_phase.horizons_that_overrun()
    assert (over.left, over.holds) == (103, False)


def test_short_games_have_no_room_for_the_phase():
    assert not any(coordinate_phase.block_holds_phase(horizon=T).holds for T in range(9, 239))
    later = range(239, 5000)
    assert all(coordinate_phase.block_holds_phase(horizon=T).holds for T in later)


def test_coordination_costs_by_the_losses():
    for players, arms in ((2, 4), (3, 5), (4, 5)):
        sizes = {"players": players, "arms": arms}
        assert all(one.holds for one in coordinate_phase.coordination_cost(**sizes, loss=0))
        free = coordinate_phase.coordination_cost(**sizes, loss=1)
        assert [(one.left, one.right) for one in free] == [(0, 0), (0, 0)]
    least, most = coordinate_phase.coordination_cost(players=4, arms=5, loss=0)
    assert least.left == most.left == 3 * (2 * 5 + 2) < 4 * 3 * 5  # what the proof charges


def test_zero_losses_cost_it_in_whole_runs():
    problem = MultiplayerProblem(
        losses=bernoulli_losses([0.0] * 8), players=4, horizon=2000, checkpoints=[2000]
    )
    options = coordinate_and_play.Options(block_length=100, ranking_rounds=100)
    run = coordinate_and_play.simulate(problem, generator=generator(1, "zero"), options=options)
    blocks = (2000 - 100) // 100
    assert run.regret[-1] - run.regret[-1] % 1 == run.regret[-1]
    assert blocks * 54 <= run.regret[-1] <= blocks * 54 + 4 * 100
