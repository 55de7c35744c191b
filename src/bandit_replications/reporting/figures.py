"""Figures: specification, drawing with exactly the numbers shown, and files."""

import io
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pandas as pd
from matplotlib.figure import Figure
from PIL import Image

from bandit_replications.experiments.needs import Need
from bandit_replications.reporting.plotting import DPI, style
from bandit_replications.runtime.processes import atomic_write


@dataclass(frozen=True)
class Drawing:
    """A picture and exactly the numbers in it.

    Attributes
    ----------
    figure : matplotlib.figure.Figure
    data : DataFrame
        Rows with the columns `summaries.COLUMNS`.

    """

    figure: Figure
    data: pd.DataFrame


@dataclass(frozen=True, kw_only=True)
class FigureSpec:
    """A figure of a paper, or one of ours about it.

    Attributes
    ----------
    id : str
        File name without ending, such as figure-05.
    title : str
    source : str
        Place in the paper, or what it belongs to.
    caption : str
        Content of the picture: the regret and its sum, logarithmic axes.
    needs : callable
        configuration -> tuple of Need; raises NotApplicable if the run lacks what it shows.
    plot : callable
        (results by experiment, configuration) -> drawing by variant.
    variants : tuple of str
        "" is figure-05.svg, "log" is figure-05-log.svg.

    """

    id: str
    title: str
    source: str
    caption: str
    needs: Callable[[Any], tuple[Need, ...]] = field(repr=False)
    plot: Callable[[Mapping[str, pd.DataFrame], Any], dict[str, Drawing]] = field(repr=False)
    variants: tuple[str, ...] = ("",)


# --- Files ----------------------------------------------------------------------------------

PALETTE = 128  # colours of a PNG
COMPRESSION = 6  # of it; 9 takes 9% less room and eight times as long: 4 s of all figures

_METADATA: Mapping[str, dict[str, None]] = {
    "svg": {"Date": None, "Creator": None},
    "png": {"Software": None},
}


def save(drawing: Drawing, stem: Path) -> tuple[Path, ...]:
    """Write a drawing as stem.svg, stem.png and stem.csv; the same drawing gives the same bytes.

    Parameters
    ----------
    drawing : Drawing
    stem : Path
        Path without ending; files that stand there are replaced one by one when complete.

    Returns
    -------
    tuple of Path
        The three files.

    """
    svg, png, numbers = (stem.with_name(f"{stem.name}.{end}") for end in ("svg", "png", "csv"))
    for path in (svg, png):
        with atomic_write(path) as temporary:
            temporary.write_bytes(_picture(drawing, path.suffix[1:]))
    with atomic_write(numbers) as temporary:
        drawing.data.to_csv(temporary, index=False, float_format="%.8g", lineterminator="\n")
    return svg, png, numbers


def png_bytes(drawing: Drawing) -> bytes:
    """Return a drawing as PNG, for a notebook."""
    return _picture(drawing, "png")


def _picture(drawing: Drawing, ending: str) -> bytes:
    buffer = io.BytesIO()
    # A PNG is written again, with a palette: compressing it here would be in vain.
    options: dict[str, Any] = {"pil_kwargs": {"compress_level": 0}} if ending == "png" else {}
    with style():
        drawing.figure.savefig(buffer, format=ending, metadata=_METADATA[ending], **options)
    return _lean_svg(buffer.getvalue()) if ending == "svg" else _lean_png(buffer)


def _lean_svg(content: bytes) -> bytes:
    """Return an SVG with coordinates to a hundredth of a point: half the size, the same picture."""
    return re.sub(
        rb' (d|x|y)="[^"]*"', lambda part: re.sub(rb"(\.\d\d)\d+", rb"\1", part[0]), content
    )


def _lean_png(buffer: io.BytesIO) -> bytes:
    """Return a PNG with a palette: a third of the size."""
    lean = io.BytesIO()
    with Image.open(buffer) as image:
        palette = image.convert("RGB").quantize(PALETTE, dither=Image.Dither.NONE)
    palette.save(lean, format="png", compress_level=COMPRESSION, dpi=(DPI, DPI))
    return lean.getvalue()
