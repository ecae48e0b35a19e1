"""Errors and warnings: each names the thing, the rule, the value and the next step."""

import os
import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, TypeVar

T = TypeVar("T")


class SalienceError(Exception):
    """Base of every error that this library raises on purpose."""


class MisuseError(SalienceError, ValueError):
    """What was asked for can't be meant, such as a file of results whose suffix is no format."""


class CorpusError(SalienceError, ValueError):
    """A corpus, a document or a line of a file can't be used."""


class ModelError(SalienceError, ValueError):
    """A model folder is missing, damaged, or of another version."""


class ResourceError(SalienceError, LookupError):
    """A model, pipeline or word list that was named is not there."""


class MissingExtraError(SalienceError, ImportError):
    """A feature needs a package that is not installed."""


@contextmanager
def extra(name: str, needs: str) -> Iterator[None]:
    """A block of imports; if one fails, the error has what `needs` them, and the extra by name."""
    try:
        yield
    except ImportError as error:
        raise MissingExtraError(f"{needs}. Install it: pip install 'salience[{name}]'.") from error


class SalienceWarning(UserWarning):
    """Something looks wrong, but the result is defined."""


def a_kind(value: object) -> str:
    """What a value is, for messages: *an int*, and of a text or path what it says."""
    kind = type(value).__name__
    article = "an" if kind[:1].lower() in "aeiou" else "a"
    said = f" ({str(value)[:80]!r})" if isinstance(value, str | os.PathLike) else ""
    return f"{article} {kind}{said}"


@dataclass(frozen=True, slots=True)
class Reject:
    """A document that was left out, and why.

    Attributes:
        id: The document's id, or the empty string where it has none.
        source: Where it stood, such as `corpus.jsonl:17`; empty for documents made in Python.
        reason: One line: the thing, the rule, the value and the next step.
        refused: Whether what was given can't be used; else the work on it failed, or is not known
            to be at fault. No part of the record.
    """

    id: str
    source: str
    reason: str
    refused: bool = field(default=False, compare=False, repr=False, kw_only=True)

    def to_dict(self) -> dict[str, Any]:
        """The reject as a JSON record, a line of a rejects file."""
        return {"id": self.id, "source": self.source, "reason": self.reason}

    def __str__(self) -> str:
        document = f"document {self.id!r}" if self.id else ""
        where = " ".join(filter(None, (self.source, document)))
        return f"{where}: {self.reason}" if where else self.reason


OnReject = Callable[[Reject], None]


def warn_reject(reject: Reject) -> None:
    """Issue a `SalienceWarning` that a document was left out: the default of `on_reject`."""
    warnings.warn(f"left out: {reject}", SalienceWarning, stacklevel=2)


def accepted(outcomes: Iterable[T | Reject], on_reject: OnReject) -> Iterator[T]:
    """What is no reject, in order; `on_reject` is called with each reject where it stands."""
    for outcome in outcomes:
        if isinstance(outcome, Reject):
            on_reject(outcome)
        else:
            yield outcome
