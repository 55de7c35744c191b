"""The published repository as pages to read in a browser; nothing is computed."""
