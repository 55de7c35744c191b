"""The workflow as a user runs it, in a copy of the checkout."""

import json
import os
import re
import resource
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

from bandit_replications.configuration import validation
from bandit_replications.configuration.papers import PAPERS
from bandit_replications.experiments import costs, run, store
from bandit_replications.runtime import receipts
from bandit_replications.runtime.errors import ConfigurationError, ResultsError
from bandit_replications.runtime.processes import OPEN_FILES, Locked, ensure_open_files
from bandit_replications.site import reruns
from bandit_replications.workflow import cli
from bandit_replications.workflow.commands import running
from bandit_replications.workflow.plan import estimates, snakemake_config, variables
from bandit_replications.workflow.plan import plan as plans
from bandit_replications.workflow.plan.plan import DAMAGED
from support.checkouts import python
from support.site_pages import broken_links

# Small enough for seconds; the whole path all the same.
TINY = {
    "regret": {"horizon": 2048, "replicates": {"default": 6, "hybrid-ucb": 3, "ucb1": 3}},
    "readings": {"horizon": 2048, "replicates": {"default": 4}},
    "full_information": {"arms": [8], "horizon": 512, "replicates": {"default": 4}},
    "privacy_audit": {"epsilons": [1.0], "samples": 2000},
    "lower_bound": {"arms": [8], "epsilons": [0.1], "replicates": 20},
}


def tree(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("[!.]*"))  # receipts apart
        if path.is_file()
    }


def test_snakemake_lint_finds_the_shared_environment_only(checkout):
    done = python(checkout, "-m", "snakemake", "--lint")
    found = set(re.findall(r"^ +\* (.+):$", done.stderr, flags=re.MULTILINE))
    assert found == {"Specify a conda environment or container for each rule."}


# --- Plans: no process needed ---


@pytest.mark.parametrize(
    ("config", "message"),
    [
        ({"scal": "quick"}, r"scal: unknown key\. Did you mean 'scale'"),
        ({"scale": "big"}, "scale: 'big'; allowed: paper, quick"),
        ({"papers": ["private"]}, "Did you mean 'private_online'"),
        ({"run": "paper", "private_online": {}}, "rerun-<label>"),
        ({"run": "../x"}, r"run: '\.\./x'; allowed"),
        ({"private_online": {"regret": {"T": 5}}}, "the word is horizon"),
        ({"private_online": 3}, "allowed: experiment: key: value"),
        ({"papers": ["private_online"], "figure": 99}, "figure: '99'"),
        ({"papers": ["private_online"], "claim": "theorem-99"}, "claim: 'theorem-99'"),
        ({"shard_seconds": 0}, "shard_seconds: 0; allowed"),
    ],
)
def test_bad_plans_are_refused(config, message):
    with pytest.raises(ConfigurationError, match=message):
        snakemake_config.plan(config)


def test_waiting_batches_share_cluster_jobs_of_their_own(monkeypatch):
    plan = snakemake_config.plan({"scale": "paper", "papers": ["anonymous"]})
    batches = plan.batches("anonymous")
    groups = {name: plan.group("anonymous", name) for name in batches}
    names = {plan._batch_file("anonymous", name): name for name in batches}
    waits = [
        (name, names[file]) for name in batches for file in plan.batches_before("anonymous", name)
    ]
    assert waits
    assert all(groups[name] == "waiting" != groups[one] for name, one in waits)
    monkeypatch.setattr(plans, "JOB_SECONDS", 0.0)
    assert {plan.group("anonymous", name) for name in batches} == {None}


def test_stamp_names_all_that_numba_tells_apart(monkeypatch, tmp_path):
    def stamp():
        return plans.compiled_stamp("multiplayer").name

    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    stamps = [stamp()]
    monkeypatch.setattr(plans, "repo_root", lambda: tmp_path)
    assert stamp() == stamps[0]  # a copy finds what was compiled
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    stamps.append(stamp())
    monkeypatch.setattr(plans, "repo_root", lambda: tmp_path / "other")
    stamps.append(stamp())
    monkeypatch.setattr(plans.metadata, "version", lambda _: "0.1")
    stamps.append(stamp())
    monkeypatch.setattr(plans.environment, "processor_features", lambda: frozenset({"x"}))
    stamps.append(stamp())
    assert len(set(stamps)) == len(stamps)


