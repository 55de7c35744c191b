"""pyproject.toml, requirements.lock and environment.yml say the same."""

import re
import tomllib

import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name


def locked(root):
    """Return the versions in the lock by name; a name may have one for each Python version."""
    pins = re.findall(
        r"^([A-Za-z0-9_.-]+)==([^ ;\\]+)", (root / "requirements.lock").read_text(), re.M
    )
    versions: dict[str, set[str]] = {}
    for name, version in pins:
        versions.setdefault(canonicalize_name(name), set()).add(version)
    return versions


def declared(root):
    project = tomllib.loads((root / "pyproject.toml").read_text())
    groups = [
        project["project"]["dependencies"],
        *project["project"]["optional-dependencies"].values(),
        *project["dependency-groups"].values(),
    ]
    requirements = [Requirement(line) for group in groups for line in group]
    return [need for need in requirements if need.name != "bandit-replications"]  # other extras


def test_the_library_has_lower_bounds_only(root):
    project = tomllib.loads((root / "pyproject.toml").read_text())["project"]
    needs = {need.name: need for need in map(Requirement, project["dependencies"])}
    assert set(needs) == {"numpy", "scipy", "numba", "pydantic"}
    for need in needs.values():
        assert [part.operator for part in need.specifier] == [">="], need


def test_the_lock_satisfies_every_declared_dependency(root):
    versions = locked(root)
    for requirement in declared(root):
        found = versions[canonicalize_name(requirement.name)]
        assert all(version in requirement.specifier for version in found), requirement


def test_what_computes_has_one_version_for_all_pythons(root):
    versions = locked(root)
    for name in ("numpy", "scipy", "numba", "pandas", "pyarrow", "matplotlib", "cvxpy", "highspy"):
        assert len(versions[name]) == 1, name


def test_the_lock_holds_hashes_and_no_address(root):
    text = (root / "requirements.lock").read_text()
    assert "://" not in text
    assert "--index" not in text
    assert "--find-links" not in text
    for block in re.split(r"\n(?=\S)", text.strip()):
        assert "--hash=sha256:" in block, block


def test_conda_users_get_the_same_lock_and_pythons(root):
    environment = yaml.safe_load((root / "environment.yml").read_text())
    python, _, pip = environment["dependencies"]
    project = tomllib.loads((root / "pyproject.toml").read_text())["project"]
    assert python == f"python{project['requires-python']}"
    assert pip == {"pip": ["-r requirements.lock"]}
