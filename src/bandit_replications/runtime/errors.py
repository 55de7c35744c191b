"""Errors that are the user's to mend: one clear message, no traceback, nothing written."""


class UserError(Exception):
    """Something the user gave cannot be used; the message names it and what is allowed."""


class ConfigurationError(UserError, ValueError):
    """A parameter is unknown, of the wrong type or out of range."""


class ResultsError(UserError):
    """A results file was truncated or altered, or does not fit the configuration."""


class NotApplicable(UserError):
    """A figure, table or claim that this run's configuration does not cover."""
