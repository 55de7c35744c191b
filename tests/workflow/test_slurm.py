"""The workflow on a Slurm cluster of one node (`make test-slurm`, as root)."""

import os
import subprocess
import sys
import time

import pytest
import yaml

from bandit_replications.workflow.plan import snakemake_config
from support.checkouts import COMPILED

pytestmark = pytest.mark.slurm

RUN = "rerun-slurm"
REQUEST = {
    "run": RUN,
    "shard_seconds": 0.013,  # as on several nodes: more shards than a job takes
    "figure": "5",
    "private_online": {
        "regret": {
            "horizon": 200_000,
            "epsilons": [0.5],
            "settings": [{"name": "mine", "means": [0.5, 0.6, 0.7]}],
            "replicates": {"default": 300, "hybrid-ucb": 80, "ucb1": 80},
        }
    },
}
MOST_SECONDS = 1800  # on a busy machine; a minute each on an idle one


@pytest.fixture(scope="module")
def cluster(checkout):
    """Start a cluster whose nodes see the copy of the checkout, and stop it."""
    script = checkout / "profiles" / "slurm" / "one-node.sh"
    subprocess.run([script, "start"], check=True, cwd=checkout)
    yield checkout
    subprocess.run([script, "stop"], check=True, cwd=checkout)


def snakemake(checkout, *words):
    """Start snakemake in the copy, and return its process."""
    (checkout / "mine.yaml").write_text(yaml.safe_dump(REQUEST))
    variables = {"PYTHONPATH": str(checkout / "src"), "NUMBA_CACHE_DIR": COMPILED}
    return subprocess.Popen(
        [sys.executable, "-m", "snakemake", "--configfile", "mine.yaml", *words],
        cwd=checkout,
        env={**os.environ, **variables},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def on_slurm(checkout):
    return snakemake(checkout, "--workflow-profile", "profiles/slurm")


def output_of(process):
    output, _ = process.communicate(timeout=MOST_SECONDS)
    return output


def jobs(state):
    """Return the ids of the cluster's jobs in a state."""
    listed = subprocess.run(
        ["squeue", "--noheader", "--format=%i", f"--states={state}"],
        check=True,
        capture_output=True,
        text=True,
    )
    return listed.stdout.split()


def made(checkout):
    """Return the bytes of what a run made, by name."""
    folder = checkout / "build" / RUN
    return {
        path.relative_to(folder): path.read_bytes()
        for kind in ("shards", "figures")
        for path in sorted((folder / kind).rglob("*"))
        if path.is_file()
    }


def shards_made(checkout):
    return {path.stem for path in made(checkout) if path.suffix == ".done"}


def test_cancelled_run_resumes_to_local_bytes(cluster):
    planned = snakemake_config.plan(REQUEST).batch_files("private_online")
    in_job = yaml.safe_load((cluster / "profiles" / "slurm" / "config.yaml").read_text())
    assert len(planned) > 7
    assert "shards=6" in in_job["group-components"]  # so that there are two jobs at least
    middle = len(planned) // 2
    there = snakemake(cluster, "--cores", "1", planned[middle])
    output = output_of(there)
    assert there.returncode == 0, output
    assert len(shards_made(cluster)) == 1

    first = on_slurm(cluster)
    while not jobs("RUNNING"):
        assert first.poll() is None, output_of(first)
        time.sleep(0.2)
    cancelled, *_ = jobs("RUNNING")
    subprocess.run(["scancel", cancelled], check=True)
    output = output_of(first)
    assert first.returncode == 1, output
    assert "CANCELLED" in output
    finished = shards_made(cluster)
    assert len(planned) - 6 <= len(finished) < len(planned), output  # other jobs came to their ends

    second = on_slurm(cluster)
    output = output_of(second)
    assert second.returncode == 0, output
    assert f"simulate {len(planned) - len(finished)} " in " ".join(output.split())
    assert len(shards_made(cluster)) == len(planned)

    found = made(cluster)
    (cluster / "build" / RUN).rename(cluster / "build" / "on-slurm")
    local = snakemake(cluster, "--cores", "2")
    output = output_of(local)
    assert local.returncode == 0, output
    assert made(cluster) == found
