"""The corpus of the paper: which articles it took, and the annotations it published."""

from __future__ import annotations

import os
import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from salience.corpus.formats.archives import DAMAGED
from salience.corpus.formats.compression import opened
from salience.errors import CorpusError, OnReject, Reject, warn_reject
from salience.types import Document, Record

Selection = Literal["all", "paper"]
"""Which articles of a corpus are taken: see `selected`."""

YEARS = range(2003, 2008)
TEXT_WORDS = range(100, 5001)
ABSTRACT_WORDS = range(8, 301)
SPECIAL_TYPES = frozenset(
    (
        *("caption", "chronology", "correction", "editors' note", "letter", "list"),
        *("paid death notice", "question", "quote", "schedule", "statistics", "summary"),
    )
)
_BYTES = ("utf-8", "surrogatepass")
_SEPARATORS = ("\n", "\n\n", " ", "")


def selected(document: Document) -> Document | Reject:
    """A document that Dunietz and Gillick (2014, section 2.1) took, or the reason why not.

    They took summarized articles of 2003 to 2007, and left out articles and summaries that were
    very short or very long, and special types such as corrections and letters to the editor. They
    give neither the lengths nor the types: those here (`TEXT_WORDS`, `ABSTRACT_WORDS`, in words
    between white space, and `SPECIAL_TYPES`) are assumptions. Their own choice is the ids in the
    published annotations, see `published_labels`.
    """
    reason = _not_selected(document)
    return document if reason is None else Reject(document.id, "", f"not selected: {reason}")


def _not_selected(document: Document) -> str | None:
    dated = re.match(r"\d{4}", str(document.meta.get("date")))
    year = document.meta.get("year") or (dated and dated[0])
    if str(year) not in map(str, YEARS):  # in CSV it is a text
        return f"year must be {YEARS[0]} to {YEARS[-1]}, but is {year or 'missing'}"
    if not document.abstracts:
        return "abstract is missing"
    types = document.meta.get("types")
    types = types if isinstance(types, list | tuple) else [types]
    special = [kind for kind in map(str, types) if kind.strip().lower() in SPECIAL_TYPES]
    if special:
        return f"type of material must not be special, but is {special[0][:40]!r}"
    lengths = [("text", document.text, TEXT_WORDS)]
    lengths += [("abstract", abstract, ABSTRACT_WORDS) for abstract in document.abstracts]
    for name, text, allowed in lengths:
        words = len(text.split())
        if words not in allowed:
            return f"{name} must have {allowed[0]:,} to {allowed[-1]:,} words, but has {words:,}"
    return None


@dataclass(frozen=True, slots=True)
class _Annotation:
    """An entity as published: its first mention by byte offsets into a text that is not named."""

    index: int
    salient: bool
    mentions: int
    text: bytes
    start: int
    end: int
    mid: str


@dataclass(frozen=True, slots=True)
class _Block:
    """The lines of a document in the file of annotations."""

    line: int
    id: str
    lines: tuple[bytes, ...]


def published_labels(
    path: str | os.PathLike[str],
    documents: Iterable[Document],
    *,
    on_reject: OnReject = warn_reject,
) -> Iterator[Record]:
    """Match the annotations of Dunietz and Gillick (`nyt-train`, `nyt-eval`) with texts.

    An empty line ends a document there. Its first line has the id and the title, each other line
    an entity: index, salience (0 or 1), number of mentions, first mention, its start and end in
    bytes, and its Freebase MID, with tabs between them.

    What the offsets count from is not published. So the texts are laid out with a line end, an
    empty line, a space or nothing between paragraphs, and moved against the offsets, until the
    most first mentions stand where they should; each must stand there byte by byte.

    Records come in the order of the articles, as `salience label` writes them but with only the
    first mention of an entity, and without evidence and features: they can be compared (`salience
    agree`), and be trained on when they are joined to a pipeline's entities
    (`salience.tables.published_join`). `published` has what the annotations say of the entity:
    `mentions` (their number), `start` and `end` (in bytes). Rejected is each document of the
    annotations that is malformed, has no article, or has entities that do not stand in it, as those
    in a headline (the rest of them is kept).
    """
    name = os.path.basename(os.fspath(path))  # noqa: PTH119
    blocks: dict[str, _Block] = {}
    for block in _blocks(path):
        if blocks.setdefault(block.id.lstrip("0"), block) is not block:
            reason = "an earlier document has the same id, and ids must be unique; correct it"
            on_reject(Reject(block.id, f"{name}:{block.line}", reason))
    for document in documents:
        key = document.id.lstrip("0")
        if key not in blocks:
            continue
        block = blocks.pop(key)
        annotations = _annotations(block)
        if isinstance(annotations, str):
            on_reject(Reject(document.id, f"{name}:{block.line}", annotations))
            continue
        entities = _matched(document.text, annotations)
        missing = [a for a in annotations if a.index not in entities]
        if missing:
            what = ascii(missing[0].text.decode("utf-8", "replace"))
            reason = (
                f"{len(missing)} of {len(annotations)} entities do not match the text: the first "
                f"mention must stand at its offsets in it, but {what} (entity {missing[0].index}, "
                f"from byte {missing[0].start}) does not; compare the article"
            )
            on_reject(Reject(document.id, f"{name}:{block.line}", reason))
        if entities:
            yield {"id": document.id, "entities": list(entities.values())}
    for block in blocks.values():
        reason = "there is no article of this id among the documents; give all of the corpus"
        on_reject(Reject(block.id, f"{name}:{block.line}", reason))


