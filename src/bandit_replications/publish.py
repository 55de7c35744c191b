"""Publishing: compare a run with what is committed, then move its files over `data/` and `figures/`.

`manifest.sha256` at the repository's root lists every published file with its checksum, in the
format of `sha256sum -c`. It says what "as committed" means without git, and which files are ours
to replace or remove.
"""

import hashlib
import shutil
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from bandit_replications.processes import atomic_write

MANIFEST = "manifest.sha256"


@dataclass(frozen=True)
class Comparison:
    """How a run's files differ from the published ones; paths relative to the root.

    Attributes
    ----------
    same, changed, new, missing : tuple of str
        Equal to the manifest; different from it; not in it; in it but not made by the run.
    altered : tuple of str
        Published files on disk that are missing or differ from the manifest.

    """

    same: tuple[str, ...]
    changed: tuple[str, ...]
    new: tuple[str, ...]
    missing: tuple[str, ...]
    altered: tuple[str, ...]

    @property
    def identical(self) -> bool:
        """Whether run, manifest and published files all agree."""
        return not (self.changed or self.new or self.missing or self.altered)

    def report(self) -> str:
        """Return what is equal and what is not, in lines for the terminal."""
        lines = [f"Compared with {MANIFEST}: {len(self.same)} files are the same bytes."]
        kinds = {
            "differ from what is committed": self.changed,
            "are not committed yet": self.new,
            "are committed but not made by this run": self.missing,
            "were deleted or changed by hand since they were published": self.altered,
        }
        for text, files in kinds.items():
            if files:
                lines.append(f"{len(files)} {text}:")
                lines += [f"  {name}" for name in files[:20]]
                lines += [f"  … and {len(files) - 20} more"] if len(files) > 20 else []
        return "\n".join(lines)


def compare(source: Path, root: Path, *, folders: Sequence[str]) -> Comparison:
    """Return how the files of a run differ from the manifest and from what is published.

    Parameters
    ----------
    source : Path
        The run's folder, such as build/paper.
    root : Path
        The repository's root.
    folders : sequence of str
        Published folders, below both.

    """
    made = checksums(source, folders)
    listed = read_manifest(root)
    return Comparison(
        same=tuple(name for name in made if listed.get(name) == made[name]),
        changed=tuple(name for name in made if name in listed and listed[name] != made[name]),
        new=tuple(name for name in made if name not in listed),
        missing=tuple(name for name in listed if name not in made),
        altered=tuple(
            name for name, checksum in listed.items() if _checksum(root / name) != checksum
        ),
    )


def publish(source: Path, root: Path, *, folders: Sequence[str]) -> str:
    """Copy a run's files over the published ones, remove what it no longer makes, say what changed.

    Files that the manifest does not list are never touched. The manifest is written last.
    """
    made = checksums(source, folders)
    replaced = 0
    for name, checksum in made.items():
        if _checksum(root / name) != checksum:
            with atomic_write(root / name) as temporary:
                shutil.copyfile(source / name, temporary)
            replaced += 1
    removed = [name for name in read_manifest(root) if name not in made]
    for name in removed:
        (root / name).unlink(missing_ok=True)
    write_manifest(root, made)
    return f"Published: {replaced} files written, {len(removed)} removed, {len(made)} in all."


def checksums(root: Path, folders: Sequence[str]) -> dict[str, str]:
    """Return the checksum of every file below some folders by relative path, sorted."""
    return {
        path.relative_to(root).as_posix(): _checksum(path) or ""
        for folder in folders
        for path in _files(root / folder)
    }


def _files(folder: Path) -> Iterator[Path]:
    for path in sorted(folder.rglob("*")):
        if path.is_file() and not path.name.startswith("."):
            yield path


def read_manifest(root: Path) -> dict[str, str]:
    """Return the manifest as checksums by path; empty if nothing was ever published."""
    path = root / MANIFEST
    if not path.is_file():
        return {}
    lines = path.read_text().splitlines()
    return {name: checksum for checksum, _, name in (line.partition("  ") for line in lines)}


def write_manifest(root: Path, entries: Mapping[str, str]) -> None:
    """Write the manifest in the format of sha256sum."""
    with atomic_write(root / MANIFEST) as temporary:
        temporary.write_text("".join(f"{entries[name]}  {name}\n" for name in sorted(entries)))


def _checksum(path: Path) -> str | None:
    return hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else None
