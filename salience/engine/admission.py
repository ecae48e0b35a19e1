"""Which documents a pipeline can read, and why it can't read the others."""

from collections.abc import Iterable, Iterator

from spacy.language import Language

from salience.errors import Reject
from salience.types import Document


def why_not(document: Document, nlp: Language, *, abstracts: bool) -> str | None:
    """The reason why a pipeline can't read a document; None if it can."""
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
        return "abstract is missing, and links and labels come from one; add it or leave it out"
    name, longest = max(strings.items(), key=lambda item: len(item[1]))
    if len(longest) > nlp.max_length:
        return (
            f"{name} has {len(longest):,} characters, and the limit is {nlp.max_length:,}; split "
            "it, or raise the limit (nlp.max_length, --max-length): time and memory grow with it"
        )
    return None


def admitted(
    items: Iterable[Document | Reject], nlp: Language, *, abstracts: bool
) -> Iterator[Document | Reject]:
    """The items in order, with a reject for each document that a pipeline can't read."""
    for item in items:
        if isinstance(item, Document) and (reason := why_not(item, nlp, abstracts=abstracts)):
            yield Reject(item.id, "", reason)
        else:
            yield item
