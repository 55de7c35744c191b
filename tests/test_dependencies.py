"""pyproject.toml, the two locks, environment.yml and CITATION.cff say the same."""

import importlib.metadata
import itertools
import re
import tomllib

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name

USERS, DEVELOPERS = "requirements.lock", "requirements-dev.lock"


@pytest.fixture
def project(root):
    """Return the content of pyproject.toml."""
    return tomllib.loads((root / "pyproject.toml").read_text())


def locked(root, lock):
    """Return the versions in a lock by name; a name may have one for each Python version."""
    pins = re.findall(r"^([A-Za-z0-9_.-]+)==([^ ;\\]+)", (root / lock).read_text(), re.M)
    versions: dict[str, set[str]] = {}
    for name, version in pins:
        versions.setdefault(canonicalize_name(name), set()).add(version)
    return versions


def declared(project):
    """Return the requirements of pyproject.toml by the lock that holds them."""
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


def test_the_library_has_lower_bounds_only(project):
    needs = {need.name: need for need in map(Requirement, project["project"]["dependencies"])}
    assert set(needs) == {"numpy", "scipy", "numba", "pydantic"}
    for need in needs.values():
        assert [part.operator for part in need.specifier] == [">="], need


def test_the_locks_satisfy_every_declared_dependency(root, project):
    versions = {lock: locked(root, lock) for lock in (USERS, DEVELOPERS)}
    for lock, requirement in declared(project):
        found = versions[lock][canonicalize_name(requirement.name)]
        assert all(version in requirement.specifier for version in found), requirement


def test_locks_share_releases_and_users_get_no_tools(root):
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


def test_the_version_stands_in_one_place(root, project):
    version = project["tool"]["hatch"]["version"]
    assert project["project"]["dynamic"] == ["version"]
    assert version["path"] == "CITATION.cff"
    citation = yaml.safe_load((root / "CITATION.cff").read_text())
    assert re.search(version["pattern"], f"version: {citation['version']}")
    assert citation["version"] == importlib.metadata.version("bandit-replications")


def environment(root):
    """Return the conda requirements of environment.yml by name, and its lines for pip."""
    asked = yaml.safe_load((root / "environment.yml").read_text())["dependencies"]
    conda = [Requirement(line.replace("=", "==")) for line in asked if isinstance(line, str)]
    (pip,) = (entry["pip"] for entry in asked if isinstance(entry, dict))
    return {need.name: need for need in conda}, pip


def extra_needs(project, extra):
    """Return the names of all that an extra installs, those of its other extras among them."""
    names = {Requirement(line).name for line in project["dependencies"]}
    for need in map(Requirement, project["optional-dependencies"][extra]):
        if need.name == project["name"]:
            names |= set().union(*(extra_needs(project, other) for other in need.extras))
        else:
            names.add(need.name)
    return names


def test_environment_file_has_everything(root, project):
    conda, pip = environment(root)
    assert {"python", "pip", "make", "git"} <= set(conda)
    assert pip[0] == "--require-hashes"
    locks = [line.removeprefix("-r ") for line in pip[1:]]
    present = set(conda).union(*(locked(root, lock) for lock in locks))
    needed = extra_needs(project["project"], "workflow") | {
        "hatchling",
        "editables",
    }  # the last two build
    assert {"numpy", "pandas", "jupyter", "sphinx"} <= needed  # found through other extras
    card = "jupyter papermill numpy scipy cvxpy matplotlib seaborn nbval"
    assert {canonicalize_name(name) for name in needed | set(card.split())} <= present


def test_environment_files_python_is_supported(root, project):
    conda, _ = environment(root)
    (python,) = conda["python"].specifier
    assert python.version in SpecifierSet(project["project"]["requires-python"])


def test_binder_ends_with_the_last_line_of_the_environment_file(root):
    script = root / "postBuild"
    last = re.findall(r"^#     (python .+)$", (root / "environment.yml").read_text(), re.MULTILINE)
    assert script.read_text().splitlines()[-1:] == last
    assert script.stat().st_mode & 0o111
    assert not {"binder", ".binder"} & {path.name for path in root.iterdir()}  # else not looked at


def test_readme_prepares_the_environment_file(root):
    readme = (root / "README.md").read_text()
    lines = [
        line.removeprefix("#     ")
        for line in (root / "environment.yml").read_text().splitlines()
        if line.startswith("#     ")
    ]
    assert len(lines) == 3
    assert "".join(f"    {line}\n" for line in lines) in readme
