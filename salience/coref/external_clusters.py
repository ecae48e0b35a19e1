"""Clusters from outside: those that come with a document, or that another package found.

All of it ends in `doc.spans["coref_clusters_<n>"]`, from where the library takes it. What can't be
used is left out span by span, and noted on the Doc; the notes become warnings of the document.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from numbers import Integral
from typing import Any, TypeVar

from spacy.tokens import Doc

from salience.coref.clusters import CLUSTER_KEY, cluster_keys
from salience.corpus.conll2012 import Span, in_characters, read_conll
from salience.corpus.read import StrPath
from salience.errors import Reject
from salience.text.normalise import Clean
from salience.types import Document

TokenSpan = tuple[int, int]
T = TypeVar("T", bound=Document | Reject)

FIELD = "clusters"
"""The field of a record, and the key of `Document.meta`, for clusters given with a document."""
NOTES = "salience_notes"
"""The key of `doc.user_data` for what was odd about clusters: a list of strings."""

_SHOWN = 60  # characters of a bad value
_ESCAPED = {"-LRB-": "(", "-RRB-": ")", "-LSB-": "[", "-RSB-": "]", "-LCB-": "{", "-RCB-": "}"}
_ESCAPED |= {"``": '"', "''": '"'}
_WINDOW = 200  # So many characters on a word is looked for that is not next in the text.


def set_clusters(doc: Doc, clusters: Any, shift: int = 0, text: Clean | None = None) -> None:
    """Make clusters of character spans, `[start, end]` per mention; those of a Doc are replaced.

    A span that can't be used is left out and noted. The text starts at the character `shift` of the
    Doc; with `text`, its clean form, spans are of the original.
    """
    if not _is_lists(clusters):
        shown = ascii(clusters)[:_SHOWN]
        note(doc, f"{FIELD} must be a list of lists of [start, end], but are {shown}; left out")
        return
    bad: list[tuple[object, str]] = []
    tokens: list[list[TokenSpan]] = []
    starts = {token.idx - shift: token.i for token in doc}
    ends = {token.idx + len(token) - shift: token.i + 1 for token in doc}
    for cluster in clusters:
        tokens.append([])
        for span in cluster:
            place = _tokens(starts, ends, span, text)
            if isinstance(place, str):
                bad.append((span, place))
            else:
                tokens[-1].append(place)
    set_token_clusters(doc, tokens, bad)


def set_token_clusters(
    doc: Doc, clusters: Iterable[Iterable[TokenSpan]], bad: Iterable[tuple[object, str]] = ()
) -> None:
    """Make clusters of token spans those of a Doc; `bad` has unusable spans, with the reason."""
    bad = list(bad)
    cluster_of: dict[TokenSpan, int] = {}
    for n, cluster in enumerate(clusters):
        for span in cluster:
            if cluster_of.setdefault(span, n) != n:
                bad.append((_characters(doc, span), "stands in another cluster already"))
    around: list[TokenSpan] = []
    for span in sorted(cluster_of, key=lambda s: (s[0], -s[1])):
        while around and around[-1][1] <= span[0]:
            around.pop()
        if around and around[-1][1] < span[1]:
            bad.append((_characters(doc, span), f"crosses {_characters(doc, around[-1])}"))
            del cluster_of[span]
        else:
            around.append(span)
    for key in cluster_keys(doc):
        del doc.spans[key]
    members: dict[int, list[TokenSpan]] = {}
    for span in sorted(cluster_of):
        members.setdefault(cluster_of[span], []).append(span)
    for number, n in enumerate(sorted(members), 1):
        doc.spans[f"{CLUSTER_KEY}{number}"] = [doc[start:end] for start, end in members[n]]
    if bad:
        which, reason = bad[0]
        rest = f", and {len(bad) - 1} more" if len(bad) > 1 else ""
        note(doc, f"{FIELD}: span {ascii(which)[:_SHOWN]} {reason}{rest}; left out")


def note(doc: Doc, text: str) -> None:
    """Record a warning for the document of a Doc."""
    doc.user_data.setdefault(NOTES, []).append(text)


def with_clusters(documents: Iterable[T], path: StrPath) -> Iterator[T]:
    """Give documents their clusters from a CoNLL file, or a folder of them, by their ids.

    The words of a CoNLL document are looked for in the text, whatever the whitespace between
    them; a mention whose first or last word is not found is left out. A document that the file
    lacks stays as it is, and so does a reject among them. The file is held in memory.

    Args:
        documents: The documents, such as those of `read_corpus`.
        path: The file or the folder.

    Raises:
        CorpusError: At the first document, if the file can't be read.

    Example:
        >>> import pathlib, tempfile
        >>> path = pathlib.Path(tempfile.mkdtemp(), "d1.conll")
        >>> _ = path.write_text("#begin document (d1); part 000\\nd1 0 0 Ann (0)\\nd1 0 1 saw -\\n"
        ...                     "d1 0 2 herself (0)\\n#end document\\n")
        >>> [document] = with_clusters([Document("d1", "Ann  saw herself.")], path)
        >>> document.meta["clusters"]
        [[[0, 3], [9, 16]]]
    """
    annotated = {document.id: document for document in read_conll(path)}
    for document in documents:
        if isinstance(document, Document) and document.id in annotated:
            conll = annotated[document.id]
            spans = in_characters(conll, find_words(conll.words, document.text))
            clusters = [[list(span) for span in cluster] for cluster in spans]
            document = replace(document, meta={**document.meta, FIELD: clusters})
        yield document


def find_words(words: Sequence[str], text: str) -> list[Span | None]:
    """The offsets of words in their text, whatever the whitespace; None for a word not found."""
    places: list[Span | None] = []
    at = 0
    for n, word in enumerate(words):
        place = _at(word, text, at)
        start = text.find(word, at, at + _WINDOW) if word and not place else -1
        while start >= 0 and not place:
            if n + 1 == len(words) or _at(words[n + 1], text, start + len(word)):
                place = start, start + len(word)
            start = text.find(word, start + 1, at + _WINDOW)
        places.append(place)
        at = place[1] if place else at
    return places


def _at(word: str, text: str, at: int) -> Span | None:
    """Where a word stands, if it is the next one in the text."""
    while at < len(text) and text[at].isspace():
        at += 1
    for form in (word, _ESCAPED.get(word, "")):
        if form and text.startswith(form, at):
            return at, at + len(form)
    return None


def _is_lists(value: object) -> bool:
    lists = (list, tuple)
    return isinstance(value, lists) and all(isinstance(cluster, lists) for cluster in value)


def _tokens(
    starts: Mapping[int, int], ends: Mapping[int, int], span: object, text: Clean | None
) -> TokenSpan | str:
    """The tokens of a character span, or the reason why there are none."""
    if not (
        isinstance(span, list | tuple)
        and len(span) == 2
        and all(isinstance(end, Integral) and not isinstance(end, bool) for end in span)
    ):
        return "is no [start, end]"
    start, end = map(int, span)
    if not 0 <= start < end:
        return "is empty"
    if text is not None:
        start, end = text.place(start, end)
    if start not in starts or end not in ends:
        return "does not begin and end with a token of the text"
    return starts[start], ends[end]


def _characters(doc: Doc, span: TokenSpan) -> list[int]:
    last = doc[span[1] - 1]
    return [doc[span[0]].idx, last.idx + len(last)]
