"""Texts, bytes and lines spoiled by chance."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator

from salience import Document, read_corpus
from salience.resources import example_paths
from tests.support.hostile_texts import hostile_texts

MARKS = [
    "\x00", "\x1b[2J", "\u202e", "\u200b", "\ufeff", "\ud800", "\r", "\n\n\n", "\u2028", "…", "😀",
    "<script>alert(1)</script>", "</mark>", "&lt;", "=1+1", "@SUM(A1)", "{{ 7 * 7 }}", "%s", "'",
    '"', "((((", "))))", "”", "#", "’s", "Ada Byrne ", "A.B.C.", "1,000,000", "http://a.b/c?d=",
    "她",
]  # fmt: skip


def spoiled_documents(number: int, rng: random.Random) -> Iterator[Document]:
    """Articles with marks in them, parts cut out, doubled or moved; and hostile texts."""
    articles = [d for path in example_paths() for d in read_corpus(path)]
    hostile = list(hostile_texts(rng.random()).values())
    for n in range(number):
        article = rng.choice(articles)
        text, title = article.text, article.title
        for _ in range(rng.randint(1, 8)):
            text = spoiled_text(text, rng)
        if rng.random() < 0.3:
            place = rng.randint(0, len(text))
            text = text[:place] + rng.choice(hostile)(rng.randint(1, 3000)) + text[place:]
        if rng.random() < 0.3:
            title = spoiled_text(title or "Oslo", rng)
        id = f"{rng.choice(MARKS)}{n}" if rng.random() < 0.1 else str(n)
        yield Document(id, text, title, article.abstracts)


def small_documents(number: int, seed: int) -> Iterator[Document]:
    """Documents of some 5 to 40 words: one in six as people write, the others spoiled.

    Each is made of the seed and its number alone.
    """
    articles = [d for path in example_paths() for d in read_corpus(path)]
    sentences = [s for d in articles for s in re.split(r"(?<=[.!?])\s+", d.text) if len(s) < 300]
    hostile = list(hostile_texts(seed).values())
    for n in range(number):
        rng = random.Random(f"{seed} {n}")  # noqa: S311
        text = " ".join(rng.sample(sentences, rng.randint(1, 2)))
        if n % 6:
            for _ in range(rng.randint(1, 3)):
                text = spoiled_text(text, rng)
            if rng.random() < 0.1:
                text = rng.choice(hostile)(rng.randint(1, 200)) + text
            if rng.random() < 0.2:
                place = rng.randint(0, len(text))
                text = text[:place] + any_characters(rng) + text[place:]
        # Two surrogates that make a pair are one character when they come back from a file.
        text = text.encode("utf-16", "surrogatepass").decode("utf-16", "surrogatepass")
        title = rng.choice(articles).title if rng.random() < 0.3 else None
        yield Document(f"{rng.choice(MARKS)}{n}" if n % 9 == 0 else str(n), text[:240], title)


def any_characters(rng: random.Random) -> str:
    """Characters from anywhere in Unicode: unpaired surrogates, private ones, marks alone."""
    ranges = (0, 0x80), (0x300, 0x370), (0x590, 0x700), (0x2000, 0x2070), (0xD800, 0xF900)
    start, end = rng.choice([*ranges, (0xFE00, 0x10000), (0x1F000, 0x20000), (0, 0x110000)])
    return "".join(chr(rng.randrange(start, end)) for _ in range(rng.randint(1, 30)))


def spoiled_text(text: str, rng: random.Random) -> str:
    """A text with one thing done to it."""
    start, end = sorted((rng.randint(0, len(text)), rng.randint(0, len(text))))
    end = min(end, start + 400)
    part = text[start:end]
    return text[:start] + _done(part, rng) + text[end:]


def _done(part: str, rng: random.Random) -> str:
    deed = rng.randrange(8)
    if deed == 0:
        return rng.choice(MARKS) * rng.choice([1, 1, 2, 50]) + part
    if deed == 1:
        return ""
    if deed == 2:
        return part * rng.choice([2, 3, 20])
    if deed == 3:
        return part.upper()
    if deed == 4:
        return "".join(rng.sample(part, len(part)))
    if deed == 5:
        return part.replace(" ", rng.choice(["", "\n", "  ", "\u00a0", ","]))
    if deed == 6:
        return part.replace(".", "")
    return " ".join(rng.sample(words := part.split(), len(words)))


def spoiled_bytes(whole: bytes, rng: random.Random) -> bytes:
    """Bytes of which some are others, or missing, or too many."""
    changed = bytearray(whole)
    for _ in range(rng.choice([1, 1, 3, 30])):
        deed, at = rng.randrange(4), rng.randint(0, max(len(changed) - 1, 0))
        if deed == 0 and changed:
            changed[at] = rng.randrange(256)
        elif deed == 1:
            del changed[at:]
        elif deed == 2:
            del changed[at : at + rng.randint(1, 20)]
        else:
            changed[at:at] = rng.randbytes(rng.randint(1, 20))
    return bytes(changed)


def strange_lines(rng: random.Random) -> Iterator[str]:
    """Lines that are JSON, though of no document, or no JSON."""
    yield "[" * rng.choice([10, 100_000])
    yield json.dumps({"id": "d", "text": rng.choice([None, 5, [], {}, True, 1e400, ""])})
    yield json.dumps({"id": rng.choice([None, [], {}, True, 1.5, ""]), "text": "Oslo."})
    yield json.dumps({"id": "a", "text": "Oslo.", "abstract": rng.choice([5, [5], {"a": 1}])})
    yield json.dumps({"id": "b", "text": "Oslo.", "title": rng.choice([5, [], True])})
    yield json.dumps(rng.choice([None, 5, "Oslo", [1], True]))
    yield '{"id": "c", "text": "\\ud800 Oslo"}'
    yield '{"id": "e", "text": NaN}'
    yield '{"id": ' + "9" * 5000 + ', "text": "Oslo."}'
    yield '{"id": "f", "id": "g", "text": "Oslo.", "text": "Rome."}'
    yield "{"
    yield ""
