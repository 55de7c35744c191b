"""What a notebook or a Python session imports."""

from bandit_replications.workflow.study import Study, open_study, show_source

__all__ = ["Study", "open_study", "show_source"]
