"""The corpus of the paper: which articles it took, and the annotations it published."""

import os
import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, groupby
from typing import Literal, NamedTuple

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

    The lengths and types here are assumptions.
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


class _Block(NamedTuple):
    """The lines of a document in the file of annotations, and the number of the first."""

    line: int
    id: str
    entities: list[bytes]


def published_labels(
    path: str | os.PathLike[str],
    documents: Iterable[Document],
    *,
    on_reject: OnReject = warn_reject,
) -> Iterator[Record]:
    """Match the annotations of Dunietz and Gillick (`nyt-train`, `nyt-eval`) with texts.

    What offsets count from is not published: the text is laid out with other separators of
    paragraphs, and moved, until the most first mentions stand where they should.
    """
    name = os.path.basename(os.fspath(path))  # noqa: PTH119

    def reject(block: _Block, reason: str, id: str | None = None) -> None:
        on_reject(Reject(id or block.id, f"{name}:{block.line}", reason))

    blocks: dict[str, _Block] = {}
    for block in _blocks(path):
        if blocks.setdefault(block.id.lstrip("0"), block) is not block:
            reject(block, "an earlier document has the same id, and ids must be unique; correct it")
    for document in documents:
        annotated = blocks.pop(document.id.lstrip("0"), None)
        if annotated is None:
            continue
        try:
            entities = _entities(annotated)
        except ValueError as error:
            reject(annotated, str(error), document.id)
            continue
        matched = list(_matched(document.text, entities))
        missing = [entity for entity in entities if not entity["mentions"]]
        if missing:
            reject(
                annotated,
                f"{len(missing)} of {len(entities)} entities do not match the text: the first "
                f"mention must stand at its offsets in it, but {missing[0]['name']!a} (entity "
                f"{missing[0]['entity']}, from byte {missing[0]['published']['start']}) does not; "
                "compare the article",
                document.id,
            )
        if matched:
            yield {"id": document.id, "entities": matched}
    for block in blocks.values():
        reject(block, "there is no article of this id among the documents; give all of the corpus")


def _blocks(path: str | os.PathLike[str]) -> Iterator[_Block]:
    try:
        with opened(path) as file:
            lines = enumerate((raw.rstrip(b"\r\n") for raw in file), 1)
            for there, group in groupby(lines, lambda line: bool(line[1])):
                if there:
                    (number, first), *rest = group
                    id = re.split(rb"\s", first.removeprefix(b"\xef\xbb\xbf"), maxsplit=1)[0]
                    yield _Block(number, id.decode("utf-8", "replace"), [line for _, line in rest])
    except DAMAGED as error:
        raise CorpusError(f"{path} can't be read: {error}. Check or replace the file.") from error


def _entities(block: _Block) -> list[Record]:
    """The entities of a document, without a mention yet; a ValueError says why there are none."""
    entities = [_entity(line, number) for number, line in enumerate(block.entities, block.line + 1)]
    if len({entity["entity"] for entity in entities}) < len(entities):
        raise ValueError("two entities have the same index; number them apart")
    if len({(entity["published"]["start"], entity["name"]) for entity in entities}) < len(entities):
        raise ValueError(
            "two entities have the same first mention, by which they are told apart; leave one out"
        )
    if not entities:
        raise ValueError("it has no entities; leave it out")
    return entities


def _entity(line: bytes, number: int) -> Record:
    try:
        columns = line.decode("utf-8").split("\t")
    except UnicodeDecodeError as error:
        raise ValueError(f"line {number} is not UTF-8 ({error}); correct it") from error
    numbers = [x for x in columns[:3] + columns[4:6] if x.isascii() and x.isdigit() and len(x) < 10]
    if not 6 <= len(columns) <= 7 or len(numbers) < 5:
        raise ValueError(f"line {number} must have 7 columns, numbers in 1-3, 5 and 6; correct it")
    index, salient, count, name, start, end, *mids = columns
    if salient not in ("0", "1"):
        raise ValueError(f"line {number}: salience must be 0 or 1, but is {salient!r}; correct it")
    mid = "".join(mids).strip() or None
    return {
        "entity": int(index),
        "name": name,
        "type": "",
        "id": mid or f"name:{name.lower()}|",
        "kb_id": mid,
        "salient": salient == "1",
        "grade": int(salient),
        "ambiguous": False,
        "evidence": [],
        "published": {"mentions": int(count), "start": int(start), "end": int(end)},
        "mentions": [],
    }


def _matched(text: str, entities: Sequence[Record]) -> Iterator[Record]:
    """The entities that stand in the text, each with the mention that is published of it."""
    paragraphs = text.split("\n\n")
    layouts = {between: between.join(paragraphs).encode(*_BYTES) for between in _SEPARATORS}
    shifts = {between: _shift(data, entities) for between, data in layouts.items()}
    best = max(_SEPARATORS, key=lambda between: shifts[between][0])
    if not shifts[best][0]:
        return
    lengths = [len(paragraph) + len(best) for paragraph in paragraphs]
    starts = list(accumulate(lengths, initial=0))[:-1]  # of each paragraph, in characters
    for entity in entities:
        name, start = entity["name"], entity["published"]["start"] + shifts[best][1]
        if not name or start < 0 or not layouts[best].startswith(name.encode(), start):
            continue
        before = len(layouts[best][:start].decode(*_BYTES))
        first = before + (2 - len(best)) * (bisect_right(starts, before) - 1)
        if text.startswith(name, first):  # and not over the end of a paragraph
            mention = {"start": first, "end": first + len(name), "text": name, "kind": "named"}
            entity["mentions"] = [mention]
            yield entity


def _shift(data: bytes, entities: Sequence[Record]) -> tuple[int, int]:
    """How many first mentions match at the best shift of their offsets, and that shift."""
    votes: Counter[int] = Counter()
    for entity in entities:
        pattern = re.escape(entity["name"].encode())
        for match in re.finditer(b"(?=" + pattern + b")", data) if pattern else ():
            votes[match.start() - entity["published"]["start"]] += 1
    most = max(votes.values(), default=0)
    moves = [move for move, count in votes.items() if count == most]
    if 0 in moves:
        return most, 0
    agreed = len(moves) == 1 and 2 * most >= len(entities)
    return (most, moves[0]) if agreed else (0, 0)
