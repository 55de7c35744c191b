"""The repository as pages to read in a browser: what is published, linked; nothing is computed."""
