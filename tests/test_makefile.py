"""make's targets: values as they were typed, and environments that are made once and never lost."""

import os
import shutil
import subprocess

import pytest

pytestmark = pytest.mark.skipif(shutil.which("make") is None, reason="needs make")

FILES = ("requirements.lock", "requirements-dev.lock", "pyproject.toml", "CITATION.cff")
# Plays every Python: notes its words, and "makes" an environment with itself in it.
PYTHON = """#!/bin/sh
printf '%s\\037' "$@" >> "{log}"
echo >> "{log}"
case "$1 $2" in
  "-c "*) echo "{python}" ;;
  "-m venv") mkdir -p "$3/bin" && cp "{python}" "$3/bin/python" ;;
  "-m pip") [ ! -e "{log}.broken" ] ;;
esac
"""


class Checkout:
    """A folder with the Makefile and a script in place of every Python."""

    def __init__(self, folder, root):
        self.folder = folder / "a checkout"
        (self.folder / "benchmarks").mkdir(parents=True)
        shutil.copy(root / "Makefile", self.folder)
        shutil.copytree(root / ".ci", self.folder / ".ci")
        for name in (*FILES, "benchmarks/peers.lock"):
            (self.folder / name).write_text(f"{name}\n")
        self.log = folder / "log"
        self.python = folder / "python"
        self.python.write_text(PYTHON.format(log=self.log, python=self.python))
        self.python.chmod(0o755)

    def make(self, *words):
        """Run make; return its output and the words that each Python got."""
        self.log.write_text("")
        taken = {"MAKEFLAGS", "MAKELEVEL", "MFLAGS", "PYTHON_ENV", "PAPER", "FIGURE", "ID", "NAME"}
        done = subprocess.run(
            ["make", f"PYTHON={self.python}", *words],
            cwd=self.folder,
            env={name: value for name, value in os.environ.items() if name not in taken},
            capture_output=True,
            text=True,
            check=False,
        )
        lines = self.log.read_text().split("\037\n")
        return done, [line.split("\037") for line in lines if line]

    def steps(self, *words):
        """Run make successfully; return the names of the steps of setting up."""
        done, asked = self.make(*words)
        assert done.returncode == 0, done.stderr
        names = {"venv": "venv", "--requirement": "lock", "-r": "lock", "--editable": "package"}
        return [names[word] for line in asked for word in line if word in names]

    def prepared(self, folder):
        """Put a Python into a folder as an environment has it."""
        (folder / "bin").mkdir(parents=True)
        shutil.copy(self.python, folder / "bin" / "python")
        return folder

    def refused(self, message, *words):
        """Run make to this error; return the words that each Python got."""
        done, asked = self.make(*words)
        assert done.returncode == 2
        assert done.stderr.splitlines()[0] == f"error: {message}"
        return asked


@pytest.fixture
def checkout(root, tmp_path):
    return Checkout(tmp_path, root)


# --- Values ---

AWKWARD = [
    "Lemma 11's proof",
    "x'; echo INJECTED; '",
    'x"; echo INJECTED; "',
    "$(shell echo INJECTED >&2)",
    "$(echo INJECTED)",
    "`echo INJECTED`",
    "$HOME ${HOME} # not a comment",
    "a\\b*?[x]",
    "--help",
]


@pytest.mark.parametrize("value", AWKWARD)
@pytest.mark.parametrize(
    ("target", "names", "words"),
    [
        ("figure", ("PAPER", "FIGURE"), ["figure", "--", "{}", "{}"]),
        ("claim", ("ID",), ["claim", "--", "{}"]),
        ("params", ("PAPER",), ["params", "--", "{}"]),
        ("where", ("WHAT", "PAPER"), ["where", "--", "{}", "{}"]),
        ("new-paper", ("NAME",), ["new-paper", "--", "{}"]),
        ("verify-numbers", ("PAPER", "SCALE"), ["verify-numbers", "--scale={}", "--", "{}"]),
        ("stability", ("PAPER",), ["stability", "--", "{}"]),
        ("bench", ("SIZE",), ["size={}"]),
    ],
)
def test_values_arrive_as_typed(checkout, target, names, words, value):
    done, asked = checkout.make(target, *(f"{name}={value}" for name in names))
    assert done.returncode == 0, done.stderr
    assert "INJECTED" not in done.stdout + done.stderr
    assert asked[-1][2:] == [word.replace("{}", value) for word in words]


@pytest.mark.parametrize("value", ["an env", "it's", 'say "x"'])
@pytest.mark.parametrize("variable", ["VENV", "PYTHON_ENV"])
def test_folders_may_have_any_name(checkout, variable, value):
    folder = checkout.folder / value
    if variable == "PYTHON_ENV":
        checkout.prepared(folder)
    done, asked = checkout.make("quick", f"{variable}={value}")
    assert done.returncode == 0, done.stderr
    assert asked[-1] == ["-m", "bandit_replications", "quick"]
    assert (folder / "bin" / "python").is_file()


