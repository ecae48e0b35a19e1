"""Treebanks in CoNLL-U, with titles and summaries in comments, as GUM has them."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from salience.corpus.conll import ConlluRow, comment, conllu_row, decoded
from salience.corpus.formats.source import RawDocument, SourceFile, lines, too_long

_SUMMARY = re.compile(r"meta::summary(?P<number>\d{0,9})")
_AUTHOR = re.compile(r"\((?P<author>[^()]*)\)\s+(?P<text>.*)", re.DOTALL)


@dataclass(slots=True)
class _Draft:
    """A document while it is read."""

    where: str
    id: str
    text: list[str] = field(default_factory=list)
    length: int = 0
    meta: dict[str, str] = field(default_factory=dict)
    reason: str | None = None


@dataclass(slots=True)
class _Sentence:
    """A sentence while it is read: its text as a comment says it, else as its words do."""

    text: str | None = None
    words: list[str] = field(default_factory=list)
    new_paragraph: bool = False
    covered: int = 0
    space_after: bool = True


def read_conllu(source: SourceFile) -> Iterator[RawDocument]:
    """The documents of a treebank, one from `# newdoc` to the next; comments have summaries."""
    draft, sentence = _Draft(source.name, source.id), _Sentence()
    for number, raw in enumerate(lines(source), 1):
        where = f"{source.name}:{number}"
        if raw is None:
            draft.reason = draft.reason or f"line {number}: {too_long('line', source.limit)}"
            continue
        try:
            line = decoded(raw, number)
        except UnicodeDecodeError as error:
            line = raw.decode("utf-8", "replace").rstrip("\r\n")  # it may say where a document ends
            draft.reason = draft.reason or f"line {number} is not UTF-8 ({error}); correct it"
        said = comment(line)
        if said and said[0].strip("# \t") in ("newdoc", "newdoc id"):
            _end(draft, sentence)
            yield from _row(draft)
            draft, sentence = _Draft(where, f"{source.id}:{number}"), _Sentence()
        if said:
            _comment(*said, draft, sentence)
        elif line.strip():
            try:
                draft.length += _word(conllu_row(line), sentence)
            except ValueError as error:
                draft.reason = draft.reason or f"line {number} {error}; correct it"
        if not line.strip():
            _end(draft, sentence)
            sentence = _Sentence()
        if draft.length > source.limit:
            draft.reason = draft.reason or too_long("text", source.limit)
            draft.text.clear()
            draft.meta.clear()
            sentence.words.clear()
    _end(draft, sentence)
    yield from _row(draft)


def _comment(key: str, value: str, draft: _Draft, sentence: _Sentence) -> None:
    if key == "newdoc id":
        draft.id = value
    elif key in ("newpar", "newpar id"):
        sentence.new_paragraph = True
    elif key == "text":
        sentence.text = value
    elif key.startswith("meta::") and not draft.reason:
        draft.meta[key] = value
        draft.length += len(key) + len(value)


def _word(row: ConlluRow, sentence: _Sentence) -> int:
    """Add a word to its sentence. Returns how much longer that makes it."""
    if row.first <= sentence.covered:  # an empty node, or a part of the range before it
        return 0
    sentence.covered = row.last
    sentence.space_after = row.space_after
    if sentence.text is not None:
        return 0
    sentence.words += [row.columns[1], " " if row.space_after else ""]
    return len(row.columns[1]) + 1


def _end(draft: _Draft, sentence: _Sentence) -> None:
    """Add a sentence, if there is one, to the text of the document."""
    text = "".join(sentence.words).rstrip() if sentence.text is None else sentence.text
    if not text or draft.reason:
        return
    if sentence.new_paragraph and draft.text:
        text = "\n\n" + text
        draft.text[-1] = draft.text[-1].rstrip()
    draft.text.append(f"{text} " if sentence.space_after else text)
    if sentence.text is not None:  # words have been counted one by one
        draft.length += len(text) + 1


def _row(draft: _Draft) -> Iterator[RawDocument]:
    """The document; none if there was nothing before the first `# newdoc`."""
    if draft.reason:
        yield draft.where, draft.reason
    elif draft.text or draft.meta:
        numbered = {key: match for key in draft.meta if (match := _SUMMARY.fullmatch(key))}
        summaries = sorted(numbered, key=lambda key: int(numbered[key]["number"] or 0))
        said = [_AUTHOR.fullmatch(draft.meta[key]) for key in summaries]
        rest = {
            key.removeprefix("meta::"): v for key, v in draft.meta.items() if key not in numbered
        }
        title = rest.pop("title", None)
        authors = [match["author"] if match else "" for match in said]
        yield (
            draft.where,
            rest
            | ({"summary_by": authors} if any(authors) else {})
            | {
                "id": draft.id,
                "title": title,
                "text": "".join(draft.text).rstrip(),
                "abstract": [
                    match["text"] if match else draft.meta[key]
                    for key, match in zip(summaries, said, strict=True)
                ],
            },
        )
