"""Whatever ends a run or damages its files: the same command finishes, with the same bytes.

On a copy of the checkout with a paper from the template, which runs in seconds. The table of what
was tried is printed at the end of the tests.
"""

import contextlib
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from queue import Queue

import psutil
import pytest

from support.checkouts import copy_checkout, python

pytestmark = [
    pytest.mark.full,
    pytest.mark.skipif(sys.platform != "linux", reason="process groups and mounts of Linux"),
]

NUMBERS = ["verify-numbers", "toy", "--scale", "quick", "--accept"]  # results and figures alone
WHOLE = ["rerun", "toy", "label=faults", "scale=quick"]
KILLS, SEED = 10, 15


class Checkout:
    """A copy of the checkout in which a paper of its own runs."""

    def __init__(self, folder, **source):
        self.root = copy_checkout(folder, published=True, **source)
        self.environment = {**os.environ, "PYTHONPATH": str(self.root / "src"), "BANDIT_CORES": "2"}

    def start(self, words):
        """Start a command in a session of its own."""
        return subprocess.Popen(
            [sys.executable, "-m", "bandit_replications", *words],
            cwd=self.root,
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
            # Tests that run in the background are started with Ctrl-C ignored, and hand that on.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509
        )

    def run(self, words):
        """Run a command to its end and return its status and output."""
        process = self.start(words)
        said, _ = process.communicate(timeout=300)
        return process.returncode, said

    def finish(self, words):
        """Run a command that must succeed, and return what it made for others to read."""
        status, said = self.run(words)
        assert status == 0, said
        return self.made(words)

    def refused(self, words):
        """Run a command that must fail, and return its one line of error."""
        status, said = self.run(words)
        assert status != 0
        return only_line(said)

    def made(self, words):
        """Return the files of a command's run, by name."""
        folder = self.root / "build" / ("quick" if words is NUMBERS else "rerun-faults")
        files = {path.relative_to(folder): path for path in sorted(folder.rglob("[!.]*"))}
        return {
            name.as_posix(): path.read_bytes()
            for name, path in files.items()
            if path.is_file() and name.parts[0] not in {"logs", "plan", "times"}
        }

    def forget(self):
        """Remove everything that was made."""
        for name in ("build", ".snakemake"):
            shutil.rmtree(self.root / name, ignore_errors=True)


def only_line(said):
    """Return the one line of an error, after a check that nothing else is an error."""
    assert "Traceback" not in said
    assert "CalledProcessError" not in said
    lines = [line for line in said.splitlines() if line.startswith("error: ")]
    assert len(lines) == 1, said
    assert len(lines[0]) <= 307
    return lines[0]


@pytest.fixture(scope="module")
def checkout(tmp_path_factory) -> Checkout:
    """Return a copy of the checkout with a small paper in it."""
    made = Checkout(tmp_path_factory.mktemp("faults"))
    status, said = made.run(["new-paper", "toy"])
    assert status == 0, said
    return made


@pytest.fixture(scope="module")
def undisturbed(checkout):
    """Return the files of the shorter command without disturbance, and its seconds."""
    checkout.finish(NUMBERS)  # compiles
    checkout.forget()
    started = time.monotonic()
    made = checkout.finish(NUMBERS)
    assert len(made) > 5
    return made, time.monotonic() - started


@pytest.fixture
def tell(record_property):
    """Return a function that adds a line to the table: fault, how often tried, recovered."""

    def add(fault, *, tried, recovered):
        for name, value in (("fault", fault), ("tried", tried), ("recovered", recovered)):
            record_property(name, value)
        assert recovered == tried

    return add


# --- Ended ---


def killed_and_resumed(checkout, number, seconds):
    """Kill a random process of a run, or all of them, at a random moment; return what is made."""
    chance = random.Random(SEED + number)
    checkout.forget()
    process = checkout.start(NUMBERS)
    time.sleep(chance.uniform(0.05, 0.95) * seconds)
    with contextlib.suppress(psutil.NoSuchProcess, ProcessLookupError):
        family = [psutil.Process(process.pid)]
        family += family[0].children(recursive=True)
        if number % 3 == 0:
            os.killpg(process.pid, signal.SIGKILL)
        else:
            chance.choice(family).kill()
        process.communicate(timeout=300)
        _, alive = psutil.wait_procs(family, timeout=30)
        assert not alive
    process.wait()
    return checkout.finish(NUMBERS)


