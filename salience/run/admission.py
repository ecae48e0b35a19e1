"""Which documents a pipeline can read, and why it can't read the others."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from spacy.language import Language

from salience.errors import OnReject, Reject
from salience.text.cleaning import clean_text
from salience.types import Document

LONG_RUN = 5000
"""Characters. No shorter run without whitespace keeps a tokenizer for more than a few seconds."""

_RUN = re.compile(rf"(?<!\S)\S{{{LONG_RUN + 1},}}")
_WINDOW = 64


def why_not(document: Document, nlp: Language, *, abstracts: bool) -> str | None:
    """The reason why a pipeline can't read a document; None if it can.

    Args:
        document: As it came, perhaps from a program that keeps to no types.
        nlp: The pipeline. Texts are limited to its `max_length`, in characters.
        abstracts: Whether its abstracts are to be read too.

    Example:
        >>> import spacy
        >>> why_not(Document("d", " "), spacy.blank("en"), abstracts=False)
        'text is empty, and there is nothing to find in it; leave the document out'
    """
    strings = {"text": document.text, "title": document.title or ""}
    if abstracts:
        if not isinstance(document.abstracts, tuple | list):
            kind = type(document.abstracts).__name__
            return f"abstracts must be a tuple of strings, but are a {kind}; correct them"
        strings |= {f"abstract {i}": text for i, text in enumerate(document.abstracts)}
    for name, value in strings.items():
        if not isinstance(value, str):
            kind = type(value).__name__
            return f"{name} must be a string, but is a {kind}; correct it or leave it out"
    if not document.text.strip():
        return "text is empty, and there is nothing to find in it; leave the document out"
    if abstracts and not document.abstracts:
        return "abstract is missing, and labels come from one; add it or leave it out"
    longest = max(len(text) for name, text in strings.items() if name != "title")
    if longest > nlp.max_length:
        return (
            f"text or abstract has {longest:,} characters, and the limit is {nlp.max_length:,}; "
            "split it, or raise the limit (nlp.max_length, --max-length) if memory allows"
        )
    for name, text in strings.items():
        if length := _slow_run(text, nlp):
            return (
                f"{name} has {length:,} characters without whitespace, of a kind that would keep "
                "the tokenizer for minutes; put spaces in, or leave it out"
            )
    return None


def usable_documents(
    documents: Iterable[Document], nlp: Language, *, abstracts: bool, on_reject: OnReject
) -> Iterator[Document]:
    """Yield the documents that a pipeline can read, and call `on_reject` with each of the others.

    The other arguments are those of `why_not`.

    Example:
        >>> import spacy
        >>> found = usable_documents([Document("a", " "), Document("b", "Rain.")],
        ...     spacy.blank("en"), abstracts=False, on_reject=lambda reject: print(reject.id))
        >>> [document.id for document in found]
        a
        ['b']
    """
    for document in documents:
        reason = why_not(document, nlp, abstracts=abstracts)
        if reason is None:
            yield document
        else:
            on_reject(Reject(document.id, "", reason))


def _slow_run(text: str, nlp: Language) -> int:
    """The length of a run without whitespace that is slow to tokenize; 0 without one.

    spaCy's tokenizer takes punctuation off both ends of a run step by step, and looks at all that
    is left each time; and its pattern for URLs looks at all that follows each colon, at about a
    fortieth of that cost. Slow is what costs more than `LONG_RUN` quotes (3 seconds). Long runs
    of letters, such as Base64 or URLs, are fast.
    """
    for match in _RUN.finditer(clean_text(text)):
        run = match[0]
        most = LONG_RUN**2 / 2 / len(run)
        if _steps(run, nlp, most) + run.count(":") / 40 > most:
            return len(run)
    return 0


def _steps(run: str, nlp: Language, most: float) -> int:
    """How often the tokenizer would cut punctuation off a run; counting ends at `most`."""
    prefix = getattr(nlp.tokenizer, "prefix_search", None)
    suffix = getattr(nlp.tokenizer, "suffix_search", None)
    if prefix is None or suffix is None:  # a tokenizer of another kind
        return 0
    steps = 0
    while run and steps <= most:
        # Most of the time the ends are enough; a match that fills them may go on.
        before = prefix(run[:_WINDOW])
        if before and len(before[0]) == _WINDOW:
            before = prefix(run)
        rest = run[len(before[0]) :] if before else run
        after = suffix(rest[-_WINDOW:])
        if after and len(after[0]) == _WINDOW:
            after = suffix(rest)
        if not before and not after:
            break
        run = rest[: len(rest) - len(after[0])] if after else rest
        steps += 1
    return steps
