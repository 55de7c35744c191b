"""Measurements read from the data: fits over horizons, and where mean curves cross."""
