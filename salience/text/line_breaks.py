"""Breaks of lines inside a paragraph, told from those between paragraphs by what stands around.

Each break has features: how the line above ends, how the line below begins, whether its first word
would have fitted above, and what other breaks of the text are like. A small neural network that
learned from texts wrapped in many ways weighs them. A second one also knows what the first thinks
of the other breaks.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import chain, pairwise
from typing import Any, NamedTuple

import numpy as np

from salience.arrays import Float64Array
from salience.resources import from_json
from salience.text.clean import Edit
from salience.text.divided_words import is_divided, keeps_hyphen, parts_and_words

Features = dict[str, Float64Array]
"""Features of the breaks of a text by their names, each of shape `(breaks,)`."""


class Line(NamedTuple):
    """A line of a text that is not blank, by its characters, without the space around it."""

    start: int
    end: int
    text: str
    words: list[str]
    indent: int
    """Spaces before it."""
    apart: bool
    """Whether a blank line stands before it."""


class Network(NamedTuple):
    """A network with one hidden layer.

    Attributes:
        hidden: Its weights, of shape `(features + 1, units)`; the last row is the bias.
        output: Weights of the units, of shape `(units + 1,)`; the last one is the bias.
    """

    hidden: Float64Array
    output: Float64Array

    def chances(self, found: Features) -> Float64Array:
        """How likely each break stands inside a paragraph."""
        rows = np.array(list(found.values())).T
        units = np.tanh(rows @ self.hidden[:-1] + self.hidden[-1])
        return np.asarray(1 / (1 + np.exp(-(units @ self.output[:-1] + self.output[-1]))))


class Reader(NamedTuple):
    """What tells breaks: how often words stand beside those inside a paragraph, and the networks.

    Attributes:
        last: Of last words of lines in small letters, the log odds that the paragraph goes on.
        first: Of the first words of lines, that it went on.
        networks: The first, and the one that knows what it thinks.
    """

    last: Mapping[str, float]
    first: Mapping[str, float]
    networks: Sequence[Network]

    def chances(self, lines: Sequence[Line]) -> Float64Array:
        """How likely each break between two lines stands inside a paragraph."""
        if len(lines) < 2:
            return np.zeros(0)
        alone, together = self.networks
        found = features(lines, self.last, self.first)
        return together.chances(found | views(found, alone.chances(found)))


def line_breaks(text: str) -> Iterator[Edit]:
    """Breaks inside a paragraph; a space stands for each, and nothing inside a word.

    Lines with tabs are rows of a table.
    """
    if "\n" not in text:
        return
    lines = text_lines(text)
    chances = _reader().chances(lines)
    counts = Counter[str]()
    for (before, after), chance in zip(pairwise(lines), chances.tolist(), strict=True):
        if chance < LIKELY or "\t" in text[before.start : after.end]:
            continue
        last, first = before.words[-1], after.words[0]
        if not is_divided(last, first):
            yield Edit(before.end, after.start, " ")
            continue
        counts = counts or Counter(parts_and_words(text))
        stays = keeps_hyphen(last, first, counts.__getitem__)
        yield Edit(before.end - (not stays), after.start, "")


def indents(text: str) -> Iterator[Edit]:
    """Spaces before the lines that are left."""
    return (Edit(*match.span(), "") for match in _INDENT.finditer(text))


def text_lines(text: str) -> list[Line]:
    """The lines of a text that are not blank."""
    lines: list[Line] = []
    end = 0
    for match in _LINE.finditer(text):
        start = match.end(1)
        apart = text.count("\n", end, start) > 1
        line = match[2].rstrip()
        end = start + len(line)
        lines.append(Line(start, end, line, line.split(), len(match[1]), apart))
    return lines


def features(
    lines: Sequence[Line], last: Mapping[str, float], first: Mapping[str, float]
) -> Features:
    """What tells of each break between two lines, by name."""
    found = dict(zip(_LOCAL, _local(lines), strict=True))
    apart, n = found["apart"], len(lines) - 1
    lengths = np.array([line.end - line.start for line in lines], dtype=np.float64)
    width = max(float(np.quantile(lengths, 0.9)), 1)
    next_word = np.array([len(line.words[0]) for line in lines[1:]])
    slack = np.clip((lengths[:-1] + 1 + next_word - width) / width, -1, 0.3)
    found |= {
        "last word": np.array([last.get(line.words[-1].lower(), 0) for line in lines[:-1]]),
        "first word": np.array([first.get(line.words[0].lower(), 0) for line in lines[1:]]),
        "goes on": 1 - np.maximum(found["final"], found["colon"]),
        "slack": slack,
        "full": (slack > 0).astype(np.float64),
        "nearly full": (slack > -_NEARLY).astype(np.float64),
        "length": np.minimum(lengths[:-1] / width, 1.5),
        "next length": np.minimum(lengths[1:] / width, 1.5),
        "short": (lengths[:-1] < _SHORT).astype(np.float64),
        "width": np.full(n, np.clip(np.log(width / _USUAL), -1.5, 1.5)),
        "few": np.full(n, 1 / n),
        "parts apart": np.full(n, float(apart.any())),
    }
    found |= {f"share of {name}": _mean(found[name], apart) for name in _SHARED}
    never = found["share of small letter"] == 0
    found["never small"] = never * np.log1p(n * found["share of goes on"])
    return found


def views(found: Features, chances: Float64Array) -> Features:
    """What the first network thinks of the other breaks."""
    apart, full = found["apart"], found["full"]
    around = np.concatenate([[0.0], chances, [0.0]])
    return {
        "others": _mean(chances, apart),
        "others as full": _mean(chances, 2 * apart + full),
        "before": around[:-2],
        "behind": around[2:],
    }


def _mean(values: Float64Array, groups: Float64Array) -> Float64Array:
    """The mean over all breaks of the same group."""
    which = groups.astype(np.intp)
    means = np.bincount(which, values) / np.maximum(np.bincount(which), 1)
    return np.asarray(means[which])


def _local(lines: Sequence[Line]) -> Float64Array:
    """The features of `_LOCAL`, which two lines have by themselves."""
    seen = {(a.words[-1], b.words[0]) for a, b in pairwise(lines)}
    seen = seen.intersection(chain.from_iterable(pairwise(line.words) for line in lines))
    kinds = [_kind(line) for line in lines]
    rows = []
    for (a, of_a), (b, of_b) in pairwise(zip(lines, kinds, strict=True)):
        last, first = a.words[-1], b.words[0]
        letter = first.lstrip(_OPENING)[:1]
        rows.append(
            (
                of_a.mark == ".",
                of_a.mark == ":",
                of_a.mark in ",;",
                of_a.mark in "-–—",
                of_a.open,
                of_a.inner,
                of_a.upper == 1,
                of_a.upper,
                len(a.words) == 1,
                of_b.mark == ".",
                of_b.inner,
                of_b.upper == 1,
                letter.islower(),
                letter.isdigit(),
                not letter.isalnum(),
                first[0] != letter,
                first[-1] in ".,;!?",
                of_b.item,
                of_b.speaker,
                last[:1].isupper() and letter.isupper(),
                b.indent > a.indent,
                b.indent < a.indent,
                b.apart,
                (last, first) in seen,
                min(of_a.digits, of_b.digits),
            )
        )
    return np.array(rows, dtype=np.float64).T


class _Kind(NamedTuple):
    mark: str
    """How it ends: `.` for all marks of a sentence's end, else its last character."""
    inner: bool
    """Whether a sentence ends inside."""
    upper: float
    """The share of capitals among the first letters of its long words."""
    digits: float
    """The share of digits among its characters."""
    open: bool
    """Whether a bracket is not closed."""
    item: bool
    """Whether it begins with a mark or number of a list."""
    speaker: bool
    """Whether it begins with a label and a colon."""


