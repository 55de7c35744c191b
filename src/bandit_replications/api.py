"""Names for notebooks and Python sessions."""

from bandit_replications.runtime import environment

environment.configure()  # before numpy is imported

from bandit_replications.workflow.jobs.opening import open_study  # noqa: E402
from bandit_replications.workflow.jobs.study import Study, show_source  # noqa: E402

__all__ = ["Study", "open_study", "show_source"]
