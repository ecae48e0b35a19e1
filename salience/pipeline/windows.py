"""Long texts, whose words are parsed in windows one after the other, so that memory stays small.

What a parse computes for a word takes a hundred times the memory of what it says of it. So only the
parse is cut: its windows are joined to one Doc, and coreference and entities are those of the whole
text.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any

from spacy.attrs import NORM, SENT_START
from spacy.language import Language
from spacy.tokens import Doc

from salience.components.ner import join_type_shares

WINDOW = 20_000
"""Words that are parsed at once: some 110,000 characters of English, which take 0.4 GiB."""

_WHOLE = frozenset(("salience_values", "salience_linker", "salience_coref", "salience_register"))
"""Components that read the whole text: they take little memory."""
_FINAL = frozenset((".", "!", "?", "…", "..."))
_CLOSING = frozenset(('"', "''", "”", "’", "'", "»", ")", "]"))
_CLOSED_BY = 8  # words at most stand between the mark that ends a sentence and the next one
_OPENING = frozenset(('"', "``", "“", "‘", "'", "«", "(", "["))


def annotate(
    nlp: Language, docs: Iterable[Doc], *, batch_size: int, window: int = WINDOW
) -> Iterator[Doc]:
    """Take the words of texts through a pipeline, in order; long texts are parsed in windows."""
    readers = _readers_of_whole_texts(nlp)
    batch: list[Doc] = []
    words = 0
    for doc in docs:
        if batch and words + len(doc) > window:
            yield from nlp.pipe(batch, batch_size=batch_size)
            batch, words = [], 0
        if len(doc) > window and readers is not None:
            yield _annotated(nlp, doc, window, readers)
        else:
            batch.append(doc)
            words += len(doc)
    yield from nlp.pipe(batch, batch_size=batch_size)


def _readers_of_whole_texts(nlp: Language) -> list[str] | None:
    """The components at the end of a pipeline that read whole texts; None if others do too."""
    factories = [(name, nlp.get_pipe_meta(name).factory) for name in nlp.pipe_names]
    parse = list(factories)
    while parse and parse[-1][1] in _WHOLE:
        parse.pop()
    if any("coref" in name or "coref" in factory for name, factory in parse):
        return None
    return [name for name, _ in factories[len(parse) :]]


def _annotated(nlp: Language, doc: Doc, window: int, readers: list[str]) -> Doc:
    """A text that is parsed in windows."""
    ends = [*window_starts([token.text for token in doc], window), len(doc)]
    cut = (_copy(doc, start, end) for start, end in pairwise(ends))
    parsed = []
    for piece in nlp.pipe(cut, batch_size=1, disable=readers):
        piece.tensor = piece.tensor[:0].copy()  # frees what the parse computed
        parsed.append(piece)
    join: Any = Doc.from_docs
    joined = join(parsed, ensure_whitespace=False, exclude=["tensor", "user_data"])
    join_type_shares(parsed, joined)
    [doc] = nlp.pipe([joined], disable=[name for name in nlp.pipe_names if name not in readers])
    return doc


def _copy(doc: Doc, start: int, end: int) -> Doc:
    """Some words of a text as a text of their own."""
    words = [token.text for token in doc[start:end]]
    spaces = [bool(token.whitespace_) for token in doc[start:end]]
    copy = Doc(doc.vocab, words=words, spaces=spaces)
    said: Any = doc.to_array([NORM, SENT_START])  # with where sentences surely begin
    copy.from_array([NORM, SENT_START], said[start:end])
    return copy


def window_starts(words: Sequence[str], size: int) -> list[int]:
    """The first words of the windows of a text, each of `size` words at most, half of that at
    least.

    A window ends with a paragraph if it can, else with a sentence, else with a line, else anywhere.
    """
    starts = [0]
    while len(words) - starts[-1] > size:
        places = range(starts[-1] + (size + 1) // 2, starts[-1] + size + 1)
        starts.append(max(places, key=lambda i: (_fitness(words, i), i)))
    return starts


def _fitness(words: Sequence[str], i: int) -> int:
    """How well a window may begin with a word: 3 with a paragraph, 2 a sentence, 1 a line."""
    before = words[i - 1]
    if words[i].isspace():
        return 0
    if before.isspace() and before.count("\n") > 1:
        return 3
    if words[i][0].isupper() or words[i][0].isdigit() or words[i] in _OPENING:
        last = range(i - 1, max(i - 1 - _CLOSED_BY, -1), -1)
        end = next(
            (w for w in map(words.__getitem__, last) if not w.isspace() and w not in _CLOSING), ""
        )
        if end in _FINAL:
            return 2
    return int(before.isspace() and "\n" in before)
