"""Anonymous Bandits for Multi-User Systems (Esfandiari, Mirrokni and Schneider, 2022)."""
