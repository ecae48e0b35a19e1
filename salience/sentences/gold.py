"""Texts whose sentences are known, read from files: to train on, and to measure with."""

import re
from itertools import pairwise
from pathlib import Path
from typing import Any

from salience.corpus.json_lines import read_json_lines
from salience.errors import CorpusError
from salience.text.normalise import normalised

Text = tuple[str, list[int]]
"""A text, and the offsets at which its sentences begin."""
_ADVICE = (
    'A line is {"text": "Hi. Go.", "sentences": [[0, 3], [4, 7]]}, with start and end of each.'
)


_EMPTY_LINE = re.compile(r"\n[^\S\n]*\n")


def parts_paragraphs(between: str) -> bool:
    """Whether what stands between two sentences has an empty line."""
    return _EMPTY_LINE.search(between.replace("\r\n", "\n")) is not None


def read_gold(path: str | Path) -> list[Text]:
    """The texts of a file in their clean form, with their sentences: JSON lines, or a sentence a
    line.
    """
    path = Path(path)
    if path.suffix.lower() != ".txt":
        texts = [text for _, text in read_json_lines(path, _text, "a text", _ADVICE)]
    else:
        try:
            texts = [from_lines(path.read_text("utf-8-sig"))]
        except (OSError, UnicodeError) as error:
            raise CorpusError(f"{path} can't be read: {error}. Give plain text in UTF-8.") from None
    if not any(starts for _, starts in texts):
        raise CorpusError(f"{path} has no sentences. {_ADVICE}")
    return [*map(_clean, texts)]


def _clean(text: Text) -> Text:
    clean = normalised(text[0])
    return clean.text, [clean.place(start, start + 1)[0] for start in text[1]]


def from_lines(lines: str) -> Text:
    """A text of lines that are a sentence each; empty lines stand between its paragraphs."""
    text, starts = "", []
    for paragraph in _EMPTY_LINE.split(lines.replace("\r\n", "\n")):
        sentences = [" ".join(line.split()) for line in paragraph.split("\n") if line.strip()]
        for n, sentence in enumerate(sentences):
            text += " " if n else "\n\n" if text else ""
            starts.append(len(text))
            text += sentence
    return text, starts


def _text(record: dict[str, Any]) -> Text:
    text, pairs = record["text"], record["sentences"]
    if not isinstance(text, str):
        raise TypeError("text must be a string")
    ends = [place for start, end in pairs for place in (start, end)]
    are_offsets = all(isinstance(place, int) for place in ends)
    if not are_offsets or any(a > b for a, b in pairwise([0, *ends, len(text)])):
        raise ValueError("sentences must be pairs of offsets in the text, in rising order")
    return text, [start for start, _ in pairs]
