"""Effects of interpretations and constants: regret and communication relative to the main one."""

import pandas as pd

from bandit_replications.experiments.needs import Need
from bandit_replications.inference.ratios import ratios_to_main
from bandit_replications.papers.distributed.analysis.growth import QUANTITIES, final_rows
from bandit_replications.papers.distributed.parameters import MAIN, Configuration
from bandit_replications.runtime.errors import NotApplicable

CELL = ("algorithm", "variant", "instance", "horizon")


def variants_needs(config: Configuration) -> tuple[Need, ...]:
    """Return the need of the variants' figure and table."""
    if not config.variants.variants:
        raise NotApplicable("the run has no variants; variants.variants is empty")
    return (Need(experiment="variants"),)


def messages_needs(config: Configuration) -> tuple[Need, ...]:
    """Return the need of the picture of one run's messages."""
    if not config.messages.horizons:
        raise NotApplicable("the run traces no protocol; messages.horizons is empty")
    return (Need(experiment="messages"),)


def by_quantity(frame: pd.DataFrame, columns: list[str], *quantities: str) -> pd.DataFrame:
    """Return the ends of the runs with a row for each quantity: its name and its value."""
    last = final_rows(frame).reset_index(drop=True)
    place = [*columns, "replicate"]
    runs = last.melt(place, list(quantities), var_name="quantity", ignore_index=False)
    return runs.sort_index(kind="stable")


def variant_ratios(frame: pd.DataFrame) -> pd.DataFrame:
    """Return each variant's mean regret and communication over the main interpretation's.

    Returns
    -------
    DataFrame
        algorithm, variant, instance, horizon, quantity, and the columns of `ratios_to_main`.

    """
    runs = by_quantity(frame, list(CELL), *QUANTITIES)
    main = {"variant": MAIN}
    return ratios_to_main(
        runs, *CELL, "quantity", key=("variants",), main=main, value="value", shared=True
    )
