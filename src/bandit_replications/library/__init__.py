"""The public library: every algorithm of all papers by its id, in the same words.

>>> import bandit_replications as br
>>> result = br.simulate("hybrid-ucb", means=[0.9, 0.5], horizon=1000, epsilon=1.0, runs=2)
>>> result
Simulation: hybrid-ucb (private_online), 2 runs, horizon 1000, mean regret 180.0
>>> result.regret.shape, result.pulls[:, -1].tolist()
((2, 66), [[533, 467], [567, 433]])

The same algorithms, step by step, against whatever gives rewards:

>>> learner = br.learner("hybrid-ucb", arms=2, horizon=1000, epsilon=1.0)
>>> arm = learner.choose()
>>> learner.update(1.0)
>>> learner
Learner: hybrid-ucb (private_online), 1 of 1000 steps

An algorithm of your own is a class with the same two methods:

>>> class Turns:
...     feedback = "bandit"
...     def __init__(self, *, arms):
...         self.arms = arms
...     def choose(self, t):
...         return t % self.arms
...     def update(self, t, arm, reward):
...         pass
>>> br.simulate(Turns, means=[0.9, 0.5], horizon=1000).pulls[0, -1].tolist()
[500, 500]

Nothing is set in the process that imports this: no environment variables, no threads. Without a
checkout of the repository everything works but `load_results`.
"""

from bandit_replications.library.adapters import from_mabwiser, from_smpybandits
from bandit_replications.library.comparing import compare
from bandit_replications.library.comparison import Comparison, load
from bandit_replications.library.entries import algorithms
from bandit_replications.library.own_rewards import run
from bandit_replications.library.published import load_results
from bandit_replications.library.running import learner, simulate
from bandit_replications.library.simulation import Simulation
from bandit_replications.playing.learners import Learner
from bandit_replications.runtime.errors import ConfigurationError

__all__ = [
    "Comparison",
    "ConfigurationError",
    "Learner",
    "Simulation",
    "algorithms",
    "compare",
    "from_mabwiser",
    "from_smpybandits",
    "learner",
    "load",
    "load_results",
    "run",
    "simulate",
]
