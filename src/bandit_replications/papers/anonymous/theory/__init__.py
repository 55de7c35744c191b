"""Derivations: each function returns numbers or steps of a proof with both of their sides."""
