"""The paper's steps as comparisons that show both of their sides, one module for each proof."""
