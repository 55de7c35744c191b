"""Near-Optimal Algorithms for Private Online Learning in a Stochastic Environment."""
