"""A Doc as entities are read from it: its words, sentences, paragraphs, quotations and names."""

from bisect import bisect_left
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Self

from spacy.tokens import Doc

from salience.mentions.doc_columns import DocColumns
from salience.mentions.mention_detection import TokenMention, find_mentions
from salience.mentions.quotations import quoted_spans
from salience.text.navigation import navigation
from salience.text.paragraphs import paragraph_starts
from salience.text.titles import repeated_title, text_start
from salience.types import Document

LINKS = "salience_links"
"""The key of `doc.spans` for the ids of an alias table: the head of a mention, with `kb_id_`."""


@dataclass(frozen=True, slots=True)
class Source:
    """A Doc of a text, or of a headline and its text, which starts at the offset `shift`, word
    `body`.

    `names` are the words of proper names, `starts` the first words of sentences, `paragraphs`
    offsets, `quoted` the words in quotations; `links` has the id of an alias table by head of a
    mention, `navigation` the characters of lines that are no part of the article, `outside` their
    words.
    """

    doc: Doc
    columns: DocColumns
    text: str
    shift: int
    body: int
    mentions: tuple[TokenMention, ...]
    names: list[tuple[int, int]]
    starts: list[int]
    paragraphs: list[int]
    quoted: frozenset[int]
    links: Mapping[int, str]
    navigation: list[tuple[int, int]]
    outside: frozenset[int]

    @classmethod
    def from_doc(cls, doc: Doc, document: Document) -> Self:
        """Look a Doc through; a `ValueError` if it is as long as neither the text nor both."""
        length = doc[-1].idx + len(doc[-1].text_with_ws) if len(doc) else 0
        title, text = document.title or "", document.text
        shift = text_start(title) if length != len(text) else 0
        if length != shift + len(text):
            raise ValueError(
                f"document {document.id!r}: the Doc must be of the document's title and text, got "
                f"{length} characters for {text_start(title) + len(text)}; parse "
                "titled_text(document.title, document.text)"
            )
        columns = DocColumns.from_doc(doc)
        begin = shift + repeated_title(text, title)
        left_out = navigation(text, columns.language)
        outside = _words_at(columns, [(shift + start, shift + end) for start, end in left_out])
        mentions = tuple(m for m in find_mentions(columns) if m.head not in outside)
        return cls(
            doc=doc,
            columns=columns,
            text=title.ljust(shift)[:shift] + text,
            shift=shift,
            body=bisect_left(columns.offsets, shift),
            mentions=mentions,
            names=sorted({m.name for m in mentions if m.name[1]}),
            starts=sentence_starts(columns, begin, outside),
            paragraphs=[shift + start for start in paragraph_starts(text, begin - shift)],
            quoted=frozenset(i for span in quoted_spans(columns) for i in range(*span)),
            links={span.start: span.kb_id_ for span in doc.spans.get(LINKS, ())},
            navigation=left_out,
            outside=outside,
        )

    def offsets(self, start: int, end: int) -> tuple[int, int]:
        """The characters of the words `start` to `end - 1`."""
        offsets, last = self.columns.offsets, end - 1
        return offsets[start], offsets[last] + len(self.columns.text[last])


def _words_at(columns: DocColumns, spans: Iterable[tuple[int, int]]) -> frozenset[int]:
    """The words between offsets."""
    offsets = columns.offsets
    return frozenset(
        i
        for start, end in spans
        for i in range(bisect_left(offsets, start), bisect_left(offsets, end))
    )


def sentence_starts(columns: DocColumns, body: int, outside: frozenset[int]) -> list[int]:
    """The first word of every sentence, from the character on where the body starts."""
    starts, waiting = [], True
    for i, (offset, flag) in enumerate(zip(columns.offsets, columns.starts, strict=True)):
        waiting = waiting or flag == 1 or i in outside
        if waiting and offset >= body and i not in outside and not columns.text[i].isspace():
            starts.append(i)
            waiting = False
    return starts
