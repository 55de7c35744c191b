"""Published results of a checkout."""

from typing import TYPE_CHECKING

from bandit_replications.configuration.messages import unknown
from bandit_replications.library.values import optional_module
from bandit_replications.runtime.errors import ConfigurationError
from bandit_replications.runtime.paths import repo_root

if TYPE_CHECKING:
    from pandas import DataFrame


def load_results(paper: str, experiment: str) -> "DataFrame":
    """Return the published results of an experiment, one row for each run and checkpoint.

    Parameters
    ----------
    paper : str
        Such as "private_online".
    experiment : str
        Such as "regret"; `data/README.md` lists them with their columns.

    Returns
    -------
    pandas.DataFrame

    Raises
    ------
    UserError
        If this is not a checkout, or pandas or pyarrow is not installed.
    ConfigurationError
        If there is no such paper or experiment.
    ResultsError
        If the file is not as it was published.

    Examples
    --------
    >>> load_results("private_online", "regret").columns[:3].tolist()
    ['algorithm', 'setting', 'epsilon']

    """
    folder = repo_root() / "data" / "results"
    for key, value in {"paper": paper, "experiment": experiment}.items():
        known = sorted(
            path.stem for path in folder.iterdir() if path.is_dir() or path.suffix == ".parquet"
        )
        if not isinstance(value, str) or value not in known:
            raise ConfigurationError(unknown(key, value, known))
        folder /= value
    optional_module("pandas")
    optional_module("pyarrow")
    from bandit_replications.experiments import store  # noqa: PLC0415  it needs pyarrow

    frame: DataFrame = store.read_checked(folder.with_suffix(".parquet")).to_pandas()
    return frame
