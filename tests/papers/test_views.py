"""Every figure and table of every paper is made from the first replicates of the published results.

That what they show is what the data say is tested with the functions behind them; that their
numbers are the published ones, by `make verify-numbers`.
"""

import pytest

from bandit_replications.configuration.papers import PAPERS
from bandit_replications.experiments.needs import select
from bandit_replications.inference import summaries
from bandit_replications.runtime.errors import NotApplicable
from bandit_replications.workflow.registry import find_paper

SPECS = {paper: find_paper(paper) for paper in PAPERS}
FIGURES = [(paper, spec.id) for paper in PAPERS for spec in SPECS[paper].figures]
TABLES = [(paper, spec.id) for paper in PAPERS for spec in SPECS[paper].tables]
OTHER_SETTINGS = {("private_online", "figure-regret-curves")}


@pytest.mark.parametrize(("paper", "figure"), FIGURES)
def test_every_figure_shows_its_rows(paper, figure, published):
    config, frames = published(paper)
    spec = SPECS[paper].figures_by_id[figure]
    if (paper, figure) in OTHER_SETTINGS:
        with pytest.raises(NotApplicable):
            spec.needs(config)
        return
    drawn = spec.plot(select(spec.needs(config), frames.__getitem__), config)
    assert tuple(drawn) == spec.variants
    for drawing in drawn.values():
        data = drawing.data
        assert tuple(data.columns) == summaries.COLUMNS
        assert len(data)
        assert data[["series", "estimate", "band"]].notna().all(axis=None)
        banded = data.dropna(subset=["low", "high"])
        rounding = 1e-9 * (1 + banded["estimate"].abs())
        assert (banded["low"] <= banded["estimate"] + rounding).all()
        assert (banded["high"] >= banded["estimate"] - rounding).all()
        assert all(ax.has_data() for ax in drawing.figure.axes)
        assert len(drawing.figure.axes) >= data["panel"].nunique()


@pytest.mark.parametrize(("paper", "table"), TABLES)
def test_every_table_has_rows(paper, table, published):
    config, frames = published(paper)
    spec = SPECS[paper].tables_by_id[table]
    built = spec.build(select(spec.needs(config), frames.__getitem__), config)
    assert len(built)
    assert built.columns.is_unique
