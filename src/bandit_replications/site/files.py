"""Pictures and numbers of figures, in the site's folder of files."""

import zipfile
from pathlib import Path
from zipfile import ZipInfo

from PIL import Image

COLOURS = 64  # of a picture on a page


def copy_figures(origin: Path, folder: Path) -> None:
    """Copy a paper's pictures, each beside an archive of the same as SVG and of its numbers."""
    folder.mkdir(parents=True)
    for picture in origin.glob("*.png"):
        with Image.open(picture) as image:  # fewer colours take a third less
            light = image.convert("RGB").quantize(COLOURS, Image.Quantize.FASTOCTREE)
        light.save(folder / picture.name, compress_level=9)
        archive = folder / f"{picture.stem}.zip"
        with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as packed:
            for file in (picture.with_suffix(".svg"), picture.with_suffix(".csv")):
                # dated by ZipInfo, the same in every run
                packed.writestr(ZipInfo(file.name), file.read_bytes(), zipfile.ZIP_DEFLATED)