@pytest.mark.parametrize("remote", [True, False])
def test_cluster_job_outlives_a_process_elsewhere(root, remote):
    """A process that was waited for has an id that no process here has."""
    gone = subprocess.Popen(["true"])
    gone.wait()
    code = (
        "import time; from bandit_replications.workflow.plan import snakemake_config;"
        f"snakemake_config.announce_parent(remote={remote}); time.sleep(3); print('done')"
    )
    done = python(root, "-c", code, **{variables.PARENT: str(gone.pid)})
    assert done.stdout == ("done\n" if remote else ""), done.stderr


def test_a_figure_alone_asks_only_for_what_it_shows():
    whole = snakemake_config.plan({"scale": "paper", "papers": ["private_online"]})
    alone = snakemake_config.plan({"scale": "paper", "papers": ["private_online"], "figure": 5})
    cells = alone.run.cells("private_online", alone.needs("private_online"))
    assert {cell.experiment for cell in cells} == {"regret"}
    assert {cell.settings["setting"] for cell in cells} == {"setting-1"}
    assert len(cells) < len(whole.run.cells("private_online")) / 3


def test_a_missing_epsilon_makes_a_figure_not_applicable():
    config = {
        "papers": ["private_online"],
        "run": "rerun-x",
        "private_online": {"regret": {"epsilons": [0.3]}},
        "figure": 1,
    }
    with pytest.raises(ConfigurationError, match="figure-01"):
        snakemake_config.plan(config)


def kinds_of_outputs(plan):
    """Return a file of each kind that a run writes, by kind."""
    names = [name for names in plan.outputs().values() for name in names]
    return {tuple(Path(name).suffixes) + Path(name).parts[2:4]: name for name in names}


def test_only_damaged_or_unfinished_outputs_are_removed(tmp_path, monkeypatch, capsys):
    for module in (run, plans):
        monkeypatch.setattr(module, "repo_root", lambda: tmp_path)
    plan = snakemake_config.plan({"scale": "quick", "papers": ["private_online"]})
    kinds = kinds_of_outputs(plan)
    assert len(kinds) == 10, list(kinds)
    paths = {name: tmp_path / name for name in kinds.values()}
    for path in paths.values():
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.suffix:
            path.write_text("content")
        else:
            path.mkdir()
            (path / "table.csv").write_text("content")
        receipts.leave(path)
    plan.remove_damaged()
    plan.check()
    assert all(path.exists() for path in paths.values())
    assert capsys.readouterr().err == ""
    for name, path in paths.items():
        file = path if path.suffix else path / "table.csv"
        file.write_text("cont3nt")
        with pytest.raises(ResultsError, match="missing, truncated or altered"):
            plan.check()
        plan.remove_damaged()
        assert [other for other in paths if not paths[other].exists()] == [name]
        assert capsys.readouterr().err == f"{DAMAGED} {name}\n"
        file.parent.mkdir(exist_ok=True)
        file.write_text("content")
    unfinished = next(iter(paths.values()))
    unfinished.with_name(f".{unfinished.name}.sha256").unlink()
    plan.remove_damaged()
    assert not unfinished.exists()