def test_killed_at_random_moments(checkout, undisturbed, tell, tmp_path):
    made, seconds = undisturbed
    free = Queue()
    free.put(checkout)
    free.put(Checkout(tmp_path, source=checkout.root))

    def one(number):
        mine = free.get()
        try:
            return killed_and_resumed(mine, number, 1.5 * seconds)  # two at a time are slower
        finally:
            free.put(mine)

    with ThreadPoolExecutor(max_workers=2) as pool:
        found = list(pool.map(one, range(KILLS)))
    tell("SIGKILL at a random moment", tried=KILLS, recovered=found.count(made))


def waiting_for(process, marker):
    """Return the process of a run whose command has a word in it, once there is one."""
    deadline = time.monotonic() + 200
    while time.monotonic() < deadline and process.poll() is None:
        with contextlib.suppress(psutil.Error):
            for one in psutil.Process(process.pid).children(recursive=True):
                if marker in " ".join(one.cmdline()):
                    return one
        time.sleep(0.05)
    pytest.fail(f"no {marker}: {process.communicate()[0]}")


def test_ctrl_c(checkout, undisturbed, tell):
    checkout.forget()
    process = checkout.start(NUMBERS)
    waiting_for(process, "simulate quick")
    os.killpg(process.pid, signal.SIGINT)
    said, _ = process.communicate(timeout=60)
    assert process.returncode == 130
    assert said.splitlines()[-1] == "interrupted; the same command goes on where this one stopped"
    assert "Traceback" not in said
    tell("Ctrl-C", tried=1, recovered=int(checkout.finish(NUMBERS) == undisturbed[0]))


# --- No room, no right ---


@contextlib.contextmanager
def small_disk(folder, size):
    """Put a file system of its own on a folder; yield what changes its options."""

    def mount(*words):
        return subprocess.run(["mount", *words, str(folder)], check=False, capture_output=True)

    folder.mkdir(parents=True, exist_ok=True)
    if mount("-t", "tmpfs", "-o", f"size={size}", "tmpfs").returncode != 0:
        pytest.skip("only root mounts file systems")
    try:
        yield lambda options: mount("-o", f"remount,{options}")
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


def test_a_full_disk_and_a_read_only_folder(checkout, undisturbed, tell):
    checkout.forget()
    build = checkout.root / "build"
    with small_disk(build, "40k") as change:
        said = checkout.refused(NUMBERS)
        assert re.search(r"error: \S*/build/\S+: .*[Nn]o space left on device", said)
        names = [path.name for path in build.rglob(".[0-9]*")]
        assert not [name for name in names if re.match(r"\.\d{1,10}\.", name)]  # temporary ones
        change("size=50m")
        full = checkout.finish(NUMBERS) == undisturbed[0]
        change("ro")
        said = checkout.refused(NUMBERS)
        assert re.search(r"error: \S*/build/\S+: Read-only file system", said)
        change("rw")
        read_only = checkout.finish(NUMBERS) == undisturbed[0]
    tell("full disk, read-only folder", tried=2, recovered=full + read_only)


# --- Two at once ---


def test_two_runs_at_once(checkout, undisturbed, tell):
    checkout.forget()
    first = checkout.start(NUMBERS)
    words = ["-m", "snakemake", "-c1", "--config", "papers=[toy]", "scale=quick", "numbers=true"]
    simulating = waiting_for(first, "simulate quick")
    simulating.suspend()  # or the run might end before others are refused
    try:
        status, said = checkout.run(NUMBERS)
        other = python(checkout.root, *words, BANDIT_CORES="2")
    finally:
        simulating.resume()
    assert status == 2
    assert re.fullmatch(r"error: \S+: process \d+ is running the workflow; only one .*\n", said)
    assert other.returncode != 0
    assert "is running the workflow" in other.stderr
    first.communicate(timeout=300)
    assert first.returncode == 0
    tell("two at once", tried=2, recovered=2 * (checkout.made(NUMBERS) == undisturbed[0]))


