"""What the entries of a configuration are made of: closed, frozen models, and files they name."""

from pathlib import Path

from pydantic import BaseModel, ConfigDict

_ROOT = Path(__file__).resolve().parents[3]


class Section(BaseModel):
    """Base of every section and entry: closed, frozen, no silent conversion."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


def located(file: str) -> Path:
    """Return the path of a file that an entry names, relative to the repository's root."""
    return Path(file) if Path(file).is_absolute() else _ROOT / file
