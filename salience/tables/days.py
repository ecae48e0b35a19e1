"""The day of a document, from the date that it came with."""

from datetime import date

from salience.errors import MisuseError


def day_of(value: object) -> str:
    """The day that a date begins with, as 2007-01-31; empty if it does not begin with one."""
    text = str(value or "")
    try:
        return date.fromisoformat(text[:10] if "-" in text else text[:8]).isoformat()
    except ValueError:
        return ""


def last_day(value: str) -> str:
    """The day that a user gave as the last one to train on."""
    if day := day_of(value):
        return day
    raise MisuseError(
        f"the last day to train on must be such as 2006-12-31, but is {value!r}. Write year, "
        "month and day."
    )
