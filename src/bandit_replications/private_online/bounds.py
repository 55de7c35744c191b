"""Bounds of the theorems as functions, with the constants that the paper's own proofs give."""

# --- Bandit setting: Theorems 3, 4 and 5 ---

# --- Full information: Theorem 7, Corollaries 8 and 9, Theorem 10 ---
