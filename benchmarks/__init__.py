"""Speed beside what one would take instead: `make bench`, or `python -m benchmarks`.

`tasks` says what is played; `ours`, `peers` and `loops` play it, in processes of their own;
`compare` measures these, `report` draws and writes.
"""
