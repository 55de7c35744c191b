"""Wang, Hu, Chen, Wang: Distributed Bandit Learning, near-optimal regret with few messages."""