def _kind(line: Line) -> _Kind:
    words, text = line.words, line.text
    mark = words[-1].rstrip(_CLOSING)[-1:] or "-"
    long = [word[0].isupper() for word in words[:_SHOWN] if len(word) > 3 and word[0].isalpha()]
    return _Kind(
        mark="." if mark in ".!?…" else mark,
        inner=_SENTENCE_END(text) is not None,
        upper=sum(long) / len(long) if long else 0.5,
        digits=sum(map(text.count, "0123456789")) / len(text),
        open=text.count("(") > text.count(")"),
        item=_ITEM(words[0]) is not None,
        speaker=any(word[-1] == ":" for word in words[:_LABEL]),
    )


@cache
def _reader() -> Reader:
    return from_json("text/line_breaks.json", "weights of line breaks", reader_from)


def reader_from(content: Mapping[str, Any]) -> Reader:
    """A reader of its weights in JSON."""
    networks = [Network(*map(np.array, (n["hidden"], n["output"]))) for n in content["networks"]]
    return Reader(content["last"], content["first"], networks)


_LINE = re.compile(r"^([^\S\n]*)(\S[^\n]*)", re.MULTILINE)
LIKELY = 0.6
"""What is less likely a break inside a paragraph stays, as it does no harm in most places."""
_INDENT = re.compile(r"^[^\S\n]+", re.MULTILINE)
_SHOWN, _LABEL = 20, 4
"""So many words of a long line are looked at, and so many words has a label."""
_CLOSING, _OPENING = "\"'”’)]", "\"'“‘(["
_SENTENCE_END = re.compile(r"\w\w[.!?][\"'”’)\]]*\s").search
_ITEM = re.compile(
    r"[-–—•*·▪o#|]\Z|\[\d+\]\Z|\(?(?:\d{1,3}|[ivx]{1,4}|[A-Za-z])[.)]\Z|>|https?:"
).match
_LOCAL = (
    "final",
    "colon",
    "comma",
    "hyphen",
    "bracket",
    "sentence",
    "heading",
    "capital words",
    "one word",
    "next final",
    "next sentence",
    "next heading",
    "small letter",
    "digit",
    "mark",
    "quote",
    "first marked",
    "item",
    "speaker",
    "capitals",
    "indented",
    "outdented",
    "apart",
    "seen",
    "digits",
)
"""The features that two lines have by themselves, in the order of `_local`."""
_SHARED = (
    "final",
    "comma",
    "goes on",
    "sentence",
    "heading",
    "capital words",
    "small letter",
    "digit",
    "item",
    "speaker",
    "capitals",
    "full",
    "nearly full",
    "last word",
    "first word",
)
"""Features whose share among the breaks of a text tells of all of them."""
_NEARLY, _SHORT, _USUAL = 0.12, 25, 80
"""A line is nearly full if so little of the width is left; a short one, and a usual width."""
