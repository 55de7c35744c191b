"""Figures about the paper: views of the data sets, one module for each kind."""