def test_an_error_in_a_job_is_its_one_line(checkout, undisturbed, tell):
    path = checkout.root / "src/bandit_replications/papers/toy/paper.py"
    text, line = path.read_text(), "    with plotting.style():\n"
    assert line in text
    path.write_text(text.replace(line, f"    raise ValueError('a fault')\n{line}"))
    checkout.forget()
    try:
        said = checkout.refused(["figure", "toy", "1"])
        assert said.startswith("error: ValueError: a fault (paper.py, line ")
    finally:
        path.write_text(text)
    tell("error in a job", tried=1, recovered=int(checkout.finish(NUMBERS) == undisturbed[0]))


# --- Damaged ---


def flipped(content, chance):
    """Return the bytes with one bit changed."""
    changed = bytearray(content)
    changed[chance.randrange(len(changed))] ^= 1 << chance.randrange(8)
    return bytes(changed)


HARM = {
    "flipped bit": flipped,
    "truncated": lambda content, chance: content[: chance.randrange(len(content) or 1)],
    "emptied": lambda content, chance: b"",
}


@pytest.fixture(scope="module")
def whole(checkout):
    """Return what a whole rerun makes when nothing disturbs it, pages included."""
    made = checkout.finish(WHOLE)
    kinds = {name.split("/")[0] for name in made}
    assert kinds == {"claims", "config", "data", "figures", "shards", "site"}
    return made


@pytest.mark.parametrize("harm", HARM)
def test_damaged_files_of_every_kind(checkout, whole, tell, harm):
    chance = random.Random(harm)
    folder = checkout.root / "build" / "rerun-faults"
    files = [folder / name for name in whole if not name.startswith("config/")]
    receipts = [path.with_name(f".{path.name}.sha256") for path in files]
    files += [path for path in receipts if path.is_file()]
    victims = chance.sample(files, k=len(files) // 2)
    for path in victims:
        path.write_bytes(HARM[harm](path.read_bytes(), chance))
    process = checkout.start(WHOLE)
    if harm == "emptied":
        waiting_for(process, "ipykernel_launcher").kill()
        said, _ = process.communicate(timeout=300)
        assert process.returncode == 2
        assert "toy.ipynb: Kernel died" in only_line(said)
    else:
        said, _ = process.communicate(timeout=300)
        assert process.returncode == 0, said
        assert "unfinished or damaged, so made again: " in said
    found = checkout.finish(WHOLE)
    # Nobody reads a shard or verdicts from which all is made: they are gone until somebody does.
    absent = set(whole) - set(found)
    assert {name.split("/")[0] for name in absent} <= {"shards", "claims"}
    assert found == {name: content for name, content in whole.items() if name not in absent}
    tell(harm, tried=len(victims), recovered=len(victims))


# --- Another place and another clock ---


def test_checkout_below_strange_folders(checkout, whole, tell, tmp_path):
    other = Checkout(tmp_path / "x {a}" / "é 'b' $c", source=checkout.root)
    tell("braces, spaces, quotes in the path", tried=1, recovered=int(other.finish(WHOLE) == whole))


def test_files_dated_in_the_future(checkout, whole, tell):
    """Sources before a run, and a result of which figures are drawn anew."""
    folder = checkout.root / "build" / "rerun-faults"
    package = checkout.root / "src/bandit_replications/papers/toy"
    ahead = time.time() + 7200
    sources = [checkout.root / "notebooks/toy.ipynb", package / "claims.yaml"]
    checkout.forget()
    for path in sources:
        os.utime(path, (ahead, ahead))
    recovered = checkout.finish(WHOLE) == whole
    result = next((folder / "data/results/toy").glob("*.parquet"))
    os.utime(result, (ahead, ahead))
    shutil.rmtree(folder / "figures")
    recovered = recovered and checkout.finish(WHOLE) == whole
    tell("files of another time zone", tried=3, recovered=3 * recovered)
