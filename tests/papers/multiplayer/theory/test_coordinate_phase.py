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
