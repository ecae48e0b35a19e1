"""Texts with clean lines, and the ways in which their paragraphs get broken into lines."""

import hashlib
import random
import re
import textwrap
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from resources.recipes.reading import OPEN_GENRES, rows

TRAIN = {
    "pairs/wikinews.jsonl": 250,
    "pairs/us-18f.jsonl": 150,
    "pairs/us-digitalgov.jsonl": 250,
    "pairs/us-doj.jsonl.gz": 500,
    "pairs/wikipedia.jsonl": 500,
    "pairs/frus.jsonl": 600,
    "raw/senate-releases.jsonl.gz": 600,
    "raw/openstax.jsonl.gz": 500,
    "raw/frus.jsonl.gz": 300,
    "raw/au-pm.jsonl.gz": 400,
    "gum/train.jsonl": 200,
}
"""Files of texts whose licence allows to ship what is learned from them, and how many are used."""
_BROKEN = re.compile(r"[a-z,]\n\s*[a-z]")
_AS_THEY_ARE = ("frus", "wikipedia", "openstax", "digitalgov")
"""Those whose lines that go on in small letters are lists; others that have some are left out."""
INSIDE = "\x01"
"""What stands for the line break inside a paragraph that a way made."""
_NAME = re.compile(r"(?<=[a-z]) (?=[A-Z][a-z])")
_SYLLABLE = re.compile(
    r"(?<=[aeiouy][^aeiouy])(?=[^aeiouy][aeiouy])|(?<=[^aeiouy][aeiouy])(?=[^aeiouy][aeiouy])"
)
_NAMES = re.compile(r"[A-Z][a-z]+(?: [A-Z][a-z]+)?").findall
_STOP = re.compile(r"[.!?;:]")
_FINAL = re.compile(r"[.!?]+$", re.MULTILINE)

Way = Callable[[random.Random, str], str]
"""Breaks a paragraph into lines, with `INSIDE` for each break."""


def is_held_out(id_: str) -> bool:
    """Whether a document is one of the sixth that figures are of."""
    return hashlib.sha256(id_.encode()).digest()[0] < 43


