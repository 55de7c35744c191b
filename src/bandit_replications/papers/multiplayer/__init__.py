"""Replication of "Multi-Player Bandits: The Adversarial Case" (Alatur, Levy, Krause)."""