def test_small_shards_share_a_job_that_is_done_with_them(monkeypatch, tmp_path):
    monkeypatch.setattr(run, "repo_root", lambda: tmp_path)
    monkeypatch.setattr(plans, "repo_root", lambda: tmp_path)
    plan = snakemake_config.plan({"scale": "quick", "papers": ["anonymous"]})
    shards = plan.shards("anonymous")
    small = [shard.name for shard in shards if shard.seconds < 20 and not shard.waits]
    assert 1 < len(small) < len(shards)
    jobs = [plan.batch_shards("anonymous", batch) for batch in plan.batches("anonymous")]
    assert [name for job in jobs if len(job) > 1 for name in job] == small
    files = [tmp_path / plans.relative_name(plan.run.shard_path(one)) for one in shards]
    for file in [*files, *map(store.record_path, files)]:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch()
        receipts.leave(file)
    plan.remove_damaged()
    done = [tmp_path / name for name in plan.batch_files("anonymous")]
    assert all(file.is_file() for file in done)
    (lost,) = (file for file in files if file.stem == small[0])
    store.record_path(lost).unlink()
    plan.remove_damaged()
    assert [file.is_file() for file in done] == [False, *[True] * (len(done) - 1)]


@pytest.mark.parametrize("paper", PAPERS)
def test_handed_plan_is_read_and_not_made_again(paper, monkeypatch, tmp_path):
    for module in (run, plans):
        monkeypatch.setattr(module, "repo_root", lambda: tmp_path)
    monkeypatch.setenv(variables.PLAN, "")  # so that it is taken away afterwards
    plan = snakemake_config.plan({"scale": "quick", "papers": [paper], "verdicts": True})
    plan.hand_over()
    for shard in plan.run.shards(paper)[::2]:  # which would choose others
        plan.run.shard_path(shard).parent.mkdir(parents=True, exist_ok=True)
        plan.run.shard_path(shard).touch()
    monkeypatch.setattr(validation, "validate", lambda *_: pytest.fail("validated again"))
    job = snakemake_config.handed_plan()
    assert job.run.configurations == plan.run.configurations
    assert job.targets() == plan.targets()
    assert job.results_inputs(paper) == plan.results_inputs(paper)
    for name in plan.batches(paper):
        for asked in ("batches_before", "batch_shards", "group", "runtime_minutes"):
            assert getattr(job, asked)(paper, name) == getattr(plan, asked)(paper, name)


def test_large_shards_have_jobs_of_their_own():
    plan = snakemake_config.plan(
        {"scale": "quick", "papers": ["distributed"], "shard_seconds": 0.01}
    )
    large = [one.name for one in plan.shards("distributed") if one.seconds >= 0.01]
    batches = [[one.name for one in batch] for batch in plan.batches("distributed").values()]
    assert len(large) > 10
    assert all([name] in batches for name in large)


# --- Whole runs ---


@pytest.mark.full
def test_jobs_and_shards_do_not_change_bytes(checkout):
    made = {}
    for name, cores, shard_seconds in (("rerun-one", 1, 20), ("rerun-four", 4, 0.01)):
        request = {
            "run": name,
            "scale": "quick",
            "shard_seconds": shard_seconds,
            "private_online": TINY,
        }
        (checkout / "many.json").write_text(json.dumps(request))
        plan = snakemake_config.plan(request)
        batches = plan.batches("private_online").values()
        assert (len(batches) > 10) == (name == "rerun-four")
        target = f"build/{name}/data/results/private_online"
        words = ("-m", "snakemake", target, "--cores", str(cores), "--configfile", "many.json")
        done = python(checkout, *words)
        assert done.returncode == 0, done.stderr[-3000:]
        made[name] = tree(checkout / target)
    assert made["rerun-one"] == made["rerun-four"]
    assert len(made["rerun-one"]) > 4


def readme_rerun(number: int) -> list[str]:
    """Return the words of a documented rerun: of one figure, or with a user's algorithm."""
    return shlex.split(reruns.commands("private_online")[number].text)[1:]