def _blocks(path: str | os.PathLike[str]) -> Iterator[_Block]:
    lines: list[bytes] = []
    number = 0
    try:
        with opened(path) as file:
            for number, raw in enumerate(file, 1):
                if line := raw.rstrip(b"\r\n"):
                    lines.append(line)
                elif lines:
                    yield _block(lines, number - len(lines))
                    lines = []
    except DAMAGED as error:
        raise CorpusError(f"{path} can't be read: {error}. Check or replace the file.") from error
    if lines:
        yield _block(lines, number - len(lines) + 1)


def _block(lines: list[bytes], number: int) -> _Block:
    id = re.split(rb"\s", lines[0].removeprefix(b"\xef\xbb\xbf"), maxsplit=1)[0]
    return _Block(number, id.decode("utf-8", "replace"), tuple(lines[1:]))


def _annotations(block: _Block) -> list[_Annotation] | str:
    """The entities of a document, or the reason why there are none."""
    found = []
    for number, line in enumerate(block.lines, block.line + 1):
        try:
            line.decode("utf-8")
        except UnicodeDecodeError as error:
            return f"line {number} is not UTF-8 ({error}); correct it"
        columns = line.split(b"\t")
        numbers = columns[:3] + columns[4:6]
        if len(columns) not in (6, 7) or not all(map(_is_number, numbers)):
            return f"line {number} must have 7 columns, numbers in 1-3, 5 and 6; correct it"
        if columns[1] not in (b"0", b"1"):
            return f"line {number}: salience must be 0 or 1, but is {columns[1]!a}; correct it"
        mid = columns[6].decode("utf-8", "replace") if len(columns) == 7 else ""
        found.append(
            _Annotation(
                index=int(columns[0]),
                salient=columns[1] == b"1",
                mentions=int(columns[2]),
                text=columns[3],
                start=int(columns[4]),
                end=int(columns[5]),
                mid=mid.strip(),
            )
        )
    if len({annotation.index for annotation in found}) < len(found):
        return "two entities have the same index; number them apart"
    if len({(annotation.start, annotation.text) for annotation in found}) < len(found):
        return (
            "two entities have the same first mention, by which they are told apart; leave one out"
        )
    return found or "it has no entities; leave it out"


def _is_number(value: bytes) -> bool:
    return value.isdigit() and len(value) < 10


def _matched(text: str, annotations: list[_Annotation]) -> dict[int, Record]:
    """The entities that stand in the text, by their index."""
    paragraphs = text.split("\n\n")
    best, shift, separator = 0, 0, ""
    for between in _SEPARATORS:
        count, move = _shift(between.join(paragraphs).encode(*_BYTES), annotations)
        if count > best:
            best, shift, separator = count, move, between
    laid_out = [paragraph.encode(*_BYTES) for paragraph in paragraphs]
    starts, offsets = [0], [0]  # of each paragraph: bytes in the layout, characters in the text
    for paragraph, data in zip(paragraphs, laid_out, strict=True):
        starts.append(starts[-1] + len(data) + len(separator))
        offsets.append(offsets[-1] + len(paragraph) + 2)
    entities = {}
    for annotation in annotations if best else ():
        start = annotation.start + shift
        i = bisect_right(starts, start) - 1
        if not annotation.text or not 0 <= i < len(laid_out):
            continue
        inside = start - starts[i]
        if laid_out[i][inside : inside + len(annotation.text)] == annotation.text:
            first = offsets[i] + len(laid_out[i][:inside].decode(*_BYTES))
            entities[annotation.index] = _entity(annotation, first)
    return entities


def _shift(data: bytes, annotations: list[_Annotation]) -> tuple[int, int]:
    """How many first mentions match at the best shift of their offsets, and that shift.

    A move must be the one on which most agree, and at least half of all; else nothing stands.
    """
    votes: Counter[int] = Counter()
    for annotation in annotations:
        pattern = re.escape(annotation.text)
        for match in re.finditer(b"(?=" + pattern + b")", data) if annotation.text else ():
            votes[match.start() - annotation.start] += 1
    most = max(votes.values(), default=0)
    moves = [move for move, count in votes.items() if count == most]
    if 0 in moves:
        return most, 0
    agreed = len(moves) == 1 and 2 * most >= len(annotations)
    return (most, moves[0]) if agreed else (0, 0)


def _entity(annotation: _Annotation, start: int) -> Record:
    text = annotation.text.decode()
    mid = annotation.mid or None
    return {
        "entity": annotation.index,
        "name": text,
        "type": "",
        "id": mid or f"name:{text.lower()}|",
        "kb_id": mid,
        "salient": annotation.salient,
        "grade": int(annotation.salient),
        "ambiguous": False,
        "evidence": [],
        "published": {
            "mentions": annotation.mentions,
            "start": annotation.start,
            "end": annotation.end,
        },
        "mentions": [{"start": start, "end": start + len(text), "text": text, "kind": "named"}],
    }
