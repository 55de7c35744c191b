"""Publishing: compare a run with what is committed, then copy its files over what is published.

`checksums/manifest.sha256` lists every published file with its checksum, in the
format of `sha256sum -c`. It says what "as committed" means without git, and which files are ours
to replace or remove. A run publishes its own papers: `figures/<paper>/…`, `data/<kind>/<paper>…`.
Files right below `data/` speak of all papers, so only a run of all published papers writes them.
"""

import hashlib
import re
import shutil
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from bandit_replications.runtime.errors import ResultsError
from bandit_replications.runtime.processes import atomic_write

PUBLISHED = ("data", "figures")  # folders at the root, and below a run
MANIFEST = "checksums/manifest.sha256"
QUICK_NUMBERS = "checksums/quick.sha256"  # numbers of the quick run, which is not published
_LINE = re.compile(r"(?P<checksum>[0-9a-f]{64})  (?P<name>[^/\\].*)")
_SHOWN = 20


@dataclass(frozen=True, kw_only=True)
class Comparison:
    """How a run's files differ from the published ones; paths relative to the root, sorted.

    Attributes
    ----------
    same, changed, new : tuple of str
        Made by the run and: equal to the manifest, different from it, not in it.
    missing : tuple of str
        In the manifest, of the run's papers, and not made by the run.
    altered, deleted : tuple of str
        In the manifest, and on disk changed by hand or gone.
    aside : tuple of str
        Made by the run and left alone, since they speak of papers that it does not cover.
    manifest : str
        File that was compared with.

    """

    same: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    new: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    altered: tuple[str, ...] = ()
    deleted: tuple[str, ...] = ()
    aside: tuple[str, ...] = ()
    manifest: str = MANIFEST

    @property
    def identical(self) -> bool:
        """Whether run, manifest and published files all agree."""
        return not (self.changed or self.new or self.missing or self.altered or self.deleted)

    def report(self) -> str:
        """Return what is equal and what is not, in lines for the terminal."""
        lines = [f"Compared with {self.manifest}: {len(self.same)} files are the same bytes."]
        for text, names in (
            ("differ from what is committed", self.changed),
            ("are not committed yet", self.new),
            ("are committed but not made by this run", self.missing),
            ("were changed by hand since they were published", self.altered),
            ("were deleted since they were published", self.deleted),
            ("speak of other papers too and are left alone", self.aside),
        ):
            if names:
                lines += [f"{len(names)} {text}:", *(f"  {name}" for name in names[:_SHOWN])]
            if len(names) > _SHOWN:
                lines.append(f"  … and {len(names) - _SHOWN} more")
        return "\n".join(lines)


def compare(
    source: Path,
    root: Path,
    *,
    papers: Sequence[str] | None = None,
    manifest: str = MANIFEST,
) -> Comparison:
    """Return how the files of a run differ from a manifest and from the published files.

    Parameters
    ----------
    source : Path
        The run's folder, such as build/paper.
    root : Path
        The repository's root.
    papers : sequence of str, optional
        Compare the numbers of these papers alone: results and figures' CSVs, as the manifest
        lists them.
    manifest : str
        File at the root with the checksums to compare with.

    Raises
    ------
    ResultsError
        If the manifest was altered.

    """
    listed, made = read_manifest(root, manifest), build_manifest(source)
    if papers is not None:
        owned, scope = numbers(listed, papers), numbers(made, papers)
        aside: Mapping[str, str] = {}
        on_disk: dict[str, str | None] = dict(owned)
    else:
        scope, aside = _split(made, listed)
        makers = _owners(scope)
        owned = {name: checksum for name, checksum in listed.items() if owner(name) in makers}
        on_disk = {name: _checksum(root / name) for name in owned}
    return Comparison(
        manifest=manifest,
        same=tuple(name for name in scope if listed.get(name) == scope[name]),
        changed=tuple(name for name in scope if name in listed and listed[name] != scope[name]),
        new=tuple(name for name in scope if name not in listed),
        missing=tuple(name for name in owned if name not in scope),
        # A file that an interrupted publication wrote already is not altered.
        altered=tuple(
            name
            for name, found in on_disk.items()
            if found not in (None, owned[name], scope.get(name))
        ),
        deleted=tuple(name for name, found in on_disk.items() if found is None),
        aside=tuple(aside),
    )


