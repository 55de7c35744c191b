"""Errors that are the user's to mend: one clear message, no traceback, nothing written."""

MOST = 300  # characters of a message


def joined(text: str) -> str:
    """Return the lines of a text as one line; spaces within them stay, a value may hold some."""
    return " ".join(line.strip() for line in text.strip().splitlines())


class UserError(Exception):
    """Unusable input of the user; the message names the key, the value and the allowed ones."""

    def __str__(self) -> str:
        """Return the message as one line of at most 300 characters, whatever it echoes."""
        text = joined(super().__str__())
        return text if len(text) <= MOST else f"{text[: MOST - 1]}…"


class ConfigurationError(UserError, ValueError):
    """A parameter is unknown, of the wrong type or out of range."""


class Refused(Exception):
    """An argument for the caller to mend; the message names the allowed values."""


class BadValue(Refused, ValueError):
    """An argument out of range, or one that does not fit the others."""


class BadType(Refused, TypeError):
    """An argument of the wrong type."""


class ResultsError(UserError):
    """A results file was truncated or altered, or does not fit the configuration."""


class NotApplicable(UserError):
    """A figure, table or claim that this run's configuration does not cover."""
