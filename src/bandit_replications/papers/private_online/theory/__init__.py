"""The paper's proofs, step by step: each function checks one step and shows both of its sides."""