def publish(source: Path, root: Path) -> str:
    """Copy a run's files over the published ones, remove what it no longer makes, and tell.

    Each file is replaced in one step and the manifest is written last, so an interrupted
    publication is mended by the next one. What the manifest does not list is never removed, nor
    is a listed file that was altered by hand and that the run no longer makes.

    Parameters
    ----------
    source, root
        As for `compare`.

    Returns
    -------
    str
        What was done, in lines for the terminal.

    Raises
    ------
    ResultsError
        If the manifest was altered.

    """
    comparison = compare(source, root)
    listed = read_manifest(root)
    scope, _ = _split(build_manifest(source), listed)
    before = {name: _checksum(root / name) for name in scope}
    written = [name for name in scope if before[name] != scope[name]]
    replaced = [name for name in written if before[name] is not None and name not in listed]
    for name in written:
        with atomic_write(root / name) as temporary:
            shutil.copyfile(source / name, temporary)
    kept = [name for name in comparison.missing if name in comparison.altered]
    removed = [name for name in comparison.missing if name not in kept]
    for name in removed:
        _remove(root / name, root)
    papers = _owners(scope)
    others = {name: listed[name] for name in listed if owner(name) not in papers}
    write_manifest(root, {**others, **scope})
    lines = [
        f"Published: {len(written)} files written, {len(removed)} removed, {len(scope)} in all."
    ]
    lines += [f"  replaced {name}: it was another file, not published" for name in replaced]
    lines += [f"  removed {name}" for name in removed]
    lines += [f"  kept {name}: no longer published, but changed by hand" for name in kept]
    return "\n".join(lines)


# --- Numbers alone --------------------------------------------------------------------------


def numbers(entries: Mapping[str, str], papers: Iterable[str]) -> dict[str, str]:
    """Return the entries that hold numbers of these papers: results, and figures' CSVs."""
    wanted = tuple(
        folder for paper in papers for folder in (f"data/results/{paper}/", f"figures/{paper}/")
    )
    return {
        name: checksum
        for name, checksum in entries.items()
        if name.startswith(wanted) and name.endswith((".parquet", ".csv"))
    }


def accept_numbers(source: Path, root: Path, *, papers: Sequence[str], manifest: str) -> None:
    """Write a run's numbers into a manifest in place of what it lists of these papers."""
    listed = read_manifest(root, manifest)
    kept = listed.items() - numbers(listed, papers).items()
    made = numbers(build_manifest(source), papers)
    write_manifest(root, {**dict(kept), **made}, manifest=manifest)


# --- Manifests ------------------------------------------------------------------------------


def build_manifest(root: Path) -> dict[str, str]:
    """Return the checksum of every file below the published folders by relative path, sorted.

    Hidden files and folders (temporary ones, other tools' stamps) do not count.
    """
    names = []
    for folder in PUBLISHED:
        for path in (root / folder).rglob("*"):
            name = path.relative_to(root)
            if path.is_file() and not any(part.startswith(".") for part in name.parts):
                names.append(name.as_posix())
    return {name: _checksum(root / name) or "" for name in sorted(names)}


def read_manifest(root: Path, manifest: str = MANIFEST) -> dict[str, str]:
    """Return the manifest as checksums by path; empty if nothing was ever published.

    Raises
    ------
    ResultsError
        If a line is not a checksum and a path below a published folder.

    """
    path = root / manifest
    listed: dict[str, str] = {}
    for number, line in enumerate(path.read_text().splitlines() if path.is_file() else [], start=1):
        match = _LINE.fullmatch(line)
        parts = PurePosixPath(match["name"]).parts if match else ()
        if match is None or parts[0] not in PUBLISHED or ".." in parts:
            raise ResultsError(
                f"{manifest}, line {number}: {line!r}; allowed: a SHA-256, two spaces and a path "
                f"below {', '.join(PUBLISHED)}"
            )
        listed[match["name"]] = match["checksum"]
    return listed


def checked(name: str, root: Path) -> Path:
    """Return the path of a published file after checking it against the manifest.

    Raises
    ------
    ResultsError
        If it was altered since it was published, or is gone.

    """
    listed = read_manifest(root).get(name)
    if listed is not None and _checksum(root / name) != listed:
        raise ResultsError(
            f"{root / name}: missing or altered since it was published; allowed: as published. "
            f"`git checkout {name}` or `make reproduce` brings it back"
        )
    return root / name


def write_manifest(root: Path, entries: Mapping[str, str], *, manifest: str = MANIFEST) -> None:
    """Write the manifest in the format of sha256sum."""
    with atomic_write(root / manifest) as temporary:
        temporary.write_text("".join(f"{entries[name]}  {name}\n" for name in sorted(entries)))


def _checksum(path: Path) -> str | None:
    return hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else None


# --- Whose a file is ------------------------------------------------------------------------


def owner(name: str) -> str | None:
    """Return the paper to which a published file belongs, None if it speaks of all papers."""
    parts = PurePosixPath(name).parts
    if len(parts) == 2:
        return None
    return parts[2 if parts[0] == "data" else 1].partition(".")[0]


def _owners(names: Iterable[str]) -> set[str | None]:
    return {owner(name) for name in names}


def _split(
    made: Mapping[str, str], listed: Mapping[str, str]
) -> tuple[dict[str, str], dict[str, str]]:
    """Return the files that a run may publish, and those that speak of other papers too."""
    whole = _owners(listed) - {None} <= _owners(made)
    scope = {name: made[name] for name in made if whole or owner(name) is not None}
    return scope, {name: made[name] for name in made if name not in scope}


def _remove(path: Path, root: Path) -> None:
    """Remove a file, and the folders that it leaves empty."""
    path.unlink(missing_ok=True)
    for folder in path.parents:
        if folder == root or not folder.is_dir() or any(folder.iterdir()):
            break
        folder.rmdir()
