"""Plan of a run for the Snakefile: its files, parameters and code."""

import hashlib
import json
import math
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from importlib import metadata
from pathlib import Path

from bandit_replications.configuration import validation as configuration
from bandit_replications.experiments import run, store
from bandit_replications.experiments.needs import Need
from bandit_replications.experiments.run import Run
from bandit_replications.experiments.shards import Shard, before, fill, least_seconds
from bandit_replications.runtime import environment, receipts
from bandit_replications.runtime.code_version import code_hash
from bandit_replications.runtime.errors import UserError
from bandit_replications.runtime.paths import repo_root
from bandit_replications.workflow.plan import variables
from bandit_replications.workflow.plan.selection import needs_of

_IMPORT = re.compile(r"(from|import) bandit_replications\b")
DAMAGED = "unfinished or damaged, so made again:"

# Seconds of work from which a shard is a job of its own on a cluster, where starting a job and
# asking after it takes as long; shorter ones share jobs.
JOB_SECONDS = 60.0


@dataclass(frozen=True)
class Plan:
    """A run, and the part of it that is asked for.

    Attributes
    ----------
    run : Run
    only : {"figure", "claim", "verdicts"} or None
        Whether one figure or one claim alone is asked for, by `only_id`, or the verdicts that rest
        on random numbers.
    only_id : str or None
    numbers : bool
        Whether results and figures alone are wanted: no table, verdict or notebook.
    site : bool
        Whether all is wanted as pages, too.
    yes : bool
        Whether it runs however long it takes.

    """

    run: Run
    only: str | None = None
    only_id: str | None = None
    numbers: bool = False
    site: bool = False
    yes: bool = False
    _packed: dict[str, Sequence[Shard]] = field(default_factory=dict, repr=False, compare=False)
    _batched: dict[str, dict[str, list[Shard]]] = field(
        default_factory=dict, repr=False, compare=False
    )

    # --- What is asked for ---

    def outputs(self) -> dict[str, list[str]]:
        """Return the files and folders that the run's jobs write, by the rule that makes them."""
        papers = self.run.papers
        shards = {"simulate": [name for paper in papers for name in self.shard_files(paper)]}
        if self.only == "figure":
            alone = [self._path("figure", paper, str(self.only_id)) for paper in papers]
            return {**shards, "figure": alone}
        verdicts = [self._path("claims", f"{paper}.csv") for paper in papers]
        if self.only:
            return {**shards, "claims": verdicts}
        tables = [self._path("data", "tables", paper) for paper in papers]
        return {
            **shards,
            "collect": [self._path("data", "results", paper) for paper in papers],
            "figures": [self._path("figures", paper) for paper in papers],
            "claims": verdicts + tables,
            "notebook": [self._path("data", "notebooks", f"{paper}.ipynb") for paper in papers],
            "scorecard": [self._path("data", "scorecard.csv"), self._path("data", "README.md")],
            "site": [self._path("site")],
        }

    def targets(self) -> list[str]:
        """Return the files of the run, or of the one figure or claim asked for."""
        if self.only == "claim":
            return self.batch_files(*self.run.papers)
        left_out = {"simulate"} | (set() if self.site else {"site"})
        if self.numbers:
            left_out |= {"claims", "notebook", "scorecard", "site"}
        made = self.outputs().items()
        return [name for rule, names in made if rule not in left_out for name in names]

    def needs(self, paper: str) -> tuple[Need, ...] | None:
        """Return what the one figure or claim asked for needs; None for the whole run."""
        if self.only is None:
            return None
        return needs_of(self.run, paper, f"{self.only}:{self.only_id}")

    def shards(self, paper: str) -> Sequence[Shard]:
        """Return the shards of a paper, or of the asked figure or claim."""
        if paper not in self._packed:
            self._packed[paper] = self.run.shards(paper, self.needs(paper))
        return self._packed[paper]

    def missing(self, paper: str) -> list[Shard]:
        """Return the shards of a paper that are still to be made."""
        return [shard for shard in self.shards(paper) if not self._is_made(shard)]

    def handed(self, paper: str) -> Run:
        """Return the run as the jobs of a paper open it: its shards are chosen already."""
        return replace(
            self.run,
            configurations={paper: self.run.configurations[paper]},
            handed=tuple(self.shards(paper)),
            needs=self.needs(paper),
        )

    # --- What is there ---

    def remove_strays(self) -> None:
        """Remove what earlier code left below the run's published folders."""
        kept = {repo_root() / name for names in self.outputs().values() for name in names}
        for folder in ("data", "figures"):
            for path in sorted((self.run.directory / folder).rglob("[!.]*")):
                if path.is_file() and kept.isdisjoint([path, *path.parents]):
                    path.unlink()

    def damaged(self) -> list[str]:
        """Return outputs whose checksum is missing or wrong."""
        root = repo_root()
        names = (root / name for names in self.outputs().values() for name in names)
        return [relative_name(path) for path in receipts.damaged(names)]

    def check(self) -> None:
        """Refuse to go on with what was damaged since it was made.

        Raises
        ------
        ResultsError
            If anything is not as its receipt says.

        """
        for name in self.damaged():
            receipts.checked(repo_root() / name)

    def remove_damaged(self) -> None:
        """Remove what cannot be used, so that it is made again, and say so in one line."""
        names = self.damaged()
        for name in names:
            path = repo_root() / name
            if path.is_dir():
                shutil.rmtree(path)
            else:
                path.unlink()
        if names:
            self._packed.clear()  # which shards there are may choose others
            self._batched.clear()
        for paper in self.run.papers:
            self._mark_batches(paper)
        if names:
            more = f" and {len(names) - 1} more" if len(names) > 1 else ""
            print(f"{DAMAGED} {names[0]}{more}", file=sys.stderr, flush=True)

    def hand_over(self) -> None:
        """Write what jobs read, which validate and plan nothing: each the run of its paper.

        Snakemake on another machine reads the plan: shards that are there by then might choose
        others.
        """
        for paper in self.run.papers:
            run.save(self.handed(paper))
        os.environ[variables.PLAN] = str(self.write())

    def write(self) -> Path:
        """Write the plan for Snakemake, which then validates nothing, and return its file."""
        path = self.run.plan_path("all")
        run.write_plan(path, self)
        return path

    def prepare(self, *, cores: int) -> None:
        """Hand over to the jobs, and compile what they run."""
        self.hand_over()
        papers = [paper for paper in self.run.papers if self.missing(paper)]
        # Those with the most to compile first, so that no core waits for the last one.
        missing = {
            paper: compiled_stamp(paper)
            for paper in sorted(papers, key=lambda paper: -len(_kernels(paper)))
            if not compiled_stamp(paper).is_file()
        }
        with ThreadPoolExecutor(max_workers=cores) as pool:
            list(pool.map(_compile, missing, missing.values()))

    def spare_cores(self, cores: int | None) -> int:
        """Return how many of the workflow's cores a job of a paper uses alone, at most four."""
        return min(4, max(1, (cores or 1) // len(self.run.papers)))

    # --- Files ---

    def shard_files(self, paper: str) -> list[str]:
        """Return the shards of a paper (or of the asked figure or claim), and their records."""
        paths = [self.run.shard_path(shard) for shard in self.shards(paper)]
        return [relative_name(path) for path in (*paths, *map(store.record_path, paths))]

    def results_inputs(self, paper: str) -> list[str]:
        """Return the data that verdicts read: shards of what is asked for, else all results."""
        if self.only:
            return self.batch_files(paper)
        return [self._path("data", "results", paper)]

    def site_inputs(self) -> list[str]:
        """Return what the pages of the run are made of."""
        root = repo_root()
        sources = (path for path in sorted((root / "docs").rglob("*")) if path.is_file())
        whole = Plan(self.run).targets()  # without the site
        return whole + [relative_name(path) for path in sources]

    def ledger_files(self, paper: str) -> list[str]:
        """Return the records of a paper's ledger."""
        folder = Path(__file__).parents[2] / "papers" / paper
        files = [folder / name for name in ("claims.yaml", "errata.yaml")]
        stability = repo_root() / "data" / "stability.csv"
        return [relative_name(path) for path in (*files, stability) if path.is_file()]

    def _path(self, *parts: str) -> str:
        return relative_name(self.run.directory.joinpath(*parts))

    # --- Jobs that simulate several shards ---

    def batches(self, paper: str) -> dict[str, list[Shard]]:
        """Return the shards that share a job, by the job's name.

        A process takes a second to start and to import what it runs, longer than small shards
        take. Shards that wait for others have jobs of their own.
        """
        if paper not in self._batched:
            shards = self.shards(paper)
            total = math.fsum(shard.seconds for shard in shards)
            most = self.run.shard_seconds
            small = [one for one in shards if not one.waits and one.seconds < most]
            large = [one for one in shards if one.waits or one.seconds >= most]
            groups = fill(small, least_seconds(total, most), lambda shard: shard.seconds)
            groups += [[shard] for shard in large]
            self._batched[paper] = {_batch_name(group): group for group in groups}
        return self._batched[paper]

    def batch_files(self, *papers: str) -> list[str]:
        """Return the files that say that the shards of a job are made."""
        return [self._batch_file(paper, name) for paper in papers for name in self.batches(paper)]

    def batches_before(self, paper: str, batch: str) -> list[str]:
        """Return the files of the jobs whose rows choose what a job runs."""
        planned, batches = self.shards(paper), self.batches(paper)
        needed = {one.name for shard in batches[batch] for one in before(shard, planned)}
        return [
            self._batch_file(paper, name)
            for name, shards in batches.items()
            if needed & {shard.name for shard in shards}
        ]

    def batch_shards(self, paper: str, batch: str) -> list[str]:
        """Return the names of a job's shards."""
        return [shard.name for shard in self.batches(paper)[batch]]

    def _batch_file(self, paper: str, name: str) -> str:
        return self._path("shards", paper, f"{name}.done")

    def _mark_batches(self, paper: str) -> None:
        """Let a job count as done where its shards are there, and nowhere else."""
        for name, shards in self.batches(paper).items():
            file = repo_root() / self._batch_file(paper, name)
            if not all(map(self._is_made, shards)):
                file.unlink(missing_ok=True)
            elif not file.exists():
                file.touch()

    def _is_made(self, shard: Shard) -> bool:
        path = self.run.shard_path(shard)
        return path.is_file() and store.record_path(path).is_file()

    # --- Parameters on which jobs rest ---

    def configuration_hash(self, paper: str) -> str:
        """Return a hash of the paper's configuration, on which what is shown rests."""
        values = configuration.to_values(self.run.configurations[paper])
        return hashlib.sha256(json.dumps(values).encode()).hexdigest()[:16]

    def code(self, paper: str | None, *modules: str) -> str:
        """Return the hash of the code of some modules (of a paper) and all they import."""
        if paper:
            return code_hash(*_modules_of(paper, *modules))
        return code_hash(*(f"bandit_replications.{module}" for module in modules))

    def notebook_code(self, paper: str) -> str:
        """Return the hash of the code that a paper's notebook runs: what it shows and imports."""
        notebook = json.loads((repo_root() / "notebooks" / f"{paper}.ipynb").read_text())
        lines = [line for cell in notebook["cells"] for line in "".join(cell["source"]).split("\n")]
        imported = {line.split()[1] for line in lines if _IMPORT.match(line)}
        shown = _modules_of(paper, "figures", "tables", "checks")
        return code_hash("bandit_replications.workflow.jobs.study", *shown, *sorted(imported))

    # --- Jobs of a cluster ---

    def group(self, paper: str, batch: str) -> str | None:
        """Return the kind of batches that share jobs of a cluster with this one, None for none.

        Those that wait for others are of a kind of their own, so that no two jobs wait for each
        other.
        """
        if self._seconds(paper, batch) >= JOB_SECONDS:
            return None
        return "waiting" if any(one.waits for one in self.batches(paper)[batch]) else "shards"

    def runtime_minutes(self, paper: str, batch: str) -> int:
        """Return the minutes that a cluster should grant a batch, on slow nodes that compile."""
        return int(5 + self._seconds(paper, batch) / 10)

    def _seconds(self, paper: str, batch: str) -> float:
        return math.fsum(shard.seconds for shard in self.batches(paper)[batch])


def _batch_name(shards: Sequence[Shard]) -> str:
    return hashlib.sha256(" ".join(shard.name for shard in shards).encode()).hexdigest()[:16]


def compiled_stamp(paper: str) -> Path:
    """Return the file that is there once a paper's kernels are compiled, for this machine."""
    given = os.environ.get("NUMBA_CACHE_DIR")
    folder = Path(given) if given else repo_root() / ".cache" / "numba"
    kept_by = [str(sys.implementation.cache_tag), metadata.version("numba")]
    kept_by += sorted(environment.processor_features())
    if given:  # where numba names what it keeps by the path of its source, too
        kept_by.append(str(repo_root()))
    by = hashlib.sha256(" ".join(kept_by).encode()).hexdigest()[:8]
    return folder / f"{paper}-{code_hash(*_kernels(paper))}-{by}.compiled"


def _kernels(paper: str) -> tuple[str, ...]:
    """Return the modules of a paper with compiled functions."""
    prefix = f"bandit_replications.papers.{paper}."
    return tuple(name for name in environment.kernel_modules() if name.startswith(prefix))


def _compile(paper: str, stamp: Path) -> None:
    """Compile the kernels of a paper in a process of its own, and leave a stamp."""
    words = [sys.executable, "-m", "bandit_replications", "job", "compile_kernels", paper]
    if subprocess.run(words, check=False).returncode != 0:
        raise UserError(f"{paper}: the kernels do not compile (see the line above)")
    stamp.parent.mkdir(parents=True, exist_ok=True)
    stamp.touch()


def relative_name(path: Path) -> str:
    """Return a path as it stands in the repository, with forward slashes."""
    return path.relative_to(repo_root()).as_posix()


def _modules_of(paper: str, *rooms: str) -> list[str]:
    """Return the modules of some rooms of a paper; what has no room yet stands in `paper`."""
    folder = Path(__file__).parents[2] / "papers" / paper
    there = [one for one in rooms if (folder / one).is_dir() or (folder / f"{one}.py").is_file()]
    found = there if len(there) == len(rooms) else [*there, "paper"]
    return [f"bandit_replications.papers.{paper}.{one}" for one in found]