def test_documented_rerun_writes_its_folder_and_page_only(checkout):
    before = set(checkout.iterdir())
    done = python(checkout, *readme_rerun(0))
    assert done.returncode == 0, done.stderr[-3000:]
    assert "cells" in done.stdout
    folder = checkout / "build" / "rerun-tonight"
    for name in (
        "config/private_online.yaml",
        "data/results/private_online/regret.parquet",
        *(f"figures/private_online/figure-05{end}" for end in (".svg", "-log.png", ".csv")),
        "site/files/data/results/private_online/regret.parquet",
    ):
        assert (folder / name).is_file(), name
    page = (folder / "site" / "index.html").read_text()
    assert {"rerun-tonight", "mine"} <= {*re.findall(r"[\w-]+", page)}
    assert broken_links(folder / "site") == []
    assert receipts.holds(folder / "site")
    notebook = (folder / "data" / "notebooks" / "private_online.ipynb").read_text()
    assert "- 0.3" in notebook
    new = {path.name for path in set(checkout.iterdir()) - before}
    assert new <= {"build", ".snakemake", ".cache"}


@pytest.mark.full
def test_documented_rerun_draws_a_users_algorithm(checkout):
    done = python(checkout, *readme_rerun(1))
    assert done.returncode == 0, done.stderr[-3000:]
    drawn = checkout / "build" / "rerun-own" / "figures" / "private_online" / "figure-05.csv"
    assert "my-algo" in drawn.read_text()


@pytest.mark.full
def test_figures_are_drawn_from_shards_where_results_are_damaged(checkout):
    folder = checkout / "build" / "rerun-four"  # of the test above
    path = folder / "data" / "results" / "private_online" / "regret.parquet"
    words = ("job", "figure", "rerun-four", "private_online", "figure-01")
    assert python(checkout, "-m", "bandit_replications", *words).returncode == 0
    drawn = tree(folder / "figure")
    shutil.rmtree(folder / "figure")
    path.write_bytes(path.read_bytes()[:-20])
    assert python(checkout, "-m", "bandit_replications", *words).returncode == 0
    assert tree(folder / "figure") == drawn


def test_configuration_that_is_no_file_or_empty_is_refused(capsys, tmp_path):
    pipe, empty = tmp_path / "pipe", tmp_path / "empty.yaml"
    os.mkfifo(pipe)
    empty.write_text("# nothing\n")
    assert cli.main(["rerun", "private_online", f"config={pipe}"]) == 2
    assert "allowed: a file" in capsys.readouterr().err
    assert cli.main(["rerun", "private_online", f"config={empty}"]) == 2
    assert "changes nothing" in capsys.readouterr().err


def test_wrong_figure_is_refused_while_a_run_goes_on(monkeypatch, capsys):
    def locked():
        raise Locked("wait for it")

    monkeypatch.setattr(running, "workflow_lock", locked)
    for words, message in ((["private", "5"], "paper: "), (["anonymous", "99"], "figure: '99'")):
        assert cli.main(["figure", *words]) == 2
        assert capsys.readouterr().err.startswith(f"error: {message}")


def test_too_few_open_files_are_said(monkeypatch, capsys):
    monkeypatch.setattr(resource, "getrlimit", lambda _: (64, 64))
    monkeypatch.setattr(running, "carry_out", lambda *_, **__: pytest.fail("it was run"))
    assert cli.main(["figure", "private_online", "5"]) == 2
    assert capsys.readouterr().err.startswith("error: ulimit -n: 64 open files; allowed: at least")


