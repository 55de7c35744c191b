"""`python -m benchmarks [size=small]`: measure everybody; write tables, a figure and a page."""

import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from bandit_replications.reporting.figures import save
from bandit_replications.runtime.errors import ConfigurationError
from bandit_replications.runtime.faults import guarded
from bandit_replications.runtime.paths import repo_root
from benchmarks import compare, forms, report
from benchmarks.tasks import tasks

SIZES = {"full": 3, "small": 1}  # how often a process is started
SHORTER = {"full": 1, "small": 50}  # by which the rounds of both forms are divided
SHOWN = (
    *("task", "player", "rounds_per_second", "ours_over_it", "long_run_rounds_per_second"),
    *("process_seconds", "megabytes", "regret", "regret_error", "same_regret", "note"),
)


def run(words: Sequence[str]) -> int:
    """Measure, print and write; the small size writes below build/ only."""
    size = size_of(words)
    root = repo_root() if size == "full" else repo_root() / "build" / "bench-small"
    chosen = tasks(size)
    try:
        with tempfile.TemporaryDirectory() as folder:
            cells = compare.commands(list(chosen), Path(folder))
            speed = compare.speeds(chosen, cells, repeats=SIZES[size])
            followed = cells if size == "full" else {c: cells[c] for c in cells if c[0] == "UCB1"}
            grown = compare.growth(chosen, followed)
            both = forms.measured(shorter=SHORTER[size])
    except KeyboardInterrupt:
        print("interrupted; nothing was written", file=sys.stderr)
        return 130
    speed, fitted = compare.with_long_runs(speed, grown), compare.exponents(grown)
    frames = {
        "speed": speed,
        "growth": grown,
        "exponents": fitted,
        "forms": both,
        "machine": compare.machine(),
    }
    folder = root / "data" / "benchmarks"
    folder.mkdir(parents=True, exist_ok=True)
    for name, frame in frames.items():
        frame.to_csv(folder / f"{name}.csv", index=False, float_format="%.4g")
    pictures = root / "figures" / "benchmarks"
    pictures.mkdir(parents=True, exist_ok=True)
    save(report.plot(speed, grown), pictures / "speed")
    for frame in (speed[list(SHOWN)], fitted, both):
        print(frame.to_string(index=False, float_format="{:,.4g}".format, na_rep=""))
    if size == "full":
        page = root / "docs" / "guide" / "speed.md"
        page.write_text(report.page(page.read_text(), folder))
    print(f"{folder}, {pictures}: written")
    return 0


def size_of(words: Sequence[str]) -> str:
    """Return the size that is asked for."""
    size = "".join(words).removeprefix("size=") or "full"
    if size not in SIZES:
        raise ConfigurationError(f"size: {size!r}; allowed: {' or '.join(SIZES)}")
    return size


if __name__ == "__main__":
    sys.exit(guarded(lambda: run(sys.argv[1:])))
