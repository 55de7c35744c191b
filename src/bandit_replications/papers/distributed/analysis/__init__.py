"""Measurements read from the data: growth along sizes, and where a protocol pays."""