def test_limit_of_open_files_is_raised(monkeypatch):
    raised = []
    monkeypatch.setattr(resource, "setrlimit", lambda _, limits: raised.append(limits))
    for limits in ((64, 4096), (100, resource.RLIM_INFINITY), (4096, 4096)):
        monkeypatch.setattr(resource, "getrlimit", lambda _, limits=limits: limits)
        ensure_open_files()
    infinite = resource.RLIM_INFINITY
    assert raised == [(OPEN_FILES, 4096), (OPEN_FILES, infinite)]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("regret: {horizon: 1e3}", "regret.horizon: '1e3'; allowed: a whole number"),
        ("regret: {horizon: 1000000000000}", "With yes=1 it runs all the same"),
    ],
)
def test_bad_or_large_input_through_snakemake(checkout, content, message):
    config = checkout / "bad.yaml"
    config.write_text(f"run: rerun-bad\nprivate_online: {{{content}}}\nfigure: 5\n")
    done = python(checkout, "-m", "snakemake", "-c1", "--configfile", str(config))
    assert done.returncode != 0
    assert message in done.stdout + done.stderr
    assert "Traceback" not in done.stdout + done.stderr
    assert not (checkout / "build" / "rerun-bad" / "shards").exists()


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ("regret: {horizn: 5}", "regret.horizn: unknown key. Did you mean 'horizon'?"),
        ("rounds: 3", "rounds: unknown key"),
    ],
)
def test_bad_input_through_papermill(checkout, parameters, message):
    output = checkout / "out.ipynb"
    source = "notebooks/private_online.ipynb"
    done = python(checkout, "-m", "papermill", source, str(output), "-y", parameters)
    assert done.returncode != 0
    assert message in done.stderr
    assert not (checkout / "build" / "quick" / "shards").exists()


def test_a_dry_run_of_everything(checkout):
    done = python(checkout, "-m", "snakemake", "-n", "--config", "scale=quick")
    assert done.returncode == 0, done.stdout[-3000:]


# --- What a run takes, before it runs ---


LARGE = ["rerun", "private_online", "label=large", "figure=5", "regret.horizon=1000000000000"]


def test_rerun_of_more_than_an_hour_needs_yes(capsys, root):
    assert cli.main(LARGE) == 2
    said = capsys.readouterr().err
    assert re.match(r"error: this run takes about [0-9.]+ h on .*\. With yes=1 it runs.*\n$", said)
    assert not (root / "build" / "rerun-large").exists()


@pytest.mark.parametrize("words", [LARGE, [*LARGE[:4], "scale=quick"]])
def test_a_dry_rerun_shows_its_plan_and_does_nothing(capsys, root, words):
    assert cli.main([*words, "dry=1"]) == 0
    said = capsys.readouterr().out
    assert "regret: " in said
    assert "nothing was done (dry=1)" in said
    assert ("shards, of which 0 are there" in said) == (words is not LARGE)
    assert not (root / "build" / "rerun-large").exists()


def test_yes_runs_a_large_rerun(monkeypatch):
    asked = []
    monkeypatch.setattr(running, "carry_out", asked.append)
    monkeypatch.setattr(running.reruns, "finish", lambda plan, paper: plan.run.directory)
    monkeypatch.setattr(running.reruns, "contents", lambda paper: [])
    assert cli.main([*LARGE, "yes=1"]) == 0
    assert asked[0].yes


@pytest.mark.parametrize("paper", PAPERS)
def test_the_papers_own_scale_needs_no_question(paper):
    plan = snakemake_config.plan({"papers": [paper]})
    assert estimates.estimate(plan, cores=1) <= estimates.MOST_SECONDS


def test_the_pages_of_a_rerun_count_in_its_time():
    def seconds(site):
        run = {"run": "rerun-x", "papers": ["private_online"], "scale": "quick", "site": site}
        return estimates.estimate(snakemake_config.plan(run), cores=1)

    pages = costs.job_seconds("private_online", "site")
    assert seconds(True) - seconds(False) == pytest.approx(pages)


@pytest.mark.parametrize("content", [None, b"a: [", b"\xff\xfe", b"- 1\n"])
def test_an_error_in_the_list_of_papers_is_one_line(checkout, content):
    path = checkout / "papers.yaml"
    before = path.read_bytes()
    path.unlink()
    try:
        if content is not None:
            path.write_bytes(content)
        done = python(checkout, "-m", "bandit_replications", "params", "private_online")
    finally:
        path.write_bytes(before)
    assert done.returncode == 2
    assert re.fullmatch(r"error: .*papers\.yaml.*\n", done.stderr)
    assert len(done.stderr) <= 308