@pytest.mark.parametrize(
    ("target", "example"),
    [
        ("figure", "PAPER=private_online FIGURE=5"),
        ("claim", "ID=private_online/theorem-6"),
        ("params", "PAPER=private_online"),
        ("new-paper", "NAME=my_paper"),
    ],
)
def test_empty_values_show_an_example(checkout, target, example):
    key = example.partition("=")[0]
    message = f"{key}: ''; allowed: a value, such as make {target} {example}"
    assert checkout.refused(message, target) == []  # before anything is set up


def test_help_lists_targets_for_users_first(root):
    done = subprocess.run(["make", "-s"], cwd=root, capture_output=True, text=True, check=True)
    users, others = done.stdout.split("To change this repository")
    assert {line.split()[0] for line in users.splitlines()[3:] if line} >= {"reproduce", "claim"}
    assert {line.split()[0] for line in others.splitlines() if line} >= {"test", "costs"}


@pytest.mark.parametrize(("value", "words"), [("", []), ("1", ["--strict"])])
def test_strict_is_one_or_nothing(checkout, value, words):
    done, asked = checkout.make("verify", f"strict={value}")
    assert done.returncode == 0
    assert asked[-1][2:] == ["verify", *words]
    checkout.refused("strict: yes; allowed: 1", "verify", "strict=yes")


# --- Environments ---


def test_touched_files_set_nothing_up(checkout):
    assert checkout.steps("install", "developing") == ["venv", "lock", "package", "lock"]
    for name in FILES:
        os.utime(checkout.folder / name)
    assert checkout.steps("install", "developing") == []


@pytest.mark.parametrize(
    ("file", "steps"),
    [
        ("requirements.lock", ["venv", "lock", "package", "lock"]),
        ("requirements-dev.lock", ["lock"]),
        ("pyproject.toml", ["package"]),
        ("CITATION.cff", ["package"]),
    ],
)
def test_changed_files_set_up_what_they_say(checkout, file, steps):
    checkout.steps("developing")
    (checkout.folder / file).write_text("changed\n")
    assert checkout.steps("developing") == steps
    assert checkout.steps("developing") == []


def test_moved_checkout_is_set_up_anew(checkout):
    checkout.steps("install")
    checkout.folder = checkout.folder.rename(checkout.folder.parent / "moved")
    assert checkout.steps("install") == ["venv", "lock", "package"]


def test_interrupted_set_up_starts_again(checkout):
    broken = checkout.log.with_suffix(".broken")
    broken.touch()
    done, _ = checkout.make("quick")
    assert done.returncode == 2
    broken.unlink()
    left = checkout.folder / ".venv" / "left"
    left.touch()
    assert checkout.steps("quick") == ["venv", "lock", "package"]
    assert not left.exists()


def test_peers_are_set_up_once(checkout):
    assert "venv" in checkout.steps("bench")
    os.utime(checkout.folder / "benchmarks" / "peers.lock")
    assert checkout.steps("bench") == []


@pytest.mark.parametrize("target", ["install", "quick", "test"])
def test_foreign_environments_are_never_cleared(checkout, tmp_path, target):
    foreign = checkout.prepared(tmp_path / "conda")
    message = f"VENV: {foreign} (not set up by make); allowed: a new folder; "
    message += "a prepared environment goes by PYTHON_ENV"
    asked = checkout.refused(message, target, f"VENV={foreign}")
    assert [path.name for path in foreign.rglob("*")] == ["bin", "python"]
    assert not [line for line in asked if line[0] == "-m"]


def test_prepared_environment_is_used_as_it_is(checkout, tmp_path):
    prepared = checkout.prepared(tmp_path / "prepared")
    assert checkout.steps("quick", "test", f"PYTHON_ENV={prepared}") == []
    assert not (checkout.folder / ".venv").exists()


@pytest.mark.parametrize("there", [False, True])
def test_unprepared_environment_is_refused(checkout, tmp_path, there):
    prepared = tmp_path / "prepared"
    if there:
        checkout.prepared(prepared)
        (prepared / "bin" / "python").write_text("#!/bin/sh\nexit 1\n")
    message = f"PYTHON_ENV: {prepared} (this checkout is not installed there); "
    message += "allowed: an environment prepared as README.md says"
    checkout.refused(message, "quick", f"PYTHON_ENV={prepared}")


def test_other_pythons_are_refused(checkout):
    other = checkout.folder / "other"
    other.write_text('#!/bin/sh\n[ "$1" = --version ] && echo Python 3.10.1\n')
    other.chmod(0o755)
    message = f"PYTHON: {other} (Python 3.10.1); allowed: Python 3.11 to 3.13, such as make "
    checkout.refused(f"{message}PYTHON=python3.12", "install", f"PYTHON={other}")
    assert not (checkout.folder / ".venv").exists()
