"""Breaks of lines inside a paragraph, told from those between paragraphs by what stands around.

Each break has features: how the line above ends, how the line below begins, whether its first word
would have fitted above, and what other breaks of the text are like. A logistic regression that
learned from texts wrapped in many ways weighs them, twice: the second time it also knows what the
first one thinks of the other breaks.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import chain, pairwise
from typing import NamedTuple

import numpy as np

from salience.arrays import Float64Array
from salience.resources import from_json
from salience.text.clean import Edit
from salience.text.divided_words import is_divided, keeps_hyphen, parts_and_words


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


class Weights(NamedTuple):
    """Weights of features by their names, and of the last and first words beside a break."""

    bias: float
    features: Mapping[str, float]
    last: Mapping[str, float]
    first: Mapping[str, float]

    def chances(self, found: Mapping[str, Float64Array], lines: Sequence[Line]) -> Float64Array:
        """How likely each break stands inside a paragraph."""
        last = [self.last.get(line.words[-1].lower(), 0.0) for line in lines[:-1]]
        first = [self.first.get(line.words[0].lower(), 0.0) for line in lines[1:]]
        odds = self.bias + np.array(last) + first
        for name, weight in self.features.items():
            odds += weight * found[name]
        return np.asarray(1 / (1 + np.exp(-odds)))


def line_breaks(text: str) -> Iterator[Edit]:
    """Breaks inside a paragraph; a space stands for each, and nothing inside a word.

    Lines with tabs are rows of a table.
    """
    if "\n" not in text:
        return
    lines = text_lines(text)
    chances = inside_paragraph(lines, *_weights())
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


def inside_paragraph(lines: Sequence[Line], first: Weights, second: Weights) -> Float64Array:
    """How likely each break between two lines stands inside a paragraph."""
    if len(lines) < 2:
        return np.zeros(0)
    found = features(lines)
    return second.chances(found | views(found, first.chances(found, lines)), lines)


def features(lines: Sequence[Line]) -> dict[str, Float64Array]:
    """What tells of each break, by name: of shape `(lines - 1,)`."""
    lengths = np.array([line.end - line.start for line in lines], dtype=np.float64)
    width = max(float(np.quantile(lengths, 0.9)), 1)
    first = np.array([len(line.words[0]) for line in lines[1:]])
    slack = np.clip((lengths[:-1] + 1 + first - width) / width, -1, 0.3)
    found = dict(zip(_LOCAL, _local(lines), strict=True))
    found |= {
        "slack": slack,
        "full": (slack > 0).astype(float),
        "nearly full": (slack > -0.12).astype(float),
        "length": np.minimum(lengths[:-1] / width, 1.5),
        "next length": np.minimum(lengths[1:] / width, 1.5),
        "short": (lengths[:-1] < 25).astype(float),
        "wide": np.full(len(slack), np.clip(np.log(width / 80), -1.5, 1.5)),
        "very wide": np.full(len(slack), float(width > 125)),
        "few": np.full(len(slack), 1 / len(lines)),
    }
    found["goes on"] = 1 - np.maximum(found["final"], found["colon"])
    for one, other in _BOTH:
        found[f"{one} and {other}"] = found[one] * found[other]
    for name in _SHARES:
        found[f"share of {name}"] = _mean(found[name], found["apart"])
    found["capital"] = 1 - np.maximum(found["small letter"], found["digit"])
    for one, other in _WHERE:
        found[f"{one} where {other}"] = found[one] * found[f"share of {other}"]
    never = (found["share of small letter"] == 0) * found["share of goes on"] * len(slack)
    found["never small"] = np.log1p(never)
    found["parts apart"] = np.full(len(slack), float(found["apart"].any()))
    found["together where parts apart"] = (1 - found["apart"]) * found["parts apart"]
    return found


def views(found: Mapping[str, Float64Array], chances: Float64Array) -> dict[str, Float64Array]:
    """What the first regression thinks of the other breaks."""
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
def _weights() -> tuple[Weights, Weights]:
    return from_json(
        "text/line_breaks.json",
        "weights of line breaks",
        lambda content: (Weights(**content["first"]), Weights(**content["second"])),
    )


_LINE = re.compile(r"^([^\S\n]*)(\S[^\n]*)", re.MULTILINE)
LIKELY = 0.6
"""What is less likely a break inside a paragraph stays, as it does no harm in most places."""
_INDENT = re.compile(r"^[^\S\n]+", re.MULTILINE)
_SHOWN, _LABEL = 20, 4
"""So many words of a long line are looked at, and so many words has a label."""
_CLOSING, _OPENING = "\"'”’)]", "\"'“‘(["
_SENTENCE_END = re.compile(r"\w\w[.!?][\"'”’)\]]*\s").search
_ITEM = re.compile(r"[-–—•*·▪o#|]\Z|\(?(?:\d{1,3}|[ivx]{1,4}|[A-Za-z])[.)]\Z|>|https?:").match
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
_BOTH = (
    ("goes on", "apart"),
    ("goes on", "wide"),
    ("goes on", "full"),
    ("goes on", "small letter"),
    ("small letter", "apart"),
    ("final", "full"),
    ("final", "apart"),
    ("full", "apart"),
    ("slack", "apart"),
    ("wide", "full"),
    ("wide", "slack"),
    ("hyphen", "small letter"),
    ("goes on", "capitals"),
    ("goes on", "sentence"),
    ("goes on", "first marked"),
    ("few", "goes on"),
    ("heading", "full"),
    ("length", "goes on"),
)
"""Features that say more together."""
_SHARES = ("final", "small letter", "full", "goes on", "sentence", "capitals", "item", "comma")
"""Features whose share among the breaks of a text tells of all of them."""
_WHERE = (
    ("full", "full"),
    ("full", "goes on"),
    ("full", "small letter"),
    ("slack", "full"),
    ("final", "goes on"),
    ("final", "small letter"),
    ("goes on", "full"),
    ("goes on", "small letter"),
    ("goes on", "sentence"),
    ("small letter", "sentence"),
    ("small letter", "full"),
    ("goes on", "comma"),
    ("comma", "comma"),
    ("capital", "small letter"),
    ("capital", "full"),
    ("small letter", "small letter"),
    ("apart", "small letter"),
    ("length", "small letter"),
)
"""Features that say more where many breaks have others."""
