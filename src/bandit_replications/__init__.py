"""Five papers on bandits with many users, players and agents, replicated end to end."""
