"""A paper's study with the parameters of a notebook or of a Python session."""

import difflib
import os
from collections.abc import Iterable, Mapping
from typing import Any

from bandit_replications.configuration import validation as configuration
from bandit_replications.configuration.messages import unknown_key
from bandit_replications.experiments import run
from bandit_replications.runtime.errors import ConfigurationError
from bandit_replications.runtime.sources import assigned_names
from bandit_replications.workflow.jobs.study import Study
from bandit_replications.workflow.plan import variables

_INJECTED = "# Parameters"  # the first line of a cell that papermill adds
_NEAR = 0.8  # likeness from which another name is a misspelt section


class ParametersRefused(ConfigurationError):
    """Parameters that cannot be used; a notebook shows the message alone, without a traceback."""

    def _render_traceback_(self) -> list[str]:
        """Return the lines that IPython prints."""
        return [f"error: {self}"]


def open_study(paper: str, namespace: Mapping[str, Any] | None = None, **parameters: Any) -> Study:
    """Return a paper's study after validating its parameters.

    In a notebook, `open_study(paper, globals())` takes the parameters from the parameters cell;
    other cells may use any names. Within the workflow parameters are the run's; by hand they are
    laid over the quick scale, and a changed one gets a store of its own.

    Parameters
    ----------
    paper : str
        Name of the paper.
    namespace : mapping, optional
        Variables of a notebook. What its last parameters cell assigns must be parameters.
    **parameters
        Sections of the configuration, {key: value} each; what is not given keeps its quick value.

    Raises
    ------
    ParametersRefused
        If a parameter is unknown, of the wrong type or out of range.

    """
    try:
        known = {"scale", *configuration.configuration_model(paper).model_fields}
        given = {**_parameters(known, namespace or {}), **parameters}
        for name in given:
            if name not in known:
                raise ConfigurationError(unknown_key(name, known))
        planned = os.environ.get(variables.RUN)
        if planned is not None:
            return Study(run.open_run(planned, paper), paper)
        scale = given.pop("scale", "quick")
        return Study(run.create("quick", [paper], scale=scale, overrides={paper: given}), paper)
    except ConfigurationError as error:
        raise ParametersRefused(str(error)) from error


def _parameters(known: set[str], namespace: Mapping[str, Any]) -> dict[str, Any]:
    """Return the parameters among a session's variables, and other names its cells give as such."""
    plain = (dict, list, str, int, float, bool, type(None))
    wrong = [name for name in _declared(namespace, known) if name not in known]
    return {
        name: value
        for name, value in namespace.items()
        if name in known or (name in wrong and isinstance(value, plain))
    }


def _declared(namespace: Mapping[str, Any], known: Iterable[str]) -> list[str]:
    """Return what the last parameters cell assigns, and the cell that papermill adds to it.

    The parameters cell is a cell that assigns a section or a misspelt one. Where a session has no
    history, return the sections and misspelt sections among its variables.
    """
    near = [
        name
        for name, value in namespace.items()
        if name in known
        or (isinstance(value, dict) and difflib.get_close_matches(name, known, n=1, cutoff=_NEAR))
    ]
    injected: list[str] = []
    for cell in reversed(namespace.get("In", [])):
        names = assigned_names(cell)
        if cell.lstrip().startswith(_INJECTED):
            injected += names
        elif not set(near).isdisjoint(names):
            return injected + names
    return injected + near
