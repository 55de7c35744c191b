"""pyproject.toml, the two locks and CITATION.cff say the same."""

import importlib.metadata
import itertools
import re
import tomllib

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

USERS, DEVELOPERS = "requirements.lock", "requirements-dev.lock"


def locked(root, lock):
    """Return the versions in a lock by name; a name may have one for each Python version."""
    pins = re.findall(r"^([A-Za-z0-9_.-]+)==([^ ;\\]+)", (root / lock).read_text(), re.M)
    versions: dict[str, set[str]] = {}
    for name, version in pins:
        versions.setdefault(canonicalize_name(name), set()).add(version)
    return versions


def declared(root):
    """Return what pyproject.toml asks for, by the lock that holds it."""
    project = tomllib.loads((root / "pyproject.toml").read_text())
    groups = project["dependency-groups"]
    asked = {
        USERS: [
            project["project"]["dependencies"],
            *project["project"]["optional-dependencies"].values(),
            groups["build"],
        ],
        DEVELOPERS: [groups["test"], groups["lint"]],
    }
    return [
        (lock, need)
        for lock, lists in asked.items()
        for need in map(Requirement, itertools.chain(*lists))
        if need.name != "bandit-replications"  # its other extras
    ]


def test_the_library_has_lower_bounds_only(root):
    project = tomllib.loads((root / "pyproject.toml").read_text())["project"]
    needs = {need.name: need for need in map(Requirement, project["dependencies"])}
    assert set(needs) == {"numpy", "scipy", "numba", "pydantic"}
    for need in needs.values():
        assert [part.operator for part in need.specifier] == [">="], need


def test_the_locks_satisfy_every_declared_dependency(root):
    versions = {lock: locked(root, lock) for lock in (USERS, DEVELOPERS)}
    for lock, requirement in declared(root):
        found = versions[lock][canonicalize_name(requirement.name)]
        assert all(version in requirement.specifier for version in found), requirement


def test_users_get_nothing_that_only_developers_need_and_both_get_the_same_releases(root):
    users, developers = locked(root, USERS), locked(root, DEVELOPERS)
    assert not {"pytest", "mypy", "ruff", "black", "hypothesis"} & set(users)
    shared = set(users) & set(developers)
    assert len(shared) > 20
    for name in shared:
        assert developers[name] <= users[name], name


def test_what_computes_has_one_version_for_all_pythons(root):
    versions = locked(root, USERS)
    for name in ("numpy", "scipy", "numba", "pandas", "pyarrow", "matplotlib", "cvxpy", "highspy"):
        assert len(versions[name]) == 1, name


@pytest.mark.parametrize("lock", [USERS, DEVELOPERS, "benchmarks/peers.lock"])
def test_a_lock_holds_hashes_and_no_address(root, lock):
    text = (root / lock).read_text()
    assert "://" not in text
    assert "--index" not in text
    assert "--find-links" not in text
    for block in re.split(r"\n(?=\S)", text.strip()):
        assert "--hash=sha256:" in block, block


def test_the_version_stands_in_one_place(root):
    project = tomllib.loads((root / "pyproject.toml").read_text())
    assert project["project"]["dynamic"] == ["version"]
    assert project["tool"]["hatch"]["version"]["path"] == "CITATION.cff"
    citation = yaml.safe_load((root / "CITATION.cff").read_text())
    assert re.search(
        project["tool"]["hatch"]["version"]["pattern"], f"version: {citation['version']}"
    )
    assert citation["version"] == importlib.metadata.version("bandit-replications")
