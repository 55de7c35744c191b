"""Five papers on bandits with many users, players and agents, replicated end to end.

`bandit_replications.api` opens a paper from Python or a notebook; `python -m bandit_replications`
is the command line.
"""

from bandit_replications.runtime import environment

environment.configure()
