"""Private and Byzantine-Proof Cooperative Decision-Making (Dubey, Pentland, 2020)."""