def texts(corpora: Path, *, held_out: bool) -> Iterator[tuple[str, str]]:
    """Names of files and texts from them whose lines are those that were meant."""
    for name, most in TRAIN.items():
        found = 0
        for row in rows(corpora / name):
            text = re.sub(r"[^\S\n\t]+", " ", row["text"]).strip()
            if found == (most // 5 if held_out else most):
                break
            if row.get("genre") not in (None, *OPEN_GENRES) or is_held_out(row["id"]) != held_out:
                continue
            if _BROKEN.search(text) and not any(part in name for part in _AS_THEY_ARE):
                continue
            found += 1
            yield name, text


def _width(rng: random.Random) -> int:
    return rng.choice((60, 65, 70, 72, 76, 78, 80)) if rng.random() < 0.5 else rng.randint(40, 110)


def fill(text: str, width: Callable[[], float], *, divide: bool = False) -> str:
    """A paragraph in lines of some width; if words may be divided, with hyphens at some ends."""
    lines = [""]
    limit = width()
    for word in text.split(" "):
        rest = word
        if lines[-1] and len(lines[-1]) + 1 + len(rest) > limit:
            room = limit - len(lines[-1]) - 2
            at = max((at for at in places(word) if at <= room), default=0) if divide else 0
            if at:
                lines[-1] += f" {word[:at]}-"
                rest = word[at:]
            lines.append("")
            limit = width()
        lines[-1] += f"{' ' if lines[-1] else ''}{rest}"
    return INSIDE.join(lines)


def places(word: str) -> list[int]:
    """Where a word may be divided: between consonants, or before one between vowels."""
    if not (word[1:].islower() and word.isalpha()):
        return []
    return [m.start() for m in _SYLLABLE.finditer(word) if 2 <= m.start() <= len(word) - 3]


def fixed(rng: random.Random) -> Way:
    """Lines of one width, as in a mail."""
    width, divide = _width(rng), rng.random() < 0.2
    return lambda _, paragraph: fill(paragraph, lambda: width, divide=divide)


def ragged(rng: random.Random) -> Way:
    """Lines of about one width, as letters of different widths make them in a PDF."""
    width, spread, divide = _width(rng), rng.choice((0.04, 0.08, 0.12)), rng.random() < 0.2
    return lambda rng, paragraph: fill(
        paragraph, lambda: width * rng.gauss(1, spread), divide=divide
    )


def scattered(rng: random.Random) -> Way:
    """Breaks at any place, few or many."""
    share = rng.choice((0.005, 0.01, 0.02, 0.05, 0.1))

    def way(rng: random.Random, paragraph: str) -> str:
        return re.sub(" ", lambda _: INSIDE if rng.random() < share else " ", paragraph)

    return way


def in_names(rng: random.Random) -> Way:
    """Some breaks before words with capitals, most of which are inside names."""
    share = rng.choice((0.1, 0.3))

    def way(rng: random.Random, paragraph: str) -> str:
        return _NAME.sub(lambda _: INSIDE if rng.random() < share else " ", paragraph)

    return way


def verse(rng: random.Random, text: str) -> str:
    """The clauses of a text as lines of verse, some in small letters and without full stops."""
    large = rng.random() < 0.6
    text = text if large else _STOP.sub("", text)
    lines: list[str] = []
    for paragraph in text.split("\n"):
        for clause in re.split(r"(?<=[,;:.!?]) ", paragraph):
            if len(clause) > 50:
                lines += textwrap.wrap(clause, len(clause) // 2 + rng.randint(4, 9))
            elif len(clause) > 12:
                lines.append(clause)
        lines.append("")
        if len(lines) > 60:
            break
    return "\n".join(line[:1].upper() + line[1:] if large else line for line in lines).strip()


def rows_of(rng: random.Random, text: str) -> str:
    """A list of names of a text, or a table with them and numbers."""
    numbers, form = rng.randint(0, 5), rng.choice(("{}", "{:,}", "{}.5", "{}%", "({})", "{}-3"))
    names = _NAMES(text)[: rng.randint(2, 30)]
    rows = (
        " ".join([name, *(form.format(rng.randint(0, 3000)) for _ in range(numbers))])
        for name in names
    )
    return "\n".join(rows)


def items_of(rng: random.Random, text: str) -> list[str]:
    """A list of things, without marks at the ends of its lines, or of titles."""
    clauses = re.split(r"[,;:.!?()]*\s(?=[A-Z]|and |the |in |to )|[,;:.!?()\n]+ ?", text)
    low, high = rng.choice(((8, 70), (8, 70), (8, 30), (40, 50), (50, 60)))
    chosen = [clause for clause in clauses if low < len(clause) < high][: rng.randint(2, 40)]
    rng.shuffle(chosen)
    kind = rng.random()
    if kind < 0.3:
        return [_titled(clause) for clause in chosen]
    if kind < 0.5:
        names = _NAMES(text) or ["Ann"]
        form = rng.choice(("{}: {}", "{}, {}", "{} – {}", "{}"))
        return [form.format(rng.choice(names), clause) for clause in chosen]
    numbers = (f"{rng.randint(1, 90)} " if rng.random() < 0.3 else "" for _ in chosen)
    items = zip(numbers, chosen, strict=True)
    return marked(rng, [number + clause[0].lower() + clause[1:] for number, clause in items])


def labels_of(rng: random.Random, text: str) -> str:
    """A menu of labels of one to three words, above the first paragraph or alone."""
    words = [word for word in re.findall(r"[^\W\d_]+", text[:20_000]) if len(word) > 2]
    labels = [
        " ".join(rng.choice(words) for _ in range(rng.choice((1, 1, 1, 2, 3)))).capitalize()
        for _ in range(rng.randint(2, 12))
    ]
    if rng.random() < 0.5:
        labels = [_titled(label) for label in labels]
    below = rng.choice(("", "\n\n" + text.split("\n", 1)[0][:400]))
    return "\n".join(labels) + below


def marked(rng: random.Random, items: Sequence[str]) -> list[str]:
    """Lines with a mark or number before each of them, or without."""
    form = rng.choice(("- ", "* ", "• ", "{}. ", "({}) ", "[{}] ", "", "", ""))
    return [form.format(n) + item for n, item in enumerate(items, 1)]


def _titled(line: str) -> str:
    words = [word if len(word) < 4 else word[0].upper() + word[1:] for word in line.split(" ")]
    return " ".join([words[0][:1].upper() + words[0][1:], *words[1:]])


def sentences(text: str) -> str:
    """A text with a line for every sentence."""
    return re.sub(r"(?<=[a-z]{3}[.!?]) (?=[A-Z])", "\n", text)


def sample(rng: random.Random, text: str) -> tuple[str, str]:
    """A way, and some paragraphs of a text broken in it; `INSIDE` stands for breaks."""
    chance = rng.random()
    if chance < 0.06:
        return "verse", verse(rng, text)
    if chance < 0.07:
        return "table", rows_of(rng, text)
    if chance < 0.11:
        return "list", rng.choice(("\n", "\n", "\n\n")).join(items_of(rng, text))
    if chance < 0.13:
        return "menu", labels_of(rng, text)
    if chance < 0.15:
        text = sentences(text)
    elif chance < 0.20:
        text = _FINAL.sub("", text)
    parts = re.split(r"(\n\s*)", text)
    paragraphs, gaps = parts[::2], [*parts[1::2], "\n"]
    most = rng.choice((1, 1, 2, 3, 5, 8, 60))
    start = rng.randrange(max(1, len(paragraphs) - most + 1))
    paragraphs, gaps = paragraphs[start : start + most], gaps[start : start + most]
    if most > 1 and rng.random() < 0.1:
        items = items_of(rng, text)[: rng.randint(2, 8)]
        at, gap = rng.randint(0, len(paragraphs)), rng.choice(("\n", gaps[0]))
        paragraphs[at:at] = items
        gaps[at:at] = [gap] * len(items)
    elif most > 1 and rng.random() < 0.1:
        paragraphs = marked(rng, paragraphs)
    if most == 1 and rng.random() < 0.5:  # one or two sentences
        paragraphs = [" ".join(sentences(paragraphs[0]).split("\n")[: rng.randint(1, 3)])]
    if rng.random() < 0.5:
        gap = rng.choice(("\n", "\n\n", "\n\n", "\n\n\n"))
        gaps = [gap] * len(gaps)
    way = rng.choice((None, None, fixed, fixed, ragged, ragged, scattered, in_names))
    if way:
        breaking = way(rng)
        paragraphs = [breaking(rng, paragraph) for paragraph in paragraphs]
    inside = INSIDE
    if way in (fixed, ragged) and rng.random() < 0.2:
        inside, gaps = INSIDE + "\n", [rng.choice(("\n\n", "\n\n", "\n\n\n"))] * len(gaps)
    if rng.random() < 0.1:
        inside += " " * rng.choice((1, 2, 3, 4, 8))
    elif rng.random() < 0.1:
        gaps = [f"{gap}{' ' * rng.choice((2, 3, 4, 8))}" for gap in gaps]
    name = f"{way.__name__ if way else 'none'}{' apart' if len(inside.strip(' ')) > 1 else ''}"
    broken = [paragraph.replace(INSIDE, inside) for paragraph in paragraphs]
    return name, "".join(x for pair in zip(broken, gaps, strict=True) for x in pair).strip()
